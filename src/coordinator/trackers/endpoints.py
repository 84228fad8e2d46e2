"""Describe the answers that a tracker itself gives at its endpoints.

A proxy, an ingress or a sign-in page can answer in place of the tracker. Each tracker has a table
of its endpoints. The table says which answers are the tracker's own. Every other answer is foreign:
it says nothing about the issue, and the request is sent again later.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from httpx2 import Response

SUCCESS = (200, 201, 202, 204)
# The parts of a path in a table that stand for something else
_PLACES = (
    (r"\{repo\}", "/(?:repos/[^/]+/[^/]+|repositories/[^/]+)"),
    (r"\{\}", "[^/]+"),
)
_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json", re.IGNORECASE)


@dataclass(frozen=True)
class Shape:
    """The form of an answer.

    An object has at least `fields`, and so has each object of a list. A `file` has any content.
    """

    kind: Literal["json", "object", "list", "empty", "file"]
    fields: tuple[str, ...] = ()

    def fits(self, response: "Response") -> bool:
        """Return whether a successful answer has this form."""
        if self.kind == "file":
            return True
        if not response.content:
            return self.kind == "empty" or (self.kind == "json" and response.status_code == 204)
        if self.kind == "empty" or not is_json(response):
            return False
        try:
            value = json.loads(response.text)
        except ValueError:
            return False
        if self.kind == "object":
            return self._is_object(value)
        if self.kind == "list" and value is not None:  # Gitea gives null for some empty lists
            return isinstance(value, list) and all(map(self._is_object, value))
        return True

    def _is_object(self, value: Any) -> bool:
        return isinstance(value, dict) and value.keys() >= set(self.fields)


def an_object(*fields: str) -> Shape:
    return Shape("object", fields)


def a_list(*fields: str) -> Shape:
    return Shape("list", fields)


JSON = Shape("json")
EMPTY = Shape("empty")
FILE = Shape("file")


@dataclass(frozen=True)
class TrackerEndpoint:
    """The tracker's own answers to one method at one path.

    In `path`, `{}` stands for one part, and `{repo}` for the path of a repository. `gives` is the
    form of a success.
    `final` holds the status codes of the refusals that do not change if the request is repeated.
    """

    method: str
    path: str
    gives: Shape = JSON
    final: Collection[int] = field(default=frozenset())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        text = re.escape(self.path)
        for name, pattern in _PLACES:
            text = text.replace(name, pattern)
        return re.compile(text)


def find_endpoint(
    table: Iterable[TrackerEndpoint], method: str, path: str
) -> TrackerEndpoint | None:
    """Return the row for a method and a path; None if the table has none."""
    for endpoint in table:
        if endpoint.method == method and endpoint.pattern.fullmatch(path):
            return endpoint
    return None


def is_json(response: "Response") -> bool:
    """Return whether the server says that the body is JSON."""
    kind = response.headers.get("Content-Type", "")
    return _JSON.fullmatch(kind.partition(";")[0].strip()) is not None


def has_any(response: "Response", needed: str, others: Sequence[str] = ()) -> bool:
    """Return whether a body is a JSON object with a text in `needed` and one of `others`.

    If `others` is empty, only `needed` counts.
    """
    try:
        said = json.loads(response.text)
    except ValueError:
        return False
    if not isinstance(said, dict) or not isinstance(said.get(needed), str):
        return False
    return not others or any(name in said for name in others)
