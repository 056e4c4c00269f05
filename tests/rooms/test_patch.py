"""The laws of merge patches (RFC 7396), where a key that is absent and one that is None mean the same."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.rooms.patch import apply, diff

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab", max_size=2)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abcd"), inner, max_size=3),
    max_leaves=12,
)
views = st.dictionaries(st.sampled_from("abcdef"), values, max_size=5)


def without_nulls(value: Any) -> Any:
    """The same with keys of None left out: in objects only, since in a list None is a value."""
    if isinstance(value, dict):
        return {key: without_nulls(inner) for key, inner in value.items() if inner is not None}
    return value


@given(views, views)
def test_the_patch_applied_makes_the_new_of_the_old(old: dict[str, Any], new: dict[str, Any]) -> None:
    assert without_nulls(apply(old, diff(old, new))) == without_nulls(new)


@given(views)
def test_what_did_not_change_makes_an_empty_patch(view: dict[str, Any]) -> None:
    assert diff(view, copy.deepcopy(view)) == {}


@given(views, views)
def test_a_patch_names_no_key_that_stayed(old: dict[str, Any], new: dict[str, Any]) -> None:
    patch = diff(old, new)
    assert not [key for key in patch if old.get(key) == new.get(key)]


@given(views, views)
def test_neither_view_nor_patch_is_changed(old: dict[str, Any], new: dict[str, Any]) -> None:
    before = copy.deepcopy((old, new))
    patch = diff(old, new)
    kept = copy.deepcopy(patch)
    apply(old, patch)
    assert (old, new) == before
    assert patch == kept


@given(views, views)
def test_a_patch_survives_its_way_over_the_wire(old: dict[str, Any], new: dict[str, Any]) -> None:
    patch = json.loads(json.dumps(diff(old, new)))
    assert without_nulls(apply(old, patch)) == without_nulls(new)


@given(views, views, views)
def test_patches_in_a_row_lead_to_the_last_view(
    first: dict[str, Any], second: dict[str, Any], third: dict[str, Any]
) -> None:
    reached = apply(apply(first, diff(first, second)), diff(second, third))
    assert without_nulls(reached) == without_nulls(third)


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
