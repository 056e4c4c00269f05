"""JSON merge patches (RFC 7396): what changed and nothing else."""

from typing import Any

View = dict[str, Any]


def diff(old: View, new: View) -> View:
    """The patch that makes `new` of `old`; a key that is absent and one that is None mean the same.

    >>> diff({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2}, "e": [4]})
    {'b': {'d': None}, 'e': [4]}
    """
    patch: View = {}
    for key, now in new.items():
        was = old.get(key)
        if now is was or now == was:
            continue
        patch[key] = diff(was, now) if isinstance(now, dict) and isinstance(was, dict) else now
    for key, was in old.items():
        if was is not None and key not in new:
            patch[key] = None
    return patch


def apply(view: View, patch: View) -> View:
    """`view` with `patch` merged in; neither is changed."""
    merged = dict(view)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            was = merged.get(key)
            merged[key] = apply(was if isinstance(was, dict) else {}, value)
        else:
            merged[key] = value
    return merged
