"""Go's text/template as far as workflows use it, over decoded JSON.

Meant to write what Go itself writes: `<no value>` for a key that is not there, `[a b]` for a list, `1e+06` for a
million. Numbers in the data are floats, as Go reads them. Left out are complex numbers, methods and functions in
the data, and of printf the flags `#`, `*` and `[n]`; asking for one is an error, never another text.
"""

from collections.abc import Mapping
from typing import Any

from coordinator.workflow.gotemplate.parser import ParsedTemplate
from coordinator.workflow.gotemplate.printing import Unknown, encoded
from coordinator.workflow.gotemplate.rendering import Rendering
from coordinator.workflow.gotemplate.tokens import TemplateError

__all__ = ["Facts", "Template", "TemplateError", "Unknown", "parse", "render"]


class Facts(dict[str, object]):
    """What is known of the `owner` in the data: any other name may be asked for, but is an error where it is used."""

    def __init__(self, owner: str, known: Mapping[str, object]) -> None:
        super().__init__(known)
        self.owner = owner

    def __contains__(self, name: object) -> bool:
        return True

    def __missing__(self, name: str) -> Unknown:
        return Unknown(
            f"{self.owner} has no {name}", f"ask for it first, as in {{{{ if .Issue.{name} }}}}, or remove it"
        )


class Template(ParsedTemplate):
    """A template that reads as one; a text that is none is an error with its line."""

    def render(self, data: Mapping[str, Any]) -> str:
        """The text with the data filled in; bounded in size and in what it may do."""
        rendering = Rendering(self.definitions, data)
        rendering.run(self.body, data)
        return encoded("".join(rendering.written)).decode("utf-8", "replace")


parse = Template


def render(text: str, data: Mapping[str, Any]) -> str:
    """The text of a template with the data filled in."""
    return parse(text).render(data)
