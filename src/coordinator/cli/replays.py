"""`replay`, `replay calibrate` and `replay canary`."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from coordinator.app.reviews import run_review
from coordinator.app.runtime import LOCAL_REVIEW, local_submission, open_store
from coordinator.app.signals import run_async
from coordinator.cli.terminal import put_out, read_issue, tell
from coordinator.config.review import ReviewConfig
from coordinator.config.settings import CanaryConfig, Config, load
from coordinator.errors import UsageError
from coordinator.judgement.calibration import SIDES, Decision, changed, figures_of
from coordinator.judgement.calibration import calibrate as calibrate_panels
from coordinator.judgement.consensus import decide
from coordinator.models import Decided, Ending
from coordinator.reviews.escalation import HELD, LAST_REJECT
from coordinator.reviews.record import PANEL_JOBS, ReviewReader, panel_of
from coordinator.reviews.truths import known_truths
from coordinator.storage.store import Store
from coordinator.views.terminal_text import row
from coordinator.views.text import render
from coordinator.workspace.copies import clear
from coordinator.workspace.git import working_git
from coordinator.workspace.repository import open_repository


def replay(ids: Sequence[str], given: Mapping[str, str], *, as_json: bool) -> None:
    """Print the new verdicts of reviews, and how often old and new verdicts agree with people."""
    for each in ids:
        if each.endswith((".csv", ".jsonl", ".gz")):
            raise UsageError(
                f"{each} is a file, but `coordinator replay` needs ids of reviews",
                fix=f'for files of recorded judges, run `make panels FILES="{each}"` '
                "in the repository of coordinator",
            )
    given = checked_rules(given)
    rows: list[dict[str, Any]] = []
    before: Counter[Decision] = Counter()
    after: Counter[Decision] = Counter()
    with open_store() as store:
        reader = ReviewReader(store)
        people = {each.decision.review: each.decision.outcome for each in reader.decisions()}
        chosen = [store.full_id(name) for name in ids] or _finished_reviews(store)
        for run_id in chosen:
            review = reader.review(run_id)
            panel = panel_of(review)
            old = review.verdict
            if panel is None or old is None or old.rule in (HELD, LAST_REJECT):
                continue
            new = decide(panel.model_copy(update={"rules": changed(panel.rules, given)}))
            person = people.get(review.id, "")
            rows.append(
                {
                    "id": review.id,
                    "person": person,
                    "before": (old.outcome, old.rule),
                    "after": (new.outcome, new.rule),
                }
            )
            if person:
                before[SIDES.get(old.outcome), SIDES[person]] += 1
                after[SIDES.get(new.outcome), SIDES[person]] += 1
    found = {
        "reviews": rows,
        "left_out": len(chosen) - len(rows),
        "figures": [figures_of("before", before), figures_of("after", after)],
    }
    put_out("replay", [found], render("replayed.txt", replayed=found), as_json)


def _finished_reviews(store: Store) -> list[str]:
    """Return the ids of all finished reviews: of a tracker, then local ones, each newest first."""
    ids: list[str] = []
    for job in PANEL_JOBS:
        ids += [run.id for run in store.runs(job, "done", -1)]
    return ids


def checked_rules(given: Mapping[str, str]) -> Mapping[str, str]:
    """Return the given rules. Raise UsageError if a rule does not exist or its value is invalid."""
    try:
        ReviewConfig.model_validate(given)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise UsageError(
            f"--{wrong['loc'][0]}: {wrong['msg']}", fix="see `coordinator replay --help`"
        ) from None
    return given


def calibrate(as_json: bool) -> None:
    with open_store() as store:
        oldest_first = _finished_reviews(store)[::-1]
        known = run_async(
            known_truths(ReviewReader(store), oldest_first), lambda: "nothing was changed"
        )
    found = calibrate_panels([(each.panel, each.truth) for each in known])
    sources = Counter(each.source for each in known)
    text = render("calibration.txt", found=found, sources=sources)
    put_out("calibration", found.model_copy(update={"sources": sources}), text, as_json)


def canary(config: Path | None, as_json: bool) -> None:
    settings = load(config=config)
    if not settings.canaries:
        raise UsageError(
            f"{settings.source} has no canaries", fix="see `coordinator replay canary --help`"
        )
    for each in settings.canaries:
        ending = run_async(
            _review_canary(settings, each), lambda: "`coordinator list` shows open reviews"
        )
        found = ending.verdict.outcome if isinstance(ending, Decided) else ending.kind
        tell(row(each.name, f"{found}; {each.truth} is right"))
    with open_store(settings.home) as store:
        runs = [run.id for run in store.runs(LOCAL_REVIEW, "done", -1)][::-1]
        known = run_async(
            known_truths(ReviewReader(store), runs), lambda: "the reviews are on record"
        )
    canaries = [(one.panel, one.truth) for one in known if one.source == "canaries"]
    figures = calibrate_panels(canaries).figures
    put_out("canaries", figures, render("canaries.txt", figures=figures), as_json)


async def _review_canary(config: Config, given: CanaryConfig) -> Ending:
    """Review a canary like any other work, in a clone whose name does not reveal the canary."""
    repository = await open_repository(str(given.repo))
    base = await repository.commit(given.base)
    head = await repository.commit(given.head)
    submission = local_submission(
        read_issue(str(given.issue), fix="write the request into it"), Path(), base
    )
    assert submission.given is not None
    clone = config.home / "clones" / submission.id
    clone.parent.mkdir(parents=True, exist_ok=True)
    await working_git(clone.parent).output(
        "clone", "-q", "--shared", "-n", str(repository.root), str(clone)
    )
    await working_git(clone).output("checkout", "-q", "--detach", head)
    issue = submission.given.model_copy(update={"repo": str(clone)})
    ending = await run_review(
        config, submission.model_copy(update={"given": issue, "truth": given.truth})
    )
    await asyncio.to_thread(clear, clone)
    return ending
