"""What the release before has written opens, is listed and shown, and goes on: `tests/upgrade/make.py` made it."""

from __future__ import annotations

import json
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from coordinator.cli import main
from tests.support.databases import state_in
from tests.support.doc_pages import DOCS, blocks, fits
from tests.support.programs import accepting_no_sandbox, needing
from tests.support.reviews import deliver
from tests.support.shell import data_of
from tests.support.waiting import PATIENCE
from tests.upgrade.unpacked import RELEASES, unpack

# What was under way, by what it is about.
DEBATED, ASKING = "Greet them all", "Greet for Maria"
JUDGED, OFFERED = "Greet in a branch", "Greet in a pull request"
AGREED, DISPUTED, VOTING = (
    f"{verb} the list of guests" for verb in ("Agree on", "Dispute", "Vote on")
)


# What the newer release has left beside that, each with its state.
FURTHER_REVIEWS = {
    "Greet or wait": "escalate",
    "Greet before slow examiners": "open",
    "Greet and stop": "open",
    "Greet no more": "cancelled",
    "Greet and tell": "open",
    "Greet and decide": "reject",
}
FURTHER_RUNS = {
    "Greet by hand": "open",
    "Greet before Maria": "open",
    "Greet while it works": "open",
    "Greet in a command": "open",
}
FURTHER_COUNCILS = {
    "Decide on the list of guests": "decided",
    "Ask Maria about the list of guests": "open",
    "Revise the list of guests": "open",
}


