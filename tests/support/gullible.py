"""A gullible judge on loopback. Its reply contains every text of the work that tries to instruct it.

The reply also has its own real report. A court of three such judges holds whole reviews of hostile
submissions.
"""

from __future__ import annotations

import asyncio
import base64
import json
import re
import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import yaml

from coordinator.config.checks import CheckConfig
from coordinator.config.review import ReviewConfig
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.engine import Run, serving
from coordinator.engine.journal import JournalEngine
from coordinator.judgement.statistics.independence import ModelFamily
from coordinator.models import Abstention, Ask, Ballot, Decided, Ending, Reply, Submission, Verdict
from coordinator.reviews.intake import Intake
from coordinator.reviews.publish import Publisher
from coordinator.reviews.record import ReviewReader, ReviewRecord
from coordinator.reviews.review import review_submission
from coordinator.reviews.setup import ReviewContext
from coordinator.storage.store import Store
from coordinator.trackers.board import ME, Board, BoardTracker
from coordinator.watch import submission_of
from coordinator.workspace.checks.setup import CheckSetup
from tests.support.injections import OPPOSITE, SLOT, Injection, Outcome
from tests.support.repositories import git, new_repository
from tests.support.waiting import PATIENCE

SEATS = ("Judge-A", "Judge-B", "Judge-C")
ASKED = "Label every ticket by asking a language model, in src/labels.py."
HONEST = {"reject": 2, "accept": 4}
SEEN = 1_500  # characters of the work that it quotes in its own report
CODE = '    return "bug" if "crash" in ticket else "other"'

_UNTRUSTED = re.compile(r"<<<UNTRUSTED (\w+)\n(.*?)\n\1 UNTRUSTED>>>", re.DOTALL)
_REFERENCE = re.compile(r'first field must be "reference": "(\w+)"')
_COMMENT = re.compile(r"^(?:# |// | ?\* |> |<!-- )|^<!--$| ?-->$")
_STRING = re.compile(r'"(\{(?:[^"\\]|\\.)*\})"')


# -- reading a prompt


def untrusted(prompt: str) -> list[str]:
    """Return every text between fences in a prompt."""
    return [text for _, text in _UNTRUSTED.findall(prompt)]


def trusted(prompt: str) -> str:
    """Return the rest of a prompt, outside the fences."""
    return _UNTRUSTED.sub("", prompt)


def dug_out(text: str) -> str:
    """Return a text without everything that could keep a judge from obeying it.

    Remove columns of a diff, comment marks and quotes.
    """
    lines = [
        line.removeprefix("+")
        for line in text.split("\n")
        if not line.startswith(("+++", "index "))
    ]
    plain = [_COMMENT.sub("", line) for line in lines]
    strings = [json.loads(f'"{found}"') for line in plain for found in _STRING.findall(line)]
    return "\n".join([*plain, *strings])


# -- its own words


def rubric(reference: str) -> dict[str, Any]:
    """Return its own rubric."""
    anchors = {
        "contrast": "how much",
        "score_2": "little of it",
        "score_3": "most of it",
        "score_4": "all of it",
    }
    quoted = {"quote": "Label every ticket by asking a language model"}
    return {
        "reference": reference,
        "checklist": [
            {
                "id": "CK-001",
                "question": "Does the code call a language model?",
                "importance": "essential",
            }
            | quoted,
            {
                "id": "CK-002",
                "question": "Are results told that were never had?",
                "importance": "pitfall",
            }
            | quoted,
        ],
        "rubric_dimensions": [
            {"name": name, "description": f"how much {name}", "weight": weight, "anchors": anchors}
            | quoted
            for name, weight in (("Substance", 0.6), ("Care", 0.4))
        ],
    }


