"""What `coordinator --help` costs next to a Python that does nothing: medians of interleaved runs on this machine."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 15
COMMANDS = {
    "python -c pass": ("-c", "pass"),
    "coordinator --version": ("-m", "coordinator", "--version"),
    "coordinator --help": ("-m", "coordinator", "--help"),
    "coordinator list --help": ("-m", "coordinator", "list", "--help"),
}


def seconds(arguments: tuple[str, ...]) -> float:
    """How long one process takes from start to end."""
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def measure(rounds: int = ROUNDS) -> dict[str, float]:
    """The median of each command; they take turns, so that a busy moment hits all of them."""
    for arguments in COMMANDS.values():
        seconds(arguments)  # fills the caches
    turns = [[seconds(arguments) for arguments in COMMANDS.values()] for _ in range(rounds)]
    return dict(zip(COMMANDS, map(statistics.median, zip(*turns, strict=True)), strict=True))


def main() -> None:
    """Print the table."""
    medians = measure()
    floor = next(iter(medians.values()))
    for name, median in medians.items():
        print(f"{name:<24} {median * 1000:>7.1f} ms {median / floor:>6.2f}x")


if __name__ == "__main__":
    main()
