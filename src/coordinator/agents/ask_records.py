"""The record of one ask: the seat, the purpose, and the outcome."""

from collections.abc import Iterable
from decimal import Decimal

from coordinator.models import AskResult, Purpose, Usage, Value
from coordinator.storage.events import AskKey


class AskRecord(Value):
    """One ask of a run and how it ended."""

    purpose: Purpose
    seat: str
    round: int
    part: int = 0  # the number of the part of the diff, 0 if the ask is about all of it
    answered: AskResult


def ask_record(key: str, body: str) -> AskRecord:
    """Return the record of an ask from the body of its event."""
    ask = AskKey.parse(key)
    return AskRecord(
        purpose=ask.purpose,
        seat=ask.seat,
        round=ask.round,
        part=ask.part,
        answered=AskResult.model_validate_json(body),
    )


def total_usage(asked: Iterable[AskResult]) -> Usage:
    """Return the total usage of all asks, including failed ones.

    If the cost of any ask is unknown, the total cost is unknown.
    """
    total = Usage(usd=Decimal(0))
    for answered in asked:
        if answered.ending.usage is not None:
            total += answered.ending.usage
    return total
