"""A reply that cannot be used is asked for once more, with the cause; the second is the ballot or the abstention."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from coordinator.agents import PersonAgent
from coordinator.agents.recorded import RecordedAgent
from coordinator.budget import BudgetTracker
from coordinator.config.environment import state_file
from coordinator.config.review import BudgetConfig
from coordinator.config.seats import PersonConfig
from coordinator.engine import Run
from coordinator.models import Abstention, Ask, AskResult, Ballot, Reply
from coordinator.panels.asker import Asker
from coordinator.panels.prompt_parts import AGAIN_ROOM
from coordinator.parsing.fields import ParseError
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.events import AskKey
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store
from tests.support import flows, multica_daemon, reviews, tool_mad_lines
from tests.support.councils import (
    FOR_ANN,
    SPLIT,
    hold_council,
    keeping,
    proposing,
    voting,
)
from tests.support.councils import (
    closing as summing_up,
)
from tests.support.crash_support import Scene
from tests.support.models import only_our_key
from tests.support.multica_house import GOOD, answers, seat_panel, settle
from tests.support.multica_server import MulticaServer, in_turn, says
from tests.support.programs import missing
from tests.support.reviews import (
    GREETS,
    JUDGES,
    NOWHERE,
    Line,
    fail_line,
    judge_line,
    probe_line,
    report,
    rubric_line,
)
from tests.support.runs import reading, run_async, until, working
from tests.support.shell import call
from tests.support.wire_server import Say, serving

NO_REFERENCE = "malformed, the reference is missing"
BAD = "I would rather not say."
STAGES = """\
stages:
  - {id: review, entry: true, on_enter: {judge: {inputs: [issue], instructions: look, output: said}}}
  - {id: end, terminal: true, triggers: [{judge_verdict: pass}]}
