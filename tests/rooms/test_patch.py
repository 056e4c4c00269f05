"""The laws of both kinds of patch, where a key that is absent and one that is None mean the same."""

import copy
import json
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from splendor.rooms.patch import KINDS, Change, Kind, NoPatch, apply, diff

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)
views = st.dictionaries(st.sampled_from("abcdef"), values, max_size=5)
of_each_kind = pytest.mark.parametrize("kind", KINDS)


@st.composite
def grown(draw: st.DrawFn, value: Any) -> Any:
    """What is like `value`, but here and there another: two random views have hardly an item in common."""
    if draw(st.integers(0, 3)) == 0:
        return draw(values)
    if isinstance(value, dict):
        return {key: draw(grown(inner)) for key, inner in value.items()}
    if isinstance(value, list):
        return [draw(grown(inner)) for inner in value] + draw(st.lists(values, max_size=2))
    return value


@st.composite
def two_views(draw: st.DrawFn) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two views, of which the second may have grown from the first."""
    old = draw(views)
    return old, draw(views | st.just(old).flatmap(grown).filter(lambda new: isinstance(new, dict)))


def without_nulls(value: Any) -> Any:
    """The same with keys of None left out: in objects only, since in a list None is a value."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [without_nulls(inner) for inner in value]
    return value


def patch_of(old: dict[str, Any], new: dict[str, Any], kind: Kind) -> dict[str, Any]:
    """The patch, where there is one."""
    try:
        return diff(old, new, kind)
    except NoPatch:
        assert kind == "indexed"
        assert an_array_becomes_an_object(old, new)
        assume(False)
        raise


def an_array_becomes_an_object(old: Any, new: Any) -> bool:
    """Somewhere along keys: inside of arrays the whole array can be sent."""
    if isinstance(old, dict) and isinstance(new, dict):
        return any(an_array_becomes_an_object(old.get(key), new[key]) for key in new)
    if isinstance(old, list) and isinstance(new, list):
        return False
    return isinstance(old, list) and isinstance(new, dict)


@of_each_kind
@given(two_views())
def test_the_patch_applied_makes_the_new_of_the_old(kind: Kind, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = both
    assert without_nulls(apply(old, patch_of(old, new, kind), kind)) == without_nulls(new)


@of_each_kind
@given(views)
def test_what_did_not_change_makes_an_empty_patch(kind: Kind, view: dict[str, Any]) -> None:
    assert diff(view, copy.deepcopy(view), kind) == {}


@of_each_kind
@given(two_views())
def test_a_patch_names_no_key_that_stayed(kind: Kind, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = both
    patch = patch_of(old, new, kind)
    assert not [key for key in patch if old.get(key) == new.get(key)]


@of_each_kind
@given(two_views())
def test_neither_view_nor_patch_is_changed(kind: Kind, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = both
    before = copy.deepcopy(both)
    patch = patch_of(old, new, kind)
    kept = copy.deepcopy(patch)
    apply(old, patch, kind)
    assert both == before
    assert patch == kept


@of_each_kind
@given(two_views())
def test_a_patch_survives_its_way_over_the_wire(kind: Kind, both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    old, new = both
    patch = json.loads(json.dumps(patch_of(old, new, kind)))
    assert without_nulls(apply(old, patch, kind)) == without_nulls(new)


@of_each_kind
@given(two_views(), views)
def test_patches_in_a_row_lead_to_the_last_view(
    kind: Kind, both: tuple[dict[str, Any], dict[str, Any]], third: dict[str, Any]
) -> None:
    first, second = both
    reached = apply(apply(first, patch_of(first, second, kind), kind), patch_of(second, third, kind), kind)
    assert without_nulls(reached) == without_nulls(third)


@given(two_views())
def test_an_indexed_patch_applied_by_index_is_never_much_longer(both: tuple[dict[str, Any], dict[str, Any]]) -> None:
    """An index costs a few bytes, an item that is left out saves as many or more."""
    old, new = both
    merge, indexed = diff(old, new), patch_of(old, new, "indexed")
    items = json.dumps(merge).count(",") + 1
    assert len(json.dumps(indexed)) <= len(json.dumps(merge)) + 6 * items


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        (["a", "b", "c", "d"], ["a", "b", "x", "d"], {"2": "x"}),
        (["a", "b"], ["a", "b", "c"], {"2": "c"}),
        (["a"], ["a", "b"], {"1": "b"}),
        (["a", "b"], ["a", "b", "c", None], {"2": "c", "3": None}),
        (["a", "b", "c", "d"], ["a", None, "c", "d"], {"1": None}),
        (["a", None, "c", "d"], ["a", "b", "c", "d"], {"1": "b"}),
        ([{"n": 1, "of": 2}], [{"n": 3, "of": 2}], {"0": {"n": 3}}),
        ([{"n": 1, "of": 2}], [{"n": 1}], {"0": {"of": None}}),
        ([1, None], [1, {"n": None}], {"1": {"n": None}}),
        ([[1, 2, 3], 4], [[1, 2, 5], 4], {"0": {"2": 5}}),
        # whole: shorter, anew, for the most part another, with a null in it that a patch could not leave, with an array
        # in it that became an object
        (["a", "b"], ["a"], ["a"]),
        ([], ["a"], ["a"]),
        ([1, 2], [3, 4], [3, 4]),
        ([{"a": 1, "b": 2}], [{"a": 1, "b": None}], [{"a": 1, "b": None}]),
        ([[1], 2], [{"a": 1}, 2], [{"a": 1}, 2]),
        ([{"a": [1]}, 2], [{"a": {"b": 1}}, 2], [{"a": {"b": 1}}, 2]),
    ],
)
def test_an_array_is_patched_by_index(old: list[Any], new: list[Any], patch: Any) -> None:
    assert diff({"array": old}, {"array": new}, "indexed") == {"array": patch}
    assert apply({"array": old}, {"array": patch}, "indexed") == {"array": new}
    assert diff({"array": old}, {"array": new}) == {"array": new}


def test_an_array_that_becomes_an_object_has_no_indexed_patch() -> None:
    with pytest.raises(NoPatch):
        diff({"a": [1]}, {"a": {"b": 1}}, "indexed")


def test_a_change_makes_each_kind_once() -> None:
    change = Change({"a": [1, 2]}, {"a": [1, 3]})
    assert (change.patch("merge"), change.patch("indexed")) == ({"a": [1, 3]}, {"a": {"1": 3}})
    assert all(change.patch(kind) is change.patch(kind) for kind in KINDS)


@pytest.mark.parametrize(
    ("target", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_the_examples_of_rfc_7396(target: dict[str, Any], patch: dict[str, Any], result: dict[str, Any]) -> None:
    assert apply(target, patch) == result
