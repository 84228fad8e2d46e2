"""Run the experiments of judges: scripts that run in copies of the work or of its base.

Experiments run only in a sandbox. Their processor time and their number are limited, but
hardly their time on the clock, which grows on a busy machine.
"""

import asyncio
import hashlib
import math
import os
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.experiments import verify_runs
from coordinator.models import Experiment, ExperimentRun, Language, Proof
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.checks.installations import home_of, make_places
from coordinator.workspace.checks.setup import CheckSetup, ReadyCopy, execute
from coordinator.workspace.copies import clear
from coordinator.workspace.sandbox.environment_allow_list import allowed_environment
from coordinator.workspace.sandbox.process import run
from coordinator.workspace.sandbox.sandbox import Limits, Sandbox, has_overlays, read_report
from coordinator.workspace.snapshot import Workspace

PER_REPLY = 5  # the most experiments that are run for one reply
PER_REVIEW = 100  # the most runs of scripts in one review
# All scripts together may take this many times the processor time of one script.
AS_LONG = 10
# A script is ended after this many times its time limit by the wall clock, even if it is idle.
AT_LAST = 20
# The share of PER_REVIEW and AS_LONG for scripts that are not evidence of a judge, such as blind
# tests. If the work hangs in them, the other half is left for the experiments of judges.
HALF = 0.5
OUTPUT = 8_000  # bytes that are kept of a script's output, from its head and its tail
UNABLE = 126  # the exit code if the sandbox cannot be built or the script cannot be started

Tree = Literal["work", "base"]
Result = TypeVar("Result")

# The program that runs a script, and the suffix of the script's file.
PROGRAMS: dict[Language, tuple[str, str]] = {
    "python": ("python3", "py"),
    "sh": ("sh", "sh"),
    "bash": ("bash", "bash"),
    "node": ("node", "js"),
    "go": ("go run", "go"),
    "ruby": ("ruby", "rb"),
    "php": ("php", "php"),
}
# The script is written inside the sandbox. Outside, a set-up could have left a link under its name
# that leads anywhere.
_SHELL = """
command -v {program} >/dev/null || {{ echo "{program} is not installed"; exit {unable}; }}
rm -rf {file} && printf '%s\\n' "$EXPERIMENT" >{file} || exit {unable}
unset EXPERIMENT; {program} ./{file}; code=$?
[ $code -ne {unable} ] || code=1  # the work must not imitate UNABLE
exit $code
"""


# Like the script, each edited file of a trial fix is written inside the sandbox.
_EDIT = """
mkdir -p -- "$(dirname -- "$EDITED_PATH_{number}")" || exit {unable}
printf '%s' "$EDITED_TEXT_{number}" >"$EDITED_PATH_{number}" || exit {unable}
unset EDITED_PATH_{number} EDITED_TEXT_{number}
"""
# The whole new texts of edited files, by path.
EditedFiles = tuple[tuple[str, str], ...]


# Limits the scripts of all reviews in this process to one for each processor.
_slots: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


