"""Recorded panels decided again: from files of recorded judges, or from the reviews on record."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from pydantic import ValidationError

from coordinator.cli.signals import run_async
from coordinator.cli.text import render
from coordinator.errors import UsageError
from coordinator.judgement import calibration
from coordinator.judgement import replay as rules
from coordinator.judgement.ballots import Rules
from coordinator.judgement.consensus import decide
from coordinator.reviews.history import HELD, LAST_REJECT
from coordinator.reviews.truths import known_truths
from coordinator.runtime import open_store
from coordinator.storage.recordings import SUFFIXES, read_recording
from coordinator.storage.review_record import JOBS, ReviewReader


def replay(sources: Sequence[str], given: Mapping[str, str], verdicts: bool, *, as_json: bool) -> None:
    """Print what other rules make of the recorded judges in files, and of reviews."""
    try:
        rules.changed(Rules(bar=rules.TOLERANCE, quorum=1), given)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise UsageError(f"--{wrong['loc'][0]}: {wrong['msg']}", fix="see `coordinator replay --help`") from None
    ids = [source for source in sources if not source.endswith(SUFFIXES)]
    files = [Path(source) for source in sources if source not in ids]
    found = [rules.replay(read_recording(file, verdicts=verdicts), given) for file in files]
    reviews = [_decide_again(ids, given)] if ids or not files else []
    if as_json:
        typer.echo(json.dumps([*found, *reviews], indent=1, default=lambda value: value.model_dump(mode="json")))
    else:
        texts = [render("replay.txt", replayed=each) for each in found]
        typer.echo("\n\n".join([*texts, *(render("replayed.txt", replayed=each) for each in reviews)]))


def _decide_again(ids: Sequence[str], given: Mapping[str, str]) -> dict[str, Any]:
    """Return what becomes of reviews, and how right the old and the new verdicts are where people decided."""
    rows, known = list[dict[str, Any]](), {"before": Counter[rules.Decision](), "after": Counter[rules.Decision]()}
    with open_store() as store:
        reader = ReviewReader(store)
        people = {each.decision.review: each.decision.outcome for each in reader.decisions()}
        every = [run.id for job in JOBS for run in store.runs(job, "done", -1)]
        chosen = [store.full_id(name) for name in ids] or every
        for review in map(reader.review, chosen):
            panel, old, person = reader.panel(review), review.verdict, people.get(review.id, "")
            if panel is None or old is None or old.rule in (HELD, LAST_REJECT):
                continue
            new = decide(panel.model_copy(update={"rules": rules.changed(panel.rules, given)}))
            row = {"before": (old.outcome, old.rule), "after": (new.outcome, new.rule)}
            rows.append({"id": review.id, "person": person, **row})
            for which in known if person else ():
                known[which][rules.SIDES.get(row[which][0]), rules.SIDES[person]] += 1
    figures = [rules.figures_of(which, decisions) for which, decisions in known.items()]
    return {"reviews": rows, "left_out": len(chosen) - len(rows), "figures": figures}


def calibrate(as_json: bool) -> None:
    """Print how often the panel and each seat err, and the change of the configuration that would do better."""
    with open_store() as store:
        every = [run.id for job in JOBS for run in store.runs(job, "done", -1)][::-1]
        known = run_async(known_truths(ReviewReader(store), every), lambda: "nothing was changed")
    found = calibration.calibrate([(each.panel, each.truth) for each in known])
    sources = Counter(each.source for each in known)
    if as_json:
        typer.echo(json.dumps({"sources": sources} | found.model_dump(mode="json"), indent=1))
    else:
        typer.echo(render("calibration.txt", found=found, sources=sources))
