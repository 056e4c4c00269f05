"""`python -m splendor` is `splendor`."""

from splendor.cli import main

main()
