"""The wire's models as TypeScript declarations, for the client's type check: `python -m splendor.wire.typescript`.

The result is committed as `frontend/src/net/wire.d.ts`; a test holds the two against each other.
"""

import sys
from typing import Any

from pydantic import TypeAdapter

from splendor.wire import client, http, server


def _type(schema: dict[str, Any], depth: int = 0) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "const" in schema:
        return _literal(schema["const"])
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(_type(option, depth) for option in schema[union])
    match schema.get("type"):
        case "array":
            return f"({_type(schema['items'], depth)})[]"
        case "object" if "properties" in schema:
            return _object(schema, depth)
        case "object":
            values = schema.get("additionalProperties", True)
            value = "any" if values is True else _type(values, depth)
            keys = schema.get("propertyNames")
            record = f"Record<{_type(keys, depth) if keys else 'string'}, {value}>"
            return f"Partial<{record}>" if schema.get("partial") else record
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case _:
            return "any"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def _object(schema: dict[str, Any], depth: int) -> str:
    pad = "  " * (depth + 1)
    required = schema.get("required", [])
    lines = [
        f"{pad}{name}{'' if name in required else '?'}: {_type(value, depth + 1)};"
        for name, value in schema["properties"].items()
    ]
    return "\n".join(["{", *lines, "  " * depth + "}"])


def declarations() -> str:
    """The text of `wire.d.ts`: one exported type for each model that is reachable from the borders."""
    adapters: dict[str, TypeAdapter[Any]] = {
        "ClientMessage": TypeAdapter(client.ClientMessage),
        "ServerMessage": TypeAdapter(server.ServerMessage),
    }
    for model in (
        http.Refusal,
        http.MeOut,
        http.WhoAmI,
        http.LinkOut,
        http.RoomOut,
        http.RoomPage,
        http.GameRecord,
        http.Catalog,
        http.PushKey,
    ):
        adapters[model.__name__] = TypeAdapter(model)
    inputs = [(name, "validation" if name == "ClientMessage" else "serialization", a) for name, a in adapters.items()]
    refs, definitions = TypeAdapter.json_schemas(inputs, by_alias=True)  # type: ignore[arg-type]
    found: dict[str, dict[str, Any]] = definitions.get("$defs", {})
    parts = [f"export type {name} = {_type(schema)};" for name, schema in sorted(found.items())]
    for (name, _), schema in refs.items():
        if schema.get("$ref", "").rsplit("/", 1)[-1] != name:
            parts.append(f"export type {name} = {_type(schema)};")
    return (
        "// Made from the models in backend/splendor/wire by `python -m splendor.wire.typescript`. Not to be edited.\n"
        + "\n".join(parts)
        + "\n"
    )


if __name__ == "__main__":
    sys.stdout.write(declarations())