"""


def slipping(lines: Iterable[Line]) -> Iterator[Line]:
    """The same seats, each of which answers badly whenever it is asked, and rightly when it is asked again."""
    for line in lines:
        yield line | {"reply": BAD}
        yield line | {"again": True}


def stubborn(lines: Iterable[Line], *who: tuple[str, str, int]) -> Iterator[Line]:
    """The same lines, but these seats answer badly twice when they are asked for this purpose in this round."""
    for line in lines:
        if (line["purpose"], line["seat"], line.get("round", 0)) in who:
            yield from (line | {"reply": BAD, "again": again} for again in (False, True))
        else:
            yield line


class Asked(NamedTuple):
    """One ask as it is on record, with its prompt."""

    key: AskKey
    result: AskResult
    prompt: str


def asks_in(home: Path) -> list[Asked]:
    """Every ask of the one run in a home."""
    with closing(Store(state_file(home))) as store:
        (run,) = store.runs()
        found = StepReader(store.events(run.id)).under("ask")
        results = [(AskKey.parse(key), AskResult.model_validate_json(body)) for key, body in found]
        return [Asked(key, result, store.text(result.prompt)) for key, result in results]


# -- once badly


def debate_lines() -> Iterator[Line]:
    """One judge of three is far from the others, and stays there."""
    yield rubric_line()
    keep = {"kind": "keep", "title": "nothing", "quote": "", "run": "true", "with": "sh"}
    yield probe_line(keep)
    for seat in JUDGES:
        yield from (
            judge_line(seat, report((2, 2) if seat == "Ann" else (5, 5)), number)
            for number in range(4)
        )


def tool_lines() -> list[Line]:
    """An examiner who sees drift, others who see none, and a judge who rejects."""
    content = [
        tool_mad_lines.argues(name, False, tool_mad_lines.SHOWN.get(name, GREETS))
        for name in tool_mad_lines.NAMES
    ]
    return [
        tool_mad_lines.argues("Code Reviewer", True, GREETS),
        *content,
        tool_mad_lines.rules("reject"),
    ]


def council_lines() -> list[Line]:
    """A council that agrees in its second round."""
    return [*proposing(), *voting(1, SPLIT), *keeping(2), *voting(2, FOR_ANN), *summing_up()]


def slip_everywhere(home: Path, patch: pytest.MonkeyPatch) -> dict[str, list[Asked]]:
    """Every protocol with seats that all slip once at every ask; all asks, by their purpose."""
    repo, found = reviews.make_repository(home / "repo"), dict[str, list[Asked]]()
    rules = "protocol: judge-with-debate, debates: 1, experiments: probes"
    config = reviews.make_config(home / "debate", slipping(debate_lines()), rules)
    assert reviews.review_locally(config, repo).state == "escalate"
    rules = "protocol: tool-mad, debates: 0"
    config = reviews.make_config(
        home / "tools", slipping(tool_lines()), rules, seats=tool_mad_lines.SEATS
    )
    assert reviews.review_locally(config, repo).state == "reject"
    patch.setenv("COORDINATOR_HOME", str(home / "flow"))
    config = flows.make_config(home / "flow", slipping([flows.judges("pass")]))
    assert flows.run_flow(config, STAGES).state == "completed"
    assert hold_council(home / "council", slipping(council_lines())).state == "agreed"
    for place in ("debate", "tools", "flow", "council"):
        for ask in asks_in(home / place):
            found.setdefault(ask.key.purpose, []).append(ask)
    return found


PURPOSES = (
    "rubric",
    "judge",
    "debate",
    "argue",
    "rule",
    "stage",
    "propose",
    "vote",
    "revise",
    "synthesise",
    "plan",
)


def test_every_purpose_is_asked_once_more_with_the_cause_and_then_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = slip_everywhere(tmp_path, monkeypatch)
    tested = [] if missing("bubblewrap") else ["probe"]
    assert sorted(found) == sorted([*PURPOSES, *tested])
    for asks in found.values():
        firsts = [ask for ask in asks if not ask.key.again]
        seconds = {ask.key: ask for ask in asks if ask.key.again}
        assert len(asks) == 2 * len(firsts) == 2 * len(seconds)
        for first in firsts:
            second = seconds[first.key._replace(again=True)]
            assert (first.result.again, (second.result.again or "").startswith(NO_REFERENCE)) == (
                "",
                True,
            )
            assert second.result.reference != first.result.reference
            assert first.result.reference not in second.prompt
            given, _, part = second.prompt.partition("## Your first answer could not be used")
            assert (
                given.strip()
                == first.prompt.replace(first.result.reference, second.result.reference).strip()
            )
            why, reply = (
                each.partition(" UNTRUSTED>>>")[0] for each in part.split("<<<UNTRUSTED ")[1:]
            )
            assert (second.result.again or "").replace(
                first.result.reference, second.result.reference
            ) in why
            assert BAD in reply
            assert len(part.encode()) < AGAIN_ROOM


def test_what_was_asked_again_and_why_is_shown(tmp_path: Path) -> None:
    lines = [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES[:2])]
    config = reviews.make_config(
        tmp_path / "home", [*lines, *slipping([judge_line("Cid", report((4, 5)))])]
    )
    whole = reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))
    assert whole.state == "accept"
    shown = call("show", whole.id, env={"COORDINATOR_HOME": str(config.home)}).stdout
    assert "Cid (judge, asked again): " in shown
    assert f"asked again, as the first reply could not be used: {NO_REFERENCE}" in shown


def test_made_up_evidence_is_asked_for_once_more_too(tmp_path: Path) -> None:
    whole = judged(
        tmp_path, judge_line("Cid", report((4, 5), evidence=[NOWHERE])), again=report((4, 5))
    )
    assert isinstance(result_of(whole, "Cid"), Ballot)
    again = [asked.answered.again for asked in whole.asked if asked.seat == "Cid"]
    assert again == ["", "ungrounded, 0 of 1 pieces of evidence were found"]


# -- twice badly, or not at all the second time


def judged(tmp_path: Path, line: Line, again: Any = None, rules: str = "") -> ReviewRecord:
    """A review in which Cid answers so, and so when asked again."""
    lines = [rubric_line(), *(judge_line(seat, report((4, 5))) for seat in JUDGES[:2]), line]
    if again is not None:
        lines.append(line | {"again": True} | (again if "fail" in again else {"reply": again}))
    config = reviews.make_config(tmp_path / "home", lines, rules)
    return reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))


def result_of(whole: ReviewRecord, seat: str) -> Ballot | Abstention:
    """What stands of a seat after the first round."""
    return next(result for result in whole.standings[0].testimonies if result.seat == seat)


def test_the_second_bad_answer_is_the_abstention_and_has_both_causes(tmp_path: Path) -> None:
    whole = judged(tmp_path, judge_line("Cid", BAD), again=report((4, 5), evidence=[NOWHERE]))
    cid = result_of(whole, "Cid")
    assert isinstance(cid, Abstention)
    assert (whole.state, cid.cause) == ("escalate", "ungrounded")
    assert cid.detail.startswith("the reference is missing")
    assert cid.detail.endswith("; asked again: ungrounded, 0 of 1 pieces of evidence were found")


def test_if_no_second_answer_comes_the_first_is_the_abstention(tmp_path: Path) -> None:
    for number, (again, why) in enumerate(
        [({"reply": None, "fail": "late"}, "late, as recorded"), (None, "failed, ")]
    ):
        cid = result_of(judged(tmp_path / str(number), judge_line("Cid", BAD), again), "Cid")
        assert isinstance(cid, Abstention)
        assert cid.cause == "malformed"
        assert f"; asked again: {why}" in cid.detail
        if again is None:
            assert (
                "no recorded reply for Cid, judge, round 0, review 1 of local, asked again"
                in cid.detail
            )


def test_stubborn_seats_abstain_in_every_protocol(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = reviews.make_repository(tmp_path / "repo")
    who = (("argue", "Tester", 0), ("rule", "Reality Checker", 0))
    config = reviews.make_config(
        tmp_path / "tools",
        stubborn(tool_lines(), *who),
        "protocol: tool-mad, debates: 0",
        seats=tool_mad_lines.SEATS,
    )
    whole = reviews.review_locally(config, repo)
    assert whole.ruling is not None
    assert isinstance(whole.ruling.ruling, Abstention)
    assert len(whole.asked) == 7
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "flow"))
    lines = stubborn([flows.judges("pass")], ("stage", "review", 1))
    stage = flows.run_flow(flows.make_config(tmp_path / "flow", lines), STAGES)
    assert (stage.state, len(stage.path[0].asked_again)) == ("error", 1)
    assert stage.ending is not None
    assert "; asked again: malformed, " in stage.ending.reason
    lines = stubborn(
        council_lines(), ("vote", "Cid", 1), ("synthesise", "Ann", 2), ("plan", "Ann", 1)
    )
    council = hold_council(tmp_path / "council", lines)
    assert council.planned is not None
    failed = [council.rounds[0].votes["Cid"], council.rounds[1].synthesis, council.planned.plan]
    assert council.state == "error"
    for abstention in failed:
        assert isinstance(abstention, Abstention)
        assert "; asked again: malformed, " in abstention.detail


def test_without_money_for_a_second_ask_the_first_answer_is_the_abstention(tmp_path: Path) -> None:
    usage: Line = {"usage": {"usd": "0.30"}}
    rules = "protocol: judge, budget: {usd: 0.80, unknown_ask_usd: 0.30}"
    lines = [
        rubric_line() | usage,
        judge_line("Judge", BAD) | usage,
        judge_line("Judge", report((4, 5)), again=True),
    ]
    seats = "  meta_judge: {recorded: REPLIES}\n  judge: {recorded: REPLIES}\n"
    config = reviews.make_config(tmp_path / "home", lines, rules, seats=seats)
    whole = reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))
    judge = result_of(whole, "Judge")
    assert isinstance(judge, Abstention)
    assert judge.cause == "malformed"
    assert judge.detail.endswith("; asked again: over budget, 0.90 of 0.80 USD for this review")


# -- who is asked


def test_whoever_answered_is_asked_again_and_nobody_else(tmp_path: Path) -> None:
    fine = report((4, 5))
    spare = reviews.write_replies(
        tmp_path / "spare", slipping([judge_line(seat, fine) for seat in ("Bob", "Cid")])
    )
    seats = f"""\
  meta_judge: {{recorded: REPLIES}}
  judges:
    - {{name: Ann, recorded: REPLIES}}
    - {{name: Bob, recorded: REPLIES, fallback: {{recorded: {spare}}}}}
    - {{name: Cid, recorded: REPLIES, fallback: {{recorded: {spare}}}}}
