"""The review of what an agent has done, when it says that it is done; apart from `hook`, as it imports a great deal."""

import asyncio
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from coordinator.agents.discovery import MOST_JUDGES, look_around, seat_found
from coordinator.app import runtime
from coordinator.app.logs import log_to_file, log_unexpected
from coordinator.app.reviews import run_review
from coordinator.app.signals import run_async
from coordinator.cli_agents import BY_NAME, HOOKS
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.config.trust import text_hash
from coordinator.errors import CoordinatorError, RunError
from coordinator.hook import SECONDS, Conversation
from coordinator.parsing.transcript import OURS, user_messages
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import ReviewReader
from coordinator.views.terminal_text import one_line, plain
from coordinator.workspace.repository import open_repository


def gate(given: str, agent: str, *options: str) -> str:
    """Return the answer to an agent that says it is done; what we cannot do keeps it only if strict, and only once."""
    event: dict[str, Any] = {}
    try:
        event = json.loads(given)
        return run_async(
            _review_turn(Conversation(event), agent, "--panel" in options),
            lambda: "it goes on next time",
        )
    except Exception as error:  # whatever it is, it must not end the agent
        if not isinstance(error, CoordinatorError | OSError):
            log_unexpected(error)
        why = (
            one_line(str(error))
            or f"{SECONDS} seconds were too few; it goes on when the agent stops again"
        )
        said = f"coordinator could not review this work: {why}"
    if "--strict" in options and not event.get("stop_hook_active"):
        return json.dumps(
            {"decision": "block", "reason": f"{OURS} {said}. Tell your user, who has to mend that."}
        )
    return json.dumps({"systemMessage": said})


async def _review_turn(conversation: Conversation, agent: str, whole: bool) -> str:
    """Review the work in a conversation as it is now, and return the answer; nothing where it is as it was."""
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
        # The same for the same work: what was broken off goes on
        name = text_hash(f"{key} {tree} {number}")[:12]
        submission = runtime.local_submission(text, repository.root, base, key=key, name=name)
        earlier = ReviewReader(store).earlier("local", key, submission.id).reasons
    log_to_file()
    async with asyncio.timeout(SECONDS - 30):
        ending = await run_review(_judges_of(config, agent, whole), submission)
    if ending.kind == "superseded" or ending.verdict.outcome == "error":
        raise RunError(ending.why if ending.kind == "superseded" else ending.verdict.explanation)
    verdict = ending.verdict
    begun = {}
    comment = plain(verdict_comment(verdict, submission.id, then="say so again"))
    if verdict.outcome == "reject" and number < 3:
        resolved = [
            each.id for each in earlier if each.id not in {reason.id for reason in verdict.reasons}
        ]
        since = f"\n\nResolved since the last review: {', '.join(resolved)}." if resolved else ""
        return json.dumps({"decision": "block", "reason": f"{OURS}\n\n{comment}{since}"})
    if verdict.outcome == "accept" and tree == await repository.git.text(
        "rev-parse", "HEAD^{tree}"
    ):
        # The next request starts from here
        begun = {"base": await repository.commit("HEAD"), "asked": len(said)}
    conversation.keep(tree=tree, stamp=stamp, **begun)
    return json.dumps({"systemMessage": comment})


def _judges_of(config: Config, agent: str, whole: bool) -> Config:
    """Return the configuration with its panel, or one found; with one judge if not the whole panel is wanted."""
    panel = config.panel.model_copy(
        update={"author": config.panel.author or BY_NAME[agent].model_line}
    )
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
