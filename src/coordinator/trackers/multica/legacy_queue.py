"""What an earlier coordinator has left in the state directory, read once: at the first look at a tracker."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

log = logging.getLogger("coordinator")

OPEN = ("pending", "running")


def unfinished(queue: Path) -> tuple[str, ...]:
    """The issues whose round in an old `queue.json` is still open; they are reviewed if they are in review.

    An old `seen.json` needs no reading: what it lists was seen before, and what is in review at the first look
    is left alone anyway.
    """
    try:
        found = json.loads(queue.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read, its rounds are not picked up: %s", queue, error)
        return ()
    return tuple(dict.fromkeys(str(round["issue_id"]) for round in _rounds(found) if round.get("status") in OPEN))


def _rounds(found: Any) -> Iterator[dict[str, Any]]:
    """Every object with an issue, however deep: the file had several forms."""
    if isinstance(found, dict) and "issue_id" in found:
        yield found
    for inner in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from _rounds(inner)
