"""Blind tests: written from the request and the base, tried on the base, run on the work, judged by the panel."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from coordinator.app.runtime import open_store
from coordinator.config.settings import load
from coordinator.judgement.evidence.probes import probe_result, with_probes, without_probe_items
from coordinator.models import Experiment, ExperimentRun, Probe, Rubric
from coordinator.panels.tester_view import shown_files
from coordinator.parsing.report import Probes
from coordinator.reviews.publish import verdict_comment
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.dying_reviewer import work_until_killed
from tests.support.multica_daemon import ASKED as MULTICA_ASKED
from tests.support.multica_daemon import FAST, ended, enter, watching
from tests.support.multica_house import META, answers, settle
from tests.support.multica_server import MulticaServer, Run
from tests.support.origins import URL, Origin
from tests.support.processes import Copy
from tests.support.reading import Unreadable, read_probes
from tests.support.repositories import git, new_repository
from tests.support.reviews import (
    ASKED,
    ISSUE,
    JUDGES,
    RUBRIC,
    Line,
    add_issue,
    deliver,
    judge_line,
    make_config,
    probe_line,
    report,
    review_board,
    review_locally,
    rubric_line,
    submit,
    write_replies,
)
from tests.support.shell import call

pytestmark = pytest.mark.needs("bubblewrap")

BASE = {
    "greet.py": "def greet(name):\n    return 'Hello'\n",
    "test_greet.py": "from greet import greet\n\n\ndef test_greet():\n    assert greet('Ann').startswith('Hello')\n",
}
# The project's own test is green for both.
WRONG = "def greet(name, guests=[]):\n    guests.append(name)\n    return 'Hello, ' + guests[0]\n"
RIGHT = "def greet(name):\n    return 'Hello, ' + name\n"
SECOND = "from greet import greet\ngreet('Ann')\nsaid = greet('Bob')\nprint('Bob hears', said)\nexit('Bob' not in said)\n"
DEMAND = {
    "kind": "demand",
    "title": "the second guest is greeted",
    "quote": ASKED,
    "run": SECOND,
    "with": "python",
}
KEEP = {
    "kind": "keep",
    "title": "a greeting begins with Hello",
    "quote": "",
    "run": "from greet import greet\nexit(not greet('Ann').startswith('Hello'))",
    "with": "python",
}
# No delivery passes it: the request says nothing of a bow.
UNFAIR = DEMAND | {
    "title": "a bow comes with it",
    "run": "from greet import greet\nexit('bow' not in greet('Ann'))",
}
GREEN_ON_BASE = DEMAND | {"title": "greets", "run": "from greet import greet\nprint(greet('Ann'))"}
RED_ON_BASE = KEEP | {"title": "nothing that was ever so", "run": "exit(3)"}


def judged(seat: str, fair: bool | None, number: int = 0, rework: Any = None, **more: Any) -> Line:
    """A report that likes the work; where a probe is red, what it says of that."""
    shown = {"source": "greet.py", "quote": "def greet(name"}
    reply = report((4, 4), evidence=[shown], rework=rework)
    if fair is not None:
        about = {"source": "check:P1", "quote": "before the work ("}
        reply["checklist"].append(
            {"id": "P1", "answer": "no" if fair else "yes", "evidence": [about, shown]}
        )
    return judge_line(seat, reply, number, **more)


def work_on(place: Path, work: str) -> Path:
    repo = new_repository(place)
    deliver(repo, BASE, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"greet.py": work})
    return repo


def reviewed(
    tmp_path: Path, work: str, lines: list[Line], review: str = "protocol: judge-with-debate"
) -> ReviewRecord:
    config = make_config(tmp_path / "home", [rubric_line(), *lines], review=review)
    return review_locally(config, work_on(tmp_path / "repo", work))


def outcome(record: ReviewRecord) -> tuple[str, str]:
    assert record.verdict is not None, record.error
    return record.verdict.outcome, record.verdict.rule


def results(record: ReviewRecord) -> dict[str, str]:
    return {check.name: check.status for check in record.checks if check.probe}


def test_a_wrong_fix_that_every_judge_likes_is_caught_by_a_blind_test(tmp_path: Path) -> None:
    record = reviewed(
        tmp_path, WRONG, [probe_line(DEMAND, KEEP), *(judged(seat, True) for seat in JUDGES)]
    )
    assert outcome(record) == ("reject", "gate")
    assert results(record) == {"P1": "red", "P2": "green"}
    assert record.verdict is not None
    (reason,) = record.verdict.reasons
    assert (
        reason.text == "a test written from the request alone is red: the second guest is greeted"
    )
    assert (reason.requirement, reason.seats) == (ASKED, JUDGES)
    letter = verdict_comment(record.verdict, record.id)
    assert "greet('Ann')\n" in letter
    assert "Bob hears Hello, Ann" in letter
    assert "begins with Hello" not in letter, "a test that is green is not shown to the author"


def test_the_right_fix_passes_and_nobody_is_asked_about_its_tests(tmp_path: Path) -> None:
    record = reviewed(
        tmp_path, RIGHT, [probe_line(DEMAND, KEEP), *(judged(seat, None) for seat in JUDGES)]
    )
    assert outcome(record) == ("accept", "above the bar")
    assert results(record) == {"P1": "green", "P2": "green"}
    assert record.rubric is not None
    assert [item.id for item in record.rubric.rubric.checklist] == ["CK-001", "CK-002"]


def test_a_test_that_demands_too_much_is_found_wrong_and_rejects_nothing(tmp_path: Path) -> None:
    record = reviewed(
        tmp_path, RIGHT, [probe_line(UNFAIR), *(judged(seat, False) for seat in JUDGES)]
    )
    assert outcome(record) == ("accept", "above the bar")
    assert record.verdict is not None
    assert "blind test found wrong: P1" in record.verdict.labels


def test_a_disputed_test_goes_to_a_person_with_its_script(tmp_path: Path) -> None:
    lines = [probe_line(UNFAIR)]
    for number in (0, 1):
        lines += [
            judged("Ann", True, number),
            judged("Bob", False, number),
            judged("Cid", False, number),
        ]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("escalate", "open question")
    assert record.verdict is not None
    assert "P1 failed for Ann" in record.verdict.explanation
    said = call(
        "show",
        record.id,
        "--run",
        "P1",
        env={**os.environ, "COORDINATOR_HOME": str(tmp_path / "home")},
    ).stdout
    assert (
        "blind test (python) [verified at red (exit 1) on the work, red (exit 1) on the base]"
        in said
    )
    (check,) = [check for check in record.checks if check.probe]
    assert UNFAIR["run"] in check.output


def test_what_was_to_be_kept_is_a_reason_in_its_own_words(tmp_path: Path) -> None:
    broken = "def greet(name):\n    return 'Good day, ' + name\n"
    record = reviewed(
        tmp_path, broken, [probe_line(KEEP), *(judged(seat, True) for seat in JUDGES)]
    )
    assert outcome(record) == ("reject", "gate")
    assert record.verdict is not None
    assert [reason.requirement for reason in record.verdict.reasons] == [KEEP["title"]]


def test_what_does_not_behave_on_the_base_is_dropped_and_listed(tmp_path: Path) -> None:
    lines = [probe_line(GREEN_ON_BASE, RED_ON_BASE, KEEP), *(judged(seat, None) for seat in JUDGES)]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("accept", "above the bar")
    assert results(record) == {"P1": "error", "P2": "error", "P3": "green"}
    said = {check.name: check.summary for check in record.checks}
    assert said["P1"].endswith("dropped: green (exit 0) on the base, where it has to be red")
    assert said["P2"].endswith("dropped: red (exit 3) on the base, where it has to be green")


def test_a_tester_that_says_nothing_is_named_and_the_review_goes_on(tmp_path: Path) -> None:
    failing: Line = {"seat": "Meta-Judge", "purpose": "probe", "fail": "late"}
    record = reviewed(tmp_path, RIGHT, [failing, *(judged(seat, None) for seat in JUDGES)])
    assert outcome(record) == ("accept", "above the bar")
    assert record.verdict is not None
    assert "no blind tests from Meta-Judge: late, as recorded" in record.verdict.labels


@pytest.mark.parametrize("mode", ["evidence", "off"])
def test_none_are_written_where_none_are_wanted(tmp_path: Path, mode: str) -> None:
    review = f"protocol: judge-with-debate, experiments: {mode}"
    record = reviewed(tmp_path, WRONG, [judged(seat, None) for seat in JUDGES], review)
    assert outcome(record) == ("accept", "above the bar")
    assert not [ask for ask in record.asked if ask.purpose == "probe"]


def test_the_tester_sees_the_base_and_never_the_work(tmp_path: Path) -> None:
    seats = (
        "  meta_judge: {recorded: REPLIES}\n  tester: {recorded: REPLIES}\n  judges:\n"
        + "\n".join(f"    - {{name: {name}, recorded: REPLIES}}" for name in JUDGES)
    )
    repo = work_on(tmp_path / "repo", RIGHT)
    lines = [
        rubric_line(),
        probe_line(DEMAND, seat="Tester"),
        *(judged(seat, None) for seat in JUDGES),
    ]
    config = make_config(tmp_path / "home", lines, seats=seats)
    record = review_locally(config, repo)
    (ask,) = [ask for ask in record.asked if ask.purpose == "probe"]
    assert ask.seat == "Tester"
    with open_store(config.home) as store:
        prompt = store.text(ask.answered.prompt)
    assert "return 'Hello'\n" in prompt
    assert "'Hello, ' + name" not in prompt
    judge = next(ask for ask in record.asked if ask.purpose == "judge")
    with open_store(config.home) as store:
        assert "check:P1: green" in store.text(judge.answered.prompt)


def test_the_tester_is_shown_what_the_request_is_about_however_much_there_is(
    tmp_path: Path,
) -> None:
    often = "the name of every guest and of the others\n" * 1200
    files = {f"a{number}.txt": often for number in range(5)} | {
        "guest/name/__init__.py": "",
        "late/tables.py": RIGHT,
    }
    repo = new_repository(tmp_path / "repo")
    deliver(repo, files | {f"many/{number}": "" for number in range(400)})
    home = tmp_path / "home"
    base = Workspace(asyncio.run(snapshot(str(repo), "main", home)), home).base
    words = " ".join(f"w{number:03}" for number in range(500))  # more than a pattern may have
    for request in (
        f"{ISSUE}def greet in tables",
        f"{ISSUE}{words} {'x' * 3000} tables def greet return",
    ):
        listed, *shown = asyncio.run(shown_files(base, request))
        assert f"late/tables.py:\n{RIGHT}" in shown
        assert all(
            path in listed
            for path in ("guest/name/__init__.py", "late/tables.py", "and 7 more files")
        )


def test_what_the_request_does_not_have_is_advice_and_no_test_was_found_wrong(
    tmp_path: Path,
) -> None:
    made_up = UNFAIR | {"quote": "every guest hears a bow"}
    record = reviewed(
        tmp_path, RIGHT, [probe_line(made_up), *(judged(seat, True) for seat in JUDGES)]
    )
    assert outcome(record) == ("accept", "above the bar")
    assert record.verdict is not None
    assert "red blind test without a quote: P1" in record.verdict.labels
    assert record.verdict.advice == (
        "Is the work right although the test P1 is red (a bow comes with it)? No, says Ann, Bob and Cid",
    )


def test_whoever_does_not_say_who_is_wrong_has_not_answered(tmp_path: Path) -> None:
    lines = [judged(seat, False) for seat in JUDGES]
    for line in lines:
        line["reply"]["checklist"][-1]["answer"] = "n/a"
    record = reviewed(tmp_path, RIGHT, [probe_line(UNFAIR), *lines])
    assert outcome(record) == ("error", "quorum")
    assert record.verdict is not None
    assert "answer should be one of yes, no" in record.verdict.explanation


def test_a_check_keeps_its_name_and_dropped_tests_are_named(tmp_path: Path) -> None:
    lines = [
        rubric_line(),
        probe_line(DEMAND, GREEN_ON_BASE),
        *(judged(seat, None) for seat in JUDGES),
    ]
    config = make_config(tmp_path / "home", lines)
    file = config.home / "coordinator.yaml"
    file.write_text(file.read_text().replace("checks: []", "checks: [{name: p1, run: 'true'}]"))
    record = review_locally(
        load(config=file, environ={"COORDINATOR_HOME": str(config.home)}),
        work_on(tmp_path / "repo", RIGHT),
    )
    assert [(check.name, check.status) for check in record.checks] == [
        ("p1", "green"),
        ("P2", "green"),
        ("P3", "error"),
    ]
    assert record.verdict is not None
    assert "blind tests dropped: P3" in record.verdict.labels


def test_a_tester_with_a_copy_of_its_own_has_the_base_in_it(tmp_path: Path) -> None:
    argv = [sys.executable, "-c", "print(open('greet.py').read())"]
    seats = f"  tester: {{command: {{argv: {json.dumps(argv)}, prompt: stdin}}}}\n  judge: {{recorded: REPLIES}}"
    config = make_config(tmp_path / "home", [], review="protocol: judge", seats=seats)
    record = review_locally(config, work_on(tmp_path / "repo", RIGHT))
    reply = next(ask.answered.ending for ask in record.asked if ask.purpose == "probe")
    assert reply.kind == "reply"
    assert reply.text.strip() == BASE["greet.py"].strip()


def test_what_is_asked_in_the_tracker_has_no_test_that_the_author_may_not_read(
    tmp_path: Path,
) -> None:
    prompts, origin = list[str](), Origin(tmp_path)
    origin.push("refs/heads/main", line="return 'Hello'")
    origin.push("refs/heads/work-1")

    def look(run: Run) -> None:
        prompts.append(run.prompt)
        reply = report(
            (4, 4), evidence=[{"source": "greet.py", "quote": "return 'Hello, ' + name"}]
        )
        reply["checklist"].append(
            {"id": "P2", "answer": "yes", "evidence": reply["checklist"][0]["evidence"]}
        )
        answers(reply)(run)

    with MulticaServer() as server:
        server.add_agent(META, behave=answers(RUBRIC))
        server.add_agent("Judge", behave=look)
        author = server.add_agent("Author")
        issue = server.add_issue(
            "Greet", assignee=author, status="in_progress", description=MULTICA_ASKED
        )
        server.add_pull_request(issue, branch="work-1", head_sha="", number=1)
        replies = write_replies(
            tmp_path / "home", [probe_line(KEEP, UNFAIR, GREEN_ON_BASE, seat="Tester")]
        )
        text = f"multica: {{repos: [{{url: {URL}, path: {origin.clone}, base: origin/main}}]}}\n"
        text += f"panel: {{meta_judge: {{mention: {META}}}, tester: {{recorded: {replies}}}, judge: {{mention: Judge}}}}\n"
        text += "review: {protocol: judge, experiments: probes}\n"
        config = settle(server, tmp_path / "home", text + FAST)
        with watching(server, config):
            enter(server, issue)
            (record,) = ended(server, config)
    assert [check.status for check in record.checks] == ["green", "red", "error"]
    (prompt,) = prompts
    assert str(UNFAIR["title"]) in prompt
    assert not [
        probe["title"] for probe in (KEEP, GREEN_ON_BASE) if f": {probe['title']})" in prompt
    ]


@pytest.mark.soak
def test_kill_9_at_every_event_of_a_review_with_blind_tests(tmp_path: Path) -> None:
    lines = [rubric_line(), probe_line(DEMAND, KEEP), *(judged(seat, True) for seat in JUDGES)]
    config, repo = make_config(tmp_path / "home", lines), work_on(tmp_path / "repo", WRONG)
    submit(config, add_issue(config, repo))
    environ, kills = {**os.environ, "COORDINATOR_HOME": str(config.home)}, 0
    killed = partial(
        Copy,
        work_until_killed,
        1,
        False,
        env=environ,
        cwd=config.home,
        stderr=config.home / "stderr",
    )
    while (code := killed().wait(120)) != 0:
        assert code == -signal.SIGKILL, (config.home / "stderr").read_text()[-2000:]
        kills += 1
        assert kills < 200
    with open_store(config.home) as store:
        (run,) = store.runs()
        record, events = ReviewReader(store).review(run.id), store.events(run.id)
    assert kills > 10
    assert outcome(record) == ("reject", "gate")
    assert results(record) == {"P1": "red", "P2": "green"}
    assert len({event.key for event in events}) == len(events)
    assert len([ask for ask in record.asked if ask.purpose == "probe"]) == 1
    assert list((config.home / "work").iterdir()) == []


@pytest.mark.soak
def test_the_tests_are_frozen_and_run_again_on_the_rework(tmp_path: Path) -> None:
    lines = [rubric_line(), probe_line(DEMAND, KEEP, review=1)]
    lines += [judged(seat, True, review=1) for seat in JUDGES]
    lines += [judged(seat, None, review=2, rework={"R1": "resolved"}) for seat in JUDGES]
    config, repo = make_config(tmp_path / "home", lines), work_on(tmp_path / "repo", WRONG)
    key = add_issue(config, repo)
    submit(config, key)
    review_board(config)
    deliver(repo, {"greet.py": RIGHT})
    submit(config, key)
    first, second = review_board(config)
    assert (first.state, second.state) == ("reject", "accept")
    assert results(second) == {"P1": "green", "P2": "green"}
    assert not [ask for ask in second.asked if ask.purpose in ("rubric", "probe")]


# -- the reply


def test_a_title_is_a_line_that_fits_anywhere() -> None:
    read = read_probes(json.dumps({"probes": [DEMAND | {"title": "two\nlines " + "x" * 9000}]}))
    assert isinstance(read, Probes)
    assert read.probes[0].title.startswith("two lines xxx")
    assert len(read.probes[0].title) == 300


def test_a_reply_is_read_as_probes_or_refused_with_the_cause() -> None:
    read = read_probes(json.dumps({"probes": [DEMAND, KEEP]}))
    assert isinstance(read, Probes)
    assert [(probe.kind, probe.script.language) for probe in read.probes] == [
        ("demand", "python"),
        ("keep", "python"),
    ]
    for wrong, cause in {
        "[]": "there are no probes",
        json.dumps([DEMAND | {"kind": "wish"}]): "kind should be one of demand, sibling, keep",
        json.dumps([DEMAND | {"run": ""}]): "a script must have between 1 and",
        json.dumps([DEMAND | {"title": ""}]): "title is missing",
        json.dumps([DEMAND] * 7): "probes has 7 entries, at most 6 are allowed",
    }.items():
        read = read_probes(f'{{"probes": {wrong}}}')
        assert isinstance(read, Unreadable)
        assert cause in read.cause


def asked(record: ReviewRecord, purpose: str) -> list[tuple[str, int]]:
    return [(ask.seat, ask.round) for ask in record.asked if ask.purpose == purpose]


# -- executed evidence comes first

CERTAIN = DEMAND | {"certainty": 5, "answers": ["CK-001"]}
SIBLING = DEMAND | {
    "kind": "sibling",
    "title": "the third guest is greeted",
    "quote": "",
    "certainty": 4,
    "run": "from greet import greet\ngreet('Ann')\ngreet('Bob')\nexit('Cid' not in greet('Cid'))",
}


def test_green_tests_that_cover_the_request_and_one_judge_accept(tmp_path: Path) -> None:
    lines = [probe_line(CERTAIN, KEEP), *(judged(seat, None) for seat in JUDGES)]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("accept", "executed evidence")
    assert len(asked(record, "judge")) == 1
    assert record.verdict is not None
    assert "not every seat was asked" in record.verdict.labels


def test_adaptive_off_asks_everyone(tmp_path: Path) -> None:
    lines = [probe_line(CERTAIN, KEEP), *(judged(seat, None) for seat in JUDGES)]
    rules = "protocol: judge-with-debate, adaptive: off"
    record = reviewed(tmp_path, RIGHT, lines, rules)
    assert outcome(record) == ("accept", "executed evidence")
    assert sorted(asked(record, "judge")) == [(seat, 0) for seat in JUDGES]


@pytest.mark.parametrize(
    ("objecting", "expected"),
    [(1, ("accept", "executed evidence")), (2, ("escalate", "open question"))],
)
def test_a_lone_opinion_against_a_green_test_is_advice_and_a_majority_calls_a_person(
    objecting: int, expected: tuple[str, str], tmp_path: Path
) -> None:
    shown = [{"source": "greet.py", "quote": "def greet(name"}]
    lines = [probe_line(CERTAIN)]
    for number, seat in enumerate(JUDGES):
        against = ["CK-001"] if number < objecting else []
        lines.append(judge_line(seat, report((2, 2), against=against, evidence=shown)))
    rules = "protocol: judge-with-debate, debates: 0"
    record = reviewed(tmp_path, RIGHT, lines, rules)
    assert outcome(record) == expected
    assert record.verdict is not None
    assert any("No, says" in text for text in record.verdict.advice)
    # One judge is asked first. As soon as it doubts, the others are asked.
    assert sorted(asked(record, "judge")) == [(seat, 0) for seat in JUDGES]


def test_one_judge_who_finds_a_certain_red_test_fair_rejects(tmp_path: Path) -> None:
    lines = [probe_line(CERTAIN, KEEP), *(judged(seat, True) for seat in JUDGES)]
    record = reviewed(tmp_path, WRONG, lines)
    assert outcome(record) == ("reject", "executed evidence")
    assert len(asked(record, "judge")) == 1
    assert record.verdict is not None
    (reason,) = record.verdict.reasons
    assert reason.requirement == ASKED


def test_a_place_that_was_left_as_it_was_is_found_by_a_sibling_test(tmp_path: Path) -> None:
    lines = [probe_line(SIBLING), *(judged(seat, True) for seat in JUDGES)]
    record = reviewed(tmp_path, WRONG, lines)
    assert outcome(record) == ("reject", "executed evidence")


def test_judges_who_call_a_certain_red_test_wrong_without_a_run_leave_it_to_a_person(
    tmp_path: Path,
) -> None:
    lines = [probe_line(CERTAIN), *(judged(seat, False) for seat in JUDGES)]
    record = reviewed(tmp_path, WRONG, lines)
    assert outcome(record) == ("escalate", "open question")
    assert sorted(asked(record, "judge")) == [(seat, 0) for seat in JUDGES]
    assert record.verdict is not None
    assert "no script has shown that the test is wrong" in record.verdict.explanation


def test_a_red_test_of_little_certainty_is_advice(tmp_path: Path) -> None:
    unsure = UNFAIR | {"certainty": 2}
    lines = [probe_line(unsure), *(judged(seat, True) for seat in JUDGES)]
    assert outcome(reviewed(tmp_path, RIGHT, lines)) == ("accept", "above the bar")


# -- a test that does not behave on the base goes back to its tester once


def test_a_tester_mends_what_did_not_behave_on_the_base(tmp_path: Path) -> None:
    broken = CERTAIN | {"run": "from greeting import greet\nexit(greet('Bob') != 'Hello, Bob')"}
    lines = [
        probe_line(broken, KEEP),
        probe_line(CERTAIN, round=1),
        *(judged(seat, None) for seat in JUDGES),
    ]
    record = reviewed(tmp_path, RIGHT, lines)
    assert asked(record, "probe") == [("Meta-Judge", 0), ("Meta-Judge", 1)]
    with open_store(tmp_path / "home") as store:
        prompts = [store.text(ask.answered.prompt) for ask in record.asked]
    (again,) = [text for text in prompts if "What your first tests did" in text]
    assert "it ended early, with ModuleNotFoundError, before its own comparison" in again
    assert outcome(record) == ("accept", "executed evidence")


def test_a_test_that_cannot_be_mended_loses_its_weight_and_not_the_review(tmp_path: Path) -> None:
    broken = CERTAIN | {"run": "from greeting import greet\nexit(greet('Bob') != 'Hello, Bob')"}
    lines = [
        probe_line(broken),
        probe_line(broken, round=1),
        *(judged(seat, False) for seat in JUDGES),
    ]
    record = reviewed(tmp_path, RIGHT, lines)
    assert record.rubric is not None
    assert [probe.certainty for probe in record.rubric.rubric.probes or ()] == [3]
    assert outcome(record) == ("accept", "above the bar")


# -- a trial fix shows that the tests can be met

TRIAL = [{"path": "greet.py", "old": "return 'Hello'", "new": "return f'Hello, {name}'"}]


def test_a_test_that_the_trial_fix_meets_is_used_and_the_fix_is_shown_to_nobody(
    tmp_path: Path,
) -> None:
    lines = [probe_line(CERTAIN, KEEP, trial=TRIAL), *(judged(seat, None) for seat in JUDGES)]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("accept", "executed evidence")
    assert asked(record, "probe") == [("Meta-Judge", 0)]
    with open_store(tmp_path / "home") as store:
        prompts = [store.text(ask.answered.prompt) for ask in record.asked]
    assert not [prompt for prompt in prompts if "f'Hello, {name}'" in prompt]
    assert record.verdict is not None
    assert "f'Hello" not in verdict_comment(record.verdict, record.id)


def test_a_test_that_its_own_trial_fix_does_not_meet_is_dropped_with_the_reason(
    tmp_path: Path,
) -> None:
    unfair = UNFAIR | {"certainty": 5, "answers": ["CK-001"]}
    lines = [
        probe_line(unfair, KEEP, trial=TRIAL),
        probe_line(unfair, round=1),
        *(judged(seat, None) for seat in JUDGES),
    ]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("accept", "above the bar")
    assert sorted(results(record).values()) == ["error", "green"]
    (dropped,) = [check for check in record.checks if check.status == "error"]
    assert "dropped: it is red with the trial fix of its own tester" in dropped.summary


@pytest.mark.parametrize(
    "edit",
    [
        {"path": "greet.py", "old": "nowhere", "new": "x"},
        {"path": "none.py", "old": "x", "new": "y"},
        {"path": "greet.py", "old": "", "new": "x"},
        {"path": "../../etc/passwd", "old": "", "new": "x"},
        {"path": ".git/hooks/post-checkout", "old": "", "new": "x"},
    ],
)
def test_a_trial_fix_that_cannot_be_applied_is_left_aside(
    tmp_path: Path, edit: dict[str, str]
) -> None:
    lines = [probe_line(CERTAIN, trial=[edit]), *(judged(seat, None) for seat in JUDGES)]
    record = reviewed(tmp_path, RIGHT, lines)
    assert outcome(record) == ("accept", "executed evidence")


# -- what runs come to


def probe(kind: Any = "demand") -> Probe:
    script = Experiment(run="exit 1", language="sh", shows="", on="both")
    return Probe(id="P1", kind=kind, title="it", quote=ASKED, script=script)


@pytest.mark.parametrize(
    ("kind", "codes", "status"),
    [
        ("demand", [0], "error"),
        ("demand", [None], "error"),
        ("demand", [1], None),
        ("demand", [1, 0], "error"),
        ("demand", [1, 1, 0], "green"),
        ("demand", [1, 1, 1], None),
        ("demand", [1, 1, 1, 1], "red"),
        ("demand", [1, 1, None, None], "red"),
        ("demand", [1, 1, 1, 0], "error"),
        ("keep", [1], "error"),
        ("keep", [0, 0, 0], "green"),
        ("keep", [0, 1], "error"),
        ("keep", [0, 0, 2, 2], "red"),
    ],
)
def test_a_probe_counts_if_it_behaves_on_the_base_both_times(
    kind: str, codes: list[int | None], status: str | None
) -> None:
    turns = zip(("base", "base", "work", "work"), codes, strict=False)
    runs = [ExperimentRun(on=on, code=code, output="") for on, code in turns]  # type: ignore[arg-type]
    result = probe_result(probe(kind), runs)
    assert (result.status if result else None) == status


def test_probes_take_ids_that_no_item_has() -> None:
    rubric = Rubric.model_validate(
        {
            "checklist": [{"id": "P1", "question": "Is it?", "importance": "essential"}],
            "dimensions": [{"name": "Care", "description": "", "weight": 1}],
        }
    )
    found = with_probes(rubric, [probe(), probe()], ())
    assert [each.id for each in found.probes or ()] == ["P2", "P3"]
    assert without_probe_items(found).checklist == rubric.checklist