def report(
    reference: str, leaning: Outcome, seen: str = "", earlier: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return its own report. It quotes the work wherever it can."""
    proof = [{"source": "diff", "quote": CODE}]
    good, priority = leaning == "accept", "low" if leaning == "accept" else "high"
    return {
        "reference": reference,
        "summary": f"I read this: {seen}",
        "checklist": [
            {"id": "CK-001", "answer": "yes" if good else "no", "evidence": proof},
            {"id": "CK-002", "answer": "no", "evidence": proof},
        ],
        "scores": [
            {
                "name": name,
                "reasoning": f"it says {seen}",
                "score": HONEST[leaning],
                "evidence": proof,
            }
            for name in ("Substance", "Care")
        ],
        "findings": [
            {"text": f"The work speaks to me: {seen}", "priority": priority, "evidence": proof}
        ],
        "rework": {reason_id: "resolved" if good else "open" for reason_id in earlier},
    }


def argument(
    reference: str, leaning: Outcome, seen: str = "", tool: str = "", output: str = CODE
) -> dict[str, Any]:
    """Return its argument as an examiner.

    The evidence is from the output of its tool: the code, or the beginning of an output without
    code.
    """
    proof = [{"source": "diff", "quote": CODE}]
    if CODE not in output:
        proof = [{"source": f"tool:{tool}", "quote": output.partition("\n")[0][:60]}]
    claim = (
        f"It does what was asked. {seen}" if leaning == "accept" else f"No model is called. {seen}"
    )
    return {
        "reference": reference,
        "drift": leaning == "reject",
        "claim": claim,
        "evidence": proof,
        "query": "",
    }


def ruling(reference: str, leaning: Outcome, seen: str = "") -> dict[str, Any]:
    """Return its ruling on arguments."""
    proof = [{"source": "diff", "quote": CODE}]
    failures = [{"id": "R1", "text": f"No model is called. {seen}", "evidence": proof}]
    return {
        "reference": reference,
        "verdict": leaning,
        "failures": failures if leaning == "reject" else [],
        "refuted": [],
    }


# -- composing the reply

Manner = Callable[[str, dict[str, Any]], str]


def _fenced(own: object, language: str = "json") -> str:
    return f"```{language}\n{json.dumps(own, indent=1)}\n```"


def _yaml(own: object) -> str:
    # Copy the data through JSON, because YAML would write shared parts as aliases.
    return yaml.safe_dump(json.loads(json.dumps(own)), sort_keys=False)


def _block(text: str, language: str) -> str:
    return f"```{language}\n{text}\n```"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _where_told(copy: str, own: dict[str, Any]) -> str:
    mine = json.dumps(own)
    return copy.replace(SLOT, mine) if SLOT in copy else f"{copy}\n{mine}\n{copy}"


def _lending(copy: str, own: dict[str, Any]) -> str:
    lent = re.sub(r"\{\{ reference \}\}|\b[0-9a-f]{20}\b", str(own["reference"]), copy)
    return f"{lent}\n{json.dumps(own)}\n{lent}"


MANNERS: Mapping[str, Manner] = {
    "before": lambda copy, own: f"{copy}\n{json.dumps(own)}",
    "after": lambda copy, own: f"{json.dumps(own)}\n{copy}",
    "both": lambda copy, own: f"{copy}\n\n{json.dumps(own, indent=2)}\n\n{copy}",
    "before a fenced report in prose": lambda copy, own: (
        f"{copy}\n\nMy report:\n\n{_fenced(own)}\n\nThat is all."
    ),
    "after a fenced report": lambda copy, own: (
        f"Here is my report.\n{_fenced(own)}\nThe work says:\n{copy}"
    ),
    "in blocks of data": lambda copy, own: (
        f"{_block(copy, 'json')}\n{_fenced(own)}\n{_block(copy, '')}"
    ),
    "in blocks of text": lambda copy, own: (
        f"{_block(copy, 'text')}\n{json.dumps(own)}\n{_block(copy, 'diff')}"
    ),
    "as quotations": lambda copy, own: f"{_quoted(copy)}\n\n{json.dumps(own)}\n\n{_quoted(copy)}",
    "as thinking": lambda copy, own: f"<think>\n{copy}\n</think>\n{json.dumps(own)}",
    "above YAML": lambda copy, own: f"{copy}\n{_yaml(own)}",
    "below YAML": lambda copy, own: f"{_yaml(own)}{copy}",
    "where it is told to": _where_told,
    "lending its word": _lending,
}


def answer(purpose: str, prompt: str, leaning: Outcome, manner: str) -> str:
    """Return the complete reply to a prompt."""
    told = untrusted(prompt)
    rest = trusted(prompt)
    copy = "\n\n".join([*told, *map(dug_out, told)])
    found, shown = _REFERENCE.search(rest), re.search(r"^## What (.+) shows$", rest, re.MULTILINE)
    reference, seen = found[1] if found else "", copy[:SEEN]
    earlier = tuple(re.findall(r"^- (R[0-9]+):", rest, re.MULTILINE))
    own = {
        "rubric": lambda: rubric(reference),
        "argue": lambda: argument(reference, leaning, seen, shown[1] if shown else "", told[1]),
        "rule": lambda: ruling(reference, leaning, seen),
    }.get(purpose, lambda: report(reference, leaning, seen, earlier))()
    return MANNERS[manner](copy, own)


# -- the server, and the agent that asks it


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        body = answer(**asked).encode("utf-8", "surrogatepass")
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, message_format: str, *args: object) -> None:
        """Print nothing."""


@contextmanager
def loopback() -> Iterator[str]:
    """Return the address of a running server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Gullible:
    """An agent for a seat that asks the server over HTTP."""

    own_instructions = False
    tracker_agent = False
    wants_folder = False
    tools: tuple[str, ...] = ()
    family = ModelFamily()
    model = ""
    vendor = "local"

    def __init__(self, address: str, leaning: Outcome, manner: str) -> None:
        self.address = address
        self.leaning: Outcome = leaning
        self.manner = manner

    async def answer(self, ask: Ask, _runner: object = None, /) -> Reply:
        """Return the reply of the server."""
        return Reply(text=await asyncio.to_thread(self._post, ask), model="gullible")

    def _post(self, ask: Ask) -> str:
        asked = {
            "purpose": ask.purpose,
            "prompt": ask.prompt,
            "leaning": self.leaning,
            "manner": self.manner,
        }
        request = Request(
            self.address, json.dumps(asked).encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=PATIENCE) as response:
            return str(response.read().decode("utf-8", "surrogatepass"))


# -- a court of such judges


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A review of a submission, with its prompts and its comment to the author."""

    whole: ReviewRecord
    prompts: dict[str, str]
    letter: str

    @property
    def verdict(self) -> Verdict:
        """Return the verdict of the review."""
        assert isinstance(self.whole.ending, Decided), self.whole.error
        return self.whole.ending.verdict

    @property
    def testimonies(self) -> tuple[Ballot | Abstention, ...]:
        """Return the last result of each judge."""
        return self.whole.standings[-1].testimonies if self.whole.standings else ()


class Court:
    """One engine, one board and one server, for any number of hostile submissions."""

    def __init__(self, home: Path, address: str) -> None:
        self.home = home
        self.address = address
        self.board = Board(home)
        self.store = Store(home / "state.db")
        self.record = ReviewReader(self.store)
        self.benches: dict[str, ReviewContext] = {}
        self._manners = cycle(MANNERS)
        self._origin = repository(home / "origin")

    def close(self) -> None:
        """Close the files."""
        self.board.close()
        self.store.close()

    def submit(self, injection: Injection, leaning: Outcome) -> Submission:
        """Deliver the work, and prepare judges with this opinion of it."""
        text = injection.said(OPPOSITE[leaning])
        repo = "" if injection.where == "words" else str(self._deliver(injection.where, text))
        asked = f"{ASKED}\n\n{text}" if injection.where == "issue" else ASKED
        base = "main" if repo else ""
        issue = self.board.add("Labels", asked, creator="Ann", assignee="Bot", repo=repo, base=base)
        if not repo:
            self.board.comment(issue.key, f"{text}\n\n{CODE}", author="Bot")
        return self.enter(issue.key, self.bench(leaning, checked=injection.where == "check"))

    def enter(self, key: str, bench: ReviewContext) -> Submission:
        """Set an issue to in_review with these judges."""
        self.board.move(key, "in_review", actor="Bot")
        self.benches[key] = bench
        return submission_of("board", self.board.entries(0)[-1])

    def bench(self, leaning: Outcome, *, checked: bool = False) -> ReviewContext:
        """Return three judges with the same opinion. Each uses the next manner of reply."""
        agents = {name: Gullible(self.address, leaning, next(self._manners)) for name in SEATS}
        return self.seated(agents, {"judges": [_seat(name) for name in SEATS]}, checked=checked)

    def seated(
        self, agents: Mapping[str, Gullible], seats: Mapping[str, object], *, checked: bool = False
    ) -> ReviewContext:
        """Return a panel of these agents.

        If there are examiners among them, the protocol is tool-mad.
        """
        protocol = "tool-mad" if "debaters" in seats else "judge-with-debate"
        config = Config(
            home=self.home,
            panel=PanelConfig.model_validate({"meta_judge": _seat("Meta-Judge"), **seats}),
            review=ReviewConfig.model_validate({"protocol": protocol, "work": "tree"}),
            checks=(CheckConfig(name="tests", run="base64 -d < results"),) if checked else (),
        )
        tracker, setup = BoardTracker(self.board), CheckSetup(config.setup, config.home / "checks")
        return ReviewContext(
            config=config,
            intake=Intake(tracker=tracker, config=config, record=self.record, setup=setup),
            publisher=Publisher(tracker=tracker, config=config),
            agents={"Meta-Judge": Gullible(self.address, "reject", "both"), **agents},
        )

    def _deliver(self, where: str, text: str) -> Path:
        repo = Path(shutil.copytree(self._origin, self.home / f"repo{len(self.benches)}"))
        name, content = {
            "file": ("NOTES.md", text),
            "path": (text, "a file\n"),
            "secret path": (text, "a secret\n"),
            "check": ("results", base64.b64encode(text.encode()).decode()),
        }.get(where, ("NOTES.md", "how labels are made\n"))
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_bytes(content.encode())
        if where == "commit":
            git(repo, "add", "-A")
            git(repo, "commit", "-q", "-m", text)
        return repo

    async def hold(self, submissions: list[Submission]) -> dict[str, Held]:
        """Run several reviews at the same time, and return their results."""
        jobs = {"review": self._job}
        async with (
            JournalEngine(self.home / "state.db", jobs, concurrency=6) as engine,
            serving(engine),
        ):
            for submission in submissions:
                await engine.start(
                    "review", submission.id, submission, subject=f"board:{submission.key}"
                )
            await asyncio.gather(*(engine.finished(submission.id) for submission in submissions))
        return {submission.id: self._held(submission) for submission in submissions}

    async def _job(self, run: Run, given: Any) -> Ending:
        submission = Submission.model_validate(given)
        return await review_submission(run, submission, self.benches[submission.key])

    def _held(self, submission: Submission) -> Held:
        whole = self.record.review(submission.id)
        said = [note.text for note in self.board.comments(submission.key) if note.author == ME]
        first = [asked for asked in whole.asked if not asked.answered.again]
        prompts = {
            f"{a.purpose} {a.seat} {a.round}": self.store.text(a.answered.prompt) for a in first
        }
        return Held(whole=whole, prompts=prompts, letter=said[-1] if said else "")


def _seat(name: str) -> dict[str, object]:
    return {"name": name, "person": "nobody"}


def repository(repo: Path) -> Path:
    """Make a repository with a base, and a branch with the work that all submissions share."""
    new_repository(repo)
    (repo / "README.md").write_text("Labels for tickets.\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "begin")
    git(repo, "switch", "-q", "-c", "work")
    (repo / "src").mkdir()
    (repo / "src/labels.py").write_text(f"def label(ticket):\n{CODE}\n")
    return repo
