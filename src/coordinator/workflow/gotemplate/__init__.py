"""Go's text/template as far as workflows use it, over decoded JSON.

Meant to write what Go itself writes: `<no value>` for a key that is not there, `[a b]` for a list, `1e+06` for a
million. Numbers in the data are floats, as Go reads them. Left out are templates inside a template, `break` and
`continue`, `js`, `call`, all numbers that are not decimal, and of printf all but its plain verbs; asking for one is an
error, never another text.
"""

from collections.abc import Mapping
from typing import Any

from coordinator.workflow.gotemplate.printing import Unknown
from coordinator.workflow.gotemplate.template import Template
from coordinator.workflow.gotemplate.tokens import TemplateError

__all__ = ["Facts", "Template", "TemplateError", "Unknown", "render"]


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


def render(text: str, data: Mapping[str, Any]) -> str:
    """The text of a template with the data filled in."""
    return Template(text).render(data)
