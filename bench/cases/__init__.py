"""Ten small repositories with a right and a wrong delivery: decisions by checks, panel, experiments and probes.

python -m bench.cases [--case NAME] [--config coordinator.yaml] [--with off,probes] [--json]

Only the seats are not real: their replies are made from the YAML files beside this module, which we
wrote. With --config the agents of that file answer instead. The exit code is 1 if the bar is
missed, and 2 if there is no sandbox.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from time import monotonic
from typing import Any, get_args

from bench.cases.recorded import MODES, Case, Delivery, Mode, read_cases, recorded_panel
from coordinator.app import runtime
from coordinator.app.signals import run_async
from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.settings import Config, load
from coordinator.engine import Run, serving
from coordinator.errors import CoordinatorError
from coordinator.models import Submission, Value
from coordinator.reviews.record import ReviewReader
from coordinator.reviews.review import review as run_review
from coordinator.reviews.setup import ReviewContext, ReviewContexts
from coordinator.trackers import Tracker
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox
from tests.support.repositories import git, new_repository
from tests.support.reviews import deliver

COLUMNS = {"checks": "checks", "off": "panel", "evidence": "+ experiments", "probes": "+ probes"}
DELIVERIES: tuple[Delivery, ...] = get_args(Delivery)
GRADES = ("right", "escalated", "wrong accept", "wrong reject", "error")
COSTS = {"asks": "asks", "scripts": "scripts run", "seconds": "seconds in the sandbox"}
# The least share of right decisions in the last column, which may have no wrong accept.
BAR = 0.9
AT_ONCE = os.cpu_count() or 1


class Result(Value):
    """The result of one review, and its costs.

    `checks` is the decision by the repository's own tests alone.
    """

    case: str
    delivery: Delivery
    mode: Mode
    outcome: str
    rule: str
    checks: str
    asks: int
    scripts: int
    seconds: float
    review: str
    home: str


def grade(delivery: Delivery, outcome: str) -> str:
    """Return whether an outcome is right, wrong or neither.

    The right delivery should be accepted, and the wrong one rejected.
    """
    if outcome not in ("accept", "reject"):
        return "escalated" if outcome == "escalate" else "error"
    return "right" if (outcome == "accept") == (delivery == "right") else f"wrong {outcome}"


# -- the reviews


@dataclass(frozen=True, slots=True)
class Stopwatch(Sandbox):
    """The same sandbox, which also records the time of each command."""

    times: list[float] = field(default_factory=list, compare=False)

    async def run(self, shell: str, **options: Any) -> int | None:
        began = monotonic()
        try:
            return await Sandbox.run(self, shell, **options)
        finally:
            self.times.append(monotonic() - began)


class MeasuredContexts(ReviewContexts):
    """Makes the contexts of reviews with a sandbox that measures time."""

    times: list[float]

    def __init__(self, config: Config, tracker: Tracker, record: ReviewReader) -> None:
        super().__init__(config, tracker, record)
        self.times = []

    async def open(self, run: Run, submission: Submission) -> ReviewContext:
        context = await super().open(run, submission)
        setup = context.intake.setup
        sandbox = Stopwatch(**asdict(setup.get_sandbox()), times=self.times)
        return replace(
            context,
            intake=replace(context.intake, setup=replace(setup, get_sandbox=lambda: sandbox)),
        )


async def review(
    case: Case, delivery: Delivery, mode: Mode, place: Path, real: Config | None
) -> Result:
    """Return the result of one real review, in a repository and a home of its own."""
    repo, home = place / "repo", place / "home"
    home.mkdir(parents=True)
    new_repository(repo)
    deliver(repo, case.base, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, case.right if delivery == "right" else case.wrong)
    config = real or recorded_panel(case, delivery, mode, home)
    update: dict[str, Any] = {"home": home, "setup": SetupConfig()}
    update["checks"] = (CheckConfig(name="tests", run=case.check, blocks=True),)
    update["review"] = config.review.model_copy(update={"experiments": mode})
    config, submission = (
        config.model_copy(update=update),
        runtime.local_submission(case.request, repo, "main"),
    )
    async with runtime.open_tracker(config, submission) as tracker:
        with runtime.open_store(home) as store:
            reader = ReviewReader(store)
            contexts = MeasuredContexts(config, tracker, reader)

            async def job(run: Run, _given: Any) -> Any:
                return await run_review(run, submission, contexts)

            async with (
                runtime.open_engine(home, {"review": job}) as engine,
                serving(engine, only=(submission.id,)),
            ):
                await engine.start("review", submission.id, submission, subject=f"local:{repo}")
                await engine.finished(submission.id)
            found = reader.review(submission.id)
    tests = [check for check in found.checks if check.name == "tests"]
    return Result(
        case=case.name,
        delivery=delivery,
        mode=mode,
        outcome=found.verdict.outcome if found.verdict else "error",
        rule=found.verdict.rule if found.verdict else found.error,
        checks="accept" if all(check.status == "green" for check in tests) else "reject",
        asks=len(found.asked),
        scripts=len(contexts.times) - len(tests),
        seconds=round(sum(contexts.times), 2),
        review=found.id,
        home=str(home),
    )


async def review_all(
    cases: Sequence[Case], modes: Sequence[Mode], place: Path, real: Config | None
) -> list[Result]:
    """Return the results of every delivery in every mode.

    As many reviews run at the same time as there are processors.
    """
    free = asyncio.Semaphore(AT_ONCE)

    async def one(case: Case, delivery: Delivery, mode: Mode) -> Result:
        async with free:
            result = await review(case, delivery, mode, place / case.name / delivery / mode, real)
        print(
            f"{case.name}, {delivery}, {COLUMNS[mode]}: {result.outcome} by {result.rule}",
            file=sys.stderr,
        )
        return result

    every = [(case, delivery, mode) for case in cases for delivery in DELIVERIES for mode in modes]
    try:
        # If a task group is stopped, it waits for all of its tasks. `gather` does not.
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(*each)) for each in every]
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    return [task.result() for task in tasks]


# -- the table


def sums(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return for each column the number of deliveries by outcome, and the average cost of a review."""
    modes = list(dict.fromkeys(result.mode for result in results))
    alone = [grade(result.delivery, result.checks) for result in results if result.mode == modes[0]]
    columns: dict[str, dict[str, float]] = {"checks": dict(Counter(alone))}
    for mode in modes:
        own = [result for result in results if result.mode == mode]
        columns[mode] = dict(Counter(grade(result.delivery, result.outcome) for result in own))
        columns[mode] |= {
            name: sum(getattr(result, name) for result in own) / len(own) for name in COSTS
        }
    return columns


