"""Where the evidence of one case is looked up: its issue, its diff, its checks and its files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from .evidence import Sources, places, verify
from .model import Case, Evidence, Proof
from .workspace import Matches, Missing, NoRepository, Workspace


class Ground:
    """The sources of a case; what is cited is loaded when it is cited."""

    def __init__(self, case: Case, workspace: Workspace | NoRepository) -> None:
        self.case = case
        self._workspace = workspace
        self._diff: str | None = None

    async def verify(self, evidence: Sequence[Evidence]) -> tuple[Proof, ...]:
        """What code finds of each piece of evidence."""
        return verify(evidence, await self._sources(evidence))

    async def search(self, pattern: str, glob: str = "**") -> Matches:
        """The lines of the work that a regular expression matches."""
        return await self._workspace.search(pattern, glob)

    async def diff(self) -> str:
        """The whole diff, not only what judges are shown."""
        if self._diff is None:
            self._diff = await self._workspace.full_diff()
        return self._diff

    async def still_current(self) -> bool:
        """Whether the author has not changed the work since it was frozen."""
        return await self._workspace.still_current()

    def clear(self) -> None:
        """Delete the frozen copy of the work."""
        self._workspace.remove()

    async def _sources(self, evidence: Iterable[Evidence]) -> Sources:
        paths = await self._workspace.paths()
        loaded = {path: await self._workspace.file(path) for path in sorted(places(evidence, paths))}
        return Sources(
            issue=self.case.issue.request,
            diff=await self.diff(),
            checks=self._checks,
            files={path: text for path, text in loaded.items() if not isinstance(text, Missing)},
            paths=paths,
        )

    @cached_property
    def _checks(self) -> dict[str, str]:
        return {check.name: f"{check.summary}\n{check.output}" for check in self.case.checks}
