"""The cost of asking models, beside the raw HTTP client with the same requests."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from bench._report import Row, Target, show
from coordinator.agents.model import ModelAgent
from coordinator.config.seats import ModelConfig
from coordinator.models import Ask
from coordinator.parsing.forms import schema_for
from tests.support.settings import load_text

SERVER = Path(__file__).parents[1] / "tests/support/wire_server.py"
SEATS = {
    "openai": ("openai:gpt-5.4", "/v1"),
    "anthropic": ("anthropic:claude-sonnet-4-6", ""),
    "google": ("google:gemini-2.5-pro", ""),
}
LATENCY = 0.2
FEW, MANY = 20, 200
ROUNDS = 9
PROMPT = "Judge this work. " * 500

Put = Callable[[], Awaitable[object]]


class Cost(NamedTuple):
    """The cost of simultaneous asks: the seconds in all, and milliseconds of processor time per ask."""

    wall: float
    cpu: float


@contextmanager
def server(latency: float) -> Iterator[str]:
    """Start the loopback server in a process of its own, and yield its address."""
    command = [sys.executable, str(SERVER), str(latency)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield f"http://127.0.0.1:{int(process.stdout.readline())}"


def model(name: str, base_url: str) -> ModelAgent:
    """Return a seat whose calls are not limited."""
    with tempfile.TemporaryDirectory() as home:
        config = load_text(f"models: {{concurrency: {MANY}}}", environ={"COORDINATOR_HOME": home})
    return ModelAgent(ModelConfig(name=name, base_url=base_url), config)


def ask() -> Ask:
    """Return an ask to a judge, of the usual size."""
    return Ask(
        seat="Bench", purpose="judge", prompt=PROMPT, template="", reference="abc", deadline=600
    )


def body() -> dict[str, Any]:
    """Return the body that the raw client sends. It has the same prompt and the same schema."""
    form = {"name": "judge", "schema": schema_for("judge", "abc"), "strict": True}
    return {
        "model": "gpt-5.4",
        "messages": [{"role": "user", "content": PROMPT}],
        "max_tokens": 8_000,
        "response_format": {"type": "json_schema", "json_schema": form},
    }


async def at_once(put: Put, count: int) -> Cost:
    """Send this many asks at the same time."""
    wall, cpu = time.perf_counter(), time.process_time()
    await asyncio.gather(*(put() for _ in range(count)))
    return Cost(time.perf_counter() - wall, (time.process_time() - cpu) / count * 1000)


async def answer(seat: ModelAgent) -> object:
    """Send one ask through the adapter."""
    return await seat.answer(ask())


async def compare(origin: str, count: int, rounds: int) -> dict[str, list[Cost]]:
    """Measure the raw client and each vendor in turn."""
    import httpx2

    seats = {wire: model(name, origin + path) for wire, (name, path) in SEATS.items()}
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx2.AsyncClient(timeout=60, limits=limits) as client:

        async def raw() -> object:
            reply = await client.post(f"{origin}/v1/chat/completions", json=body())
            return reply.json()["choices"][0]["message"]["content"]

        puts: dict[str, Put] = {
            "httpx2": raw,
            **{wire: partial(answer, seat) for wire, seat in seats.items()},
        }
        for put in puts.values():
            await at_once(put, count)  # imports, builds, connects
        turns = [[await at_once(put, count) for put in puts.values()] for _ in range(rounds)]
    return {name: list(costs) for name, costs in zip(puts, zip(*turns, strict=True), strict=True)}


def few() -> list[Row]:
    """Measure a few asks: their total time beside the vendor's own time."""
    with server(LATENCY) as origin:
        costs = asyncio.run(compare(origin, FEW, ROUNDS))
    ideal, name = [LATENCY] * ROUNDS, f"{FEW} asks at once"
    return [
        Row(
            f"{name}, {wire}",
            "s",
            [cost.wall for cost in taken],
            "the latency",
            ideal,
            target=Target(1.3),
        )
        for wire, taken in costs.items()
    ]


def many(latency: float) -> list[Row]:
    """Measure many asks beside the raw client in the same run."""
    with server(latency) as origin:
        costs = asyncio.run(compare(origin, MANY, ROUNDS))
    rows, floor = [], [cost.cpu for cost in costs.pop("httpx2")]
    for wire, taken in costs.items():
        name = f"CPU of an ask, {MANY} at once, {latency * 1000:.0f} ms latency, {wire}"
        rows.append(
            Row(name, "ms", [cost.cpu for cost in taken], "httpx2", floor, target=Target(1.5))
        )
    return rows


def measure() -> list[Row]:
    """Measure few and many asks."""
    return [*few(), *many(0.0), *many(LATENCY)]


if __name__ == "__main__":
    show(measure())
