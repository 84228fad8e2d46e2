"""What a council is to settle and by which rules: fixed when it begins, and checked before anybody is asked."""

from __future__ import annotations

import os
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from coordinator.config.settings import Config
from coordinator.errors import ConfigError, UsageError
from coordinator.judgement.voting import Thresholds
from coordinator.models import Value
from coordinator.parsing.excerpt import bound
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
        """Every member's name."""
        return tuple(voice.name for voice in self.members)

    @property
    def weights(self) -> dict[str, Fraction]:
        """What each vote counts."""
        return {voice.name: Fraction(voice.weight) for voice in self.members}

    @property
    def thresholds(self) -> Thresholds:
        """What a round must reach."""
        return Thresholds(
            share=Fraction(self.vote), uncertainty=Fraction(self.uncertainty), quality=Fraction(self.quality)
        )


class CouncilOptions(Value):
    """What whoever convenes a council may ask for beside the configuration; what is empty is as configured."""

    context: tuple[Attachment, ...] = ()
    repo: str = ""
    members: tuple[str, ...] = ()
    rounds: int | None = None
    vote: Decimal | None = None
    uncertainty: Decimal | None = None
    evidence: str = ""
    out: str = ""


def request_of(problem: str, id: str, config: Config, wishes: CouncilOptions) -> CouncilRequest:
    """The charge of a new council, or an error that says what is wrong with it."""
    council = config.council
    return CouncilRequest(
        title=_title(problem),
        problem=_problem(problem),
        context=_bounded(wishes.context),
        repo=os.path.abspath(wishes.repo) if wishes.repo else "",
        members=_members(config, wishes.members),
        rounds=_within("rounds", wishes.rounds, council.rounds, 1, 5),
        vote=_within("vote", wishes.vote, council.vote, 50, 100),
        uncertainty=_within("uncertainty", wishes.uncertainty, council.uncertainty, 0, 50),
        quality=council.quality,
        evidence=wishes.evidence.strip(),
        out=os.path.abspath(wishes.out) if wishes.out else str(config.home / "councils" / id),
    )


def attachment(path: Path, text: str) -> Attachment:
    """A file as context; one whose name says that it holds secrets is refused."""
    if withheld(path.name):
        raise UsageError(f"{path} may hold secrets, and members are not shown those", fix="give another file")
    return Attachment(name=path.name, text=text)


def _problem(text: str) -> str:
    if not _title(text):
        raise UsageError("the problem has no text", fix="say what is to be settled")
    if len(text) > LONGEST:
        what = f"the problem has {len(text):,} characters, more than {LONGEST:,}"
        raise UsageError(what, fix="shorten it, and give the rest with --context")
    return text


def _title(problem: str) -> str:
    lines = (" ".join(line.strip().lstrip("# ").split()) for line in problem.splitlines())
    line = next(filter(None, lines), "")
    return line if len(line) <= TITLE else f"{line[: TITLE - 1]}…"


def _bounded(context: Sequence[Attachment]) -> tuple[Attachment, ...]:
    bounded = tuple(each.model_copy(update={"text": bound(each.text, ATTACHED)}) for each in context)
    if (size := sum(len(each.text.encode()) for each in bounded)) > ATTACHMENTS:
        what = f"the context has {size:,} bytes, more than {ATTACHMENTS:,}"
        raise UsageError(what, fix="give fewer or smaller files, or the whole repository with --repo")
    return bounded


def _members(config: Config, wanted: Sequence[str]) -> tuple[Member, ...]:
    known = {member.name: member for member in config.council.members}
    if len(known) < len(config.council.members):
        raise ConfigError(f"{config.source}: two members of the council have the same name", fix="name each once")
    if strangers := [name for name in wanted if name not in known]:
        fix = f"members: {', '.join(known)}" if known else "see `council.members` in docs/council.md"
        raise UsageError(f"{strangers[0]} is no member in {config.source}", fix=fix)
    chosen = [known[name] for name in dict.fromkeys(wanted)] if wanted else list(known.values())
    if len(chosen) < FEWEST:
        what = f"a council needs {FEWEST} members or more, not {len(chosen)}"
        fix = f"name them under `council.members` in coordinator.yaml (read: {config.source})"
        raise UsageError(what, fix=f"members: {', '.join(known)}" if len(known) >= FEWEST else fix)
    if lodgers := [member.name for member in chosen if member.mention is not None]:
        what = f"{lodgers[0]} lives in the tracker, and a council has no issue there"
        raise ConfigError(what, fix="give the member a model, command, person or recorded")
    return tuple(Member(name=member.name, weight=member.weight) for member in chosen)


def _within(name: str, wished: Number | None, configured: Number, least: int, most: int) -> Number:
    if wished is not None and not least <= wished <= most:
        raise UsageError(f"{name} should be {least} to {most}, not {wished}", fix=f"see council.{name}")
    return configured if wished is None else wished
