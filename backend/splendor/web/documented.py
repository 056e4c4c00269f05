"""What `/api/openapi.json` says of the answers, so that it is true of every call."""

from typing import Any

from fastapi import FastAPI
from starlette.routing import compile_path

from splendor.wire.http import Refusal

Answers = dict[int | str, dict[str, Any]]

REFUSALS: Answers = {
    "4XX": {"model": Refusal, "description": "Refused; nothing has changed."},
    503: {"model": Refusal, "description": "The database is away (`unavailable`); it may be asked again."},
}
"""What any call may be answered."""


PICTURE: Answers = {
    status: {
        "description": said["description"],
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{Refusal.__name__}"}}},
    }
    for status, said in REFUSALS.items()
}
"""The same for a route that answers with a picture: its refusals are JSON all the same."""


def shows(model: Any, description: str) -> dict[str, Any]:
    """For a route that builds its JSON by itself: what it is, without building it twice."""
    return {"response_model": None, "responses": {200: {"model": model, "description": description}}}


def methods(app: FastAPI, path: str) -> list[str]:
    """The methods of the calls at that path: the framework knows those of the first that it finds."""
    paths = app.openapi()["paths"]
    return sorted(
        method.upper() for template in paths if compile_path(template)[0].match(path) for method in paths[template]
    )
