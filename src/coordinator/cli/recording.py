"""`coordinator record`: a past review as a recorded panel."""

from __future__ import annotations

import os
from contextlib import closing
from typing import Annotated

import typer


def record(
    id: Annotated[str, typer.Argument(metavar="REVIEW", help="A review, as `coordinator list` shows it.")],
) -> None:
    """Print the replies of a review as recorded replies, to be used as `recorded:` of any seat.

    \b
    Example:
      coordinator record B-1.3 > panel.jsonl
    """
    from coordinator.agents.recorded import line_of
    from coordinator.cli.house import state_file
    from coordinator.environment import home
    from coordinator.record import Record
    from coordinator.store import Store

    with closing(Store(state_file(home(os.environ)))) as store:
        whole = Record(store).review(id)
    for asked in whole.asked:
        typer.echo(line_of(asked, whole.number).model_dump_json(exclude_defaults=True))
