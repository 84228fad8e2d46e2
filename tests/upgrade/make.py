"""Makes a state directory that `tests/project/test_upgrade.py` opens, by the commands of a release.

The folders beside this file are named after the commits that wrote them. To make one again, or one of a later release:

    git worktree add ../release 70a7387
    PYTHONPATH=../release/src .venv/bin/python tests/upgrade/make.py 70a7387

5f374c3, which is 0.1.0, was written by this file as it was in 70a7387: it has fewer runs. A folder that is here is
never made again to please a test. It stands for the state of people who upgrade.

Everything is done by `python -m coordinator`, in a new directory, with recorded agents; what is under way was killed
by `kill -9`. Then the databases are written out as text, everything else goes into `files.tar.gz`, and this is changed:

- the directory is called @PLACE@, and the hash of a path in it @SHA256:PATH@, so that it can lie elsewhere;
- the host and the boot of the processes that were killed are forgotten;
- what a person was asked waits for ever: no configuration gives them more than 30 days;
- `replies.jsonl` has what was not answered yet, and little else: whoever is asked a second time has nothing to say.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PATIENCE = 30.0  # seconds for anything that must happen
HANGS = 3600.0  # the delay of a reply that nobody waits for
NEVER = "253402300000.0"  # in the year 9999
LEFT_OUT = ("board.db", "state.db", "coordinator.log")  # written out as text, or of no use

Line = dict[str, Any]

# -- what is asked, and what is done

GREET = "greet.py must greet every guest by name.\n"
WORK = {
    "greet.py": "def greet(name):\n    return 'Hello, ' + name\n",
    "notes.md": "We greeted 40 guests.\n",
}
MENDED = {"notes.md": "Nobody was greeted yet.\n"}
PROBLEM = "Keep the list of guests\n\nGuests come and go all evening. Where is the list kept?\n"
NAMES = ("Ann", "Bob", "Cid")

JUDGES = f"[{', '.join(f'{{name: {name}, recorded: replies.jsonl}}' for name in NAMES)}]"
HOUSE = f"""\
review: {{protocol: judge-with-debate}}
panel:
  meta_judge: {{recorded: replies.jsonl}}
  judges: {JUDGES}
checks: [{{name: greets, run: "grep -q Hello greet.py", blocks: true}}]
watch: {{poll: 0.1s}}
workflow:
  agent: {{name: Agent, recorded: replies.jsonl}}
  judge: {{recorded: replies.jsonl}}
  panels: [{{name: strict, meta_judge: {{recorded: replies.jsonl}}, judges: {JUDGES}}}]
council: {{members: {JUDGES}}}
"""
ONE_JUDGE = """\
review: {protocol: judge}
panel: {meta_judge: {recorded: replies.jsonl}, judge: {recorded: replies.jsonl}}
checks: []
"""
EXAMINERS = """\
review: {protocol: tool-mad, debates: 0}
panel:
  judge: {name: Chair, recorded: replies.jsonl}
  debaters:
    - {name: Searcher, role: searcher, tool: code search, recorded: replies.jsonl}
    - {name: Reader, role: reader, tool: method, recorded: replies.jsonl}
    - {name: Planner, role: planner, tool: scope, recorded: replies.jsonl}
checks: []
"""
MARIA = "{name: Maria, person: {name: maria, deadline: 720h, remind: 720h}}"
WITH_MARIA = f"[{{name: Ann, recorded: replies.jsonl}}, {MARIA}]"
PERSON = f"""\
review: {{protocol: judge-with-debate}}
panel:
  meta_judge: {{recorded: replies.jsonl}}
  judges: {WITH_MARIA}
checks: []
workflow:
  agent: {MARIA}
  panels: [{{name: strict, meta_judge: {{recorded: replies.jsonl}}, judges: {WITH_MARIA}}}]
council:
  members: [{{name: Ann, recorded: replies.jsonl}}, {{name: Bob, recorded: replies.jsonl}}, {MARIA}]
