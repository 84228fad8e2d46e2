"""Look up the evidence that judges cite: in the issue, the diff, the checks and the files."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from pydantic import ValidationError

from coordinator.errors import WorkspaceError
from coordinator.judgement.evidence.verification import (
    PROOFS,
    QUOTES,
    QuotedTexts,
    SearchResult,
    SourceTexts,
    any_depth,
    places,
    places_in,
    verify,
    verify_quotes,
)
from coordinator.models import Absence, Case, Evidence, Experiment, Proof, Quote
from coordinator.parsing.patterns import compile_pattern
from coordinator.workspace.checks.experiment_runner import PER_REPLY, ExperimentRunner, side_by_side
from coordinator.workspace.path_rules import choose_matching
from coordinator.workspace.search import SEARCH_SECONDS, was_deleted
from coordinator.workspace.snapshot import Workspace
from coordinator.workspace.workers.pool import SMALL, run_apart

# Quotes are looked up in this process, not a worker, if that is as cheap as masking a small text.
SMALL_SOURCES = 4 * SMALL  # characters of all texts
FEW_QUOTES = 50  # in a reply; if there are more, the limit `SMALL_SOURCES` shrinks
FEW_LOOKUPS = 250_000  # quotes times paths


class EvidenceSources:
    """The texts and files in which the evidence of a case is looked up.

    A file is loaded when a judge cites it. `tools` has the output of tools by name. The caller that
    runs a tool puts its output there before a judge cites it as `tool:NAME`. If `runner` is None,
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
            for path in await self._places(evidence, known):
                if path not in self._files:
                    self._files[path] = await self.workspace.file(path)
        await self._search_absences(evidence, known.paths)
        if self.runner:
            await self._run_experiments(self.runner, evidence)
        return await self._verify(evidence, known)

    async def _places(self, evidence: Sequence[Evidence], known: SourceTexts) -> list[str]:
        """Return the paths of the files in which quotes are looked up."""
        cited = _quotes_of(evidence)
        if len(cited) * len(known.paths) <= FEW_LOOKUPS:
            return sorted(places(cited, known.paths))
        joined = "\0".join(known.paths)
        quotes = await asyncio.to_thread(QUOTES.dump_json, cited)
        return await run_apart(len(joined) + SMALL, places_in, quotes, joined)

    async def _verify(self, evidence: Sequence[Evidence], known: SourceTexts) -> tuple[Proof, ...]:
        """Return the proofs; large texts are searched in a worker."""
        cited = _quotes_of(evidence)
        size = len(known.issue) + len(known.diff)
        for texts in (known.checks, known.tools, known.files):
            size += sum(map(len, texts.values()))
        if size * (1 + len(cited) // FEW_QUOTES) <= SMALL_SOURCES:
            return await asyncio.to_thread(verify, evidence, known)
        texts_of_quotes = QuotedTexts(
            issue=known.issue,
            diff=known.diff,
            checks=dict(known.checks),
            changed=known.changed,
            tools=dict(known.tools),
            files=dict(known.files),
            paths="\0".join(known.paths),
        )
        quotes = await asyncio.to_thread(QUOTES.dump_json, cited)
        found = await run_apart(size + SMALL, verify_quotes, quotes, texts_of_quotes)
        try:
            proofs = await asyncio.to_thread(PROOFS.validate_json, found)
        except ValidationError:
            proofs = []
        if len(proofs) != len(cited):
            raise WorkspaceError("the worker that read the work gave an invalid answer")
        verified: list[Proof] = []
        others = 0  # pieces of evidence that are not quotes
        for piece in evidence:
            if isinstance(piece, Quote):
                verified.append(proofs[len(verified) - others])
            else:
                others += 1
                verified += verify([piece], known)
        return tuple(verified)

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
        until = time.monotonic() + SEARCH_SECONDS  # for all patterns together
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
        acts = [partial(runner.verify, experiment) for experiment in new[:PER_REPLY]]
        await side_by_side(acts)

    async def _search(self, absence: Absence, paths: Sequence[str], seconds: float) -> SearchResult:
        try:
            files = len(await choose_matching([any_depth(absence.where)], paths))
        except WorkspaceError:
            files = 0
        if not files:
            return SearchResult(files=0)
        try:
            # RE2 compiles a pattern to so small a program only if no line can match the pattern.
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
        diff = self._diff or ""
        deleted = await run_apart(len(diff), was_deleted, absence.pattern, diff, seconds)
        return SearchResult(files=files, known=deleted)


def _quotes_of(evidence: Sequence[Evidence]) -> list[Quote]:
    return [piece for piece in evidence if isinstance(piece, Quote)]
