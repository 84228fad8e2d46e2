"""Where the evidence of one case is looked up: its issue, its diff, its checks and its files."""

import asyncio
import re
import time
from collections.abc import Sequence

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import SearchResult, SourceTexts, any_depth, matching, places, verify
from coordinator.models import Absence, Case, Evidence, Experiment, Proof
from coordinator.parsing.patterns import compile_pattern, matching_lines
from coordinator.workspace.experiments import ExperimentRunner
from coordinator.workspace.snapshot import SEARCH_SECONDS, Workspace

PER_REPLY = 5  # experiments that are run for one reply


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

    async def verify(self, evidence: Sequence[Evidence]) -> tuple[Proof, ...]:
        """Return what code finds of each piece of evidence."""
        if self._known is None:
            self._known = SourceTexts(
                issue=self.case.request,
                diff=await self.diff(),
                # As judges are shown it, with the head last: so the lines keep their numbers.
                checks={c.name: f"{c.summary}\n{c.output}\ncheck:{c.name}: {c.said}" for c in self.case.checks},
                changed=tuple(f"{file.change} {file.path}" for file in self.case.work.changed),
                tools=self.tools,
                files=self._files,
                paths=await self.workspace.paths(),
                searched=self._searched,
                ran=self.runner.known if self.runner else {},
            )
        for path in sorted(places(evidence, self._known.paths) - self._files.keys()):
            self._files[path] = await self.workspace.file(path)
        until = time.monotonic() + SEARCH_SECONDS  # for all patterns of the reply together
        for piece in evidence:
            if isinstance(piece, Absence) and piece not in self._searched:
                self._searched[piece] = await self._search(piece, self._known.paths, until - time.monotonic())
        if self.runner:
            experiments = [piece for piece in evidence if isinstance(piece, Experiment)]
            for experiment in [piece for piece in experiments if piece not in self.runner.known][:PER_REPLY]:
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
            if compile_pattern(absence.pattern).programsize <= 1:  # as RE2 makes of what no line can have
                return SearchResult(files=files, problem="no line can match the pattern")
            found = await self.workspace.search(absence.pattern, any_depth(absence.where), seconds=seconds)
        except WorkspaceError as error:
            return SearchResult(files=files, problem=str(error))
        if found.unsearched:
            return SearchResult(files=files, problem=f"too large to search: {', '.join(found.unsearched[:3])}")
        if found.found:
            return SearchResult(files=files, match=f"{found.found[0].path}:{found.found[0].line}")
        return SearchResult(files=files, known=await asyncio.to_thread(self._was_there, absence.pattern, seconds))

    def _was_there(self, pattern: str, seconds: float) -> bool:
        """Return whether a line that the work has deleted matches within the time."""
        until = time.monotonic() + seconds
        deleted = "\n".join(re.findall(r"^-(?!-- )(.*)", self._diff or "", re.MULTILINE)).encode("utf-8", "replace")
        lines = matching_lines(compile_pattern(pattern), deleted, lambda: time.monotonic() > until)
        try:
            return any(True for _ in lines)
        except WorkspaceError:
            return False
