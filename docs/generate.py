"""Write the pages of docs/ that are made from the program itself: `make docs`."""

from __future__ import annotations

import io
import json
import os
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from decimal import Decimal
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, JsonValue, TypeAdapter
from pydantic.fields import FieldInfo

import coordinator
from coordinator.cli import run
from coordinator.cli.command_table import COMMANDS, GROUPS, RENAMED
from coordinator.config.diagnostics import Diagnostic
from coordinator.config.environment import VARIABLES, Environment
from coordinator.config.field_types import duration_text
from coordinator.config.home_directory import HOME
from coordinator.config.settings import FILE_NAME, Tree
from coordinator.config.yaml_file import keys, model_in, sections_in
from coordinator.council import CouncilRecord
from coordinator.doctor.health import HealthCheck
from coordinator.doctor.seats import SeatCheck
from coordinator.judgement.statistics.calibration import Calibration, RuleFigures
from coordinator.judgement.statistics.seat_stats import SeatFigures
from coordinator.models import Issue, Value, Verdict
from coordinator.reviews.record import ReviewRecord
from coordinator.trackers import Comment
from coordinator.trackers.board import IssueDetails
from coordinator.trackers.dry_run import PlannedWrite
from coordinator.views.graph import Graph
from coordinator.views.inbox import InboxItem
from coordinator.views.listing import RunSummary
from coordinator.views.workers import Worker
from coordinator.web.route_table import access_table
from coordinator.workflow.dialect.schema import NO_EFFECT, WorkflowFile
from coordinator.workflow.dialect.section import Section
from coordinator.workflow.dialect.values import Number
from coordinator.workflow.history import RunRecord
from coordinator.workflow.records import RunResult

MADE = "<!-- made by `make docs`; do not edit -->"

