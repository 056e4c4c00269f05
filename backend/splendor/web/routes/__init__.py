"""The HTTP calls, one file a noun."""
