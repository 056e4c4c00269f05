"""What several tests stand on: a server to talk to, and a peer that speaks the protocol."""
