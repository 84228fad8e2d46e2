"""`coordinator council` and `coordinator decide`: several models settle a problem, or a person does."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from coordinator.errors import UsageError

if TYPE_CHECKING:
    from coordinator.config.settings import Config
    from coordinator.council import Attachment, CouncilRecord
    from coordinator.storage.run_list import RunSummary
    from coordinator.storage.store import Event, Store

EXITS = {"agreed": 0, "decided": 0, "escalated": 2, "plan failed": 3, "cancelled": 3, "unfinished": 3}
SEARCHED = 1_000  # of the newest councils, when those in one state are looked for

ConfigFile = Annotated[
    Path | None,
    typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress on stderr.")]


Context = Annotated[
    list[Path] | None,
    typer.Option("--context", metavar="FILE", help="A file that all members see; may be given again."),
]
Repo = Annotated[
    Path | None, typer.Option(metavar="DIR", help="A git repository; members with tools get a copy to read.")
]
Rounds = Annotated[
    int | None,
    typer.Option(metavar="1-5", min=1, max=5, help="Most rounds; council.rounds if not given.", show_default=False),
]
Share = Annotated[
    float | None,
    typer.Option(
        metavar="50-100",
        min=50,
        max=100,
        help="Share of the votes that a proposal needs, in per cent; council.vote if not given.",
        show_default=False,
    ),
]
Doubt = Annotated[
    float | None,
    typer.Option(
        metavar="0-50",
        min=0,
        max=50,
        help="Most uncertainty that is still agreement, in per cent; council.uncertainty if not given.",
        show_default=False,
    ),
]
Evidence = Annotated[
    str, typer.Option(metavar="COMMAND", help="Run this on the code of every proposal. It executes what models wrote!")
]
Out = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where the files go; councils/ID of the home directory if not given.")
]


def council(
    problem: Annotated[str, typer.Argument(metavar="PROBLEM", help="What is to be settled.", show_default=False)] = "",
    file: Annotated[str, typer.Option("--file", metavar="FILE|-", help="The problem: a file, or - for stdin.")] = "",
    context: Context = None,
    repo: Repo = None,
    members: Annotated[str, typer.Option(metavar="A,B,C", help="Only these of the configured members.")] = "",
    rounds: Rounds = None,
    vote: Share = None,
    uncertainty: Doubt = None,
    evidence: Evidence = "",
    out: Out = None,
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Let three or more models settle a problem: they propose, vote and revise until they agree.

    Each member proposes alone, then rates the proposals of the others without knowing whose they are, and may revise
    its own. They agree when enough of those who may vote for a proposal do, and are certain enough; otherwise a person
    decides with `coordinator decide`. spec.md, plan.md and result.json are written. The members are those under
    council.members of coordinator.yaml.

    Everything is on record: after Ctrl-C or a crash `coordinator resume ID` goes on, and asks nobody again who has
    answered.

    Progress goes to stderr, the result to stdout; the exit code is 0 if they agreed, 2 if a person has to decide, and
    3 for an error.

    \b
    Examples:
      coordinator council "How should the queue survive a restart?" --context design.md --repo .
      coordinator council --file problem.md --rounds 3 --evidence "pytest -q"
    """
    from coordinator.config.settings import load
    from coordinator.council import convene
    from coordinator.council.api import new_id

    settings, id = load(config=config), new_id()
    work = convene(
        _problem(problem, file),
        config=settings,
        context=[_attached(path) for path in context or ()],
        repo=str(repo) if repo is not None else "",
        members=[name.strip() for name in members.split(",") if name.strip()],
        rounds=rounds,
        vote=_exact(vote),
        uncertainty=_exact(uncertainty),
        evidence=evidence,
        out=str(out) if out is not None else "",
        council_id=id,
        on_event=_teller(id, settings, quiet or json),
    )
    _carry_out(id, work, config, json)


