"""Run the experiments of judges: scripts in throw-away copies of the work or of its base.

Experiments run only in a sandbox.
"""

import asyncio
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.judgement.experiments import verify_runs
from coordinator.models import Experiment, ExperimentRun, Language, Proof
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.check_setup import CheckSetup, ReadyCopy, execute
from coordinator.workspace.copies import clear
from coordinator.workspace.environment_allow_list import allowed_environment
from coordinator.workspace.installations import home_of
from coordinator.workspace.process import run
from coordinator.workspace.snapshot import Workspace

PER_REPLY = 5  # experiments that we run for one reply
PER_REVIEW = 60  # runs of scripts in one review
AS_LONG = 10  # all scripts together may take this many times the time limit of one script
# The share of PER_REVIEW and AS_LONG for scripts that are not evidence of a judge, such as blind
# tests. If the work hangs in them, the other half is left for the experiments of judges.
HALF = 0.5
OUTPUT = 8_000  # bytes that are kept of a script's output, from its head and its tail
UNABLE = 126  # the exit code if the sandbox cannot be built or the script cannot be started

Tree = Literal["work", "base"]

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
[ $code -ne {unable} ] || code=1  # so work cannot pass for what could not be run
exit $code
"""


class ScriptEnd(NamedTuple):
    """The outcome of a script: its exit code (None: time is up) and its output."""

    code: int | None
    output: str


class _ScriptKey(NamedTuple):
    script: str
    language: Language
    folder: str
    again: bool


@dataclass(slots=True)
class ExperimentRunner:
    """Runs the experiments of one review, one at a time, and each script once on each tree."""

    workspace: Workspace
    setup: CheckSetup
    config: ReviewConfig
    known: dict[Experiment, Proof] = field(default_factory=dict)
    ran: dict[_ScriptKey, ScriptEnd] = field(default_factory=dict)
    spent: float = 0.0  # seconds
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def verify(self, experiment: Experiment) -> Proof:
        """Return the proof by an experiment, or a proof that says why it was not run."""
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
        """Run a script on the trees that it names (`on`), within this share of the limits."""
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
        """Return why scripts are not run at all; empty if they are run."""
        if self.config.experiments == "off":
            return "review.experiments is off"
        if not self.workspace.work.repo:
            return "the work has no files to run"
        sandbox = self.setup.get_sandbox()
        if sandbox.kind == "none":
            return f"no sandbox: {sandbox.missing}"
        return ""

    async def run_on(
        self, experiment: Experiment, on: Tree, again: bool = False, share: float = HALF
    ) -> ExperimentRun:
        """Return the outcome of a script on a tree.

        A script runs only once on each tree, and once more with `again`. Later calls return the
        known outcome. Raise a WorkspaceError that says why the script was not run, for example
        because this share of the limits is used up.
        """
        why = await asyncio.to_thread(self.why_none)
        if why:
            raise WorkspaceError(why)
        tree = self.workspace if on == "work" else self.workspace.base
        async with self.turn:
            ready = await self.setup.ready(tree, "experiments", secrets=False)
            if ready.failed:
                raise WorkspaceError(f"the set-up failed: {ready.failed}")
            end = await self._run_once(experiment, ready, share, again)
        return ExperimentRun(on=on, code=end.code, output=end.output)

    async def _run_on_nothing(self, experiment: Experiment) -> str:
        """Return the output of a script in an empty folder."""
        nothing = self.workspace.home / "empty"
        nothing.mkdir(mode=0o700, exist_ok=True)
        async with self.turn:
            end = await self._run_once(experiment, ReadyCopy(folder=str(nothing)), 1.0)
        return end.output

    async def _run_once(
        self, experiment: Experiment, ready: ReadyCopy, share: float, again: bool = False
    ) -> ScriptEnd:
        key = _ScriptKey(experiment.run, experiment.language, ready.folder, again)
        if key not in self.ran:
            if len(self.ran) >= share * PER_REVIEW:
                raise WorkspaceError(f"the limit of script runs is reached: {len(self.ran)} runs")
            if self.spent > share * AS_LONG * self.config.experiment_seconds:
                raise WorkspaceError(f"the time limit for scripts is reached: {self.spent:.0f} s")
            began = time.monotonic()
            self.ran[key] = await self._run(experiment, ready)
            self.spent += time.monotonic() - began
        return self.ran[key]

    async def _run(self, experiment: Experiment, ready: ReadyCopy) -> ScriptEnd:
        """Run a script in a throw-away copy of a folder."""
        program, suffix = PROGRAMS[experiment.language]
        file = f"coordinator_experiment.{suffix}"
        command = _SHELL.format(unable=UNABLE, program=program, file=file)
        script = experiment.run.encode("utf-8", "replace").decode()
        place = Path(tempfile.mkdtemp(dir=self.workspace.home, prefix="experiment-"))
        copy = place / "copy"
        folder = Path(ready.folder)
        try:
            await _copy_folder(folder, copy)
            await _copy_folder(home_of(folder), home_of(copy))
            code, output = await execute(
                command,
                ready.place,
                await self.setup.sandbox(),
                timeout=self.config.experiment_seconds,
                output=OUTPUT,
                installed=ready.installed,
                variables={"EXPERIMENT": script},
                copy=copy,
                environments=ready.environments,
            )
        finally:
            await asyncio.to_thread(clear, place)
        if code == UNABLE:
            raise WorkspaceError(output.strip()[-500:] or "the script could not be started")
        # Without mounts, the script sees the throw-away copy under its own path.
        printed = output.replace(str(copy), ".").replace(str(ready.place), ".")
        return ScriptEnd(code, printed)


async def _copy_folder(source: Path, target: Path) -> None:
    """Copy a folder if it is there; raise WorkspaceError if that fails."""
    if not source.is_dir():
        return
    place = target.parent
    printed = Excerpt(OUTPUT)
    argv = ("cp", "-a", "--", str(source), str(target))
    if await run(argv, cwd=place, env=allowed_environment(place), output=printed.feed):
        raise WorkspaceError(f"the work cannot be copied: {printed.text()[-500:]}")
