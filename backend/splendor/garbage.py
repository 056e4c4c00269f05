"""How often Python looks for what refers to itself in circles.

A server that plays makes many values (a new state with every action) and hardly any circles. By itself
Python looks through the young ones after every 700, and through all time and again: a tenth of the server's work.
"""

import gc

YOUNG = 50_000


def collect_seldom() -> None:
    """To be called once all modules are there: what is there by then is for good, and is not looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)
