"""Convening a council, deciding for it, and going on with it: in this process, until it is done or waits.

What it is to settle and by which rules is fixed when it begins, and checked before anybody is asked.
"""

import asyncio
import os
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from decimal import Decimal
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict, Unpack

import coordinator.council.records as records
from coordinator.config.environment import state_file
from coordinator.config.review import BudgetConfig
from coordinator.config.seats import MemberConfig, RecordedConfig
from coordinator.config.settings import Config
from coordinator.council.council import run_council
from coordinator.council.documents import make_folder, write_files
from coordinator.council.history import CouncilRecord, council_record
from coordinator.council.records import JOB, Attachment, CouncilRequest, Member, PersonChoice
from coordinator.council.session import delete_copies, member_agents, open_session
from coordinator.engine import Engine, Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.errors import ConfigError, RunError, UsageError
from coordinator.panels.asker import Asker
from coordinator.panels.spending import SpendingReader
from coordinator.parsing.excerpt import bound
from coordinator.storage.events import key_of
from coordinator.storage.store import Event, Store
from coordinator.workspace.credential_files import withheld
from coordinator.workspace.masking import withhold
from coordinator.workspace.repository import open_repository

LOOK = 0.25  # seconds between two looks at whether it waits
LONGEST = 10_000  # characters of a problem
TITLE = 80  # characters of its first line that lists show
FEWEST = 3  # members
ATTACHED = 60_000  # bytes of one file that is given with the problem
ATTACHMENTS = 200_000  # bytes of all of them

Listen = Callable[[Event], None]


class CouncilOptions(TypedDict, total=False):
    """What whoever convenes a council may ask for beside the configuration; what is not given is as configured."""

    context: Sequence[Attachment]
    repo: str
    members: Sequence[str]
    rounds: int | None
    vote: Decimal | float | None
    uncertainty: Decimal | float | None
    evidence: str  # a shell command that is run on the code of every proposal
    constraints: Sequence[str]
    alternatives: Sequence[str]
    merge: bool
    implement: str  # the working agent that the plan is handed to
    out: str  # the folder of its files


async def convene(
    problem: str,
    *,
    config: Config,
    council_id: str = "",
    on_event: Listen | None = None,
    attend: bool = True,
    **options: Unpack[CouncilOptions],
) -> CouncilRecord:
    """Settle a problem by a council of the configured members, until it is done or waits for a person.

    `outcome` of what is returned says which: `agreed`, `escalated` (then `decide` goes on with it), `plan failed`
    (then `go_on` does) or `cancelled`. Without a `council_id` it gets a new one. If nobody is to `attend` it here, it
    is only put on record, and whoever calls `go_on` holds it.
    """
    council_id = council_id or new_id()
    request = request_of(problem, council_id, config, options)
    if request.repo:
        await open_repository(request.repo)  # a wrong one is found out before anything is begun

    async def start(engine: JournalEngine) -> None:
        make_folder(Path(request.out))
        await engine.start(JOB, council_id, request, subject=f"council:{council_id}")

    if attend:
        return await _attend(council_id, request, config, start, on_event)
    member_agents(config, request)  # what one of them lacks is said now
    async with JournalEngine(state_file(config.home), {}) as engine:
        await start(engine)
    return look_up(council_id, config)


async def rehearse(
    problem: str, *, config: Config, **options: Unpack[CouncilOptions]
) -> dict[str, str]:
    """Return the prompt for each purpose; nobody is asked, and placeholders stand for all that would be replied."""
    names = [member.name for member in choose_members(config, options.get("members", ()))]
    prompts: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        home = Path(folder)
        replies = Path(folder) / "replies.jsonl"
        replies.write_text(
            records.TEMPLATES.get_template("rehearsal.jsonl.j2").render(names=names),
            encoding="utf-8",
        )
        members = tuple(
            MemberConfig(name=name, recorded=RecordedConfig(file=replies)) for name in names
        )
        rules = config.council.model_copy(update={"members": members, "budget": BudgetConfig()})
        options |= {"rounds": 2, "out": str(home / "out"), "members": names, "implement": ""}
        options["evidence"] = "true" if options.get("evidence") else ""
        config = config.model_copy(update={"home": home, "council": rules})
        asked = (await convene(problem, config=config, **options)).asked
        with closing(Store(state_file(home))) as store:
            for ask in asked:
                prompts.setdefault(ask.purpose, store.text(ask.answered.prompt))
    return prompts


async def decide(
    council_id: str, choice: PersonChoice, *, config: Config, on_event: Listen | None = None
) -> CouncilRecord:
    """Decide for a council that has escalated, and see it to its plan."""
    known = look_up(council_id, config)
    return await _attend(
        council_id,
        known.request,
        config,
        partial(send_choice, known=known, choice=choice),
        on_event,
    )


