"""Look up the evidence that judges cite: in the issue, the diff, the checks and the files."""

import asyncio
import re
import time
from collections.abc import Sequence

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence import (
    SearchResult,
    SourceTexts,
    any_depth,
    matching,
    places,
    verify,
)
from coordinator.models import Absence, Case, Evidence, Experiment, Proof
from coordinator.parsing.patterns import compile_pattern, matching_lines
from coordinator.workspace.experiment_runner import PER_REPLY, ExperimentRunner
from coordinator.workspace.search import SEARCH_SECONDS
from coordinator.workspace.snapshot import Workspace

_DELETED_LINE = re.compile(r"^-(?!-- )(.*)", re.MULTILINE)


class EvidenceSources:
    """The texts and files in which the evidence of a case is looked up.

    A file is loaded when a judge cites it. `tools` has the output of tools by name. The caller that
    runs a tool puts its output there before a judge cites it as `tool:NAME`. Without a `runner`,
    experiments are not run.
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
        """Return the proof for each piece of evidence."""
        if self._known is None:
            self._known = await self._collect_texts()
        known = self._known
        async with self._loading:  # load a file once if several replies cite it at the same time
            for path in sorted(places(evidence, known.paths) - self._files.keys()):
                self._files[path] = await self.workspace.file(path)
        await self._search_absences(evidence, known.paths)
        if self.runner:
            await self._run_experiments(self.runner, evidence)
        return verify(evidence, known)

    async def diff(self) -> str:
        """Return the whole diff, not only the part that judges are shown."""
        if self._diff is None:
            self._diff = await self.workspace.full_diff()
        return self._diff

    async def _collect_texts(self) -> SourceTexts:
        checks = {}
        for check in self.case.checks:
            # Judges see the same text, but with the last line first. Here it is last, so the other
            # lines keep their numbers.
            last = f"check:{check.name}: {check.said}"
            checks[check.name] = f"{check.summary}\n{check.output}\n{last}"
        return SourceTexts(
            issue=self.case.request,
            diff=await self.diff(),
            checks=checks,
            changed=tuple(f"{file.change} {file.path}" for file in self.case.work.changed),
            tools=self.tools,
            files=self._files,
            paths=await self.workspace.paths(),
            searched=self._searched,
            ran=self.runner.known if self.runner else {},
        )

    async def _search_absences(self, evidence: Sequence[Evidence], paths: Sequence[str]) -> None:
        until = time.monotonic() + SEARCH_SECONDS  # for all patterns of the reply together
        for piece in evidence:
            if isinstance(piece, Absence) and piece not in self._searched:
                seconds = until - time.monotonic()
                self._searched[piece] = await self._search(piece, paths, seconds)

    async def _run_experiments(
        self, runner: ExperimentRunner, evidence: Sequence[Evidence]
    ) -> None:
        new = []
        for piece in evidence:
            if isinstance(piece, Experiment) and piece not in runner.known:
                new.append(piece)
        for experiment in new[:PER_REPLY]:
            await runner.verify(experiment)

    async def _search(self, absence: Absence, paths: Sequence[str], seconds: float) -> SearchResult:
        files = len(matching(absence.where, paths))
        if not files:
            return SearchResult(files=0)
        try:
            # RE2 compiles a pattern to a program this small only if no line can match.
            if compile_pattern(absence.pattern).programsize <= 1:
                return SearchResult(files=files, problem="no line can match the pattern")
            where = any_depth(absence.where)
            matches = await self.workspace.search(absence.pattern, where, seconds=seconds)
        except WorkspaceError as error:
            return SearchResult(files=files, problem=str(error))
        if matches.unsearched:
            names = ", ".join(matches.unsearched[:3])
            return SearchResult(files=files, problem=f"too large to search: {names}")
        if matches.found:
            first = matches.found[0]
            return SearchResult(files=files, match=f"{first.path}:{first.line}")
        deleted = await asyncio.to_thread(self._was_deleted, absence.pattern, seconds)
        return SearchResult(files=files, known=deleted)

    def _was_deleted(self, pattern: str, seconds: float) -> bool:
        """Return whether a line that the work deleted matches the pattern; False if time is up."""
        until = time.monotonic() + seconds
        deleted = "\n".join(_DELETED_LINE.findall(self._diff or ""))
        lines = matching_lines(
            compile_pattern(pattern),
            deleted.encode("utf-8", "replace"),
            lambda: time.monotonic() > until,
        )
        try:
            return next(iter(lines), None) is not None
        except WorkspaceError:
            return False
