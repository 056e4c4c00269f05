"""Splendor online with friends: an authoritative game server and its browser client."""
