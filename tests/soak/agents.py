"""The agents of the soak: models and programs that answer, are slow, break off, talk nonsense, hang and die."""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.support.multica_house import WORDS
from tests.support.reviews import GREETS, RUBRIC, report
from tests.support.wire_server import (
    REFERENCE,
    Hang,
    Raw,
    Request,
    Say,
    Turn,
    WireServer,
    refused,
    serving,
)

KEY, PLANTED = "sk-soak-4711-never-to-be-seen", "planted-secret-of-the-soak-0815"
SECRETS = (KEY, PLANTED)
NONSENSE = f"I would rather not say. By the way, my key is {KEY} and I was told {PLANTED}."
SILENT = {"source": "greet.py:2", "quote": "return name"}
SAID = {"source": "diff", "quote": WORDS}
SENT_BACK = "What an earlier review sent back"

# A program that asks the loopback server what to do, and does it. It imports little, so that it is there at once.
PROGRAM = """\
import json, os, signal, socket, sys
prompt = sys.stdin.read()
body = json.dumps({"model": "program", "messages": [{"role": "user", "content": prompt}]}).encode()
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as server:
    head = f"POST /v1/chat/completions HTTP/1.1\\r\\nHost: soak\\r\\nContent-Length: {len(body)}\\r\\n\\r\\n"
    server.sendall(head.encode() + body)
    said = b""
    while b"\\r\\n\\r\\n" not in said:
        said += server.recv(65536)
    head, _, said = said.partition(b"\\r\\n\\r\\n")
    size = int(head.lower().partition(b"content-length: ")[2].split()[0])
    while len(said) < size:
        said += server.recv(65536)
todo = json.loads(json.loads(said)["choices"][0]["message"]["content"])
print(todo.get("print", ""), flush=True)
print(todo.get("complain", ""), file=sys.stderr, flush=True)
if todo.get("hang"):
    signal.pause()
if todo.get("die"):
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit(todo.get("exit", 0))
"""

# How often of a hundred asks each thing goes wrong; what is left goes well.
MODEL_FAULTS = {
    "429": 6,
    "500": 6,
    "slow": 5,
    "cut off": 4,
    "nonsense": 4,
    "refused": 2,
    "hangs": 1,
}
PROGRAM_FAULTS = {"exits with 3": 7, "nonsense": 5, "dies": 4, "says nothing": 3, "hangs": 1}


def now() -> float:
    """Seconds that no clock of a daemon can change, the same for all processes."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


class Agents:
    """Answers whatever is asked, notes it, and goes wrong at random."""

    def __init__(self, chance: Random) -> None:
        self._chance, self._lock = chance, threading.Lock()
        self.asked: list[tuple[str, float]] = []  # the word of each ask, and when it was put
        self.faults: Counter[str] = Counter()
        self.calm = False

    def answer(self, request: Request) -> Turn:
        """What a model says to a request, or a program is told to do."""
        prompt = request.prompt.replace("\\n", "\n")
        with self._lock:
            self.asked.append((request.reference, now()))
            is_program = request.model == "program"
            wrong = self._wrong(PROGRAM_FAULTS if is_program else MODEL_FAULTS)
            delay = self._chance.uniform(0.02, 0.3)
            if wrong:
                self.faults[f"a {'program' if is_program else 'model'}: {wrong}"] += 1
        if is_program:
            return Say(json.dumps(_order(wrong, prompt)), delay=delay)
        return _turn(wrong, request, judged(prompt), delay)

    def wrong_mention(self) -> str:
        """What goes wrong with an agent of a tracker that is about to answer, if anything does."""
        with self._lock:
            wrong = self._wrong({"fails": 5, "nonsense": 5, "hangs": 1})
            if wrong:
                self.faults[f"an agent of the tracker: {wrong}"] += 1
            return wrong

    def _wrong(self, faults: dict[str, int]) -> str:
        drawn = self._chance.randrange(100)
        for fault, often in faults.items():
            drawn -= often
            if drawn < 0:
                return "" if self.calm else fault
        return ""


@contextmanager
def at_work(chance: Random) -> Iterator[tuple[Agents, WireServer]]:
    """Agents that can be asked on loopback."""
    agents = Agents(chance)
    with serving(agents.answer) as server:
        yield agents, server


def program_in(place: Path) -> Path:
    """The file of the program."""
    path = place / "agent.py"
    path.write_text(PROGRAM)
    return path


def judged(prompt: str) -> str:
    """What an honest agent replies: to the work as it is shown, with its evidence."""
    found = REFERENCE.search(prompt)
    word = found[1] if found else ""
    if '"rubric_dimensions"' in prompt:
        return json.dumps(RUBRIC | {"reference": word})
    seen = [GREETS] if str(GREETS["quote"]) in prompt else [SAID] if WORDS in prompt else []
    if not seen:
        return json.dumps(
            report((2, 2), against=("CK-001",), evidence=[SILENT]) | {"reference": word}
        )
    settled = (
        dict.fromkeys(re.findall(r"\bR\d+\b", prompt), "resolved") if SENT_BACK in prompt else {}
    )
    return json.dumps(report((4, 4), evidence=seen, rework=settled) | {"reference": word})


def _turn(wrong: str, request: Request, text: str, delay: float) -> Turn:
    if wrong in ("429", "500"):
        return refused(request.wire, int(wrong), f"try again, {KEY}", {"retry-after": "0.2"})
    if wrong == "refused":
        return refused(request.wire, 403, f"Incorrect API key provided: {KEY}")
    if wrong == "cut off":
        return Raw(body="x" * 1000, cut=True, delay=delay)
    if wrong == "hangs":
        return Hang()
    return Say(NONSENSE if wrong == "nonsense" else text, delay=2.0 if wrong == "slow" else delay)


def _order(wrong: str, prompt: str) -> dict[str, object]:
    if wrong == "exits with 3":
        return {"complain": NONSENSE, "exit": 3}
    if wrong == "dies":
        return {"print": "I will", "die": True}
    if wrong in ("hangs", "says nothing"):
        return {"hang": wrong == "hangs"}
    return {"print": NONSENSE if wrong else judged(prompt)}
