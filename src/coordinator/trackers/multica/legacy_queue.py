"""What an earlier coordinator has left in the state directory, read once: at the first look at a tracker."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Any

log = logging.getLogger("coordinator")

OPEN = ("pending", "running")


def unfinished(queue: Path) -> tuple[str, ...]:
    """Return the issues whose round in an old `queue.json` is still open; they are reviewed if they are in review.

    An old `seen.json` needs no reading: what it lists was seen before, and what is in review at the first look
    is left alone anyway.
    """
    try:
        waiting: list[Any] = [json.loads(queue.read_text(encoding="utf-8"))]
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read, its rounds are not picked up: %s", queue, error)
        return ()
    found: dict[str, None] = {}  # keeps the order
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, dict) and "issue_id" in value and value.get("status") in OPEN:
            found[str(value["issue_id"])] = None
        # However deep: the file had several forms.
        waiting[:0] = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return tuple(found)