def table(cases: Sequence[Case], results: Sequence[Result]) -> str:
    """Return a line for each delivery, and the totals. A mark shows wrong decisions."""
    columns = sums(results)
    rows = [["", "", *(COLUMNS[name] for name in columns)]]
    for case in cases:
        for delivery in DELIVERIES:
            own = [
                result
                for result in results
                if (result.case, result.delivery) == (case.name, delivery)
            ]
            row = [case.name, "right"] if delivery == "right" else ["", f"wrong: {case.about}"]
            for outcome in (own[0].checks, *(result.outcome for result in own)):
                row.append(
                    f"{outcome} !" if grade(delivery, outcome).startswith("wrong") else outcome
                )
            rows.append(row)
    rows.append([])
    for name in GRADES:
        if name != "error" or any("error" in column for column in columns.values()):
            rows.append(["", name, *(f"{column.get(name, 0):g}" for column in columns.values())])
    rows.append([])
    for name, said in COSTS.items():
        rows.append(
            [
                "",
                f"{said} per review",
                "",
                *(f"{columns[mode][name]:.1f}" for mode in list(columns)[1:]),
            ]
        )
    widths = (11, 43, 10, 10, 15, 10)
    return "\n".join("".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def meets_bar(results: Sequence[Result]) -> bool:
    """Return whether the last column decides enough deliveries rightly and accepts no wrong one."""
    last = list(sums(results).values())[-1]
    return last.get("right", 0) >= BAR * sum(last.get(name, 0) for name in GRADES) and not last.get(
        "wrong accept"
    )


def run_cases(
    names: Sequence[str], modes: Sequence[Mode], file: Path | None, as_json: bool, sandbox: Sandbox
) -> int:
    """Run the cases and print the results; return the exit code."""
    cases, real = read_cases(names), load(config=file) if file else None
    if sandbox.kind == "none":
        print(
            f"cases: nothing can be run without a sandbox: {sandbox.missing} ({sandbox.fix})",
            file=sys.stderr,
        )
        return 2
    kept = Path(mkdtemp(prefix="coordinator-cases-")) if names else None
    with (
        nullcontext(str(kept)) if kept else TemporaryDirectory(prefix="coordinator-cases-") as place
    ):
        left = f"{place} has what there is" if kept else "nothing is left"
        results = run_async(review_all(cases, modes, Path(place), real), lambda: left)
    if as_json:
        every = [
            result.model_dump() | {"grade": grade(result.delivery, result.outcome)}
            for result in results
        ]
        print(
            json.dumps(
                {"reviews": every, "sums": sums(results), "met": meets_bar(results)}, indent=1
            )
        )
    else:
        print(table(cases, results))
        if kept:
            print("\nLook closer:")
        for result in results if kept else ():
            print(f"  COORDINATOR_HOME={result.home} coordinator show {result.review}")
    return 0 if names or meets_bar(results) else 1


def main(
    arguments: Sequence[str] | None = None, get_sandbox: Callable[[], Sandbox] = find_sandbox
) -> None:
    """Run the cases. Exit with 1 if the results of all cases together miss the bar."""
    parser = argparse.ArgumentParser(
        prog="bench.cases", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "--case",
        action="append",
        default=[],
        metavar="NAME",
        help="this one alone, kept to look at",
    )
    parser.add_argument(
        "--config", type=Path, metavar="FILE", help="a coordinator.yaml whose agents answer"
    )
    parser.add_argument(
        "--with",
        dest="modes",
        metavar="MODES",
        help="off, evidence, probes; with --config off,probes",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args(arguments)
    wanted = given.modes.split(",") if given.modes else ["off", "probes"] if given.config else MODES
    modes = [mode for mode in MODES if mode in wanted]
    if set(wanted) - set(modes):
        parser.error(f"--with takes {', '.join(MODES)}")
    try:
        sys.exit(run_cases(given.case, modes, given.config, given.json, get_sandbox()))
    except CoordinatorError as error:
        print(f"cases: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
