"""What the command `splendor` does, one file a deed."""