CLI = f"""\
# Commands

{MADE}

`coordinator --help` lists the commands, `coordinator COMMAND --help` explains one; this page is all of them.

| exit code | of `review` and `resume` |
|---|---|
| 0 | accepted |
| 1 | rejected |
| 2 | escalated: a person decides |
| 3 | error: nothing was decided; also when a state file, repository or tracker cannot be used, or the work moved on |
| 64 | the command line, its input or the configuration is wrong |
| 70 | an unexpected failure; the line says where its details are |
| 130, 143 | stopped by Ctrl-C or SIGTERM; the line says how to go on |

Every failure is one line on stderr: what is wrong, where, and how to mend it. Progress goes to stderr as well,
also with `--json`; results go to stdout. An ID may be given as it is, in the short form that lists and comments show,
or by how it begins, if only one begins so.

On a terminal every seat that is waited for has a line that moves, outcomes are coloured (not with `NO_COLOR`), and the
lines of lists are cut to the width; otherwise there are plain, whole lines. Words are completed after
`source <(coordinator --completion bash)` in bash and zsh, and `coordinator --completion fish | source` in fish.

## Old names

A command that is renamed keeps its old name for two minor versions, in which that name says on stderr, in one line,
what to write instead. Variables and keys of the configuration have no old names: one that is unknown is an error.

| old name | write instead | goes with |
|---|---|---|
{{old_names}}

## JSON

`--json` prints one object, the same for every command:

```json
{{"version": 1, "kind": "done", "data": {{"id": "B-1.2", "done": "cancelled"}}}}
```

`kind` says what `data` is; [output.schema.json](output.schema.json) is the JSON Schema of it all. `version` grows
when a field goes or changes its meaning; new fields may come at any time. What runs until it is stopped, what writes a
file, and what prints one format by its nature (`seat record`, `workflow schema`, `state export`) have no `--json`.

The end of a review has its `id`, `kind` (`decided`, or `superseded` with `why`; a `successor` is followed to its own
end), and the `verdict`: `outcome`, `rule`, `explanation`, `reasons` (`id`, `text`, `requirement`, `proofs`, `seats`),
`advice`, `notices`, `dissent`, `mean` and `bar` (exact fractions such as `7/2`), `labels`, and `work`, the commit or
tree that it is about. A dry run has also its `home`, what it `would` write, and whether it was `cut_short`.

| kind | printed by | data |
|---|---|---|
| `review end` | `review`, `resume` | as above |
| `run end` | `run`, `resume` | `id`, `kind` (as the exit code), `stage`, `reason`, `folder`, `branch` |
| `council end` | `council`, `resume`, `decide` | what [result.json](council.md#what-it-leaves) has |
| `prompts` | `council --dry-run` | by what is asked for, the words of it |
| `list` | `list` | a row for each review, run and council |
| `review` | `show`, `state export` | all that is on record about the review |
| `run` | `show`, `state export` | all that is on record about the run |
| `council` | `show`, `state export` | all that is on record about the council |
| `inbox` | `inbox` | `id`, `about`, `why`, what `todo`, `since`, `until`, `person` |
| `workers` | `workers` | `name`, `alive`, `kind`, `busy` of `concurrency`, the `runs` it holds, what it `leads` |
| `ask` | `answer` | `id`, `person`, `prompt`, and the `form` to be filled in |
| `done` | `decide`, `cancel`, `answer`, `council --background` | `id`, what was `done` to it, and `notes` on that |
| `issue` | `board add`, `move`, `label` | the issue |
| `issues` | `board list` | the issues |
| `issue details` | `board show` | the issue, its history and comments |
| `comment` | `board comment` | the comment |
| `diagnostics` | `workflow check` | `file`, `line`, `level`, `text`, `fix` of each |
| `dry run` | `run --dry-run` | how it would end (`result`), the `way`, the answers that were `assumed` or `unused` |
| `graph` | `workflow graph` | the stages (`nodes`), and the ways between them (`edges`) |
| `doctor` | `doctor` | what is found of the `tracker` and the `seats`, and `remarks` |
| `config` | `config` | the tree of the configuration |
| `replay` | `replay` | what becomes of `reviews` under the rules, and its `figures` where people decided |
| `seats` | `seat stats` | how each seat judges, what it costs, and in what it stands apart |
| `calibration` | `replay calibrate` | figures of the panel and each seat, and what to change |
| `canaries` | `replay canary` | figures of the panel and each seat |
"""

CONFIGURATION = f"""\
# Configuration

{MADE}

`coordinator.yaml` is read from `--config FILE`, else from the working directory, else from the home directory
(`COORDINATOR_HOME`, or `~/.coordinator`). One that lies in a git repository is used only if you have trusted it, and
under your own ([trust](trust.md#configuration-of-a-repository)). `coordinator init` writes one to start from,
`coordinator config` prints the whole tree as it is understood. An unknown key is an error that names its line and the
nearest known one:

```console
$ echo 'review: {{protocl: judge}}' > wrong.yaml; coordinator config --config wrong.yaml
coordinator: wrong.yaml:1: unknown key "protocl" under review (did you mean "protocol"?)
```

Scalars are taken as they are written: `bar: 3.5` is exactly 3.5, `run: true` is the command `true`. Durations are
seconds, or `30s`, `15m`, `2h`. A path is relative to the file it stands in. Variables come from the process, or from
the file `env` of the home directory, which must have mode 600:

```console
$ mkdir open && echo OPENAI_API_KEY=sk-… > open/env && chmod 644 open/env && COORDINATOR_HOME=open coordinator config
coordinator: …/open/env contains secrets, but its mode 644 lets other users read it (chmod 600 …/open/env)
```

The home directory belongs to you and only you write there, since its files decide what runs; another one is refused:

```console
$ mkdir shared && chmod 777 shared && COORDINATOR_HOME=shared coordinator config
coordinator: other users can write to …/shared (mode 777), and so change what runs here (check its files, then chmod 700 …)
```

`coordinator.yaml` is a regular file, or a link to one; a link in a repository must stay within the repository. Passwords in addresses
are masked wherever something is printed or logged; `forge.url` and `base_url` must have none.
"""

