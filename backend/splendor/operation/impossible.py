"""Why a command is not done."""


class Impossible(Exception):
    """What was asked for can't be done, and nothing was; the text says why in one sentence."""
