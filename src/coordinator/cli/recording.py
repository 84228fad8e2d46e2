"""`coordinator record`: a past review as a recorded panel."""

from __future__ import annotations

from typing import Annotated

import typer


def record(
    id: Annotated[str, typer.Argument(metavar="ID", help="A review or council, as `coordinator list` shows it.")],
) -> None:
    """Print the replies of a review or council as recorded replies, to be used as `recorded:` of any seat.

    \b
    Example:
      coordinator record B-1.3 > panel.jsonl
    """
    from coordinator.agents.recorded import line_of
    from coordinator.cli.state import job_of
    from coordinator.runtime import open_store
    from coordinator.storage.review_record import ReviewReader

    if job_of(id) == "council":
        _record_council(id)
        return
    with open_store() as store:
        whole = ReviewReader(store).review(id)
    for asked in whole.asked:
        typer.echo(line_of(asked, whole.number).model_dump_json(exclude_defaults=True))


def _record_council(id: str) -> None:
    from coordinator.config.settings import load
    from coordinator.council import look_up
    from coordinator.council.documents import recorded_lines

    for line in recorded_lines(look_up(id, load())):
        typer.echo(line.model_dump_json(exclude_defaults=True))
