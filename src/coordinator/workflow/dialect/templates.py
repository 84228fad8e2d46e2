"""The templates of a workflow: whether they read as templates, and whether what they name is there."""

from __future__ import annotations

from collections.abc import Iterator

from coordinator.config.yaml_file import nearest, quoted
from coordinator.workflow.dialect.diagnostics import Diagnostic, error, warning
from coordinator.workflow.dialect.schema import Stage, Workflow
from coordinator.workflow.gotemplate import TemplateError, parse
from coordinator.workflow.gotemplate.tokens import Kind, Token, tokenize

ISSUE = ("Identifier", "Title", "URL", "Description")
_MOVES_DOT = ("range", "with", "template", "define", "block")
_SAID = {
    "Issue": "an issue has no",
    "PullRequest": "a pull request has no",
    "Inputs": "the workflow has no input",
    "Outputs": "no stage writes the output",
}


def template_notes(workflow: Workflow) -> Iterator[Diagnostic]:
    """What is wrong with the templates, and with what looks like one where none is filled in."""
    known = {
        "Issue": ISSUE,
        "PullRequest": ("URL",),
        "Inputs": tuple(each.name for each in workflow.inputs),
        "Outputs": tuple(workflow.outputs),
    }
    for stage in workflow.stages:
        actions = stage.on_enter
        # Texts that may be taken for templates. A command is not among them, for `{{` is the shell's own there.
        plain = {f"on_enter.{name}": " ".join(getattr(actions, name)) for name in ("add_labels", "remove_labels")}
        templates = {"on_enter.inject": actions.inject}
        if actions.judge is not None:
            plain["on_enter.judge.instructions"] = actions.judge.instructions
        if actions.notify is not None:
            for name in ("text", "subject", "target"):
                templates[f"on_enter.notify.{name}"] = getattr(actions.notify, name)
        if actions.move_issue is not None:
            plain["on_enter.move_issue.status"] = actions.move_issue.status
            templates["on_enter.move_issue.issue_id"] = actions.move_issue.issue_id
        if actions.comment_issue is not None:
            templates["on_enter.comment_issue.body"] = actions.comment_issue.body
            templates["on_enter.comment_issue.issue_id"] = actions.comment_issue.issue_id
        for place, text in templates.items():
            yield from _notes(stage, place, text, known)
        for place, text in plain.items():
            if "{{" in text:
                name = place.rpartition(".")[2]
                yield warning(stage.line_of(place), f"templates are not filled in here: {name}")


def _notes(stage: Stage, place: str, text: str, known: dict[str, tuple[str, ...]]) -> Iterator[Diagnostic]:
    # A text of several lines begins below its key.
    before = stage.line_of(place) + ("\n" in text) - 1
    try:
        parse(text)
    except TemplateError as wrong:
        yield error(before + wrong.line, f"not a template: {wrong.problem}", wrong.fix)
        return
    tokens = tokenize(text)
    dot_moves = any(token.kind is Kind.KEYWORD and token.text in _MOVES_DOT for token in tokens)
    for path in _paths(tokens):
        line = before + path[0].line
        space, *names = (token.text[1:] for token in path)
        if space not in known:
            if not dot_moves:  # otherwise the name may be a part of something else
                yield warning(line, f"a template knows nothing of .{space}", nearest(space, known))
        elif names and names[0] not in known[space]:
            fix = nearest(names[0], known[space]) if known[space] else ""
            yield warning(line, f"{_SAID[space]} {quoted(names[0])}, so the template says <no value>", fix)


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
