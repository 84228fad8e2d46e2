"""A past council as recorded replies, so that it can be held again without asking anybody."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coordinator.agents.recorded import PLACEHOLDER, RecordedLine, line_of
from coordinator.council.history import CouncilRecord
from coordinator.parsing.council import Vote
from coordinator.storage.review_record import AskRecord


def recorded_lines(council: CouncilRecord) -> Iterator[RecordedLine]:
    """Every ask of the council as a line; letters, which another council deals out anew, become placeholders."""
    authors = {entry.id: entry.author for round in council.rounds for entry in round.slate.entries}
    for asked in council.asked:
        line = line_of(asked, 1)
        vote = _vote(council, asked)
        yield line.model_copy(update={"reply": _reply(vote, authors)}) if vote is not None else line


def _vote(council: CouncilRecord, asked: AskRecord) -> Vote | None:
    cast = [round.cast for round in council.rounds if (round.number, asked.purpose) == (asked.round, "vote")]
    return cast[0].get(asked.seat) if cast else None


def _reply(vote: Vote, authors: Mapping[str, str]) -> dict[str, object]:
    ratings = [rating.model_dump(mode="json") | {"label": _letter(authors[rating.label])} for rating in vote.ratings]
    said = {"reference": PLACEHOLDER, "choice": _letter(authors[vote.choice]), "ratings": ratings}
    return vote.model_dump(mode="json") | said


def _letter(author: str) -> str:
    return f"{{{{letter of {author}}}}}"
