"""Patches: what changed and nothing else, in the two kinds that a client may ask for.

"merge" is a JSON merge patch (RFC 7396), in which an array that changed stands whole. In "indexed" such an array may
be patched, too: by an object with the items that changed, by index; those at its end are new.
"""

from typing import Any, Literal, get_args

View = dict[str, Any]
Kind = Literal["merge", "indexed"]
KINDS: tuple[Kind, ...] = get_args(Kind)


class NoPatch(ValueError):
    """An array that became an object: in an indexed patch an object in its place would be one of its items."""


class Change:
    """From one view to the next. The patch of either kind is made once, when somebody asks for it."""

    def __init__(self, old: View, new: View) -> None:
        self._old = old
        self._new = new
        self._patches: dict[Kind, View] = {}

    def patch(self, kind: Kind) -> View:
        patch = self._patches.get(kind)
        if patch is None:
            patch = self._patches[kind] = diff(self._old, self._new, kind)
        return patch


def diff(old: View, new: View, kind: Kind = "merge") -> View:
    """The patch that makes `new` of `old`; a key that is absent and one that is None mean the same. Raises NoPatch.

    >>> diff({"a": 1, "b": {"c": 2, "d": 3}}, {"a": 1, "b": {"c": 2}, "e": [4]})
    {'b': {'d': None}, 'e': [4]}
    >>> diff({"a": [1, {"b": 2, "c": 3}]}, {"a": [1, {"b": 2, "c": 4}, 5]}, "indexed")
    {'a': {'1': {'c': 4}, '2': 5}}
    """
    patch: View = {}
    for key, now in new.items():
        was = old.get(key)
        if now is was or now == was:
            continue
        patch[key] = _change(was, now, kind)
    for key, was in old.items():
        if was is not None and key not in new:
            patch[key] = None
    return patch


def _change(was: Any, now: Any, kind: Kind) -> Any:
    if isinstance(now, dict):
        if isinstance(was, dict):
            return diff(was, now, kind)
        if kind == "indexed" and isinstance(was, list):
            raise NoPatch("an array became an object")
    elif kind == "indexed" and isinstance(now, list) and isinstance(was, list) and 0 < len(was) <= len(now):
        return _items(was, now)
    return now


def _items(was: list[Any], now: list[Any]) -> Any:
    """The items that changed or are new, by index; the whole array where that says it in less, or alone can say it."""
    changed: View = {}
    into = False
    for n, item in enumerate(now):
        before = was[n] if n < len(was) else None
        if n < len(was) and item == before:
            continue
        if isinstance(before, dict) and isinstance(item, dict):
            # A patch could only take the key away; arrays are to have every null that they had when sent whole.
            if any(value is None and before.get(key) is not None for key, value in item.items()):
                return now
            into = True
        try:
            changed[str(n)] = _change(before, item, "indexed")
        except NoPatch:
            return now
    return changed if into or 2 * len(changed) <= len(now) else now


def apply(view: View, patch: View, kind: Kind = "merge") -> View:
    """`view` with `patch` merged in; neither is changed."""
    merged = dict(view)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _merged(merged.get(key), value, kind)
    return merged


def _merged(target: Any, patch: Any, kind: Kind) -> Any:
    if not isinstance(patch, dict):
        return patch
    if kind == "indexed" and isinstance(target, list):
        items = list(target)
        for key, value in patch.items():
            n = int(key)
            if n < len(items) and isinstance(items[n], (dict, list)):
                value = _merged(items[n], value, kind)
            items[n : n + 1] = [value]
        return items
    return apply(target if isinstance(target, dict) else {}, patch, kind)