def decide(
    id: Annotated[str, typer.Argument(metavar="ID", help="A council that has escalated.")],
    choose: Annotated[str, typer.Option(metavar="A|B|own", help="A proposal by its letter, or own.")],
    file: Annotated[str, typer.Option("--file", metavar="FILE|-", help="With own: your answer, or - for stdin.")] = "",
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is kept with the decision.")] = "",
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Who decides; as git or the system knows you if not given.")
    ] = "",
    config: ConfigFile = None,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Decide for a council that did not agree, and have the plan written.

    The letters are those that the escalation and spec.md show. With own you decide for an answer of your own.

    \b
    Examples:
      coordinator decide council-1a2b3c4d --choose B --reason "we can operate it"
      coordinator decide council-1a2b3c4d --choose own --file answer.md
    """
    from coordinator.cli.files import read_given
    from coordinator.cli.serve import person
    from coordinator.config.settings import load
    from coordinator.council import PersonChoice
    from coordinator.council import decide as decide_council
    from coordinator.council.api import look_up

    if (choose.lower() == "own") != bool(file):
        raise UsageError("--choose own and --file go together", fix="give both, or a letter alone")
    settings = load(config=config)
    options = look_up(id, settings).options
    if file:
        choice = PersonChoice(text=read_given(file), reason=reason, by=by or person())
    elif choose.upper() in options:
        choice = PersonChoice(proposal=options[choose.upper()], reason=reason, by=by or person())
    else:
        raise UsageError(f"{id} has no proposal {choose}", fix=f"choose {', '.join([*options, 'own'])}")
    work = decide_council(id, choice, config=settings, on_event=_teller(id, settings, quiet or json))
    _carry_out(id, work, config, json)


# -- what other commands do with councils


def resume_council(id: str, config: Path | None, as_json: bool) -> None:
    """Go on with a council, or ask for its plan again."""
    from coordinator.config.settings import load
    from coordinator.council import go_on

    settings = load(config=config)
    _carry_out(id, go_on(id, config=settings, on_event=_teller(id, settings, as_json)), config, as_json)


def cancel_council(id: str, reason: str) -> None:
    """Stop a council and keep what there is of it."""
    from coordinator.cli.signals import run_here
    from coordinator.config.settings import load
    from coordinator.council import cancel

    left = f"{id} was told to stop, and does so as soon as the process that runs it can; see `coordinator show {id}`"
    kept = run_here(cancel(id, reason, config=load()), lambda: left)
    typer.echo(f"{id} is cancelled; what there is of it is in {kept.request.out}")


def show_council(id: str, prompts: bool, as_json: bool) -> None:
    """Print one council."""
    from coordinator.cli.council_text import sheet, transcript
    from coordinator.council import council_record
    from coordinator.runtime import open_store

    with open_store() as store:
        found = council_record(store, id)
        if as_json:
            typer.echo(found.model_dump_json(indent=1))
            return
        typer.echo(sheet(found))
        if prompts:
            typer.echo("\n" + transcript(found, store.text))


def council_rows(store: Store, state: str, limit: int) -> list[RunSummary]:
    """Councils in a list; one that waits for a person is `escalate`, one that waits for its plan `error`."""
    from coordinator.storage.run_list import RunFilters, RunList

    # What an open council waits for is not in the list itself, so that the newest are looked at one by one.
    rows = RunList(store).page(RunFilters(), jobs=("council",), limit=SEARCHED if state else limit).rows
    if not rows:
        return []
    from coordinator.council import council_record

    told = []
    for row in rows:
        found = council_record(store, row.id)
        why = found.ended.end if found.ended else found.error
        told.append(row.model_copy(update={"state": found.state, "rule": why}))
    return [row for row in told if state in ("", row.state)][:limit]


# -- the parts


def _problem(given: str, file: str) -> str:
    from coordinator.cli.files import read_given

    if bool(given) == bool(file):
        what = "the problem is given twice" if given else "there is no problem"
        raise UsageError(what, fix="give it as an argument, or with --file FILE or --file -")
    return read_given(file) if file else given


def _attached(path: Path) -> Attachment:
    from coordinator.cli.files import read_given
    from coordinator.council.request import attachment

    return attachment(path, read_given(str(path)))


def _exact(number: float | None) -> Decimal | None:
    return None if number is None else Decimal(str(number))


def _teller(id: str, config: Config, quiet: bool) -> Callable[[Event], None] | None:
    from coordinator.cli.council_text import line
    from coordinator.cli.logs import log_to_file
    from coordinator.cli.progress import row
    from coordinator.cli.terminal import tell as show

    log_to_file()
    if quiet:
        return None
    head = [row("council", f"{id}, configured by {config.source}")]

    def tell(event: Event) -> None:
        for text in (*head, line(event)):
            if text:
                show(text)
        head.clear()

    return tell


def _carry_out(id: str, work: Coroutine[Any, Any, CouncilRecord], config: Path | None, as_json: bool) -> None:
    from coordinator.cli.council_text import as_json as result_of
    from coordinator.cli.council_text import closing
    from coordinator.cli.foreground_review import how_to_go_on
    from coordinator.cli.signals import run_here

    council = run_here(work, lambda: how_to_go_on(id, config))
    typer.echo(result_of(council) if as_json else closing(council))
    raise typer.Exit(EXITS[council.outcome])
