"""What the README quotes, measured. One file a subject; each gives a list of `Figure`s by its function `measure`."""
