"""Review the canaries on request, and automatically after the model of a seat has changed."""

import asyncio
import hashlib
import json
import logging
from pathlib import Path

from coordinator.app.reviews import run_review
from coordinator.app.runtime import local_submission
from coordinator.config.seats import PanelConfig, Seat
from coordinator.config.settings import CanaryConfig, Config
from coordinator.config.yaml_file import read_text
from coordinator.errors import CoordinatorError, UsageError
from coordinator.models import Decided, Ending
from coordinator.storage.store import Store
from coordinator.workspace.copies import clear
from coordinator.workspace.git import working_git
from coordinator.workspace.repository import open_repository

log = logging.getLogger("coordinator")

MODELS = "canaries/models"  # the setting with the models that last reviewed the canaries


async def review_canary(config: Config, given: CanaryConfig, models: str = "") -> Ending:
    """Review a canary like any other work, in a clone whose name does not reveal the canary.

    `models` identifies the models of the panel. If it is given, the same models review the canary
    only once: a second call resumes an interrupted review, or returns the ending of a finished one.
    """
    repository = await open_repository(str(given.repo))
    base = await repository.commit(given.base)
    head = await repository.commit(given.head)
    name = ""
    if models:
        known = "\0".join((models, given.name, given.truth, base, head))
        name = hashlib.sha256(known.encode()).hexdigest()[:12]
    text = read_text(given.issue)
    if not text.strip():
        raise UsageError(f"{given.issue} has no text", fix="write the request into it")
    submission = local_submission(text, Path(), base, name=name)
    assert submission.given is not None
    clone = config.home / "clones" / submission.id
    clone.parent.mkdir(parents=True, exist_ok=True)
    # A clone that a crash has left behind may be incomplete.
    await asyncio.to_thread(clear, clone)
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


def outcome_of(ending: Ending) -> str:
    if isinstance(ending, Decided):
        return ending.verdict.outcome
    return ending.kind


async def review_after_change(config: Config, store: Store) -> bool:
    """Review all canaries if the model of a seat has changed. Return whether they were reviewed.

    The first call ever only records the models. If a canary cannot be reviewed, the next call tries
    again.
    """
    if not config.canaries:
        return False
    models = json.dumps(panel_models(config.panel), sort_keys=True)
    before = store.setting(MODELS)
    if before in ("", models):
        store.set_setting(MODELS, models)
        return False
    log.info("%s: reviewing %d canaries", _changes(before, models), len(config.canaries))
    are_all_reviewed = True
    for each in config.canaries:
        try:
            ending = await review_canary(config, each, models)
        except CoordinatorError as error:
            are_all_reviewed = False
            log.warning("canary %s could not be reviewed: %s", each.name, error)
            continue
        outcome = outcome_of(ending)
        level = logging.INFO if outcome == each.truth else logging.WARNING
        log.log(level, "canary %s: %s; %s is right", each.name, outcome, each.truth)
    if are_all_reviewed:
        store.set_setting(MODELS, models)
    return True


def panel_models(panel: PanelConfig) -> dict[str, str]:
    """Return the configured model of each seat."""
    return {seat.name: _model_of(seat) for seat in panel.seats}


def _model_of(seat: Seat) -> str:
    if seat.model is not None:
        return seat.model.name
    if seat.command is not None:
        program = seat.command.preset or " ".join(seat.command.argv)
        return f"{program} {seat.command.model}".strip()
    return seat.mention or seat.agent


def _changes(before: str, now: str) -> str:
    old = json.loads(before)
    changed = []
    for seat, model in json.loads(now).items():
        if old.get(seat) != model:
            changed.append(f"{seat} is {model} now")
    return ", ".join(changed) or "the panel has fewer seats now"