"""
    lines = [
        rubric_line(),
        judge_line("Ann", fine),
        judge_line("Bob", BAD),
        fail_line("Cid", "failed"),
    ]
    config = reviews.make_config(tmp_path / "home", lines, seats=seats)
    whole = reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))
    bob, cid = result_of(whole, "Bob"), result_of(whole, "Cid")
    # Its own agent has no second answer, and the fallback is not asked for one
    assert isinstance(bob, Abstention)
    assert isinstance(cid, Ballot)
    assert cid.fallback == "failed: as recorded"


@pytest.mark.xdist_group("model")  # whose worker has the vendors' packages
def test_a_model_whose_reply_was_cut_off_is_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_our_key(monkeypatch)
    with serving() as server:
        server.script = [Say('{"refer', finish="length"), Say(json.dumps(report((4, 5))))]
        model = f"{{name: 'openai:gpt-4.1', base_url: '{server.base_url('openai')}', key: MY_KEY}}"
        whole = alone(tmp_path, f"{{model: {model}}}")
    assert whole.state == "accept"
    assert ["could not be used" in request.prompt for request in server.seen] == [False, True]
    assert server.seen[0].schema != server.seen[1].schema  # each with the word of its own ask


def test_a_program_is_asked_again(tmp_path: Path) -> None:
    script = tmp_path / "judge.py"
    script.write_text(
        "import re, sys\n"
        "prompt = sys.stdin.read()\n"
        f"good = {json.dumps(report((4, 5)))!r}\n"
        'word = re.findall(\'"reference": "([0-9a-f]{20})"\', prompt)[-1]\n'
        f"print(good.replace('{{{{reference}}}}', word) if 'could not be used' in prompt else {BAD!r})\n"
    )
    whole = alone(tmp_path, f"{{command: {{argv: [{sys.executable}, {script}], prompt: stdin}}}}")
    assert whole.state == "accept"
    assert [bool(asked.answered.again) for asked in whole.asked if asked.purpose == "judge"] == [
        False,
        True,
    ]


def test_a_person_is_read_as_the_form_has_read_them() -> None:
    maria = PersonAgent(PersonConfig(name="maria"))
    asker = Asker(agents={"Maria": maria}, budget=BudgetTracker(BudgetConfig()))
    ask = Ask(seat="Maria", purpose="judge", prompt="?", template="t", reference="w0rd", deadline=9)
    # Who copies the word into what they say around their answer would otherwise be refused after it was taken.
    assert asker.expected(ask, Reply(text="To w0rd: {}")) == ""


def alone(tmp_path: Path, agent: str) -> ReviewRecord:
    """A review by one judge, whose agent is so."""
    config = reviews.make_config(
        tmp_path / "home",
        [rubric_line()],
        "protocol: judge",
        seats=f"  meta_judge: {{recorded: REPLIES}}\n  judge: {agent}\n",
    )
    return reviews.review_locally(config, reviews.make_repository(tmp_path / "repo"))


def test_an_agent_of_the_tracker_is_asked_again_in_a_comment_of_its_own(tmp_path: Path) -> None:
    with MulticaServer() as server:
        seat_panel(server)["Judge-GPT"].behave = in_turn(says(BAD), answers(GOOD))
        issue = multica_daemon.submitted(server)
        config = settle(server, tmp_path, f"review: {{deadline: 600s}}\n{multica_daemon.FAST}")
        with multica_daemon.watching(server, config):
            multica_daemon.enter(server, issue)
            (whole,) = multica_daemon.ended(server, config)
        assert multica_daemon.outcome(whole)[0] == "accept"
        assert server.started().count("Judge-GPT") == 2
        assert [
            len(multica_daemon.ours(server, issue, f"judge/Judge-GPT{end}"))
            for end in ("", "/again")
        ] == [1, 1]


# -- what is on record


def test_who_is_killed_between_the_two_asks_puts_neither_twice(tmp_path: Path) -> None:
    with closing(Scene(tmp_path)) as scene:
        scene.configure(delay=0.5)
        scene.deliver("good")
        first = scene.launch()
        scene.until(lambda: any(ask.again for ask in scene.asked()), "a seat is asked again")
        first.kill()
        scene.configure()
        last = scene.launch()
        scene.until_settled()
        scene.stop(last)
        (run,) = scene.reviews()
        asked = [ask for ask in scene.asked() if ask.seat == "Ann"]
        # The one that was going on, and only that
        assert [bool(ask.again) for ask in asked] == [False, True, True]
        assert asked[1].prompt == asked[2].prompt
        steps = StepReader(scene.store.events(run.id))
        readings = [
            (key, json.loads(body)["kind"]) for key, body in steps.under("ballot", "judge", "Ann")
        ]
        assert readings == [
            ("ballot/judge/Ann/0", "abstention"),
            ("ballot/judge/Ann/0/again", "ballot"),
        ]


def test_what_an_earlier_version_has_read_is_not_asked_for_again(tmp_path: Path) -> None:
    file = reviews.write_replies(tmp_path, slipping([judge_line("Ann", report((4, 5)))]))
    ask = Ask(seat="Ann", purpose="judge", prompt="?", template="t", reference="w0rd", deadline=9)
    asker = Asker(agents={"Ann": RecordedAgent(file)}, budget=BudgetTracker(BudgetConfig()))
    key = AskKey("judge", "Ann", 0)

    async def read(_ask: Ask, reply: Reply, _reference: str) -> Reply:
        if reply.text == BAD:
            raise ParseError("no")
        return reply

    async def before(run: Run, _: None) -> None:
        old = AskResult(
            prompt="", template="t", reference="w0rd", seconds=1, ending=Reply(text=BAD)
        )
        assert old.again is None
        await run.record(key.key("ask"), old)
        await run.wait("stop", "stop", until=time.time() + 600)

    async def now(run: Run, _: None) -> str:
        found = await asker.ask(run, ask, "read", Reply | Abstention, read)
        return found.kind

    async def test() -> None:
        async with working(tmp_path / "state.db", {"job": before}) as engine:
            await engine.start("job", "old", None)
            with reading(tmp_path / "state.db") as store:
                await until(lambda: key.key("ask") in store.keys("old"))
        async with working(tmp_path / "state.db", {"job": now}) as engine:
            await engine.start("job", "new", None)
            assert [(await engine.finished(run)).value for run in ("old", "new")] == [
                "abstention",
                "reply",
            ]

    run_async(test)
