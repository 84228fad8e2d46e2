"""Go's text/template as far as workflows use it, over decoded JSON.

Meant to write what Go itself writes: `<no value>` for a key that is not there, `[a b]` for a list, `1e+06` for a
million. Numbers in the data are floats, as Go reads them. Left out are complex numbers, methods and functions in
the data, and of printf the flags `#`, `*` and `[n]`; asking for one is an error, never another text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coordinator.workflow.gotemplate.formatting import encoded
from coordinator.workflow.gotemplate.parser import Body, Parser
from coordinator.workflow.gotemplate.rendering import Rendering
from coordinator.workflow.gotemplate.tokens import TemplateError

__all__ = ["Template", "TemplateError", "parse", "render"]


@dataclass(frozen=True)
class Template:
    """A template that reads as one."""

    body: Body
    definitions: Mapping[str, Body]
    paths: tuple[tuple[int, tuple[str, ...]], ...]  # the fields of the dot or of `$` that it names, with their lines
    moves_dot: bool  # whether there are parts of it in which the dot is not the data

    def render(self, data: Mapping[str, Any]) -> str:
        """The text with the data filled in; bounded in size and in what it may do."""
        rendering = Rendering(self.definitions, data)
        rendering.run(self.body, data)
        return encoded("".join(rendering.written)).decode("utf-8", "replace")


def parse(text: str) -> Template:
    """The template that a text is; an error with its line if it is none."""
    parser = Parser(text)
    return Template(parser.body, parser.definitions, tuple(parser.paths), parser.moves_dot)


def render(text: str, data: Mapping[str, Any]) -> str:
    """The text of a template with the data filled in."""
    return parse(text).render(data)
