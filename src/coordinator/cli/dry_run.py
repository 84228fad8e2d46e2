"""Dry runs: the tracker is only read, and what is on record of them stands apart from real reviews."""

from __future__ import annotations

import secrets

from coordinator.cli.foreground_review import run_to_end, start_of
from coordinator.config.settings import Config
from coordinator.models import Ending, Submission, Value
from coordinator.runtime import open_store, open_tracker, review_jobs
from coordinator.storage.review_record import ReviewReader
from coordinator.trackers.dry_run import DryRunTracker, PlannedWrite


class DryRunResult(Value):
    """How a dry run ended, what it would have written, and where it is on record."""

    home: str
    intents: tuple[PlannedWrite, ...]
    is_cut_short: bool
    ending: Ending


def apart_from(config: Config) -> Config:
    """The same configuration with a home of its own, so that the real review is still due."""
    return config.model_copy(update={"home": config.home / "dry-run" / secrets.token_hex(4)})


async def dry_run_here(config: Config, submission: Submission, *, quiet: bool) -> DryRunResult:
    """Review a submission in this process without writing to the tracker."""
    async with open_tracker(config) as tracker:
        rehearsal, apart = DryRunTracker(tracker), apart_from(config)
        with open_store(config.home) as store:
            todo = review_jobs(apart, rehearsal, ReviewReader(store))
            ending = await run_to_end(submission.id, apart, todo, start_of(submission), quiet=quiet, acts=False)
    cut = rehearsal.is_cut_short(submission.key)
    return DryRunResult(home=str(apart.home), intents=tuple(rehearsal.writes), is_cut_short=cut, ending=ending)
