"""Messages and bodies as the models have them, and as they do not: strategies made from the models' JSON schemas."""

from typing import Any

from hypothesis import strategies as st
from pydantic import TypeAdapter

Strategy = st.SearchStrategy[Any]

texts = st.text(st.characters(codec="utf-8"), max_size=12)
values: Strategy = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
"""Any JSON."""


def like(model: Any, known: dict[str, list[Any]] | None = None) -> Strategy:
    """What the model takes, as far as its schema says. `known`: for fields of that name, words that will be replaced by
    what they mean when the message is sent (`meant`)."""
    schema = TypeAdapter(model).json_schema()
    return _strategy(schema, schema.get("$defs", {}), known or {})


def _strategy(schema: dict[str, Any], named: dict[str, Any], known: dict[str, list[Any]]) -> Strategy:
    if "$ref" in schema:
        return _strategy(named[schema["$ref"].rpartition("/")[2]], named, known)
    for kind in ("anyOf", "oneOf"):
        if kind in schema:
            # Drawn by number: strategies within strategies would be taken for one, and large ones come too often.
            each = [_strategy(one, named, known) for one in schema[kind]]
            return st.integers(0, len(each) - 1).flatmap(each.__getitem__)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    match schema.get("type"):
        case "integer":
            return st.integers(schema.get("minimum"), schema.get("maximum"))
        case "string" if "pattern" in schema:
            return st.from_regex(schema["pattern"], fullmatch=True).filter(lambda text: text.isprintable())
        case "string":
            most = min(schema.get("maxLength", 20), 40)
            return st.text(st.characters(codec="utf-8"), min_size=schema.get("minLength", 0), max_size=most)
        case "boolean":
            return st.booleans()
        case "null":
            return st.none()
        case "object" if "properties" in schema:
            return _fields(schema, named, known)
        case "object":
            keys = _strategy(schema["propertyNames"], named, known)
            inner = _strategy(schema["additionalProperties"], named, known)
            return st.dictionaries(keys, inner, max_size=schema.get("maxProperties", 4))
    raise ValueError(f"no strategy for {schema}")


def _fields(schema: dict[str, Any], named: dict[str, Any], known: dict[str, list[Any]]) -> Strategy:
    fields = {
        name: _mostly(known.get(name, []), _strategy(inner, named, known))
        for name, inner in schema["properties"].items()
    }
    required = set(schema.get("required", ())) | ({"type"} & fields.keys())
    return st.fixed_dictionaries(
        {name: fields[name] for name in sorted(required)},
        optional={name: fields[name] for name in sorted(fields.keys() - required)},
    )


def _mostly(known: list[Any], other: Strategy) -> Strategy:
    """By number: the same strategy several times would be taken for one."""
    if not known:
        return other
    return st.integers(0, 7).flatmap(lambda n: other if n == 0 else st.sampled_from(known))


def spoiled(good: Strategy) -> Strategy:
    """The same with one thing changed: something else in the place of a value, a key more, or one less."""

    def spoil(value: Any) -> Strategy:
        if not isinstance(value, dict) or not value:
            return values
        return st.one_of(
            values,
            *(spoil(inner).map(lambda new, key=key: {**value, key: new}) for key, inner in value.items()),
            st.tuples(texts, values).map(lambda extra: {**value, extra[0]: extra[1]}),
            st.sampled_from(sorted(value)).map(lambda gone: {k: v for k, v in value.items() if k != gone}),
        )

    return good.flatmap(spoil)


def meant(message: Any, words: dict[str, Any]) -> Any:
    """The message with each word replaced by what it means at this moment."""
    match message:
        case dict():
            return {key: meant(value, words) for key, value in message.items()}
        case list():
            return [meant(value, words) for value in message]
        case str():
            return words.get(message, message)
        case _:
            return message