async def send_choice(engine: Engine, known: CouncilRecord, choice: PersonChoice) -> None:
    """Tell a council that waits what was decided; whoever serves it, or `go_on`, carries that out."""
    if known.state == "escalate" and known.told:
        raise UsageError(
            f"{known.id} has been decided already",
            fix=f"`coordinator resume {known.id}` goes on with it",
        )
    if known.state != "escalate":
        what = f"{known.id} does not wait for a decision: it is {known.outcome}"
        raise UsageError(what, fix=f"`coordinator show {known.id}` says where it stands")
    proposal = known.options.get(choice.proposal.upper(), choice.proposal)
    if bool(proposal) == bool(choice.text.strip()):
        raise UsageError(
            "a decision is either one of the proposals or a text of your own",
            fix="give one of them",
        )
    if proposal and proposal not in known.options.values():
        fix = f"choose {', '.join(known.options)}, or give a text of your own"
        raise UsageError(f"{known.id} has no proposal {proposal}", fix=fix)
    made = choice.model_copy(update={"proposal": proposal})
    if not await engine.send(known.id, records.DECIDE, made, key=records.DECIDE):
        raise UsageError(f"{known.id} has been decided already", fix="the first decision counts")


async def escalate(council_id: str, reason: str, by: str, *, config: Config) -> None:
    """Have a council that debates stop after this round and wait for a person; whoever holds it hears that."""
    known = look_up(council_id, config)
    if known.state not in ("open", "failed") or known.ended is not None:
        fix = f"`coordinator show {council_id}` says where it stands"
        raise UsageError(f"{council_id} does not debate: it is {known.outcome}", fix=fix)
    async with JournalEngine(state_file(config.home), {}) as engine:
        await engine.send(
            council_id, records.ESCALATE, PersonChoice(reason=reason, by=by), key=records.ESCALATE
        )


async def go_on(
    council_id: str, *, config: Config, on_event: Listen | None = None
) -> CouncilRecord:
    """Go on with a council that was interrupted or has failed, or ask for its plan again; who answered is not asked."""
    known = look_up(council_id, config)
    if known.state in ("agreed", "decided", "cancelled") or (
        known.state == "escalate" and known.waits
    ):
        return known

    async def begin(engine: JournalEngine) -> None:
        if known.state == "error" and known.planned is not None:
            await engine.send(
                council_id, records.AGAIN, "", key=key_of("again", known.planned.attempt)
            )
        await engine.resume(council_id)

    return await _attend(council_id, known.request, config, begin, on_event)


async def cancel(council_id: str, reason: str, *, config: Config) -> CouncilRecord:
    """Stop a council, whichever process runs it, and keep what there is of it."""
    async with JournalEngine(state_file(config.home), {}) as engine:
        if not await engine.cancel(council_id, reason):
            what = f"{council_id} has ended already, or is being cancelled"
            raise UsageError(what, fix=f"`coordinator show {council_id}`")
        await engine.finished(council_id)
    return await _tidy_up(council_id, config)


def look_up(council_id: str, config: Config) -> CouncilRecord:
    with closing(Store(state_file(config.home))) as store:
        return council_record(store, council_id)


def new_id() -> str:
    return f"council-{secrets.token_hex(4)}"


async def _tidy_up(council_id: str, config: Config) -> CouncilRecord:
    """Return what is on record; write the files of a council that was cancelled, as far as it came."""
    with closing(Store(state_file(config.home))) as store:
        found = council_record(store, council_id)
        if found.outcome == "cancelled":
            await write_files(store, council_id)
            await asyncio.to_thread(delete_copies, config.home, council_id)
    return found


async def _attend(
    council_id: str,
    request: CouncilRequest,
    config: Config,
    begin: Callable[[JournalEngine], Awaitable[object]],
    on_event: Listen | None,
) -> CouncilRecord:
    """Begin or go on with a council, and stay with it until it is done or waits for somebody outside."""
    with closing(Store(state_file(config.home))) as store:
        agents, fallbacks = member_agents(config, request)

        async def job(run: Run, given: Any) -> dict[str, object]:
            budget = SpendingReader(store).budget(config.council.budget, run.id, JOB)
            asker = Asker(agents=agents, fallbacks=fallbacks, budget=budget)
            session = await open_session(
                run, CouncilRequest.model_validate(given), config, store, asker
            )
            return await run_council(session)

        async with JournalEngine(state_file(config.home), {JOB: job}, on_event=on_event) as engine:
            await begin(engine)
            async with serving(engine, only=(council_id,)):
                # Somebody else may run it, or it may have waited before: then no event would tell us.
                while not council_record(store, council_id).waits:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(engine.finished(council_id), LOOK)
                        break
    found = await _tidy_up(council_id, config)
    if found.state == "failed":
        fix = f"`coordinator resume {council_id}` goes on where it stopped"
        raise RunError(f"{council_id} failed: {found.error}", fix=fix)
    return found