"""
CONFIGURED = {"coordinator": HOUSE, "judge": ONE_JUDGE, "tool-mad": EXAMINERS, "person": PERSON}

GREETING = """\
name: greeting
stages:
  - id: implement
    entry: true
    on_enter: {inject: "Implement the issue. When done, say [DONE]."}
  - id: test
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {run: {command: 'echo "{\\"failed\\": \\"0\\"}"', output: test_output}}
    gate: {output: test_output, pass: {path: failed, values: ["0"]}}
  - id: review
    triggers: [{gate_result: {stage: test, verdict: pass}}]
    on_enter: {judge: {instructions: Is it right?, inputs: [issue, git_diff, test_output], output: opinion}}
  - id: fix
    triggers: [{judge_verdict: fail}]
    on_enter: {inject: "Mend it: {{ .Outputs.opinion.required_fixes }} Then say [DONE]."}
  - {id: done, terminal: true, triggers: [{judge_verdict: pass}]}
"""
MERGING = """\
name: merging
stages:
  - id: write
    entry: true
    on_enter: {inject: "Greet the guests, then say [DONE].", run: {command: "echo 'Hello, Ada' > greeting.txt"}}
  - id: review
    triggers: [{message_contains: "[DONE]"}]
    on_enter: {judge: {panel: strict, protocol: judge-with-debate, output: panel}}
  - id: offer
    triggers: [{judge_verdict: pass}]
    on_enter: {inject: "Open a pull request and name it."}
  - {id: merged, terminal: true, triggers: [{pr_merged: }]}
"""
BY_HAND = """\
name: by-hand
stages:
  - {id: implement, entry: true, on_enter: {inject: "Implement the issue. When done, say [DONE]."}}
  - {id: done, terminal: true, triggers: [{message_contains: "[DONE]"}]}
"""
BY_MARIA = """\
name: by-maria
stages:
  - id: review
    entry: true
    on_enter:
      run: {command: "echo 'Hello, Ada' > greeting.txt"}
      judge: {panel: strict, protocol: judge-with-debate, output: panel}
  - {id: done, terminal: true, triggers: [{judge_verdict: pass}]}
"""
# The command hangs when it is run for the first time.
HANGING = """\
name: hanging
stages:
  - id: prepare
    entry: true
    on_enter:
      run:
        command: 'test -e begun || { touch begun; sleep 3600; }; echo "{\\"ready\\": \\"yes\\"}"'
        timeout: 2h
    gate: {output: prepare, pass: {path: ready, values: ["yes"]}}
  - {id: done, terminal: true, triggers: [{gate_result: {stage: prepare, verdict: pass}}]}
