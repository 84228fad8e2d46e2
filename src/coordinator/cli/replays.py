"""`replay`, `replay calibrate`, `replay canary` and `seat stats`."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from coordinator.app.canaries import outcome_of, review_canary
from coordinator.app.runtime import LOCAL_REVIEW, open_store
from coordinator.app.signals import run_async
from coordinator.cli.terminal import put_out, tell
from coordinator.config.review import ReviewConfig
from coordinator.config.settings import load
from coordinator.errors import UsageError
from coordinator.judgement.consensus import decide
from coordinator.judgement.statistics.calibration import SIDES, Decision, changed, figures_of
from coordinator.judgement.statistics.calibration import calibrate as calibrate_panels
from coordinator.judgement.statistics.seat_stats import seat_figures
from coordinator.reviews.escalation import HELD, LAST_REJECT
from coordinator.reviews.record import ReviewReader, finished_reviews, panel_of
from coordinator.reviews.seat_parts import seat_parts, seats_apart
from coordinator.reviews.truths import known_truths
from coordinator.views.terminal_text import row
from coordinator.views.text import render


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
        chosen = [store.full_id(name) for name in ids] or finished_reviews(store)
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
        oldest_first = finished_reviews(store)[::-1]
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
            review_canary(settings, each), lambda: "`coordinator list` shows open reviews"
        )
        tell(row(each.name, f"{outcome_of(ending)}; {each.truth} is right"))
    with open_store(settings.home) as store:
        runs = [run.id for run in store.runs(LOCAL_REVIEW, "done", -1)][::-1]
        known = run_async(
            known_truths(ReviewReader(store), runs), lambda: "the reviews are on record"
        )
    canaries = [(one.panel, one.truth) for one in known if one.source == "canaries"]
    figures = calibrate_panels(canaries).figures
    put_out("canaries", figures, render("canaries.txt", figures=figures), as_json)


def seat_stats(*, as_json: bool) -> None:
    with open_store() as store:
        oldest_first = finished_reviews(store)[::-1]
        reader = ReviewReader(store)
        known = run_async(known_truths(reader, oldest_first), lambda: "nothing was changed")
        truths = {each.review: each.truth for each in known}
        figures = seat_figures(seat_parts(reader, oldest_first, truths))
        seats_apart(store)
    put_out("seats", figures, render("seats.txt", figures=figures), as_json)
