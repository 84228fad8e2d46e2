"""Where the evidence of one case is looked up: its issue, its diff, its checks and its files, and what scripts show.

Experiments of judges are run in throw-away copies of the work or of its base, behind walls alone.
"""

import asyncio
import re
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import (
    SearchResult,
    SourceTexts,
    any_depth,
    matching,
    places,
    verify,
)
from coordinator.judgement.experiments import verify_runs
from coordinator.models import Absence, Case, Evidence, Experiment, ExperimentRun, Language, Proof
from coordinator.parsing.excerpt import Excerpt
from coordinator.parsing.patterns import compile_pattern, matching_lines
from coordinator.workspace.check_setup import CheckSetup, ReadyCopy, execute, home_of
from coordinator.workspace.copies import clear
from coordinator.workspace.process import environment, run
from coordinator.workspace.search import SEARCH_SECONDS
from coordinator.workspace.snapshot import Workspace

PER_REPLY = 5  # experiments that are run for one reply
PER_REVIEW = 60  # runs of scripts
AS_LONG = 10  # times as long as one script may take: all of them together
# Of both, which what is no evidence of a judge may use: work that hangs must not use up all
HALF = 0.5
OUTPUT = 8_000  # bytes that are kept of what a script prints, its head and its tail
UNABLE = 126  # as the sandbox exits if it cannot be built

Tree = Literal["work", "base"]

# The program that a script is given to, and how its file ends.
PROGRAMS: dict[Language, tuple[str, str]] = {
    **{
        "python": ("python3", "py"),
        "sh": ("sh", "sh"),
        "bash": ("bash", "bash"),
        "node": ("node", "js"),
    },
    **{"go": ("go run", "go"), "ruby": ("ruby", "rb"), "php": ("php", "php")},
}
# The file is written inside the walls: out here, what a set-up has left under its name could lead anywhere.
_SHELL = """
command -v {program} >/dev/null || {{ echo "there is no {program} here"; exit {unable}; }}
rm -rf {file} && printf '%s\\n' "$EXPERIMENT" >{file} || exit {unable}
unset EXPERIMENT; {program} ./{file}; code=$?
[ $code -ne {unable} ] || code=1  # so work cannot pass for what could not be run
exit $code
"""


@dataclass(slots=True)
class ExperimentRunner:
    """Runs the experiments of one review, one at a time, and each script once in each folder."""

    workspace: Workspace
    setup: CheckSetup
    config: ReviewConfig
    known: dict[Experiment, Proof] = field(default_factory=dict)
    ran: dict[tuple[str, Language, str, bool], tuple[int | None, str]] = field(default_factory=dict)
    spent: float = 0.0  # seconds
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def verify(self, experiment: Experiment) -> Proof:
        """Return what came out, or why it was not run."""
        if experiment not in self.known:
            try:
                runs = await self.try_out(experiment, 1.0)
                # On the base as well, a script that always prints the same is found out already.
                empty = await self._run_on_nothing(experiment) if experiment.on == "work" else ""
                self.known[experiment] = verify_runs(experiment, runs, empty)
            except WorkspaceError as error:
                if error.transient:
                    raise
                self.known[experiment] = Proof(
                    evidence=experiment, found="no source", at=str(error)
                )
        return self.known[experiment]

    async def try_out(
        self, experiment: Experiment, share: float = HALF
    ) -> tuple[ExperimentRun, ...]:
        """Run a script where it is to be run; one that is not evidence yet, if half of what may be run is left."""
        trees: tuple[Tree, ...] = ("work", "base") if experiment.on == "both" else (experiment.on,)
        return tuple([await self.run_on(experiment, tree, share=share) for tree in trees])

    def why_none(self) -> str:
        """Return why no script is run at all; empty if scripts are run."""
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
        """Return how a script ends there, each time as the first time unless it is run `again`.

        A WorkspaceError says why it was not run, as when this share of runs or seconds is used up.
        """
        if why := await asyncio.to_thread(self.why_none):
            raise WorkspaceError(why)
        tree = self.workspace if on == "work" else self.workspace.base
        async with self.turn:
            ready = await self.setup.ready(tree, "experiments", secrets=False)
            if ready.failed:
                raise WorkspaceError(f"the set-up failed: {ready.failed}")
            code, output = await self._run_once(experiment, ready, share, again)
        return ExperimentRun(on=on, code=code, output=output)

    async def _run_on_nothing(self, experiment: Experiment) -> str:
        nothing = self.workspace.home / "empty"
        nothing.mkdir(mode=0o700, exist_ok=True)
        async with self.turn:
            return (await self._run_once(experiment, ReadyCopy(folder=str(nothing)), 1.0))[1]

    async def _run_once(
        self, experiment: Experiment, ready: ReadyCopy, share: float, again: bool = False
    ) -> tuple[int | None, str]:
        key = (experiment.run, experiment.language, ready.folder, again)
        seconds = self.config.experiment_seconds
        if key not in self.ran:
            if len(self.ran) >= share * PER_REVIEW:
                raise WorkspaceError(f"scripts were run {len(self.ran)} times already")
            if self.spent > share * AS_LONG * seconds:
                raise WorkspaceError(f"scripts were run for {self.spent:.0f} s already")
            began = time.monotonic()
            self.ran[key] = await self._run(experiment, ready)
            self.spent += time.monotonic() - began
        return self.ran[key]

    async def _run(self, experiment: Experiment, ready: ReadyCopy) -> tuple[int | None, str]:
        """Run a script in a copy of a folder that is thrown away; return how it ended and what it printed."""
        place = Path(tempfile.mkdtemp(dir=self.workspace.home, prefix="experiment-"))
        said = Excerpt(OUTPUT)
        folder = Path(ready.folder)
        copy = place / "copy"
        program, suffix = PROGRAMS[experiment.language]
        command = _SHELL.format(
            unable=UNABLE, program=program, file=f"coordinator_experiment.{suffix}"
        )
        given: dict[str, Any] = {
            "timeout": self.config.experiment_seconds,
            "output": OUTPUT,
            "copy": copy,
        }
        given["variables"] = {"EXPERIMENT": experiment.run.encode("utf-8", "replace").decode()}
        try:
            for source, target in ((folder, copy), (home_of(folder), home_of(copy))):
                argv = ("cp", "-a", "--", str(source), str(target))
                if source.is_dir() and await run(
                    argv, cwd=place, env=environment(place), output=said.feed
                ):
                    raise WorkspaceError(f"the work cannot be copied: {said.text()[-500:]}")
            sandbox = await self.setup.sandbox()
            given |= {"installed": ready.installed, "environments": ready.environments}
            code, output = await execute(command, ready.place, sandbox, **given)
        finally:
            await asyncio.to_thread(clear, place)
        if code == UNABLE:
            raise WorkspaceError(output.strip()[-500:] or "it could not be started")
        return code, output.replace(str(ready.place), ".")