DIALECT = f"""\
# The workflow dialect

{MADE}

Every key of a workflow file. Files of ElasticClaw (`stages:`, version 1) are read as they are; keys that it does not
have are marked **ours**, and [the first table](#workflow) says what to do instead of those that have no effect here.
`coordinator workflow check FILE` says what is wrong with a file, line by line; its exit code is 64 if it could not run:

```sh
cat > review.yaml <<'END'
stages:
  - id: review
    entry: true
    on_enter:
      judge: {{inputs: [issue], instructions: Look for missing tests., timeout: 120}}
  - id: done
    terminal: true
    triggers:
      - judge_verdict: pass
      - mesage_contains: "[DONE]"
END
```

```console
$ coordinator workflow check review.yaml
review.yaml:5: error: on_enter.judge.timeout should be a duration above 0, not "120" (write 120s)
review.yaml:10: error: unknown key "mesage_contains" under triggers (did you mean "message_contains"?)
```

- Scalars are the text that is written: `yes` is yes and `1.0` is 1.0. Where true or false is asked for, `yes`, `on`
  and `y` are true.
- A key that is not known is ignored, with a warning; an unknown trigger is an error, so is a key that is given twice.
  A key that is known and does nothing here is named, with what to do instead.
- Durations are as Go writes them: `1h30m`, `90s`, `500ms`.
- What begins with `{{{{`, `[` or `*` needs quotes: `message_contains: "[DONE]"`, `text: "{{{{ .Issue.Title }}}}"`.
- Aliases (`*name`) and merged mappings (`<<:`) are unfolded.
- `jobs:` is the old name of `stages:`. `jobs:` and `schema_version: 2`, which is another language, are refused.

Stricter than ElasticClaw, where a run could not do what the file says: a judge without `instructions` or `inputs`,
unknown triggers and judge inputs, durations that are none, ids that are there twice, names of stages, gates and outputs
that are not there, no entry stage, and templates that are none are errors.

For an editor that completes and checks YAML, `coordinator workflow schema > workflow.schema.json` writes a JSON Schema;
a first line `# yaml-language-server: $schema=workflow.schema.json` names it.
"""

WORDS = {
    str: "text",
    int: "whole number",
    Decimal: "number",
    float: "duration",
    bool: "true or false",
    Path: "path",
    Number: "number",
    JsonValue: "anything",
}


def pages() -> dict[str, str]:
    """The text of each page by its file name."""
    return {
        "output.schema.json": json.dumps(output_schema(), indent=1, ensure_ascii=False) + "\n",
        "cli.md": "\n".join(
            [CLI.replace("{old_names}", old_names()), *map(_section, ("", *commands()))]
        ),
        "configuration.md": f"{CONFIGURATION}\n{reference()}",
        "workflow-dialect.md": f"{DIALECT}\n{dialect()}",
        "architecture.md": architecture(),
        "dashboard.md": dashboard(),
    }


