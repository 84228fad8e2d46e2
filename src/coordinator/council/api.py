"""The operations on a council: convene, decide, escalate, resume and cancel.

The problem and the rules are checked before any member is asked. They do not change afterwards.
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
from coordinator.agents.vendors import policy_for, repository_names
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
from coordinator.workspace.masking import withhold
from coordinator.workspace.masking.credential_files import withheld
from coordinator.workspace.repository import open_repository

LOOK = 0.25  # seconds between two checks of whether the council is waiting
LONGEST = 10_000  # the most characters of a problem
TITLE = 80  # the most characters of a problem's first line that lists show
FEWEST = 3  # the fewest members of a council
ATTACHED = 60_000  # the most bytes of one file that is given with the problem
ATTACHMENTS = 200_000  # the most bytes of all these files together

Listen = Callable[[Event], None]


class CouncilOptions(TypedDict, total=False):
    """The options of a new council. The configuration supplies missing options."""

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
    implement: str  # the working agent that carries the plan out
    out: str  # the folder for the files of the council


async def convene(
    problem: str,
    *,
    config: Config,
    council_id: str = "",
    on_event: Listen | None = None,
    attend: bool = True,
    **options: Unpack[CouncilOptions],
) -> CouncilRecord:
    """Run a council until it is done or waits for a person. Return its record.

    The `outcome` of the record is `agreed`, `escalated`, `plan failed` or `cancelled`. Call
    `decide` to continue an escalated council, and `go_on` after a failed plan. If `council_id` is
    empty, the council gets a new id. If `attend` is false, the council is only recorded, and a
    later call of `go_on` runs it.
    """
    council_id = council_id or new_id()
    request = request_of(problem, council_id, config, options)
    if request.repo:
        await open_repository(request.repo)  # raises an error before anything begins

    async def start(engine: JournalEngine) -> None:
        make_folder(Path(request.out))
        await engine.start(JOB, council_id, request, subject=f"council:{council_id}")

    if attend:
        return await _attend(council_id, request, config, start, on_event)
    member_agents(config, request)  # raises an error if a member cannot be asked
    async with JournalEngine(state_file(config.home), {}) as engine:
        await start(engine)
    return look_up(council_id, config)


async def rehearse(
    problem: str, *, config: Config, **options: Unpack[CouncilOptions]
) -> dict[str, str]:
    """Return an example prompt for each purpose of an ask, without asking any member.

    To get the prompts, run a council with placeholder replies in a temporary folder.
    """
    names = [member.name for member in choose_members(config, options.get("members", ()))]
    prompts: dict[str, str] = {}
    with TemporaryDirectory() as folder:
        home = Path(folder)
        replies = Path(folder) / "replies.jsonl"
        replies.write_text(
            records.TEMPLATES.get_template("rehearsal.jsonl.j2").render(names=names),
            encoding="utf-8",
        )
        recorded = RecordedConfig(file=replies)
        members = tuple(MemberConfig(name=name, recorded=recorded) for name in names)
        rules = config.council.model_copy(update={"members": members, "budget": BudgetConfig()})
        options["rounds"] = 2
        options["out"] = str(home / "out")
        options["members"] = names
        options["implement"] = ""
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
    """Send a person's decision to an escalated council, and run the council to get its plan."""
    known = look_up(council_id, config)
    return await _attend(
        council_id,
        known.request,
        config,
        partial(send_choice, known=known, choice=choice),
        on_event,
    )


