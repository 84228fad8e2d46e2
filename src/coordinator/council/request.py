"""What a council is to settle and by which rules: fixed when it begins, and checked before anybody is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypedDict, TypeVar

from coordinator.config.settings import Config
from coordinator.errors import ConfigError, UsageError
from coordinator.judgement.voting import Thresholds
from coordinator.models import Value
from coordinator.parsing.excerpt import bound
from coordinator.workspace.masking import withhold
from coordinator.workspace.snapshot import withheld

Number = TypeVar("Number", int, Decimal)

JOB = "council"
LONGEST = 10_000  # characters of a problem
TITLE = 80  # characters of its first line that lists show
FEWEST = 3  # members
ATTACHED = 60_000  # bytes of one file that is given with the problem
ATTACHMENTS = 200_000  # bytes of all of them


class Attachment(Value):
    """A file that is given with the problem."""

    name: str
    text: str


class Member(Value):
    """A member, and what its vote counts."""

    name: str
    weight: Decimal = Decimal(1)


class CouncilRequest(Value):
    """The problem, who settles it, and when they agree; a later edit of the configuration is for later councils."""

    title: str
    problem: str
    context: tuple[Attachment, ...] = ()
    repo: str = ""
    members: tuple[Member, ...]
    rounds: int
    vote: Decimal
    uncertainty: Decimal
    quality: Decimal
    evidence: str = ""
    out: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @property
    def thresholds(self) -> Thresholds:
        """What a round must reach."""
        share, uncertainty, quality = (Fraction(each) for each in (self.vote, self.uncertainty, self.quality))
        return Thresholds(share=share, uncertainty=uncertainty, quality=quality)


class CouncilOptions(TypedDict, total=False):
    """What whoever convenes a council may ask for beside the configuration; what is not given is as configured."""

    context: Sequence[Attachment]
    repo: str
    members: Sequence[str]
    rounds: int | None
    vote: Decimal | None
    uncertainty: Decimal | None
    evidence: str  # a shell command that is run on the code of every proposal
    out: str  # the folder of its files


def request_of(problem: str, council_id: str, config: Config, options: CouncilOptions) -> CouncilRequest:
    """Return the request of a new council, or raise what is wrong with it."""
    lines = (" ".join(line.strip().lstrip("# ").split()) for line in problem.splitlines())
    title = next(filter(None, lines), "")
    if not title:
        raise UsageError("the problem has no text", fix="say what is to be settled")
    if len(problem) > LONGEST:
        what = f"the problem has {len(problem):,} characters, more than {LONGEST:,}"
        raise UsageError(what, fix="shorten it, and give the rest with --context")
    context = tuple(each.model_copy(update={"text": bound(each.text, ATTACHED)}) for each in options.get("context", ()))
    size = sum(len(each.text.encode()) for each in context)
    if size > ATTACHMENTS:
        what = f"the context has {size:,} bytes, more than {ATTACHMENTS:,}"
        raise UsageError(what, fix="give fewer or smaller files, or the whole repository with --repo")
    configured, repo, out = config.council, options.get("repo"), options.get("out")
    return CouncilRequest(
        title=title if len(title) <= TITLE else f"{title[: TITLE - 1]}…",
        problem=problem,
        context=context,
        repo=os.path.abspath(repo) if repo else "",
        members=choose_members(config, options.get("members", ())),
        rounds=_within("rounds", options.get("rounds"), configured.rounds, 1, 5),
        vote=_within("vote", options.get("vote"), configured.vote, 50, 100),
        uncertainty=_within("uncertainty", options.get("uncertainty"), configured.uncertainty, 0, 50),
        quality=configured.quality,
        evidence=options.get("evidence", "").strip(),
        out=os.path.abspath(out) if out else str(config.home / "councils" / council_id),
    )


def attachment(path: Path, text: str) -> Attachment:
    """Return a file as context; raise UsageError for one whose name says that it holds secrets."""
    if withheld(path.name):
        raise UsageError(f"{path} may hold secrets, and members are not shown those", fix="give another file")
    return Attachment(name=path.name, text=withhold(text))


def choose_members(config: Config, wanted: Sequence[str]) -> tuple[Member, ...]:
    """Return the wanted members, or all that are configured; raise what keeps them from being a council."""
    known = {member.name: member for member in config.council.members}
    if len(known) < len(config.council.members):
        raise ConfigError(f"{config.source}: two members of the council have the same name", fix="name each once")
    unknown = [name for name in wanted if name not in known]
    if unknown:
        fix = f"members: {', '.join(known)}" if known else "see `council.members` in docs/council.md"
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


def _within(name: str, given: Number | None, configured: Number, least: int, most: int) -> Number:
    if given is not None and not least <= given <= most:
        raise UsageError(f"{name} should be {least} to {most}, not {given}", fix=f"see council.{name}")
    return configured if given is None else given