class EvidenceSources:
    """The sources of a case; what is cited is loaded when it is cited.

    `tools` has what tools printed, by name; whoever runs them puts it there before it is cited as `tool:NAME`. Without
    a `runner` no experiment is run.
    """

    def __init__(self, case: Case, workspace: Workspace) -> None:
        self.case = case
        self.workspace = workspace
        self.runner: ExperimentRunner | None = None
        self.tools: dict[str, str] = {}
        self._diff: str | None = None
        self._files: dict[str, str] = {}
        self._searched: dict[Absence, SearchResult] = {}
        self._known: SourceTexts | None = None
        self._loading = asyncio.Lock()

    async def verify(self, evidence: Sequence[Evidence]) -> tuple[Proof, ...]:
        """Return what code finds of each piece of evidence."""
        if self._known is None:
            self._known = SourceTexts(
                issue=self.case.request,
                diff=await self.diff(),
                # As judges are shown it, with the head last: so the lines keep their numbers.
                checks={
                    c.name: f"{c.summary}\n{c.output}\ncheck:{c.name}: {c.said}"
                    for c in self.case.checks
                },
                changed=tuple(f"{file.change} {file.path}" for file in self.case.work.changed),
                tools=self.tools,
                files=self._files,
                paths=await self.workspace.paths(),
                searched=self._searched,
                ran=self.runner.known if self.runner else {},
            )
        async with self._loading:  # what several replies cite at once is loaded once
            for path in sorted(places(evidence, self._known.paths) - self._files.keys()):
                self._files[path] = await self.workspace.file(path)
        until = time.monotonic() + SEARCH_SECONDS  # for all patterns of the reply together
        for piece in evidence:
            if isinstance(piece, Absence) and piece not in self._searched:
                self._searched[piece] = await self._search(
                    piece, self._known.paths, until - time.monotonic()
                )
        if self.runner:
            experiments = [piece for piece in evidence if isinstance(piece, Experiment)]
            for experiment in [piece for piece in experiments if piece not in self.runner.known][
                :PER_REPLY
            ]:
                await self.runner.verify(experiment)
        return verify(evidence, self._known)

    async def diff(self) -> str:
        """Return the whole diff, not only what judges are shown."""
        if self._diff is None:
            self._diff = await self.workspace.full_diff()
        return self._diff

    async def _search(self, absence: Absence, paths: Sequence[str], seconds: float) -> SearchResult:
        files = len(matching(absence.where, paths))
        if not files:
            return SearchResult(files=0)
        try:
            # As RE2 makes of what no line can have
            if compile_pattern(absence.pattern).programsize <= 1:
                return SearchResult(files=files, problem="no line can match the pattern")
            found = await self.workspace.search(
                absence.pattern, any_depth(absence.where), seconds=seconds
            )
        except WorkspaceError as error:
            return SearchResult(files=files, problem=str(error))
        if found.unsearched:
            return SearchResult(
                files=files, problem=f"too large to search: {', '.join(found.unsearched[:3])}"
            )
        if found.found:
            return SearchResult(files=files, match=f"{found.found[0].path}:{found.found[0].line}")
        return SearchResult(
            files=files, known=await asyncio.to_thread(self._was_there, absence.pattern, seconds)
        )

    def _was_there(self, pattern: str, seconds: float) -> bool:
        """Return whether a line that the work has deleted matches within the time."""
        until = time.monotonic() + seconds
        deleted = "\n".join(re.findall(r"^-(?!-- )(.*)", self._diff or "", re.MULTILINE)).encode(
            "utf-8", "replace"
        )
        lines = matching_lines(compile_pattern(pattern), deleted, lambda: time.monotonic() > until)
        try:
            return any(True for _ in lines)
        except WorkspaceError:
            return False
