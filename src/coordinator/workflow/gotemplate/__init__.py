"""Go's text/template as far as workflows use it, over decoded JSON.

Meant to write what Go itself writes: `<no value>` for a key that is not there, `[a b]` for a list, `1e+06` for a
million. Numbers in the data are floats, as Go reads them. Left out are complex numbers, methods and functions in
the data, and of printf the flags `#`, `*` and `[n]`; asking for one is an error, never another text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from coordinator.workflow.gotemplate.formatting import encoded
from coordinator.workflow.gotemplate.nodes import Body, State
from coordinator.workflow.gotemplate.syntax import Parser
from coordinator.workflow.gotemplate.tokens import TemplateError

__all__ = ["Template", "TemplateError", "parse", "render"]


@dataclass(frozen=True)
class Template:
    """A template that reads as one."""

    body: Body
    definitions: Mapping[str, Body]

    def render(self, data: Mapping[str, Any]) -> str:
        """The text with the data filled in; bounded in size and in what it may do."""
        state = State(self.definitions, data)
        state.run(self.body, data)
        return encoded(state.out.text()).decode("utf-8", "replace")


def parse(text: str) -> Template:
    """The template that a text is; an error with its line if it is none."""
    parser = Parser(text)
    return Template(parser.body, parser.definitions)


def render(text: str, data: Mapping[str, Any]) -> str:
    """The text of a template with the data filled in."""
    return parse(text).render(data)
