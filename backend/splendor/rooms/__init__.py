"""One live room: who sits and watches, what is played, and the spine from an action to everyone who sees it."""
