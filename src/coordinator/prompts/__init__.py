"""Render the prompts for agents from templates. A missing variable is an error.

Each prompt has the hash of its templates, so that a record says which version was used.
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template, TemplateError

from coordinator.errors import ConfigError
from coordinator.models import Issue, Rubric
from coordinator.parsing.forms import prompt_form
from coordinator.parsing.report import read_rubric
from coordinator.parsing.shapes import REPLIES

OURS = Path(__file__).parent
# The rubric of reviews without a meta-judge.
GENERAL = read_rubric((OURS / "general_rubric.yaml").read_text(encoding="utf-8"))
FORM = "{{ form }}"  # the placeholder in a template for the form of the reply


@dataclass(frozen=True, slots=True)
class Prompt:
    """A rendered prompt, and the hash of the templates that it was made from."""

    text: str
    template: str


def render(name: str, overrides: Path | None = None, /, **variables: object) -> Prompt:
    """Fill in the template with this name from `overrides`, or else the built-in template.

    Raise ConfigError if a variable is missing.
    """
    environment = _environment(overrides)
    try:
        if name in REPLIES:
            variables["form"] = _form(name, overrides).render(**variables)
        text = environment.get_template(f"{name}.md").render(**variables)
    except TemplateError as error:
        raise ConfigError(
            f"prompt {name}.md in {overrides or OURS}: {error.message}", fix="compare it with ours"
        ) from error
    return Prompt(text=text.strip() + "\n", template=template_hash(name, overrides))


def general_rubric(issue: Issue) -> Rubric:
    """Return the general rubric for an issue. Every item quotes the issue's title."""
    quoted = {"quote": issue.title}
    checklist = tuple(item.model_copy(update=quoted) for item in GENERAL.checklist)
    dimensions = tuple(dimension.model_copy(update=quoted) for dimension in GENERAL.dimensions)
    return GENERAL.model_copy(update={"checklist": checklist, "dimensions": dimensions})


@cache
def template_hash(name: str, overrides: Path | None = None) -> str:
    """Return a hash of the template with this name and of the parts that it can include."""
    files = {path.name: path for path in OURS.glob("*.md")}
    if overrides:
        files.update({path.name: path for path in overrides.glob("*.md")})
    digest = hashlib.sha256()
    for file, path in sorted(files.items()):
        if file == f"{name}.md" or file.startswith("_"):
            form = prompt_form(path.stem) if path.stem in REPLIES else ""
            text = path.read_bytes().replace(FORM.encode(), form.encode())
            digest.update(file.encode() + b"\0" + text + b"\0")
    return digest.hexdigest()[:16]


@cache
def _form(name: str, overrides: Path | None) -> Template:
    return _environment(overrides).from_string(prompt_form(name))


@cache
def _environment(overrides: Path | None) -> Environment:
    if overrides:
        return strict_templates(overrides, OURS)
    return strict_templates(OURS)


def strict_templates(*folders: Path) -> Environment:
    """Return an environment for the templates in these folders. Earlier folders take precedence.

    A missing variable is an error.
    """
    return Environment(
        loader=FileSystemLoader(folders),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        keep_trailing_newline=True,
    )
