"""Review the work of a CLI agent when the agent stops.

This is not part of `hook/__init__.py`, because it has heavy imports.
"""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coordinator.agents.default_panel import MOST_JUDGES, seat_found
from coordinator.agents.discovery import look_around
from coordinator.app import runtime
from coordinator.app.logs import log_to_file, log_unexpected
from coordinator.app.reviews import run_review
from coordinator.app.signals import run_async
from coordinator.cli_agents import BY_NAME, HOOKS
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.config.trust import text_hash
from coordinator.errors import CoordinatorError, RunError
from coordinator.hook.unchanged_work import SECONDS, Conversation
from coordinator.parsing.transcript import OURS, user_messages
from coordinator.reviews.earlier_reviews import earlier_reviews
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import ReviewReader
from coordinator.views.terminal_text import one_line, plain
from coordinator.workspace.repository import open_repository


def gate(given: str, agent: str, *options: str) -> str:
    """Review the work of an agent that stops, and return the answer to the agent's CLI as JSON.

    After a reject, the answer keeps the agent from stopping. If the review itself fails, the answer
    keeps the agent from stopping only if `options` contains `--strict`, and only once.
    """
    event: dict[str, Any] = {}
    try:
        event = json.loads(given)
        return run_async(
            _review_turn(Conversation(event), agent, "--panel" in options),
            lambda: "the review continues when the agent stops again",
        )
    except Exception as error:  # no error of ours must end the agent
        if not isinstance(error, CoordinatorError | OSError):
            log_unexpected(error)
        why = one_line(str(error)) or (
            f"the review took longer than {SECONDS} seconds; it continues when the agent "
            "stops again"
        )
        said = f"coordinator could not review this work: {why}"
    if "--strict" in options and not event.get("stop_hook_active"):
        return json.dumps(
            {"decision": "block", "reason": f"{OURS} {said}. Tell your user to fix this."}
        )
    return json.dumps({"systemMessage": said})


async def _review_turn(conversation: Conversation, agent: str, whole: bool) -> str:
    """Review the work of a conversation, and return the answer to the agent's CLI.

    If `whole` is true, the whole panel judges, otherwise one judge. Return an empty string if
    nothing has changed since the start or the last review.
    """
    known = conversation.known
    stamp = conversation.stamp()
    repository = await open_repository(str(conversation.root))
    head = repository.in_hand()
    base = known.get("base") or head
    config = await runtime.repository_config(repository.root, base, None)
    with TemporaryDirectory(prefix="coordinator-") as place:
        tree, *_ = await repository.freeze(Path(place), head, config.review.limits)
    if tree in (known.get("tree"), await repository.git.text("rev-parse", f"{base}^{{tree}}")):
        conversation.keep(stamp=stamp)
        return ""
    with open(conversation.event["transcript_path"], "rb") as lines:
        said = user_messages(lines, HOOKS[agent].user_content)
    text = "\n\nLater in the same conversation:\n\n".join(
        said[min(known.get("asked", 0), len(said) - 1) :]
    )
    key = f"hook-{text_hash(conversation.name + text)[:12]}"
    with runtime.open_store(config.home) as store:
        number = sum(run.state == "done" for run in store.runs_about(f"local:{key}"))
        # The same work gets the same name, so an interrupted review is resumed.
        name = text_hash(f"{key} {tree} {number}")[:12]
        submission = runtime.local_submission(text, repository.root, base, key=key, name=name)
        earlier = earlier_reviews(ReviewReader(store), "local", key, submission.id).reasons
    log_to_file()
    async with asyncio.timeout(SECONDS - 30):
        ending = await run_review(_judges_of(config, agent, whole), submission)
    if ending.kind == "superseded":
        raise RunError(ending.why)
    if ending.verdict.outcome == "error":
        raise RunError(ending.verdict.explanation)
    verdict = ending.verdict
    comment = plain(verdict_comment(verdict, submission.id, then="say so again"))
    if verdict.outcome == "reject" and number < 3:
        standing = {reason.id for reason in verdict.reasons}
        resolved = [reason.id for reason in earlier if reason.id not in standing]
        if resolved:
            comment += f"\n\nResolved since the last review: {', '.join(resolved)}."
        return json.dumps({"decision": "block", "reason": f"{OURS}\n\n{comment}"})
    committed = await repository.git.text("rev-parse", "HEAD^{tree}")
    if verdict.outcome == "accept" and tree == committed:
        # The work of the next request starts here.
        conversation.keep(base=await repository.commit("HEAD"), asked=len(said))
    conversation.keep(tree=tree, stamp=stamp)
    return json.dumps({"systemMessage": comment})


def _judges_of(config: Config, agent: str, whole: bool) -> Config:
    """Return the configuration with a panel: its own, or else agents found on this machine.

    If `whole` is false, the panel has only one judge.
    """
    author = config.panel.author or BY_NAME[agent].model_line
    panel = config.panel.model_copy(update={"author": author})
    config = config.model_copy(update={"panel": panel})
    if not panel.seats:
        config, _ = seat_found(config, look_around(config), MOST_JUDGES if whole else 1)
    if whole:
        return config
    one = PanelConfig(
        judge=config.panel.judge or next(iter(config.panel.judges), None), author=panel.author
    )
    quick = {"protocol": "judge", "experiments": config.review.experiments or "evidence"}
    return config.model_copy(
        update={"panel": one, "review": config.review.model_copy(update=quick)}
    )