async def send_choice(engine: Engine, known: CouncilRecord, choice: PersonChoice) -> None:
    """Send a person's decision to a waiting council, without running the council here.

    Raise UsageError if the council does not wait for a decision or the choice is not valid.
    """
    if known.state == "escalate" and known.told:
        raise UsageError(
            f"{known.id} is already decided",
            fix=f"`coordinator resume {known.id}` continues it",
        )
    if known.state != "escalate":
        what = f"{known.id} does not wait for a decision: its state is {known.outcome}"
        raise UsageError(what, fix=f"see `coordinator show {known.id}`")
    proposal = known.options.get(choice.proposal.upper(), choice.proposal)
    if bool(proposal) == bool(choice.text.strip()):
        raise UsageError(
            "choose one of the proposals, or give your own text",
            fix="give either a letter or a text",
        )
    if proposal and proposal not in known.options.values():
        fix = f"choose {', '.join(known.options)}, or give your own text"
        raise UsageError(f"{known.id} has no proposal {proposal}", fix=fix)
    made = choice.model_copy(update={"proposal": proposal})
    if not await engine.send(known.id, records.DECIDE, made, key=records.DECIDE):
        raise UsageError(f"{known.id} is already decided", fix="the first decision counts")


async def escalate(council_id: str, reason: str, by: str, *, config: Config) -> None:
    """Tell a debating council to stop after the current round and wait for a person."""
    known = look_up(council_id, config)
    if known.state not in ("open", "failed") or known.ended is not None:
        fix = f"see `coordinator show {council_id}`"
        raise UsageError(f"{council_id} is not debating: its state is {known.outcome}", fix=fix)
    async with JournalEngine(state_file(config.home), {}) as engine:
        await engine.send(
            council_id, records.ESCALATE, PersonChoice(reason=reason, by=by), key=records.ESCALATE
        )


async def go_on(
    council_id: str, *, config: Config, on_event: Listen | None = None
) -> CouncilRecord:
    """Resume a council that was interrupted or has failed, or ask for its plan again.

    If the council has ended or waits for a decision, only return its record.
    """
    known = look_up(council_id, config)
    has_ended = known.state in ("agreed", "decided", "cancelled")
    needs_decision = known.state == "escalate" and known.waits
    if has_ended or needs_decision:
        return known

    async def begin(engine: JournalEngine) -> None:
        if known.state == "error" and known.planned is not None:
            await engine.send(
                council_id, records.AGAIN, "", key=key_of("again", known.planned.attempt)
            )
        await engine.resume(council_id)

    return await _attend(council_id, known.request, config, begin, on_event)


async def cancel(council_id: str, reason: str, *, config: Config) -> CouncilRecord:
    """Cancel a council, whichever process runs it. Write its files with the results so far."""
    async with JournalEngine(state_file(config.home), {}) as engine:
        if not await engine.cancel(council_id, reason):
            what = f"{council_id} has already ended or is being cancelled"
            raise UsageError(what, fix=f"see `coordinator show {council_id}`")
        await engine.finished(council_id)
    return await _tidy_up(council_id, config)


def look_up(council_id: str, config: Config) -> CouncilRecord:
    with closing(Store(state_file(config.home))) as store:
        return council_record(store, council_id)


def new_id() -> str:
    return f"council-{secrets.token_hex(4)}"


async def _tidy_up(council_id: str, config: Config) -> CouncilRecord:
    """Return the record of a council.

    If the council was cancelled, write its files and delete its copies of the repository.
    """
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
    """Begin or resume a council, and run it until it is done or waits for a person."""
    with closing(Store(state_file(config.home))) as store:
        agents, fallbacks = member_agents(config, request)

        async def job(run: Run, given: Any) -> dict[str, object]:
            budget = SpendingReader(store).budget(config.council.budget, run.id, JOB)
            policy = policy_for(config.models, repository_names(request.repo))
            asker = Asker(agents=agents, fallbacks=fallbacks, budget=budget, policy=policy)
            session = await open_session(
                run, CouncilRequest.model_validate(given), config, store, asker
            )
            return await run_council(session)

        async with JournalEngine(state_file(config.home), {JOB: job}, on_event=on_event) as engine:
            await begin(engine)
            async with serving(engine, only=(council_id,)):
                # If another process runs the council, no event reaches us, so we poll.
                while not council_record(store, council_id).waits:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(engine.finished(council_id), LOOK)
                        break
    found = await _tidy_up(council_id, config)
    if found.state == "failed":
        fix = f"`coordinator resume {council_id}` continues it"
        raise RunError(f"{council_id} failed: {found.error}", fix=fix)
    return found