def output_schema() -> dict[str, Any]:
    """The JSON Schema of what --json prints: an envelope for each kind of data."""

    class ReviewEnd(Value):
        """How a review ended; of a dry run also where it is kept, and what it would have written."""

        id: str
        kind: Literal["decided", "superseded"]
        verdict: Verdict | None = None
        why: str = ""
        successor: str = ""
        home: str = ""
        would: tuple[PlannedWrite, ...] = ()
        cut_short: bool = False

    class WorkflowEnd(RunResult):
        """How a run of a workflow ended."""

        id: str

    class DryRunEnd(Value):
        """How a run would end, the way it would take, and which answers were assumed or not used."""

        result: RunResult
        way: tuple[str, ...]
        assumed: tuple[str, ...]
        unused: tuple[str, ...]

    class Done(Value):
        """What a person did to a run or an ask, and what came of it."""

        id: str
        done: str
        notes: tuple[str, ...] = ()

    class AskForm(Value):
        """What a person is asked, and the form for the answer."""

        id: str
        person: str
        prompt: str
        form: str

    class Diagnosis(Value):
        """What is found of the tracker and of the seats."""

        tracker: tuple[HealthCheck, ...]
        seats: tuple[SeatCheck, ...]
        remarks: tuple[str, ...]

    class FileDiagnostic(Diagnostic):
        """What is wrong with a workflow file."""

        file: str

    shapes: dict[str, Any] = {
        "ask": AskForm,
        "calibration": Calibration,
        "canaries": tuple[RuleFigures, ...],
        "comment": Comment,
        "config": dict[str, JsonValue],
        "council": CouncilRecord,
        "council end": dict[str, JsonValue],
        "diagnostics": tuple[FileDiagnostic, ...],
        "doctor": Diagnosis,
        "done": Done,
        "dry run": DryRunEnd,
        "graph": Graph,
        "inbox": tuple[InboxItem, ...],
        "issue": Issue,
        "issue details": IssueDetails,
        "issues": tuple[Issue, ...],
        "list": tuple[RunSummary, ...],
        "seats": tuple[SeatFigures, ...],
        "workers": tuple[Worker, ...],
        "prompts": dict[str, str],
        "replay": tuple[dict[str, JsonValue], ...],
        "review": ReviewRecord,
        "review end": ReviewEnd,
        "run": RunRecord,
        "run end": WorkflowEnd,
    }
    mode: Literal["serialization"] = "serialization"
    inputs = [(kind, mode, TypeAdapter(shape)) for kind, shape in shapes.items()]
    found, shared = TypeAdapter.json_schemas(inputs, by_alias=False)
    envelopes = []
    for (kind, _), data in found.items():
        properties = {"version": {"const": 1}, "kind": {"const": kind}, "data": data}
        envelopes.append({"type": "object", "properties": properties, "required": [*properties]})
    whole = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "oneOf": envelopes,
        **shared,
    }
    # The titles that are made from the names of fields say nothing.
    text = re.sub(r'"title": "[^"]*"(, )?', "", json.dumps(whole)).replace(", }", "}")
    made: dict[str, Any] = json.loads(text)
    return made


def old_names() -> str:
    """The rows of the table of names that commands had before."""
    return "\n".join(
        f"| `{old}` | `coordinator {now}` | {until} |" for old, (now, until) in RENAMED.items()
    )


def commands() -> Iterator[str]:
    """Every command, with those of a group after the page of the group."""
    for name in COMMANDS:
        group = name.split()[0]
        if group in GROUPS and name == next(
            each for each in COMMANDS if each.startswith(f"{group} ")
        ):
            yield group
        yield name


def architecture() -> str:
    """The page of the packages as it is, with its drawing made anew: one row a package, in the order of the page."""
    page = Path(__file__).with_name("architecture.md").read_text(encoding="utf-8")
    names = [line.split()[0] for line in page.split("```text\n")[1].split("```")[0].splitlines()]
    source = Path(coordinator.__file__).parent
    numbers = "".join(f"{number:>3}" for number in range(1, len(names)))
    rows = [f"{'':15}{numbers}"]
    for number, name in enumerate(names, 1):
        files = (
            (source / name).rglob("*.py") if (source / name).is_dir() else [source / f"{name}.py"]
        )
        text = "\n".join(file.read_text(encoding="utf-8") for file in files)
        used = set(re.findall(r"^ *from coordinator\.(\w+)[. ]", text, re.MULTILINE))
        marks = "".join("  ●" if other in used else "  ·" for other in names[: number - 1])
        rows.append(f"{number:>2} {name:<12}{marks}".rstrip())
    before, rest = page.split("<!-- drawing -->")
    after = rest.split("<!-- end of drawing -->")[1]
    drawing = "\n".join(rows)
    return f"{before}<!-- drawing -->\n```text\n{drawing}\n```\n<!-- end of drawing -->{after}"