def processors() -> int:
    """Return the number of processors that this process can use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


def _slot() -> asyncio.Semaphore:
    """Return the semaphore for scripts of the running event loop; a daemon has only one loop."""
    return _slots.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(processors()))


async def side_by_side(acts: Sequence[Callable[[], Awaitable[Result]]]) -> list[Result]:
    """Call functions that run scripts, in order, as many at a time as there are processors.

    Return their results in the same order. If a call fails, cancel the others and raise its error.
    """
    results: dict[int, Result] = {}
    waiting = iter(enumerate(acts))

    async def work() -> None:
        for number, act in waiting:
            results[number] = await act()

    # A task group would ignore the cancellation of a single act.
    workers = [asyncio.ensure_future(work()) for _ in range(min(len(acts), processors()))]
    try:
        await asyncio.gather(*workers)
    finally:
        for worker in workers:
            worker.cancel()
        await asyncio.gather(*workers, return_exceptions=True)
    return [results[number] for number in range(len(acts))]


class ScriptEnd(NamedTuple):
    """The outcome of a script: its exit code (None if its time was up) and its output."""

    code: int | None
    output: str


class _ScriptKey(NamedTuple):
    script: str
    language: Language
    folder: str
    again: bool
    edited: EditedFiles
    output: int


@dataclass(slots=True)
class ExperimentRunner:
    """Runs the experiments of one review, each script once on each tree.

    Scripts of all reviews share the processors of this machine.
    """

    workspace: Workspace
    setup: CheckSetup
    config: ReviewConfig
    known: dict[Experiment, Proof] = field(default_factory=dict)
    ran: dict[_ScriptKey, ScriptEnd] = field(default_factory=dict)
    begun: int = 0  # runs of scripts
    spent: float = 0.0  # seconds of processor time
    preparing: asyncio.Lock = field(default_factory=asyncio.Lock)
    # One lock for each script on each tree, for tasks that want the same run.
    turns: dict[_ScriptKey, asyncio.Lock] = field(default_factory=dict)

    async def verify(self, experiment: Experiment) -> Proof:
        """Return the proof that an experiment gives, or a proof that says why it was not run."""
        if experiment not in self.known:
            try:
                self.known[experiment] = await self._prove(experiment)
            except WorkspaceError as error:
                if error.transient:
                    raise
                self.known[experiment] = Proof(
                    evidence=experiment, found="no source", at=str(error)
                )
        return self.known[experiment]

    async def _prove(self, experiment: Experiment) -> Proof:
        runs = await self.try_out(experiment, 1.0)
        empty = ""
        # A run on the base already shows whether the script prints the same on any tree.
        if experiment.on == "work":
            empty = await self._run_on_nothing(experiment)
        return verify_runs(experiment, runs, empty)

    async def try_out(
        self, experiment: Experiment, share: float = HALF
    ) -> tuple[ExperimentRun, ...]:
        """Run a script on each tree that its `on` names, within this share of all limits."""
        trees: tuple[Tree, ...]
        if experiment.on == "both":
            trees = ("work", "base")
        else:
            trees = (experiment.on,)
        runs = []
        for tree in trees:
            runs.append(await self.run_on(experiment, tree, share=share))
        return tuple(runs)

    def why_none(self) -> str:
        """Return the reason why no scripts are run; empty if they are run."""
        if self.config.experiments == "off":
            return "review.experiments is off"
        if not self.workspace.work.repo:
            return "the work has no files to run"
        sandbox = self.setup.get_sandbox()
        if sandbox.kind == "none":
            return f"no sandbox: {sandbox.missing}"
        return ""

    async def run_on(
        self,
        experiment: Experiment,
        on: Tree,
        again: bool = False,
        share: float = HALF,
        output: int = OUTPUT,
    ) -> ExperimentRun:
        """Return the outcome of a script on a tree, with this many bytes of its output.

        A script runs only once on each tree, and once more with `again`. Later calls return the
        known outcome. Raise a WorkspaceError that says why the script was not run, for example
        because this share of the limits is used up.
        """
        why = await asyncio.to_thread(self.why_none)
        if why:
            raise WorkspaceError(why)
        tree = self.workspace if on == "work" else self.workspace.base
        ready = await self._ready(tree)
        end = await self._run_once(experiment, ready, share, again, output=output)
        return ExperimentRun(on=on, code=end.code, output=end.output)

    async def run_with(
        self,
        experiment: Experiment,
        edited: EditedFiles,
        again: bool = False,
        output: int = OUTPUT,
    ) -> ScriptEnd:
        """Return the outcome of a script on the base, in which these files are edited.

        The arguments `again` and `output` have the same meaning as for `run_on`.
        """
        ready = await self._ready(self.workspace.base)
        return await self._run_once(experiment, ready, HALF, again, edited, output)

    async def _ready(self, tree: Workspace) -> ReadyCopy:
        """Return a tree that scripts can run on. Raise WorkspaceError if its set-up fails."""
        async with self.preparing:
            ready = await self.setup.ready(tree, "experiments", secrets=False)
            if ready.failed:
                raise WorkspaceError(f"the set-up failed: {ready.failed}")
            await asyncio.to_thread(make_places, Path(ready.folder), ready.environments)
        return ready

    async def _run_on_nothing(self, experiment: Experiment) -> str:
        """Return the output of a script in an empty folder."""
        nothing = self.workspace.home / "empty"
        nothing.mkdir(mode=0o700, exist_ok=True)
        end = await self._run_once(experiment, ReadyCopy(folder=str(nothing)), 1.0)
        return end.output

    async def _run_once(
        self,
        experiment: Experiment,
        ready: ReadyCopy,
        share: float,
        again: bool = False,
        edited: EditedFiles = (),
        output: int = OUTPUT,
    ) -> ScriptEnd:
        key = _ScriptKey(experiment.run, experiment.language, ready.folder, again, edited, output)
        async with self.turns.setdefault(key, asyncio.Lock()):
            if key not in self.ran:
                async with _slot():
                    self._require_room(share)
                    self.begun += 1
                    self.ran[key] = await self._run(experiment, ready, edited, output)
        return self.ran[key]

    def _require_room(self, share: float) -> None:
        """Raise WorkspaceError if this share of the limits is used up."""
        if self.begun >= share * PER_REVIEW:
            raise WorkspaceError(f"the limit of script runs is reached: {self.begun} runs")
        if self.spent > share * AS_LONG * self.config.experiment_seconds:
            spent = f"{self.spent:.0f} s of processor time"
            raise WorkspaceError(f"the time limit for scripts is reached: {spent}")

    async def _run(
        self, experiment: Experiment, ready: ReadyCopy, edited: EditedFiles, kept: int
    ) -> ScriptEnd:
        """Run a script on the files of a folder, which stay as they are."""
        program, suffix = PROGRAMS[experiment.language]
        # The author does not know the script, so the work cannot recognise it by its name.
        digest = hashlib.sha256(experiment.run.encode("utf-8", "replace")).hexdigest()[:12]
        file = f"script_{digest}.{suffix}"
        variables = {"EXPERIMENT": experiment.run.encode("utf-8", "replace").decode()}
        edits = ""
        for number, (path, text) in enumerate(edited):
            variables[f"EDITED_PATH_{number}"] = path
            variables[f"EDITED_TEXT_{number}"] = text
            edits += _EDIT.format(number=number, unable=UNABLE)
        command = edits + _SHELL.format(unable=UNABLE, program=program, file=file)
        place = Path(tempfile.mkdtemp(dir=self.workspace.home, prefix="experiment-"))
        report = place / "report"
        seconds = self.config.experiment_seconds
        sandbox = await self.setup.sandbox()
        try:
            code, output = await execute(
                command,
                ready.place,
                sandbox,
                timeout=AT_LAST * seconds,
                output=kept,
                installed=ready.installed,
                variables=variables,
                copy=place / "copy",
                environments=ready.environments,
                prepared=await _prepare(Path(ready.folder), place / "copy", sandbox),
                # This limit on each single process matters only if the launcher cannot measure.
                limits=Limits(own_seconds=seconds, seconds=math.ceil(seconds) + 1),
                report=report,
            )
            measured = await asyncio.to_thread(read_report, report)
            if measured is not None:
                self.spent += measured.processor
            elif code is None or sandbox.mounts:
                # The work may have ended the launcher, which writes a report in such a sandbox.
                self.spent += seconds
        finally:
            await asyncio.to_thread(clear, place)
        if code == UNABLE:
            raise WorkspaceError(output.strip()[-500:] or "the script could not be started")
        # Without mounts, the script sees the throw-away copy under its own path.
        printed = output.replace(str(place / "copy"), ".").replace(str(ready.place), ".")
        return ScriptEnd(code, printed)


async def _prepare(folder: Path, copy: Path, sandbox: Sandbox) -> Path | None:
    """Make `copy` ready for a script that needs the files of a folder.

    If the sandbox can show the files of the folder in `copy`, return the folder. Otherwise copy its
    files, and return None.
    """
    if await asyncio.to_thread(has_overlays, sandbox, copy.parent):
        copy.mkdir(mode=0o700)
        return folder
    await _copy_folder(folder, copy)
    await _copy_folder(home_of(folder), home_of(copy))
    return None


async def _copy_folder(source: Path, target: Path) -> None:
    """Copy a folder if it is there; raise WorkspaceError if that fails."""
    if not source.is_dir():
        return
    place = target.parent
    printed = Excerpt(OUTPUT)
    # Where the file system can, both copies share their blocks until one of them is changed.
    argv = ("cp", "-a", "--reflink=auto", "--", str(source), str(target))
    if await run(argv, cwd=place, env=allowed_environment(place), output=printed.feed):
        raise WorkspaceError(f"the work cannot be copied: {printed.text()[-500:]}")
