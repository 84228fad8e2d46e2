"""The templates of a workflow: whether they read as templates, and whether what they name is there."""

from __future__ import annotations

from collections.abc import Iterator

from coordinator.config.yaml_file import nearest, quoted
from coordinator.workflow.gotemplate import TemplateError, parse
from coordinator.workflow.gotemplate.tokens import Kind, Token, tokenize
from coordinator.workflow.note_places import line_of, outputs_written, warning
from coordinator.workflow.notes import Diagnostic
from coordinator.workflow.schema import Stage, Workflow

ISSUE = ("Identifier", "Title", "URL", "Description")
_MOVES_DOT = ("range", "with", "template", "define", "block")


def template_notes(workflow: Workflow) -> Iterator[Diagnostic]:
    """What is wrong with the templates, and with what looks like one where none is filled in."""
    known = {
        "Issue": ISSUE,
        "PullRequest": ("URL",),
        "Inputs": tuple(each.name for each in workflow.inputs),
        "Outputs": tuple(outputs_written(workflow)),
    }
    for stage in workflow.stages:
        for place, text in _templates(stage):
            yield from _notes(stage, place, text, known)
        for place, text in _plain_texts(stage):
            if "{{" in text:
                yield warning(stage, place, f"templates are not filled in here: {place.rpartition('.')[2]}")


def _templates(stage: Stage) -> Iterator[tuple[str, str]]:
    actions = stage.on_enter
    yield "on_enter.inject", actions.inject
    if actions.notify is not None:
        for name in ("text", "subject", "target"):
            yield f"on_enter.notify.{name}", getattr(actions.notify, name)
    if actions.move_issue is not None:
        yield "on_enter.move_issue.issue_id", actions.move_issue.issue_id
    if actions.comment_issue is not None:
        yield "on_enter.comment_issue.body", actions.comment_issue.body
        yield "on_enter.comment_issue.issue_id", actions.comment_issue.issue_id


def _plain_texts(stage: Stage) -> Iterator[tuple[str, str]]:
    """Texts that may be taken for templates; a command is not among them, for `{{` is the shell's own there."""
    actions = stage.on_enter
    if actions.judge is not None:
        yield "on_enter.judge.instructions", actions.judge.instructions
    if actions.move_issue is not None:
        yield "on_enter.move_issue.status", actions.move_issue.status
    for name in ("add_labels", "remove_labels"):
        yield f"on_enter.{name}", " ".join(getattr(actions, name))


def _notes(stage: Stage, place: str, text: str, known: dict[str, tuple[str, ...]]) -> Iterator[Diagnostic]:
    # A text of several lines begins below its key.
    first = line_of(stage, place) + ("\n" in text)
    try:
        parse(text)
    except TemplateError as wrong:
        yield Diagnostic(
            line=first + wrong.line - 1, level="error", text=f"not a template: {wrong.problem}", fix=wrong.fix
        )
        return
    tokens = tokenize(text)
    moved = any(token.kind is Kind.KEYWORD and token.text in _MOVES_DOT for token in tokens)
    for path in _paths(tokens):
        for said, fix in _missing([token.text[1:] for token in path], known, moved):
            yield Diagnostic(line=first + path[0].line - 1, level="warning", text=said, fix=fix)


def _paths(tokens: list[Token]) -> Iterator[list[Token]]:
    """The fields that stand one after the other, such as `.Outputs.tests.status`, where they begin at the dot or $."""
    path: list[Token] = []
    before = ""
    for token in tokens:
        if token.kind is Kind.FIELD and (path or before in ("", "$")):
            path.append(token)
            continue
        if path:
            yield path
            path = []
        before = token.text if token.kind in (Kind.VARIABLE, Kind.CLOSE, Kind.FIELD) else ""


def _missing(path: list[str], known: dict[str, tuple[str, ...]], moved: bool) -> Iterator[tuple[str, str]]:
    """What a path names that no run has; where the dot is moved, only the names that a run knows are looked at."""
    space, *names = path
    if space not in known:
        if not moved:
            yield f"a template knows nothing of .{space}", nearest(space, known)
    elif names and names[0] not in known[space]:
        fix = nearest(names[0], known[space]) if known[space] else ""
        yield f"{_SAID[space]} {quoted(names[0])}, so the template says <no value>", fix


_SAID = {
    "Issue": "an issue has no",
    "PullRequest": "a pull request has no",
    "Inputs": "the workflow has no input",
    "Outputs": "no stage writes the output",
}
