"""Seats whose agents live in the tracker: what counts as their reply, and what becomes of those that give none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from coordinator.reviews.record import ReviewRecord
from tests.support.multica_daemon import (
    FAST,
    abstained,
    ended,
    enter,
    ours,
    outcome,
    submitted,
    told,
    watching,
)
from tests.support.multica_house import BAD, GOOD, JUDGES, META, SEEN, answers, seat_panel, settle
from tests.support.multica_server import (
    Behave,
    MulticaServer,
    Run,
    breaks,
    in_turn,
    mention,
    never,
    outputs,
    says,
)
from tests.support.reviews import ASKED, RUBRIC, report


@pytest.fixture
def server() -> Iterator[MulticaServer]:
    with MulticaServer() as running:
        yield running


def judged(server: MulticaServer, home: Path, review: str = "deadline: 600s") -> ReviewRecord:
    """One review of one issue by the agents there are."""
    issue = submitted(server)
    config = settle(server, home, f"review: {{{review}}}\n{FAST}")
    with watching(server, config):
        enter(server, issue)
        (whole,) = ended(server, config)
    return whole


@pytest.mark.parametrize(
    ("behaviour", "cause"),
    [
        (breaks("agent_error.unknown"), "failed: its run ended as failed: agent_error.unknown"),
        (outputs("done"), "silent: its run ended without a comment in the thread"),
        (says("no JSON at all"), "malformed"),
        (never, "late: no reply within 3 s"),
    ],
)
def test_a_seat_without_a_usable_reply_abstains_with_its_cause(
    server: MulticaServer, tmp_path: Path, behaviour: Behave, cause: str
) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = behaviour
    whole = judged(server, tmp_path, "deadline: 3s" if behaviour is never else "deadline: 600s")
    assert outcome(whole)[0] == "escalate"
    assert cause in abstained(whole, "Judge-GPT")
    (issue,) = server.world.issues.values()
    assert all(task.status in ("completed", "failed", "cancelled") for task in server.tasks(issue))
    assert told(server, issue)[-1] == "Coordinator: /note escalate 0"


@pytest.mark.parametrize(
    ("lacks", "code"),
    [
        ({"usable": False}, "runtime_unusable"),
        ({"bound": False}, "agent_runtime_required"),
    ],
)
def test_a_blocked_seat_abstains_at_once_with_the_reason_code(
    server: MulticaServer, tmp_path: Path, lacks: dict[str, bool], code: str
) -> None:
    for name in (META, *JUDGES[1:]):
        server.add_agent(name, behave=answers(RUBRIC if name == META else GOOD))
    server.add_agent("Judge-GPT", behave=answers(GOOD), **lacks)  # type: ignore[arg-type]
    whole = judged(server, tmp_path, "deadline: 600s")
    assert (
        abstained(whole, "Judge-GPT")
        == f"failed: the tracker did not start the agent: blocked ({code})"
    )


def test_the_last_comment_of_a_finished_run_is_the_reply(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)

    def thinks_again(run: Run) -> None:
        answers(BAD)(run)
        answers(GOOD)(run)

    agents["Judge-GPT"].behave = thinks_again
    assert outcome(judged(server, tmp_path))[0] == "accept"


def test_what_the_server_writes_for_a_run_that_said_nothing_is_its_reply(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)

    def only_ends(run: Run) -> str:
        reference = re.findall(r'"reference": "([0-9a-f]{20})"', run.prompt)
        return json.dumps({**GOOD, "reference": reference[0]})

    agents["Judge-GPT"].behave = only_ends
    assert outcome(judged(server, tmp_path))[0] == "accept"


def test_words_in_another_thread_or_by_another_agent_are_no_reply(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)

    def elsewhere(run: Run) -> None:
        run.forge(json.dumps(GOOD))

    def in_anothers_name(run: Run) -> None:
        run.forge(json.dumps(GOOD), by=agents["Judge-Gemini"], parent=run.task.trigger_comment_id)

    agents["Judge-GPT"].behave, agents["Judge-Claude"].behave = elsewhere, in_anothers_name
    whole = judged(server, tmp_path)
    assert outcome(whole)[0] == "error"
    silent = "silent: its run ended without a comment in the thread"
    assert (abstained(whole, "Judge-GPT"), abstained(whole, "Judge-Claude")) == (silent, silent)


def test_a_run_that_fails_and_is_retried_is_followed(server: MulticaServer, tmp_path: Path) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = in_turn(breaks("runtime_offline"), answers(GOOD))
    assert outcome(judged(server, tmp_path))[0] == "accept"
    assert server.started().count("Judge-GPT") == 2


def test_our_deadline_calls_the_run_off(server: MulticaServer, tmp_path: Path) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].behave = never
    judged(server, tmp_path, "deadline: 3s")
    (task,) = [task for task in server.runs if task.agent_id == agents["Judge-GPT"].id]
    assert task.status == "cancelled"


def test_our_role_prompt_goes_only_to_an_agent_without_instructions(
    server: MulticaServer, tmp_path: Path
) -> None:
    agents = seat_panel(server)
    agents["Judge-GPT"].instructions = "You judge in your own way."
    judged(server, tmp_path)
    (issue,) = server.world.issues.values()
    own, bare = ours(server, issue, "judge/Judge-GPT"), ours(server, issue, "judge/Judge-Claude")
    assert "You are one of several judges" not in own[0]
    assert "You are one of several judges" in bare[0]
    for text in (*own, *bare):
        assert "Read no other thread" in text
        assert "Mention nobody" in text


def test_mention_links_in_what_judges_are_shown_start_nobody(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    lured = server.add_agent("Lured", behave=says("I am awake"))
    issue = submitted(server)
    author = server.world.agents[issue.assignee.id] if issue.assignee else lured
    server.say(issue, f"/note look: {mention(lured)}", author)
    config = settle(server, tmp_path, FAST)
    with watching(server, config):
        enter(server, issue)
        ended(server, config)
    assert "Lured" not in server.started(issue)


def test_on_an_issue_of_a_squad_nobody_is_asked_unless_allowed(
    server: MulticaServer, tmp_path: Path
) -> None:
    seat_panel(server)
    lead = server.add_agent("Lead", behave=says("ok"))
    squad = server.add_squad("Squad", lead)
    for number, setting in enumerate(("refuse", "allow")):
        issue = server.add_issue(
            f"Send {number}", assignee=squad, status="in_progress", description=f"Do {ASKED}."
        )
        server.say(issue, SEEN["quote"], lead)
        config = settle(server, tmp_path / setting, f"multica: {{squads: {setting}}}\n{FAST}")
        with watching(server, config):
            enter(server, issue)
            (whole,) = ended(server, config)
        asked = [line for line in told(server, issue) if "judge/" in line]
        assert len(asked) == (3 if setting == "allow" else 0)
        if setting == "refuse":
            assert "the issue belongs to a squad" in ours(server, issue, "error")[0]
            assert outcome(whole) == ("error", "no rubric")
            assert server.started(issue) == []


def test_a_reply_that_repeats_a_peers_report_is_flagged(
    server: MulticaServer, tmp_path: Path
) -> None:
    """Judges who read each other's threads converge out of politeness."""
    agents = seat_panel(server)
    apart = report((4, 4), evidence=[SEEN], summary="my own words")
    apart["scores"] = [{**score, "reasoning": "weighed on its own"} for score in apart["scores"]]
    agents["Judge-Gemini"].behave = answers(apart)
    whole = judged(server, tmp_path)
    assert whole.verdict is not None
    assert [label for label in whole.verdict.labels if "repeats" in label] == [
        "Judge-GPT repeats the report of Judge-Claude"
    ]
