"""An agent that replays replies from a file. Its replies are always marked as recorded.

A reply is found by seat, purpose and round. The file has one JSON object per line. `reply` is the
text, or an object that is sent as JSON. In the reply, `{{reference}}` is replaced by the reference
of the ask. In a vote, `{{letter of NAME}}` is replaced by the letter under which the members see
the proposal of NAME.

`review` restricts a line to the n-th review of an issue, `issue` restricts it to one issue, and
`part` to one part of a large diff. A line with `again` answers the second ask, which follows an
unusable first reply. A line with `fail: CAUSE` instead of a reply makes the seat abstain with that
cause.
"""

import asyncio
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

from pydantic import Field, ValidationError, model_validator

from coordinator.agents import Agent, PaidFailure
from coordinator.agents.ask_records import AskRecord
from coordinator.config.yaml_file import read_text
from coordinator.errors import AgentError, Cause, ConfigError
from coordinator.models import Abstention, Ask, Purpose, Reply, Usage, Value

PLACEHOLDER = "{{reference}}"


class RecordedLine(Value):
    """One recorded reply, and the asks that it answers."""

    seat: str
    purpose: Purpose
    round: int = 0
    review: int | None = None
    issue: str | None = None
    part: int | None = None
    again: bool = False
    reply: str | dict[str, Any] | None = None
    fail: Cause | None = None
    detail: str = ""
    delay: float = Field(default=0.0, ge=0.0)
    seconds: float = 0.0
    usage: Usage = Usage()
    model: str = ""
    template: str = ""

    @model_validator(mode="after")
    def _says_one_thing(self) -> "RecordedLine":
        if (self.reply is None) == (self.fail is None):
            raise ValueError(f"needs either reply or fail (one of {', '.join(get_args(Cause))})")
        return self

    def fits(self, ask: Ask) -> bool:
        """Return whether the line answers an ask."""
        return (
            self.seat == ask.seat
            and self.purpose == ask.purpose
            and self.round == ask.round
            and self.again == bool(ask.again)
            and self.review in (None, ask.review)
            and self.issue in (None, ask.issue)
            and self.part in (None, ask.part)
        )

    @property
    def restrictions(self) -> int:
        """The number of optional restrictions (`review`, `issue`, `part`) that the line has."""
        given = (self.review, self.issue, self.part)
        return sum(restriction is not None for restriction in given)

    def text_for(self, ask: Ask) -> str:
        """Return the reply with its placeholders filled in."""
        if isinstance(self.reply, str):
            text = self.reply
        else:
            text = json.dumps(self.reply, ensure_ascii=False)
        for author, letter in ask.letters.items():
            text = text.replace(f"{{{{letter of {author}}}}}", letter)
        return text.replace(PLACEHOLDER, ask.reference)


class RecordedAgent(Agent):
    """An agent that repeats recorded replies."""

    def __init__(self, path: Path, *, strict: bool = False) -> None:
        lines_of(path)  # fail now on an unusable file, not when the seat is asked
        self.path = path
        self.strict = strict

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        line = self._line_for(ask)
        note = ""
        if line.template not in ("", ask.template):
            note = "recorded for another prompt template"
            if self.strict:
                versions = f"{line.template}, now {ask.template}"
                raise AgentError("failed", f"{self.path}: {note} ({versions})")
        await asyncio.sleep(line.delay)
        if line.fail:
            failure = AgentError(line.fail, line.detail or "as recorded")
            if line.usage == Usage():
                raise failure
            raise PaidFailure(failure, line.usage)
        return Reply(
            text=line.text_for(ask),
            seconds=line.seconds or line.delay,
            usage=line.usage,
            model=line.model,
            recorded=True,
            note=note,
        )

    def _line_for(self, ask: Ask) -> RecordedLine:
        """Return the line that answers an ask; raise AgentError if there is none.

        If several lines fit, take the one with the most restrictions, and of those the first.
        """
        fitting = [line for line in lines_of(self.path) if line.fits(ask)]
        if fitting:
            return max(fitting, key=lambda line: line.restrictions)
        where = f"{ask.seat}, {ask.purpose}, round {ask.round}"
        where += f", review {ask.review} of {ask.issue or 'its issue'}"
        if ask.part:
            where += f", part {ask.part}"
        if ask.again:
            where += ", asked again"
        raise AgentError("failed", f"{self.path}: no recorded reply for {where}")


def lines_of(path: Path) -> tuple[RecordedLine, ...]:
    """Return all recorded replies of a file. Read the file again when it has changed."""
    written = path.stat().st_mtime_ns if os.path.exists(path) else 0
    return _read_lines(path, written)


@lru_cache
def _read_lines(path: Path, _written: int) -> tuple[RecordedLine, ...]:
    lines = []
    for number, row in enumerate(read_text(path).splitlines(), 1):
        if not row.strip():
            continue
        try:
            lines.append(RecordedLine.model_validate_json(row))
        except ValidationError as error:
            first = error.errors()[0]
            what = first["msg"]
            if first["loc"]:
                place = ".".join(str(part) for part in first["loc"])
                what = f"{place}: {what}"
            raise ConfigError(f"{path}:{number}: {what}") from None
    return tuple(lines)


def line_of(asked: AskRecord, review: int) -> RecordedLine:
    """Return an ask of a past review as a recorded line, with the placeholder for its reference."""
    answered = asked.answered
    ending = answered.ending
    if isinstance(ending, Abstention):
        return RecordedLine(
            seat=asked.seat,
            purpose=asked.purpose,
            round=asked.round,
            review=review,
            part=asked.part or None,
            again=bool(answered.again),
            fail=ending.cause,
            detail=ending.detail,
            usage=ending.usage or Usage(),
        )
    text = ending.text
    if answered.reference:
        text = text.replace(answered.reference, PLACEHOLDER)
    return RecordedLine(
        seat=asked.seat,
        purpose=asked.purpose,
        round=asked.round,
        review=review,
        part=asked.part or None,
        again=bool(answered.again),
        reply=text,
        seconds=ending.seconds,
        usage=ending.usage,
        model=ending.model,
        template=answered.template,
    )
