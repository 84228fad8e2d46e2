"""Find mistakes in the templates of a workflow: bad syntax, and names of unknown facts."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from coordinator.config.diagnostics import Diagnostic, error, warning
from coordinator.config.suggestions import nearest, quoted
from coordinator.models import Issue
from coordinator.trackers import ISSUE_FACTS
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.gotemplate import Absent, FieldPath, Template, TemplateError
from coordinator.workflow.issue_facts import facts_of

# The keys below `on_enter` whose values are templates.
TEMPLATES = (
    "inject",
    "notify.text",
    "notify.subject",
    "notify.target",
    "move_issue.issue_id",
    "comment_issue.body",
    "comment_issue.issue_id",
)
# Keys whose values users can mistake for templates. `run.command` is not among them, because `{{`
# can be shell syntax.
NO_TEMPLATES = ("add_labels", "remove_labels", "judge.instructions", "move_issue.status")
SOME_ISSUE = Issue(key="B-1", title="Any", text="Any.", status="todo", labels=("any",))
_CONDITION = re.compile(r"\{\{-?\s*(?:else )?(?:if|with)\s+\$?\.(\w+\.\w+)")
_UNKNOWN = {
    "Issue": "an issue has no",
    "PullRequest": "a pull request has no",
    "Inputs": "the workflow has no input",
    "Outputs": "no stage writes the output",
}


class StageText(NamedTuple):
    """A text of a stage. Its line n is line `line_before + n` of the file."""

    stage: Stage
    text: str
    line_before: int

    def is_asked_first(self, name: str) -> bool:
        """Return whether a condition of the template checks that a value of this name exists."""
        return name in _CONDITION.findall(self.text)


class NamedFact(NamedTuple):
    """A fact of the issue that a template uses without a condition that checks it.

    `fact` is empty if the template uses the whole issue.
    """

    stage: Stage
    line: int
    fact: str


def check_templates(workflow: Workflow) -> Iterator[Diagnostic]:
    """Yield notes about the templates, and about texts that look like templates but are not."""
    known = {
        "Issue": list(ISSUE_FACTS),
        "PullRequest": ["URL"],
        "Inputs": [each.name for each in workflow.inputs],
        "Outputs": workflow.outputs,
    }
    for text in _templates(workflow):
        try:
            template = Template(text.text)
        except TemplateError as wrong:
            line = text.line_before + wrong.line
            yield error(line, f"not a valid template: {wrong.problem}", wrong.fix)
            continue
        for path in template.paths:
            yield from _check_path(text, template, path, known)
    for stage in workflow.stages:
        for place in NO_TEMPLATES:
            if "{{" in _text_at(stage, place).text:
                key = place.rpartition(".")[2]
                line = stage.line_of(f"on_enter.{place}")
                yield warning(line, f"templates are not filled in here: {key}")


def _check_path(
    text: StageText, template: Template, path: FieldPath, known: dict[str, list[str]]
) -> Iterator[Diagnostic]:
    """Yield a note if the template data has no value at this path."""
    line = text.line_before + path.line
    if path.first not in known:
        # If `range` or `with` moves the dot, the name can belong to another value.
        if not template.moves_dot:
            what = f"templates have no value .{path.first}"
            yield warning(line, what, nearest(path.first, known))
        return
    names = known[path.first]
    if not path.second or path.second in names:
        return
    is_optional = path.first != "Issue" and text.is_asked_first(f"{path.first}.{path.second}")
    note = warning if is_optional else error
    fix = nearest(path.second, names) if names else ""
    yield note(line, f"{_UNKNOWN[path.first]} {quoted(path.second)}", fix)


def _templates(workflow: Workflow) -> Iterator[StageText]:
    for stage in workflow.stages:
        for place in TEMPLATES:
            yield _text_at(stage, place)


def _text_at(stage: Stage, place: str) -> StageText:
    """Return the text at a dotted path below `on_enter`. It is empty if the key is missing."""
    value: Any = stage.on_enter
    for name in place.split("."):
        value = getattr(value, name, "")
    text = value if isinstance(value, str) else " ".join(value)
    line = stage.line_of(f"on_enter.{place}")
    # A text of several lines begins in the line below its key.
    if "\n" in text:
        return StageText(stage, text, line)
    return StageText(stage, text, line - 1)


def named_facts(workflow: Workflow) -> Iterator[NamedFact]:
    """Yield the facts of the issue that templates use without a condition that checks them."""
    for text in _templates(workflow):
        try:
            paths = Template(text.text).paths
        except TemplateError:
            continue  # check_templates reports it
        for path in paths:
            if path.first == "Issue" and not text.is_asked_first(f"Issue.{path.second}"):
                yield NamedFact(text.stage, text.line_before + path.line, path.second)


def unknown_facts(workflow: Workflow, tracker: str) -> Iterator[Diagnostic]:
    """Yield an error for each fact of the issue that a template uses and the tracker lacks."""
    facts = facts_of(tracker, SOME_ISSUE)
    told: set[int] = set()
    for stage, line, name in named_facts(workflow):
        fact = facts[name] if name else None
        if not isinstance(fact, Absent):
            continue
        told.add(line)
        if name in ISSUE_FACTS:  # check_templates reports any other name
            yield error(line, f"stage {stage.id}: {fact.problem}", fact.fix)
    # A template can reach a fact without its full name. Rendering finds the first such use.
    for text in _templates(workflow):
        try:
            Template(text.text).render({"Issue": facts})
        except TemplateError as wrong:
            line = text.line_before + wrong.line
            if wrong.problem.startswith(facts.owner) and line not in told:
                yield error(line, f"stage {text.stage.id}: {wrong.problem}", wrong.fix)
