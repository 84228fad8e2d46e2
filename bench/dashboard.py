"""The dashboard with ten thousand reviews: the time of its pages, and the cost of a hundred live pages."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2

from bench._report import Row, Target, show
from coordinator.storage.store import Store

REVIEWS, STREAMS = 10_000, 100
OUTCOMES = ("accept", "reject", "escalate", "error")
SEATS = ("Judge-GPT", "Judge-Claude", "Judge-Gemini")
PAGES = {
    "inbox": "",
    "list": "list",
    "list, a rare state": "list?state=cancelled",
    "list, by text": "list?text=issue+4711",
    "list, by seat": "list?text=judge-gemini",
    "list, by cost": "list?sort=dearest",
    "list, the longest": "list?sort=longest",
    "list, far down": "list?before=B-100.1",
    "list, as JSON": "api/reviews",
    "health": "healthz",
}
PAGE_LIMIT = 200.0  # milliseconds
MEMORY_LIMIT = 50.0  # MB for all live pages
ROUNDS = 15


def fill(path: Path, reviews: int) -> None:
    """Write this many reviews with their asks, ballots and verdicts."""
    with closing(Store(path)) as store, store.database.transaction():
        for number in range(reviews):
            _review(store, number)


def _review(store: Store, number: int) -> None:
    run_id, outcome = f"B-{number}.1", OUTCOMES[number % 4]
    submission = {
        "id": run_id,
        "tracker": "board",
        "entry": "1",
        "key": f"B-{number}",
        "given": None,
    }
    store.add_run(
        run_id, "review", json.dumps(submission), owner="bench", subject=f"board:B-{number}"
    )
    steps: dict[str, object] = {
        "issue": {
            "key": f"B-{number}",
            "title": f"Issue {number} of the bench",
            "text": "words " * 100,
        },
        "work": {
            "repo": "",
            "base": "",
            "commit": "",
            "revision": "",
            "diff": "+ line\n" * 100,
            "diff_bytes": 700,
        },
        "suspicions": {"notes": []},
        "rubric": {
            "request": "",
            "rubric": {"checklist": [], "dimensions": []},
            "origin": "general",
        },
        "settings": {"seats": SEATS},
    }
    for turn in range(2):
        purpose = "debate" if turn else "judge"
        for seat in SEATS:
            reply = {"kind": "reply", "text": "evidence " * 100, "usage": {"usd": "0.012"}}
            steps[f"ask/{purpose}/{seat}/{turn}"] = {
                "prompt": "0" * 64,
                "seconds": 12.5,
                "ending": reply,
            }
            steps[f"ballot/{purpose}/{seat}/{turn}"] = {"kind": "ballot", "report": "words " * 100}
    verdict = {"outcome": outcome, "rule": "gate", "explanation": "words " * 20}
    store.append(run_id, 1, "~start", "start", "{}")
    for key, body in (steps | {"verdict": verdict}).items():
        store.append(run_id, 1, key, "step", json.dumps(body))
    if number % 100:
        store.end(run_id, 1, "done", {"value": {"kind": "decided", "verdict": verdict}})


@contextmanager
def serving(home: Path) -> Iterator[tuple[int, str, str]]:
    """Start a real `coordinator serve`, and yield its process, its address and the header with the token."""
    command = [sys.executable, "-m", "coordinator", "serve", "--port", "0"]
    environment = os.environ | {"COORDINATOR_HOME": str(home)}
    with subprocess.Popen(
        command,
        cwd=home,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        assert server.stdout is not None
        found = re.search(r"(http://\S+/)\?token=(\S+)", server.stdout.readline())
        assert found, "the dashboard did not start"
        try:
            yield server.pid, found[1], f"Bearer {found[2]}"
        finally:
            server.terminate()


def page_milliseconds(client: httpx2.Client, address: str) -> list[float]:
    """Return the milliseconds of several requests for one page."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        client.get(address).raise_for_status()
        times.append((time.perf_counter() - began) * 1000)
    return times


def memory(pid: int) -> float:
    """Return the memory of a process in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(re.findall(r"VmRSS:\s+(\d+) kB", status)[0]) / 1000


def live_megabytes(pid: int, address: str, bearer: str, home: Path, streams: int) -> float:
    """Return the memory that this many live pages add while events occur on all of them."""
    port, before = int(re.findall(r":([0-9]+)/", address)[0]), memory(pid)
    asked = (
        f"GET /api/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: {bearer}\r\n\r\n".encode()
    )
    pages = []
    # Connect one after the other, because few connections may wait for the check of their token.
    for _ in range(streams):
        pages.append(socket.create_connection(("127.0.0.1", port), timeout=30))
        pages[-1].sendall(asked)
        assert b"200 OK" in pages[-1].recv(2000)
    with closing(Store(home / "state.db")) as store:
        for number in range(200):
            store.signal("B-0.1", f"bench/{number}", "message", "something")
    for page in pages:
        seen = b""
        while b"bench/199" not in seen:
            seen = seen[-100:] + page.recv(65_536)
    added = memory(pid) - before
    for page in pages:
        page.close()
    return added


def measure() -> list[Row]:
    """Measure every page, and all live pages together."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        fill(home / "state.db", REVIEWS)
        with (
            serving(home) as (pid, address, bearer),
            httpx2.Client(timeout=60, headers={"Authorization": bearer}) as client,
        ):
            rows = []
            for name, path in PAGES.items():
                times = page_milliseconds(client, address + path)
                rows.append(
                    Row(
                        f"{name}, {REVIEWS:,} reviews",
                        "ms",
                        times,
                        target=Target(PAGE_LIMIT, of="ours"),
                    )
                )
            added = live_megabytes(pid, address, bearer, home, STREAMS)
    return [
        *rows,
        Row(f"{STREAMS} live pages add", "MB", [added], target=Target(MEMORY_LIMIT, of="ours")),
    ]


if __name__ == "__main__":
    show(measure())