class Ran(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


class House:
    """The directory that the release before has left, and the commands of this one."""

    def __init__(self, place: Path, release: str, output: pytest.CaptureFixture[str]) -> None:
        self.place = place
        self.release = release
        self.home = place / "home"
        self._output = output

    def __call__(self, *arguments: str) -> Ran:
        """Run a command in this process, which is quicker; it does not wait for ever."""
        with bounded(), pytest.raises(SystemExit) as ended:
            main(arguments)
        assert isinstance(ended.value.code, int)
        return Ran(ended.value.code, *self._output.readouterr())

    def said(self, *arguments: str) -> str:
        """What a command prints that ends well."""
        ran = self(*arguments)
        assert ran.code == 0, ran
        return ran.out

    def read(self, *arguments: str) -> Any:
        """What a command prints for programs."""
        return data_of(self.said(*arguments, "--json"))

    def everything(self) -> list[Any]:
        """All that is on record, newest first."""
        rows: list[Any] = self.read("list")
        return rows

    def id(self, title: str) -> str:
        """The only thing that is about this."""
        [row] = [row for row in self.everything() if row["title"] == title]
        return str(row["id"])

    def asked(self, run_id: str) -> list[str]:
        """What was asked and answered, each with who, for what and in which round."""
        return sorted(
            re.findall(r"^==== (.*): reply$", self.said("show", run_id, "--prompts"), re.MULTILINE)
        )

    @contextmanager
    def asks_only(self, run_id: str, *more: str) -> Iterator[None]:
        """Nothing is asked meanwhile but this, and what was answered before is still there."""
        before = self.asked(run_id)
        yield
        assert self.asked(run_id) == sorted([*before, *more])
        assert self.asked(run_id), "there is nothing to compare"


@contextmanager
def bounded() -> Iterator[None]:
    """Interrupt what takes too long."""

    def late(*_: object) -> None:
        raise TimeoutError("it waits for ever")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.fixture(params=RELEASES)
def release(request: pytest.FixtureRequest) -> str:
    """The commit that has written the state."""
    found: str = request.param
    return found


@pytest.fixture(params=["sqlite", *needing("postgresql")])
def house(
    request: pytest.FixtureRequest,
    release: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Iterator[House]:
    """What was left, in its files, and then moved into PostgreSQL with all that was under way."""
    unpack(release, tmp_path)
    monkeypatch.setenv("COORDINATOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    house = House(tmp_path, release, capsys)
    if request.param == "postgresql":
        house.said("state", "export", "--to", "moved.jsonl")
    with state_in(house.home, request.param) as url:
        if url:
            house.said("state", "import", "moved.jsonl")
        yield house


# -- the file itself


@pytest.fixture
def version(tmp_path: Path) -> Callable[[str], int]:
    """The version of the tables in the files that were left; what is given is done to them before."""

    def read(statement: str = "SELECT 1") -> int:
        with closing(sqlite3.connect(tmp_path / "home/state.db")) as db:
            db.execute(statement)
            found: int = db.execute("PRAGMA user_version").fetchone()[0]
        return found

    return read


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
def test_the_first_command_that_opens_it_makes_it_new_and_one_of_a_newer_version_is_refused(
    house: House, version: Callable[[str], int]
) -> None:
    before = version("SELECT 1")
    house.said("config")
    assert version("SELECT 1") == before
    house.said("list")
    assert before <= version("SELECT 1") < 99
    assert house.release != "5f374c3" or before < version("SELECT 1")
    version("PRAGMA user_version = 99")
    refused = house("list")
    [shown] = blocks(DOCS / "upgrade.md", "text")
    assert (refused.code, refused.out, fits(shown.text, refused.err)) == (3, "", True)
    assert version("SELECT 1") == 99


# -- what is on record


def test_all_that_was_written_is_listed_with_its_state(house: House) -> None:
    newer = house.release != "5f374c3"
    further = {**FURTHER_REVIEWS, **FURTHER_COUNCILS} if newer else {}
    listed = [
        (row["title"], row["state"]) for row in reversed(house.everything()) if row["job"] != "run"
    ]
    assert listed == [
        ("Greet the guests", "reject"),
        ("Greet the guests", "accept"),
        ("Greet them twice", "accept"),
        (DEBATED, "open"),
        ("Greet by one judge", "accept"),
        ("Greet before examiners", "reject"),
        (ASKING, "open"),
        (AGREED, "agreed"),
        (DISPUTED, "escalate"),
        (VOTING, "open"),
        *further.items(),
    ]
    runs = [(row["title"], row["state"]) for row in reversed(house.read("list", "--kind", "run"))]
    further = FURTHER_RUNS if newer else {}
    assert runs == [
        ("Greet in stages", "completed"),
        (JUDGED, "open"),
        (OFFERED, "open"),
        *further.items(),
    ]
    lines = house.said("list").splitlines()
    assert len(lines) == len(listed) + len(runs)
    assert any("Greet them twice (decided by maria)" in line for line in lines)
    further_cards = ["in_review", "in_review"] if newer else []
    cards = [row["status"] for row in house.read("board", "list")]
    assert cards == ["done", "done", "in_review", "done", *further_cards]


def test_all_that_was_written_is_shown(house: House) -> None:
    for row in house.everything():
        whole = house.read("show", row["id"])
        assert whole["id"] == row["id"]
        shown = house.said("show", row["id"])
        assert row["id"] in shown.splitlines()[0]
        assert row["title"] in shown
        assert len(house.said("show", row["id"], "--prompts")) > len(shown)


def test_a_review_is_shown_with_its_debate_and_what_decided_it(house: House) -> None:
    first, again = (row["id"] for row in reversed(house.read("list")) if row["key"] == "B-1")
    whole = house.read("show", first)
    assert (whole["verdict"]["outcome"], whole["verdict"]["rule"]) == ("reject", "gate")
    assert [reason["id"] for reason in whole["verdict"]["reasons"]] == ["R1"]
    assert [asked["seat"] for asked in whole["asked"] if asked["purpose"] == "debate"] == [
        "Ann",
        "Bob",
        "Cid",
    ]
    assert len(whole["standings"]) == 2
    shown = house.said("show", first)
    assert "✓ greet.py:2: “return 'Hello, ' + name” [verified]" in shown
    assert house.read("show", again)["number"] == 2
    page = house.place / "review.html"
    house.said("show", first, "--html", str(page))
    assert "Is every guest greeted by name?" in page.read_text(encoding="utf-8")


def test_a_persons_decision_stands_beside_what_the_panel_came_to(house: House) -> None:
    whole = house.read("show", house.id("Greet them twice"))
    assert whole["verdict"]["outcome"] == "escalate"
    [settled] = whole["decisions"]
    assert settled["state"] == "done"
    decision = settled["decision"]
    told = {name: decision[name] for name in ("outcome", "reason", "by", "panel")}
    assert told == {
        "outcome": "accept",
        "reason": "Twice is enough.",
        "by": "maria",
        "panel": "escalate",
    }


def test_what_has_ended_is_only_looked_up_again(house: House) -> None:
    for title, code in (
        ("Greet by one judge", 0),
        ("Greet before examiners", 1),
        ("Greet in stages", 0),
        (AGREED, 0),
    ):
        run_id = house.id(title)
        with house.asks_only(run_id):
            assert house("resume", run_id).code == code


def test_what_is_moved_to_another_home_is_the_same_there_and_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    run_id, other = house.id(DEBATED), house.place / "other"
    house.said("state", "export", "--to", "there.jsonl")
    before = house.asked(run_id)
    shutil.copytree(house.home, other, ignore=shutil.ignore_patterns("*.db*", "env", "work"))
    monkeypatch.setenv("COORDINATOR_HOME", str(other))
    house.said("state", "import", "there.jsonl")
    house.said("state", "export", "--to", "back.jsonl")
    assert (house.place / "back.jsonl").read_text() == (house.place / "there.jsonl").read_text()
    assert house("state", "import", "back.jsonl").code == 64, (
        "what is there is not mixed with anything"
    )
    assert house("resume", run_id).code == 1
    assert house.asked(run_id) == sorted([*before, "Cid (debate 1)"])


# -- reviews that go on


def test_a_review_that_was_killed_in_its_debate_goes_on_and_the_next_one_knows_its_reasons(
    house: House,
) -> None:
    run_id = house.id(DEBATED)
    with house.asks_only(run_id, "Cid (debate 1)"):
        assert house("resume", run_id).code == 1
    verdict = house.read("show", run_id)["verdict"]
    assert (verdict["outcome"], verdict["rule"], "agreement by debate" in verdict["labels"]) == (
        "reject",
        "gate",
        True,
    )
    card = house.read("board", "show", "B-3")
    assert (card["issue"]["status"], len(card["comments"])) == ("in_progress", 1)

    deliver(house.place / "repo", {"greet.py": "# for everybody\n    return 'Hello, ' + name\n"})
    house.said("board", "move", "B-3", "in_review", "--as", "ada")
    assert house("review", "--issue", "B-3").code == 0
    again = house.read("show", house.read("list")[0]["id"])
    assert (again["number"], again["state"], again["rubric"]["origin"]) == (
        2,
        "accept",
        "earlier review",
    )


def test_a_daemon_goes_on_with_what_the_one_before_has_left_and_begins_nothing_anew(
    house: House,
) -> None:
    before = {row["id"]: row["state"] for row in house.everything()}
    run_id = house.id(DEBATED)
    ended = {run_id: "reject"}
    if house.release != "5f374c3":
        ended |= {house.id("Greet and tell"): "accept"}
    with house.asks_only(run_id, "Cid (debate 1)"), daemon(house.place):
        deadline = time.monotonic() + PATIENCE
        while any(house.read("show", each)["state"] != state for each, state in ended.items()):
            assert time.monotonic() < deadline, (house.home / "coordinator.log").read_text()
            time.sleep(0.05)
    assert {row["id"]: row["state"] for row in house.everything()} == before | ended


@contextmanager
def daemon(place: Path) -> Iterator[None]:
    """A real one while the body lasts."""
    with open(place / "home/coordinator.yaml", "a") as config:
        config.write(accepting_no_sandbox())
    with subprocess.Popen(
        [sys.executable, "-m", "coordinator", "watch"], cwd=place, stderr=subprocess.DEVNULL
    ) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


def test_a_person_who_was_asked_before_can_answer_now(house: House) -> None:
    run_id, config = house.id(ASKING), str(house.home / "person.yaml")
    assert house.said("inbox").startswith(f"{run_id}/judge/Maria/0  maria, judge, ")
    assert "Is every guest greeted by name?" in house("answer", run_id).err
    with house.asks_only(run_id, "Maria (judge)"):
        assert (
            house.said("answer", run_id, "--file", "answer.json")
            == f"answered {run_id}/judge/Maria/0\n"
        )
        assert house("resume", run_id, "--config", config).code == 0
    assert house.read("show", run_id)["state"] == "accept"


# -- runs that go on


def test_a_run_that_was_killed_under_its_judge_goes_on_in_its_worktree(house: House) -> None:
    run_id = house.id(JUDGED)
    with house.asks_only(run_id, "review (stage 2)"):
        ended = house.read("resume", run_id)
    assert (ended["kind"], ended["stage"], ended["branch"]) == (
        "completed",
        "done",
        f"coordinator/{run_id}",
    )
    stages = [passed["visit"]["stage"] for passed in house.read("show", run_id)["path"]]
    assert stages == ["implement", "test", "review", "fix", "test", "review", "done"]


def test_a_run_that_waited_for_its_pull_request_hears_that_it_is_merged(house: House) -> None:
    run_id = house.id(OFFERED)
    with house.asks_only(run_id):
        house.said("decide", run_id, "pr_merged")
        ended = house.read("resume", run_id)
    assert (ended["kind"], ended["stage"]) == ("completed", "merged")


# -- councils that go on


def test_a_council_that_was_killed_while_it_voted_agrees(house: House) -> None:
    run_id = house.id(VOTING)
    with house.asks_only(run_id, "Cid (vote 1)", "Ann (synthesise 1)", "Ann (plan 1)"):
        assert "the council agreed on A: a table (by Ann, version 1)" in house.said(
            "resume", run_id
        )
    assert house.read("show", run_id)["state"] == "agreed"
    assert {path.name for path in (house.home / "councils" / run_id).iterdir()} == {
        "result.json",
        "spec.md",
        "plan.md",
        "prompt.md",
    }


def test_a_council_that_could_not_agree_is_decided_by_a_person(house: House) -> None:
    run_id = house.id(DISPUTED)
    with house.asks_only(run_id, "Bob (plan 1)"):
        house.said("decide", run_id, "B", "--reason", "We have one.", "--by", "maria")
    whole = house.read("show", run_id)
    decision = whole["decision"]
    assert (whole["state"], decision["proposal"], decision["person"]) == (
        "decided",
        "Bob/1",
        "maria",
    )


# -- what the newer release has left beside that

newer = pytest.mark.parametrize("release", ["70a7387"], indirect=True)


@newer
def test_all_that_waits_for_a_person_is_in_the_inbox(house: House) -> None:
    titles = {row["id"]: row["title"] for row in house.everything()}
    waiting = {titles[item["id"].partition("/")[0]]: item["todo"] for item in house.read("inbox")}
    assert waiting.keys() == {
        ASKING,
        DISPUTED,
        "Greet or wait",
        "Greet by hand",
        "Greet before Maria",
        "Ask Maria about the list of guests",
    }
    assert "decide" in waiting["Greet or wait"]


@newer
def test_a_person_decides_a_review_that_was_escalated(house: House) -> None:
    run_id = house.id("Greet or wait")
    with house.asks_only(run_id):
        house.said("decide", run_id, "accept", "--reason", "Why wait?", "--by", "maria")
    whole = house.read("show", run_id)
    assert (whole["state"], whole["verdict"]["outcome"]) == ("accept", "escalate")


@newer
def test_examiners_that_were_killed_go_on(house: House) -> None:
    run_id = house.id("Greet before slow examiners")
    with house.asks_only(run_id, "Planner (argue)", "Chair (rule)"):
        assert house("resume", run_id).code == 1
    assert house.read("show", run_id)["verdict"]["rule"] == "drift"


@newer
def test_a_review_that_was_stopped_goes_on_and_one_that_was_cancelled_does_not(
    house: House,
) -> None:
    run_id = house.id("Greet and stop")
    with house.asks_only(run_id, "Judge (judge)"):
        assert house("resume", run_id).code == 0
    cancelled = house.id("Greet no more")
    with house.asks_only(cancelled):
        assert house("resume", cancelled).code == 3
    assert house.read("show", cancelled)["state"] == "cancelled"


@newer
def test_a_verdict_that_was_not_carried_out_is(house: House) -> None:
    run_id = house.id("Greet and tell")
    assert house.read("board", "show", "B-5")["comments"] == []
    with house.asks_only(run_id):
        assert house("resume", run_id).code == 0
    card = house.read("board", "show", "B-5")
    assert (card["issue"]["status"], len(card["comments"])) == ("done", 1)


@newer
def test_a_decision_that_was_not_carried_out_is_carried_out_by_the_daemon(house: House) -> None:
    run_id = house.id("Greet and decide")
    before = house.read("board", "show", "B-6")
    [decision] = house.read("show", run_id)["decisions"]
    assert (decision["state"], before["issue"]["status"]) == ("open", "in_review")
    with house.asks_only(run_id), daemon(house.place):
        deadline = time.monotonic() + PATIENCE
        while house.read("show", run_id)["decisions"][0]["state"] == "open":
            assert time.monotonic() < deadline, (house.home / "coordinator.log").read_text()
            time.sleep(0.05)
    assert house.read("show", run_id)["state"] == "reject"
    after = house.read("board", "show", "B-6")
    assert (after["issue"]["status"], len(after["comments"])) == (
        "in_progress",
        len(before["comments"]) + 1,
    )


@newer
def test_a_person_who_was_at_work_says_that_it_is_done(house: House) -> None:
    run_id, config = house.id("Greet by hand"), str(house.home / "person.yaml")
    (house.place / "done.md").write_text("[DONE] It is in.\n")
    with house.asks_only(run_id, "Maria (work 1)"):
        house.said("answer", run_id, "--file", "done.md")
        ended = house.read("resume", run_id, "--config", config)
    assert (ended["kind"], ended["stage"]) == ("completed", "done")


@newer
def test_a_person_on_the_panel_of_a_stage_judges(house: House) -> None:
    run_id, config = house.id("Greet before Maria"), str(house.home / "person.yaml")
    seen = json.loads(
        (house.place / "answer.json").read_text().replace("greet.py:2", "greeting.txt:1")
    )
    answer = json.dumps(seen).replace("return 'Hello, ' + name", "Hello, Ada")
    (house.place / "seen.json").write_text(answer)
    with house.asks_only(run_id, "panel/review/1/Maria (judge)"):
        house.said("answer", run_id, "--file", "seen.json")
        ended = house.read("resume", run_id, "--config", config)
    assert (ended["kind"], ended["stage"]) == ("completed", "done")


@newer
def test_a_run_that_was_killed_under_its_agent_goes_on_and_hears_what_it_was_told_since(
    house: House,
) -> None:
    run_id = house.id("Greet while it works")
    with house.asks_only(run_id, "Agent (work 1)"):
        ended = house.read("resume", run_id)
    assert (ended["kind"], ended["stage"]) == ("completed", "merged")


@newer
def test_a_run_that_was_killed_in_a_command_begins_it_again(house: House) -> None:
    ended = house.read("resume", house.id("Greet in a command"))
    assert (ended["kind"], ended["stage"]) == ("completed", "done")


@newer
def test_a_person_votes_in_a_council(house: House) -> None:
    run_id, config = house.id("Ask Maria about the list of guests"), str(house.home / "person.yaml")
    labels = re.findall(r"### Proposal (.)\n\nname: (.*)", house.read("answer", run_id)["prompt"])
    ratings = [{"label": label, "score": 9 if name == "a table" else 4} for label, name in labels]
    [choice] = [label for label, name in labels if name == "a table"]
    vote = {"ratings": ratings, "choice": choice, "reasoning": "It is plain.", "confidence": "high"}
    (house.place / "vote.json").write_text(json.dumps(vote))
    with house.asks_only(run_id, "Maria (vote 1)", "Ann (synthesise 1)", "Ann (plan 1)"):
        house.said("answer", run_id, "--file", "vote.json")
        assert "the council agreed on" in house.said("resume", run_id, "--config", config)
    assert house.read("show", run_id)["state"] == "agreed"


@newer
def test_a_council_that_was_killed_while_it_revised_agrees(house: House) -> None:
    run_id = house.id("Revise the list of guests")
    votes = [f"{name} (vote 2)" for name in ("Ann", "Bob", "Cid")]
    with house.asks_only(run_id, "Cid (revise 2)", *votes, "Ann (synthesise 2)", "Ann (plan 1)"):
        house.said("resume", run_id)
    assert house.read("show", run_id)["state"] == "agreed"
    decided = house.read("show", house.id("Decide on the list of guests"))
    assert (decided["state"], decided["decision"]["person"]) == ("decided", "maria")
