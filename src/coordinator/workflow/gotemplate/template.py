"""Templates: parsed once, rendered any number of times."""

from collections.abc import Mapping
from typing import Any

from coordinator.workflow.gotemplate.errors import TemplateError
from coordinator.workflow.gotemplate.limits import LONGEST
from coordinator.workflow.gotemplate.parser import Parser
from coordinator.workflow.gotemplate.rendering import Rendering
from coordinator.workflow.gotemplate.values import characters, decoded, encoded, is_stray


class Template:
    """A parsed template.

    `paths` are the fields of the dot or of `$` that the template names, such as `.Issue.Title`.
    `moves_dot` is true if in a part of the template the dot is not the template's data.
    """

    def __init__(self, text: str) -> None:
        """Parse a template. Raise TemplateError if it is not valid."""
        if len(text) > LONGEST:
            raise TemplateError(f"longer than {LONGEST} characters", 1)
        parser = Parser(encoded(text).decode())
        self._body = parser.parse()
        self._definitions = parser.definitions
        self.paths = parser.paths
        self.moves_dot = parser.moves_dot

    def render(self, data: Mapping[str, Any]) -> str:
        """Return the template filled in with data. Raise TemplateError if Go could not do it."""
        values = decoded(data)
        rendering = Rendering(self._definitions, values)
        return _text(rendering.run(self._body, values))


def _text(written: bytes) -> str:
    """Decode UTF-8. Replace each byte that is not part of a valid character with U+FFFD."""
    try:
        return written.decode()
    except UnicodeDecodeError:
        pieces: list[str] = []
        for each in characters(written):
            pieces.append("\ufffd" if is_stray(each) else each)
        return "".join(pieces)