def dashboard() -> str:
    """The page of the dashboard as it is, with its table of routes made anew."""
    page = Path(__file__).with_name("dashboard.md").read_text(encoding="utf-8")
    before, rest = page.split("<!-- routes -->")
    after = rest.split("<!-- end of routes -->")[1]
    return f"{before}<!-- routes -->\n{access_table()}\n<!-- end of routes -->{after}"


def _section(command: str) -> str:
    return f"## {f'coordinator {command}'.strip()}\n\n```text\n{_help(command)}```\n"


def _help(command: str) -> str:
    os.environ["COLUMNS"] = "80"  # whatever the terminal has, the page is the same
    with redirect_stdout(io.StringIO()) as page:
        run([*command.split(), "--help"])
    return page.getvalue()


# -- tables of keys


def reference() -> str:
    """Every key and variable of the configuration with its type, default and meaning, as Markdown."""
    fields = {name: Environment.model_fields[field] for name, field in VARIABLES.items()}
    rows = [f"| `{name}` | {field.description} |" for name, field in fields.items()]
    state = f"| `{HOME}` | directory of state, database and log; empty is `~/.coordinator` |"
    variables = "\n".join(["## variables\n", "| variable | meaning |", "|---|---|", state, *rows])
    return "\n\n".join([*tables(Tree, FILE_NAME), variables]) + "\n"


def dialect() -> str:
    """Every key of a workflow file with its type, default and meaning, as Markdown."""
    sections = dict.fromkeys(section for _, section in sections_in(WorkflowFile) if keys(section))
    return "\n\n".join(_table(section, _title(section)) for section in sections) + "\n"


def tables(model: type[BaseModel], title: str) -> list[str]:
    """One Markdown table of keys for the model and each one it leads to."""
    reached = [model]
    for each in reached:
        parts = (model_in(field.annotation) for field in keys(each).values())
        reached.extend(part for part in dict.fromkeys(parts) if part and part not in reached)
    return [_table(each, title if each is model else _title(each)) for each in reached]


def _table(model: type[BaseModel], title: str) -> str:
    rows = []
    for key, field in keys(model).items():
        meaning = field.description or ""
        if model is WorkflowFile and key in NO_EFFECT:
            meaning += f"; no effect here: {NO_EFFECT[key]}"
        rows.append(f"| `{key}` | {_type(field.annotation)} | {_default(field)} | {meaning} |")
    about = " ".join((model.__doc__ or "").split())
    head = [f"## {title}", "", about, "", "| key | type | default | meaning |", "|---|---|---|---|"]
    return "\n".join([*head, *rows])


def _title(model: type[BaseModel]) -> str:
    return (
        model.title()
        if issubclass(model, Section)
        else model.__name__.removesuffix("Config").lower()
    )


def _type(annotation: object) -> str:
    if word := WORDS.get(annotation):
        return str(word)
    inner = [part for part in get_args(annotation) if part is not NoneType]
    if get_origin(annotation) is Literal:
        return " or ".join(f"`{choice}`" for choice in inner)
    if get_origin(annotation) is tuple:
        return f"list of {_type(inner[0])}"
    if get_origin(annotation) is dict:
        return f"mapping of {_type(inner[1])}"
    if inner:
        return _type(inner[0])
    model = model_in(annotation)
    assert model is not None, f"no word for {annotation}"
    if issubclass(model, Section) and model.empty == "marker":
        return "nothing"
    text = " or text" if issubclass(model, Section) and model.short else ""
    return f"[{_title(model)}](#{_title(model)}){text}"


def _default(field: FieldInfo) -> str:
    default = field.default
    if field.is_required():
        return "required"
    if isinstance(default, bool):
        return f"`{str(default).lower()}`"
    if field.default_factory or default in (None, "", (), 0.0) or isinstance(default, BaseModel):
        return ""
    if isinstance(default, tuple):
        return f"`{', '.join(default)}`"
    return f"`{duration_text(default) if isinstance(default, float) else default}`"


if __name__ == "__main__":
    for file, text in pages().items():
        Path(__file__).with_name(file).write_text(text, encoding="utf-8")