"""
CLOSING = (
    '{add_labels: [greeted], comment_issue: "{{ .Issue.Identifier }} is done.", close_issue: true}'
)

# -- what is answered

SEEN = {"source": "greet.py:2", "quote": "return 'Hello, ' + name"}
ALONE = {"absent": "for |while ", "in": "*.py"}
UNDONE = {"source": "notes.md:1", "quote": "Nobody was greeted yet."}
GREETED = {"source": "greeting.txt:1", "quote": "Hello, Ada"}


def says(seat: str, purpose: str, reply: object, number: int = 0, **more: Any) -> Line:
    """One recorded reply."""
    given = {"reference": "{{reference}}"} | reply if isinstance(reply, dict) else reply
    return {"seat": seat, "purpose": purpose, "round": number, "reply": given} | more


def rubric(**more: Any) -> Line:
    """What the work is held against."""
    question = {
        "question": "Is every guest greeted by name?",
        "importance": "essential",
        "category": "hard_rule",
    }
    quote = {"quote": "greet every guest by name"}
    anchors = {"contrast": "a name", "score_2": "some", "score_4": "all"}
    care = {
        "description": "How careful is it?",
        "scale": "1-5",
        "weight": 1.0,
        "instruction": "look",
    }
    dimensions = [{"name": "Care", "anchors": anchors} | care | quote]
    found = {"checklist": [{"id": "CK-001"} | question | quote], "rubric_dimensions": dimensions}
    return says("Meta-Judge", "rubric", found, **more)


def report(score: int, evidence: object = SEEN, **more: Any) -> dict[str, Any]:
    """What a judge found: the essential item fails below 3."""
    return {
        "summary": "as seen",
        "checklist": [
            {"id": "CK-001", "answer": "no" if score < 3 else "yes", "evidence": [evidence]}
        ],
        "scores": [
            {
                "name": "Care",
                "reasoning": "compared",
                "placement": "",
                "score": score,
                "evidence": [evidence],
            }
        ],
        "findings": [],
        "rework": {},
    } | more


def judging(*scores: int, **more: Any) -> list[Line]:
    """What the panel finds before it debates."""
    given = {key: more.pop(key) for key in ("evidence", "rework") if key in more}
    return [
        says(seat, "judge", report(score, **given), **more)
        for seat, score in zip(NAMES, scores, strict=True)
    ]


def debating(*scores: int, **more: Any) -> list[Line]:
    """What the panel finds in a debate, in which Cid has looked again."""
    found = (SEEN, SEEN, ALONE)
    return [
        says(seat, "debate", report(score, evidence), 1, **more)
        for seat, score, evidence in zip(NAMES, scores, found, strict=True)
    ]


def opinion(verdict: str, number: int, **more: Any) -> Line:
    """What the judge of a stage finds."""
    fixes = [] if verdict == "pass" else ["greet by name"]
    found = {
        "verdict": verdict,
        "summary": "I have looked.",
        "findings": [],
        "required_fixes": fixes,
    }
    return says("review", "stage", found, number, **more)


def proposing() -> list[Line]:
    """A proposal of each member."""
    ways = {"Ann": "a table", "Bob": "a file", "Cid": "a wall"}
    given = {"code": "guests = []\n", "language": "python", "pros": ["plain"], "cons": ["slow"]}
    return [
        says(seat, "propose", {"name": way, "approach": f"Keep them in {way}."} | given, 1)
        for seat, way in ways.items()
    ]


def voting(number: int = 1, members: tuple[str, ...] = NAMES, **favourites: str) -> list[Line]:
    """A vote of each member, for its favourite."""
    letters = {name: f"{{{{letter of {name}}}}}" for name in members}

    def vote(seat: str, favourite: str) -> dict[str, Any]:
        scores = {author: 9 if author == favourite else 4 for author in members if author != seat}
        ratings = [{"label": letters[author], "score": score} for author, score in scores.items()]
        rest = {"reasoning": "It is plain.", "confidence": "high"}
        return {"ratings": ratings, "choice": letters[favourite]} | rest

    return [
        says(seat, "vote", vote(seat, favourite), number) for seat, favourite in favourites.items()
    ]


def revising() -> list[Line]:
    """Every member keeps its proposal in the second round."""
    kept = {"keep": True, "proposal": None, "defect": "", "answer": "", "adopt": "", "abstain": ""}
    return [says(seat, "revise", kept, 2) for seat in NAMES]


def summing_up(seat: str, number: int = 1) -> Line:
    """What a round came to."""
    lists = {
        "agreements": ["one list"],
        "disagreements": ["where"],
        "acceptance": ["none is lost"],
        "guidelines": [],
    }
    return says(seat, "synthesise", {"summary": "They are close."} | lists, number)


def planning(seat: str) -> Line:
    """The plan of what was decided."""
    steps = [
        {
            "title": title,
            "description": "do it",
            "expected_output": "a list",
            "files": ["guests.md"],
        }
        for title in ("Draw", "Fill", "Read")
    ]
    rest = {
        "objectives": ["one list"],
        "tests": ["count"],
        "risks": ["rain"],
        "rollback": "ask the host",
    }
    return says(seat, "plan", {"steps": steps} | rest, 1)


def argues(seat: str, drift: bool, *evidence: object) -> Line:
    """What an examiner says."""
    claim = "nobody was greeted" if drift else "it is as asked"
    return says(
        seat, "argue", {"drift": drift, "claim": claim, "evidence": list(evidence), "query": ""}
    )


def hanging(line: Line) -> Line:
    """A reply that does not come."""
    return line | {"delay": HANGS}


OFFERING = [
    says("Agent", "work", "[DONE]", 1),
    says("Agent", "work", "[DONE] https://example.org/greet/pull/7", 2),
]
ON_THE_BOARD = [
    *(line for key in ("B-1", "B-2", "B-3") for line in [rubric(issue=key)]),
    *judging(2, 2, 5, issue="B-1", review=1),
    *debating(2, 2, 2, issue="B-1", review=1),
    *judging(5, 5, 5, issue="B-1", review=2, rework={"R1": "resolved"}),
    *judging(5, 5, 2, issue="B-2"),
    *(
        says(seat, "debate", report(score), 1, issue="B-2")
        for seat, score in zip(NAMES, (5, 5, 2), strict=True)
    ),
    *judging(2, 2, 5, issue="B-3"),
]
STILL_TO_COME = [
    *debating(2, 2, 2, issue="B-3", review=1)[2:],
    *judging(5, 5, 5, issue="B-3", review=2, rework={"R1": "resolved"}),
    opinion("pass", 2),
    *voting(Cid="Ann"),
    summing_up("Ann"),
    planning("Ann"),
    planning("Bob"),
    # of the runs that happen further on
    argues("Planner", False, UNDONE),
    says("Chair", "rule", {"verdict": "reject", "failures": [], "refuted": []}),
    says("Judge", "judge", report(5)),
    OFFERING[0],
    *revising()[2:],
    *voting(2, Ann="Bob", Bob="Ann", Cid="Ann"),
    summing_up("Ann", 2),
]

# -- the house


class House:
    """A directory with a home, a repository and what is asked, and the commands that work there."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.home = place / "home"
        self.repo = place / "repo"
        self.home.mkdir()
        for name, text in CONFIGURED.items():
            (self.home / f"{name}.yaml").write_text(text)
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.environ["PYTHONPATH"],
            "COORDINATOR_HOME": str(self.home),
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            **{f"GIT_{who}_NAME": "Ada" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_EMAIL": "ada@example.org" for who in ("AUTHOR", "COMMITTER")},
            **{f"GIT_{who}_DATE": "2026-01-01T12:00:00Z" for who in ("AUTHOR", "COMMITTER")},
        }
        self.git("init", "--quiet", "--template=", "--initial-branch=main", str(self.repo))
        self.git("-C", str(self.repo), "commit", "--quiet", "--allow-empty", "--message", "empty")
        self.git("-C", str(self.repo), "checkout", "--quiet", "-b", "work")
        self.deliver(WORK)
        self.call("list")  # so that there is a state to look at

    def git(self, *arguments: str) -> None:
        """Run git."""
        subprocess.run(["git", *arguments], env=self.environment, check=True)

    def deliver(self, files: dict[str, str]) -> None:
        """Commit files."""
        for name, text in files.items():
            (self.repo / name).write_text(text)
        self.git("-C", str(self.repo), "add", "--all")
        self.git("-C", str(self.repo), "commit", "--quiet", "--message", "work")

    def replies(self, lines: Iterable[Line]) -> None:
        """Say what is answered from here on."""
        (self.home / "replies.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    def asked(self, title: str, text: str = GREET) -> str:
        """A file that asks for something."""
        file = self.place / "issue.md"
        file.write_text(f"{title}\n\n{text}")
        return str(file)

    def config(self, name: str) -> tuple[str, str]:
        """The option that names one of the configurations."""
        return ("--config", str(self.home / f"{name}.yaml"))

    def reviewing(self, title: str, config: str) -> tuple[str, ...]:
        """A review of what is in the repository."""
        return (
            "review",
            "--issue",
            self.asked(title),
            "--repo",
            str(self.repo),
            "--base",
            "main",
            *self.config(config),
        )

    def workflow(self, name: str, text: str) -> str:
        """A file with a workflow."""
        file = self.place / f"{name}.yaml"
        file.write_text(text)
        return str(file)

    def call(self, *arguments: str, code: int = 0) -> None:
        """Run a command to its end."""
        print("$ coordinator", *arguments, file=sys.stderr)
        done = subprocess.run(
            _command(arguments), cwd=self.place, env=self.environment, timeout=PATIENCE, check=False
        )
        assert done.returncode == code, done

    @contextmanager
    def killed(self, *arguments: str, by: signal.Signals = signal.SIGKILL) -> Iterator[None]:
        """Run a command while the body lasts, and kill it."""
        print("$ coordinator", *arguments, "&", file=sys.stderr)
        with subprocess.Popen(_command(arguments), cwd=self.place, env=self.environment) as process:
            try:
                yield
                assert process.poll() is None, "it has ended by itself"
            finally:
                process.send_signal(by)

    @contextmanager
    def board_locked(self) -> Iterator[None]:
        """Nobody writes to the board while the body lasts."""
        with closing(sqlite3.connect(self.home / "board.db", isolation_level=None)) as db:
            db.execute("BEGIN IMMEDIATE")
            yield
            db.execute("ROLLBACK")

    def look(self, query: str, *values: str) -> list[Any]:
        """What the state has on record."""
        with closing(sqlite3.connect(self.home / "state.db")) as db:
            return [row[0] for row in db.execute(query, values)]

    def newest(self, subject: str) -> str:
        """The newest run about something, if there is one."""
        runs = self.look(
            "SELECT run FROM listing WHERE ? IN (key, title) ORDER BY created DESC", subject
        )
        return str(runs[0]) if runs else ""

    def events(self, subject: str) -> set[str]:
        """The keys of what has happened in the newest run about something."""
        return set(self.look("SELECT key FROM events WHERE run = ?", self.newest(subject)))

    def waits_after(self, key: str, subject: str) -> bool:
        """Whether the newest run about something has done this, and waits since then."""
        query = (
            "SELECT 1 FROM events AS later JOIN events USING (run) WHERE run = ? AND events.key = ?"
        )
        return bool(
            self.look(
                f"{query} AND later.kind = 'wait' AND later.seq > events.seq",
                self.newest(subject),
                key,
            )
        )


def _command(arguments: Iterable[str]) -> list[str]:
    return [sys.executable, "-m", "coordinator", *arguments]


def until(holds: Callable[[], object], what: str) -> None:
    """Wait for a condition."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain until {what}"
        time.sleep(0.02)


# -- what happens there


def happen_on_the_board(house: House) -> None:
    """One issue is sent back and then accepted, one is decided by a person, one is under way."""
    *debated, last = debating(2, 2, 2, issue="B-3")
    house.replies([*ON_THE_BOARD, *debated, hanging(last)])
    titles = ("Greet the guests", "Greet them twice", "Greet them all")
    for title in titles:
        named = (
            "--assignee",
            "ada",
            "--creator",
            "eve",
            "--repo",
            str(house.repo),
            "--base",
            "main",
        )
        house.call("board", "add", title, "--text", GREET, *named, "--status", "in_progress")

    def submit(key: str) -> None:
        house.call("board", "move", key, "in_review", "--as", "ada")

    def ended(key: str, *keys: str) -> Callable[[], bool]:
        return lambda: {"~end/1", *keys} <= house.events(key)

    with house.killed("watch", "--backlog"):
        submit("B-1")
        until(ended("B-1", "splits/1", "act/retrigger"), "B-1 is rejected")
        first = house.newest("B-1")
        house.deliver(MENDED)
        submit("B-1")
        until(lambda: house.newest("B-1") != first and ended("B-1")(), "B-1 is accepted")
        submit("B-2")
        until(ended("B-2"), "B-2 is escalated")
        house.call(
            "decide", house.newest("B-2"), "accept", "--reason", "Twice is enough.", "--by", "maria"
        )
        submit("B-3")
        until(
            lambda: {"ask/debate/Ann/1", "ask/debate/Bob/1"} <= house.events("B-3"),
            "B-3 is debated",
        )


def happen_by_hand(house: House) -> None:
    """One judge accepts, examiners reject, and a person is waited for."""
    reviewing = house.reviewing
    house.replies([rubric(), says("Judge", "judge", report(5))])
    house.call(*reviewing("Greet by one judge", "judge"))
    ruling = says("Chair", "rule", {"verdict": "reject", "failures": [], "refuted": []})
    content = [argues(seat, False, UNDONE) for seat in ("Reader", "Planner")]
    house.replies([argues("Searcher", True, ALONE), *content, ruling])
    house.call(*reviewing("Greet before examiners", "tool-mad"), code=1)
    house.replies([rubric(), says("Ann", "judge", report(5))])
    waiting = {"ask/judge/Ann/0", "wait/judge/Maria/0/1"}
    with house.killed(*reviewing("Greet for Maria", "person")):
        until(lambda: waiting <= house.events("Greet for Maria"), "Maria is asked")


def happen_in_stages(house: House) -> None:
    """One run passes on the board, one is killed under its judge, and one waits for its pull request."""
    working = [says("Agent", "work", f"It is in, {number}.\n\n[DONE]", number) for number in (1, 2)]
    house.replies([*working, opinion("fail", 1), opinion("pass", 2)])
    house.call("board", "add", "Greet in stages", "--text", GREET, "--creator", "eve")
    on_the_board = GREETING.replace("{id: done, ", f"{{id: done, on_enter: {CLOSING}, ")
    house.call("run", house.workflow("on-the-board", on_the_board), "--issue", "B-4")
    house.replies([*working, opinion("fail", 1), hanging(opinion("pass", 2))])
    flow, issue = house.workflow("greeting", GREETING), house.asked("Greet in a branch")
    with house.killed("run", flow, "--issue", issue, "--repo", str(house.repo)):
        keys = house.events
        until(
            lambda: sum(key.startswith("given/") for key in keys("Greet in a branch")) == 2,
            "it is judged again",
        )
    house.replies([*OFFERING, rubric(), *judging(5, 5, 5, evidence=GREETED)])
    title = "Greet in a pull request"
    flow, issue = house.workflow("merging", MERGING), house.asked(title)
    with house.killed("run", flow, "--issue", issue):
        until(lambda: house.waits_after("ask/work/Agent/2", title), "it waits")


def happen_in_councils(house: House) -> None:
    """One council agrees, one leaves it to a person, and one is killed while it votes."""
    agreed = [
        *proposing(),
        *voting(Ann="Bob", Bob="Ann", Cid="Ann"),
        summing_up("Ann"),
        planning("Ann"),
    ]
    house.replies(agreed)
    house.call("council", PROBLEM.replace("Keep", "Agree on"))
    split = [*proposing(), *voting(Ann="Bob", Bob="Cid", Cid="Ann"), *map(summing_up, NAMES)]
    house.replies(split)
    house.call("council", PROBLEM.replace("Keep", "Dispute"), "--rounds", "1", code=2)
    house.replies(
        [
            hanging(line) if (line["seat"], line["purpose"]) == ("Cid", "vote") else line
            for line in agreed
        ]
    )
    title = "Vote on the list of guests"
    with house.killed("council", PROBLEM.replace("Keep", "Vote on")):
        until(lambda: {"ask/vote/Ann/1", "ask/vote/Bob/1"} <= house.events(title), "it votes")


def happen_further_reviews(house: House) -> None:
    """Reviews wait for a decision, are killed among examiners, stopped, cancelled, or killed before they act."""
    reviewing = house.reviewing
    split = [
        *judging(5, 5, 2),
        *(line | {"purpose": "debate", "round": 1} for line in judging(5, 5, 2)),
    ]
    house.replies([rubric(), *split])
    house.call(*reviewing("Greet or wait", "coordinator"), code=2)

    content = [argues("Reader", False, UNDONE), hanging(argues("Planner", False, UNDONE))]
    house.replies([argues("Searcher", True, ALONE), *content])
    title = "Greet before slow examiners"
    with house.killed(*reviewing(title, "tool-mad")):
        until(
            lambda: {"ask/argue/Searcher/0", "ask/argue/Reader/0"} <= house.events(title),
            "they argue",
        )

    house.replies([rubric(), hanging(says("Judge", "judge", report(5)))])
    with house.killed(*reviewing("Greet and stop", "judge"), by=signal.SIGTERM):
        until(lambda: "rubric" in house.events("Greet and stop"), "it is judged")
    with house.killed(*reviewing("Greet no more", "judge")):
        until(lambda: "rubric" in house.events("Greet no more"), "it is judged")
    house.call("cancel", house.newest("Greet no more"))

    named = ("--assignee", "ada", "--creator", "eve", "--repo", str(house.repo), "--base", "main")
    for title in ("Greet and tell", "Greet and decide"):
        house.call("board", "add", title, "--text", GREET, *named, "--status", "in_review")
    house.replies([rubric(), *judging(5, 5, 5)[:2], judging(5, 5, 5)[2] | {"delay": 2.0}])
    with house.killed("review", "--issue", "B-5"):
        until(lambda: "ask/judge/Bob/0" in house.events("B-5"), "B-5 is judged")
        with house.board_locked():
            until(lambda: "verdict" in house.events("B-5"), "B-5 has its verdict")
            time.sleep(0.5)
    house.replies([rubric(), *split])
    house.call("review", "--issue", "B-6", code=2)
    review = house.newest("B-6")
    with (
        house.board_locked(),
        house.killed("decide", review, "reject", "--reason", "Not twice.", "--by", "maria"),
    ):
        until(
            lambda: house.look("SELECT 1 FROM runs WHERE job = 'decision' AND state = 'open'"),
            "it is decided",
        )


def happen_further_runs(house: House) -> None:
    """Runs are killed under their agent, in a command, and while a person works or judges."""
    config = house.config("person")
    flow, issue = house.workflow("by-hand", BY_HAND), house.asked("Greet by hand")
    with house.killed("run", flow, "--issue", issue, *config):
        until(lambda: "wait/work/Maria/1/1" in house.events("Greet by hand"), "Maria works")
    house.replies([rubric(), says("Ann", "judge", report(5, GREETED))])
    flow, issue = house.workflow("by-maria", BY_MARIA), house.asked("Greet before Maria")
    waiting = {"ask/judge/panel/review/1/Ann/0", "wait/judge/panel/review/1/Maria/0/1"}
    with house.killed("run", flow, "--issue", issue, *config):
        until(lambda: waiting <= house.events("Greet before Maria"), "Maria judges")

    title = "Greet while it works"
    house.replies([hanging(OFFERING[0])])
    flow, issue = house.workflow("merging", MERGING), house.asked(title)
    with house.killed("run", flow, "--issue", issue):
        until(lambda: any(key.startswith("run/") for key in house.events(title)), "the agent works")
    house.call("decide", house.newest(title), "pr_merged")  # nobody hears it yet

    title = "Greet in a command"
    flow, issue = house.workflow("hanging", HANGING), house.asked(title)
    with house.killed("run", flow, "--issue", issue):
        until(lambda: any((house.home / "runs").glob("*/work/begun")), "the command runs")


def happen_further_councils(house: House) -> None:
    """One council was decided by a person, one waits for the vote of a person, one is killed while it revises."""
    split = [*proposing(), *voting(Ann="Bob", Bob="Cid", Cid="Ann"), *map(summing_up, NAMES)]
    house.replies([*split, planning("Bob")])
    house.call("council", PROBLEM.replace("Keep", "Decide on"), "--rounds", "1", code=2)
    decided = house.newest("Decide on the list of guests")
    house.call("decide", decided, "B", "--reason", "We have one.", "--by", "maria")

    members = ("Ann", "Bob", "Maria")
    title = "Ask Maria about the list of guests"
    house.replies([*proposing()[:2], *voting(1, members, Ann="Bob", Bob="Ann")])
    proposal = proposing()[2]["reply"] | {"name": "a door", "approach": "Ask at the door."}
    del proposal["reference"]
    answer = house.place / "proposal.json"
    answer.write_text(json.dumps(proposal))
    with house.killed(
        "council", PROBLEM.replace("Keep", "Ask Maria about"), *house.config("person")
    ):
        until(lambda: "wait/propose/Maria/1/1" in house.events(title), "Maria proposes")
        house.call("answer", house.newest(title), "--file", str(answer))
        votes = {"ask/vote/Ann/1", "ask/vote/Bob/1", "wait/vote/Maria/1/1"}
        until(lambda: votes <= house.events(title), "Maria votes")

    *revised, last = revising()
    house.replies([*split, *revised, hanging(last)])
    title = "Revise the list of guests"
    with house.killed("council", PROBLEM.replace("Keep", "Revise")):
        until(lambda: {"ask/revise/Ann/2", "ask/revise/Bob/2"} <= house.events(title), "it revises")


# -- writing it down


def dump(database: Path, place: Path) -> str:
    """A database as text that knows neither its place nor its host."""
    with closing(sqlite3.connect(database)) as db:
        numbers = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("application_id", "user_version")
        }
        text = "\n".join(
            [
                *db.iterdump(),
                *(f"PRAGMA {name} = {number};" for name, number in numbers.items()),
                "",
            ]
        )
    repo = str(place / "repo")
    text = text.replace(hashlib.sha256(json.dumps(repo).encode()).hexdigest(), f"@SHA256:{repo}@")
    text = re.sub(r"'[^'|]*\|[^'|]*\|(\d+)\|(\d+)\|(\d+)'", r"'elsewhere|then|\1|\2|\3'", text)
    text = re.sub(r'("topic":\s*"ask/[^}]*"until":\s*)[\d.]+', rf"\g<1>{NEVER}", text)
    text = re.sub(r'("person":"maria","at":[\d.]+,"until":)[\d.]+', rf"\g<1>{NEVER}", text)
    return text.replace(str(place), "@PLACE@")


def pack(place: Path, into: Path) -> None:
    """Everything but the databases, always in the same bytes."""
    with (
        gzip.GzipFile(into, "wb", mtime=0) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as archive,
    ):
        for path in sorted(place.rglob("*")):
            name = path.relative_to(place)
            if not path.name.startswith(LEFT_OUT) and not {"hooks", "logs"}.intersection(
                name.parts
            ):
                entry = tarfile.TarInfo(str(name))
                entry.mode = path.stat().st_mode & 0o777
                content = (
                    path.read_bytes().replace(str(place).encode(), b"@PLACE@")
                    if path.is_file()
                    else b""
                )
                entry.type = tarfile.REGTYPE if path.is_file() else tarfile.DIRTYPE
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))


def main(name: str) -> None:
    """Let everything happen, and write it down in a folder of this name beside this file."""
    into = HERE / name
    into.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="coordinator-") as folder:
        house = House(Path(folder).resolve())
        happen_on_the_board(house)
        happen_by_hand(house)
        happen_in_stages(house)
        happen_in_councils(house)
        happen_further_reviews(house)
        happen_further_runs(house)
        happen_further_councils(house)
        # The hash of a prompt is left as it was; only a person who works is told where.
        placed = house.look("SELECT text FROM texts WHERE instr(text, ?)", folder)
        assert all(text.startswith("You work on a task in the folder") for text in placed), placed
        house.replies(STILL_TO_COME)
        (house.place / "answer.json").write_text(json.dumps(report(5)))
        for name in ("state", "board"):
            (into / f"{name}.sql").write_text(
                dump(house.home / f"{name}.db", house.place), encoding="utf-8"
            )
        pack(house.place, into / "files.tar.gz")


if __name__ == "__main__":
    main(sys.argv[1])
