"""What an earlier coordinator, which had no record of its own, has left behind."""

import json
import logging
from pathlib import Path
from typing import Any

log = logging.getLogger("coordinator")


def unfinished_rounds(queue: Path) -> tuple[str, ...]:
    """Return the issues whose round in the `queue.json` of an earlier coordinator is still open.

    An old `seen.json` needs no reading: what it lists was seen before, and what is in review at the first look
    is left alone anyway.
    """
    found: dict[str, None] = {}  # keeps the order

    def note(value: dict[str, Any]) -> None:
        if "issue_id" in value and value.get("status") in ("pending", "running"):
            found[str(value["issue_id"])] = None

    try:
        json.loads(queue.read_text(encoding="utf-8"), object_hook=note)  # however deep: the file had several forms
    except FileNotFoundError:
        return ()
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read, its rounds are not picked up: %s", queue, error)
        return ()
    return tuple(found)