def request_of(
    problem: str, council_id: str, config: Config, options: CouncilOptions
) -> CouncilRequest:
    """Return the request of a new council. Raise UsageError if an option is not valid."""
    title = _title(problem)
    if not title:
        raise UsageError("the problem has no text", fix="describe the problem to solve")
    constraints = tuple(filter(str.strip, options.get("constraints", ())))
    alternatives = tuple(filter(str.strip, options.get("alternatives", ())))
    length = sum(map(len, (problem, *constraints, *alternatives)))
    if length > LONGEST:
        what = f"the problem is too long: {length:,} characters, the limit is {LONGEST:,}"
        raise UsageError(what, fix="shorten it, and give the rest with --context")
    context = []
    for each in options.get("context", ()):
        context.append(each.model_copy(update={"text": bound(each.text, ATTACHED)}))
    size = sum(len(each.text.encode()) for each in context)
    if size > ATTACHMENTS:
        what = f"the context is too large: {size:,} bytes, the limit is {ATTACHMENTS:,}"
        raise UsageError(
            what, fix="give fewer or smaller files, or the whole repository with --repo"
        )
    configured = config.council
    repo = options.get("repo")
    out = options.get("out")
    builder = options.get("implement", "")
    if builder:
        seats = (config.workflow.agent, *config.workflow.agents)
        builders = [seat.name for seat in seats if seat is not None]
        if builder not in builders or not repo:
            known = ", ".join(builders) or "none"
            raise UsageError(
                f"--implement {builder} needs a repository and a configured agent",
                fix=f"name a repository with --repo, and one of workflow.agents: {known}",
            )
    return CouncilRequest(
        title=title,
        problem=problem,
        context=tuple(context),
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


def _title(problem: str) -> str:
    """Return the first nonblank line of a problem, shortened and without heading marks."""
    for line in problem.splitlines():
        title = " ".join(line.strip().lstrip("# ").split())
        if len(title) > TITLE:
            return f"{title[: TITLE - 1]}…"
        if title:
            return title
    return ""


def attachment(path: Path, text: str) -> Attachment:
    """Return a file as an attachment. Raise UsageError if its name suggests that it has secrets."""
    if withheld(path.name):
        raise UsageError(
            f"{path} may contain secrets, which members must not see", fix="give another file"
        )
    return Attachment(name=path.name, text=withhold(text))


def choose_members(config: Config, wanted: Sequence[str]) -> tuple[Member, ...]:
    """Return the wanted members, or all members if none are named.

    Raise UsageError or ConfigError if they cannot form a council.
    """
    known = {member.name: member for member in config.council.members}
    if len(known) < len(config.council.members):
        raise ConfigError(
            f"{config.source}: two members of the council have the same name",
            fix="give each member its own name",
        )
    unknown = [name for name in wanted if name not in known]
    if unknown:
        fix = "see `council.members` in docs/council.md"
        if known:
            fix = f"members: {', '.join(known)}"
        raise UsageError(f"{config.source} has no council member {unknown[0]}", fix=fix)
    chosen = list(known.values())
    if wanted:
        chosen = [known[name] for name in dict.fromkeys(wanted)]
    if len(chosen) < FEWEST:
        fix = (
            "list them under `council.members` in coordinator.yaml (configuration used: "
            f"{config.source})"
        )
        if len(known) >= FEWEST:
            fix = f"members: {', '.join(known)}"
        raise UsageError(
            f"a council needs at least {FEWEST} members, but has {len(chosen)}", fix=fix
        )
    for member in chosen:
        if member.mention is not None:
            what = (
                f"{member.name} is an agent of the tracker, which only answers on issues; a "
                "council has no issue"
            )
            raise ConfigError(what, fix="use model, command, person or recorded for this member")
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
