"""`coordinator override`: a person's decision about a review that has ended."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def override(
    id: Annotated[str, typer.Argument(metavar="ID", help="A review, as `coordinator list` shows it.")],
    outcome: Annotated[str, typer.Argument(metavar="accept|reject", help="What you decide.")],
    reason: Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, for the author and the record.")],
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Who decides; as git or the system knows you if not given.")
    ] = "",
    config: Annotated[
        Path | None,
        typer.Option("--config", metavar="FILE", help="Use this configuration file.", show_default=False),
    ] = None,
) -> None:
    """Decide a review that has ended: an escalation, or a verdict that you overrule.

    It is recorded as yours; what the panel came to stays on record beside it. The tracker gets the new status and
    your reason, and the author is started again after a reject, unless somebody has moved the issue since.

    \b
    Example:
      coordinator override B-2.7 accept --reason "the retry table is enough for the people on call"
    """
    from coordinator.cli.signals import run_here

    notes = run_here(
        _decide(id, outcome, reason, by, config), lambda: "a `coordinator watch` or `serve` carries it out"
    )
    typer.echo("\n".join([f"{id}: {outcome}", *notes]))


async def _decide(id: str, outcome: str, reason: str, by: str, config: Path | None) -> tuple[str, ...]:
    import secrets
    from functools import partial

    from coordinator.cli.logs import log_to_file
    from coordinator.cli.serve import person
    from coordinator.config.settings import load
    from coordinator.engine import serving
    from coordinator.errors import RunError
    from coordinator.reviews.override import override_job, override_of, review_of, start_override
    from coordinator.runtime import open_engine, open_store, open_tracker
    from coordinator.storage.review_record import DECISION, ReviewReader

    settings = load(config=config)
    todo = {DECISION: override_job(partial(open_tracker, settings))}
    with open_store(settings.home) as store:
        async with open_engine(settings.home, todo) as engine:
            decision = override_of(review_of(store, id), outcome, reason, by or person())
            log_to_file()
            given = await start_override(engine, store, decision, secrets.token_hex(8))
            async with serving(engine, only=(given,)):
                ended = await engine.finished(given)
            if ended.state != "done":
                raise RunError(f"the decision is on record, and was not carried out: {ended.error}")
            return next(s.notes for s in ReviewReader(store).decisions(store.run(id)) if s.id == given)