def request_of(
    problem: str, council_id: str, config: Config, options: CouncilOptions
) -> CouncilRequest:
    """Return the request of a new council, or raise what is wrong with it."""
    lines = (" ".join(line.strip().lstrip("# ").split()) for line in problem.splitlines())
    title = next(filter(None, lines), "")
    if not title:
        raise UsageError("the problem has no text", fix="say what is to be settled")
    constraints = tuple(filter(str.strip, options.get("constraints", ())))
    alternatives = tuple(filter(str.strip, options.get("alternatives", ())))
    length = sum(map(len, (problem, *constraints, *alternatives)))
    if length > LONGEST:
        what = f"the problem has {length:,} characters, more than {LONGEST:,}"
        raise UsageError(what, fix="shorten it, and give the rest with --context")
    context = tuple(
        each.model_copy(update={"text": bound(each.text, ATTACHED)})
        for each in options.get("context", ())
    )
    size = sum(len(each.text.encode()) for each in context)
    if size > ATTACHMENTS:
        what = f"the context has {size:,} bytes, more than {ATTACHMENTS:,}"
        raise UsageError(
            what, fix="give fewer or smaller files, or the whole repository with --repo"
        )
    configured = config.council
    repo = options.get("repo")
    out = options.get("out")
    builders = [
        seat.name for seat in (config.workflow.agent, *config.workflow.agents) if seat is not None
    ]
    if (builder := options.get("implement", "")) and (builder not in builders or not repo):
        fix = f"name a repository with --repo, and one of workflow.agents: {', '.join(builders) or 'there is none'}"
        raise UsageError(f"{builder} cannot build what is decided", fix=fix)
    return CouncilRequest(
        title=title if len(title) <= TITLE else f"{title[: TITLE - 1]}…",
        problem=problem,
        context=context,
        repo=os.path.abspath(repo) if repo else "",
        members=choose_members(config, options.get("members", ())),
        rounds=_within("rounds", options.get("rounds"), configured.rounds, 1, 5),
        vote=_within("vote", options.get("vote"), configured.vote, 50, 100),
        uncertainty=_within(
            "uncertainty", options.get("uncertainty"), configured.uncertainty, 0, 50
        ),
        quality=configured.quality,
        evidence=options.get("evidence", "").strip(),
        constraints=constraints,
        alternatives=alternatives,
        merge=options.get("merge", False),
        implement=builder,
        out=os.path.abspath(out) if out else str(config.home / "councils" / council_id),
    )


def attachment(path: Path, text: str) -> Attachment:
    """Return a file as context; raise UsageError for one whose name says that it holds secrets."""
    if withheld(path.name):
        raise UsageError(
            f"{path} may hold secrets, and members are not shown those", fix="give another file"
        )
    return Attachment(name=path.name, text=withhold(text))


def choose_members(config: Config, wanted: Sequence[str]) -> tuple[Member, ...]:
    """Return the wanted members, or all that are configured; raise what keeps them from being a council."""
    known = {member.name: member for member in config.council.members}
    if len(known) < len(config.council.members):
        raise ConfigError(
            f"{config.source}: two members of the council have the same name", fix="name each once"
        )
    unknown = [name for name in wanted if name not in known]
    if unknown:
        fix = (
            f"members: {', '.join(known)}" if known else "see `council.members` in docs/council.md"
        )
        raise UsageError(f"{unknown[0]} is no member in {config.source}", fix=fix)
    chosen = [known[name] for name in dict.fromkeys(wanted)] if wanted else list(known.values())
    if len(chosen) < FEWEST:
        fix = f"name them under `council.members` in coordinator.yaml (read: {config.source})"
        if len(known) >= FEWEST:
            fix = f"members: {', '.join(known)}"
        raise UsageError(f"a council needs {FEWEST} members or more, not {len(chosen)}", fix=fix)
    for member in chosen:
        if member.mention is not None:
            what = f"{member.name} lives in the tracker, and a council has no issue there"
            raise ConfigError(what, fix="give the member a model, command, person or recorded")
    return tuple(Member(name=member.name, weight=member.weight) for member in chosen)


def _within(
    name: str, given: float | Decimal | None, configured: int | Decimal, least: int, most: int
) -> Any:
    if given is not None and not least <= given <= most:
        raise UsageError(
            f"{name} should be {least} to {most}, not {given}", fix=f"see council.{name}"
        )
    if given is None:
        return configured
    return given
