"""Replies from a file, found by seat, purpose and round; shown as recorded wherever they appear.

One JSON object a line. `reply` is the text, or an object that is sent as JSON; the word
`{{reference}}` in it stands for the reference of the ask, and in a vote `{{letter of NAME}}` for the letter
under which the proposal of that member is seen. `review` and `issue` narrow a line down
to the n-th review of an issue or to one issue. A line with `again` answers where the first reply could not be used and
the seat is asked once more. `fail` makes the seat abstain with that cause.
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
    """One recorded reply and when it applies."""

    seat: str
    purpose: Purpose
    round: int = 0
    review: int | None = None
    issue: str | None = None
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
        asked = (ask.seat, ask.purpose, ask.round, bool(ask.again))
        same = (self.seat, self.purpose, self.round, self.again) == asked
        return same and self.review in (None, ask.review) and self.issue in (None, ask.issue)


class RecordedAgent(Agent):
    """An agent that says again what was said before."""

    def __init__(self, path: Path, *, strict: bool = False) -> None:
        lines_of(path)  # a file that cannot be used is found out now, not when the seat is asked
        self.path = path
        self.strict = strict

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        fitting = [line for line in lines_of(self.path) if line.fits(ask)]
        if not fitting:
            where = f"{ask.seat}, {ask.purpose}, round {ask.round}, review {ask.review} of {ask.issue or 'its issue'}"
            where += ", asked again" * bool(ask.again)
            raise AgentError("failed", f"{self.path}: no recorded reply for {where}")
        # The one that states most of the optional conditions answers.
        line = max(fitting, key=lambda each: (each.review is not None) + (each.issue is not None))
        note = (
            "recorded for another prompt template"
            if line.template not in ("", ask.template)
            else ""
        )
        if note and self.strict:
            raise AgentError("failed", f"{self.path}: {note} ({line.template}, now {ask.template})")
        await asyncio.sleep(line.delay)
        if line.fail:
            failure = AgentError(line.fail, line.detail or "as recorded")
            raise failure if line.usage == Usage() else PaidFailure(failure, line.usage)
        text = (
            line.reply
            if isinstance(line.reply, str)
            else json.dumps(line.reply, ensure_ascii=False)
        )
        for author, letter in ask.letters.items():
            text = text.replace(f"{{{{letter of {author}}}}}", letter)
        text = text.replace(PLACEHOLDER, ask.reference)
        seconds = line.seconds or line.delay
        return Reply(
            text=text, seconds=seconds, usage=line.usage, model=line.model, recorded=True, note=note
        )


def lines_of(path: Path) -> tuple[RecordedLine, ...]:
    """Return all recorded replies of a file, read again when the file has changed."""
    return _read_lines(path, path.stat().st_mtime_ns if os.path.exists(path) else 0)


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
            place = ".".join(str(part) for part in first["loc"])
            raise ConfigError(
                f"{path}:{number}: {place + ': ' if place else ''}{first['msg']}"
            ) from None
    return tuple(lines)


def line_of(asked: AskRecord, review: int) -> RecordedLine:
    """Return an ask of a past review as a recorded line; its reference word becomes the placeholder again."""
    ending = asked.answered.ending
    known: dict[str, Any] = {
        "seat": asked.seat,
        "purpose": asked.purpose,
        "round": asked.round,
        "review": review,
    }
    known["again"] = bool(asked.answered.again)
    if isinstance(ending, Abstention):
        return RecordedLine(
            **known, fail=ending.cause, detail=ending.detail, usage=ending.usage or Usage()
        )
    text = (
        ending.text.replace(asked.answered.reference, PLACEHOLDER)
        if asked.answered.reference
        else ending.text
    )
    known |= {"seconds": ending.seconds, "usage": ending.usage, "model": ending.model}
    return RecordedLine(**known, reply=text, template=asked.answered.template)
