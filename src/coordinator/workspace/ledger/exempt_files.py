"""Find the changed files that judges need not see: images, fonts, lock files, generated, deleted.

The work itself cannot make files exempt: an image or font is recognised by its content, a lock file
must belong to a changed manifest, and only the trusted configuration names generated files.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from coordinator.models import ChangedFile, ExemptClass, LedgerRow
from coordinator.parsing.media import can_be_medium, medium_of
from coordinator.parsing.patterns import Glob
from coordinator.workspace.git import Git
from coordinator.workspace.ledger.lock_files import is_lock_file
from coordinator.workspace.tree import TreeEntry
from coordinator.workspace.workers.pool import run_apart

LARGEST_MEDIUM = 20_000_000  # bytes of the largest image or font that is recognised
MOST_MEDIA = 100  # images and fonts that are looked at
PLAIN = "100644"


@dataclass(frozen=True)
class ExemptFiles:
    """Gives a class to each row of a ledger whose file judges need not see."""

    git: Git
    changed: Sequence[ChangedFile]
    entries: Mapping[str, TreeEntry]  # the files of the work by path
    too_large: Collection[str]
    generated: Sequence[str]  # patterns of the trusted configuration
    names_limit: int  # bytes of the changed paths that a prompt shows

    def optional_paths(self) -> tuple[str, ...]:
        """Return the changed files that can be accepted although their text is not shown."""
        generated = [Glob(glob) for glob in self.generated]
        present = self._present
        paths = []
        for file in self.changed:
            path = file.path
            if path not in self.entries:
                is_optional = self._names_fit
            elif any(glob.matches(path) for glob in generated):
                is_optional = True
            else:
                is_optional = self._is_lock_file(path, present)
            if is_optional:
                paths.append(path)
        return tuple(paths)

    async def mark(self, rows: Sequence[LedgerRow]) -> list[LedgerRow]:
        """Return the rows. A row whose file judges need not see has a class, which says why."""
        generated = [Glob(glob) for glob in self.generated]
        present = self._present
        names_fit = self._names_fit
        looked_at = 0
        marked = []
        for row in rows:
            exempt: ExemptClass = ""
            if row.reason in ("", "withheld") and row.path in self.entries:
                pass
            elif row.path not in self.entries:
                # Judges need only the name of a deleted file, if the list of names is not cut.
                if row.path not in self.too_large and names_fit:
                    exempt = "deleted"
            elif any(glob.matches(row.path) for glob in generated):
                exempt = "generated"
            elif row.reason != "binary" and self._is_lock_file(row.path, present):
                exempt = "lock file"
            elif self._can_be_medium(row) and looked_at < MOST_MEDIA:
                looked_at += 1
                exempt = await self._medium(row.path)
            marked.append(row.model_copy(update={"exempt": exempt if row.reason else ""}))
        return marked

    @property
    def _present(self) -> set[str]:
        """The changed files that the work still has."""
        return {file.path for file in self.changed if file.change != "D"}

    @property
    def _names_fit(self) -> bool:
        """Whether the list of changed paths is shown whole."""
        listing = sum(len(file.path.encode("utf-8", "replace")) + 3 for file in self.changed)
        return listing <= self.names_limit

    def _is_lock_file(self, path: str, present: set[str]) -> bool:
        return self._is_plain(path) and is_lock_file(path, present)

    def _is_plain(self, path: str) -> bool:
        return self.entries[path].mode == PLAIN

    def _can_be_medium(self, row: LedgerRow) -> bool:
        entry = self.entries[row.path]
        if not self._is_plain(row.path) or entry.size > LARGEST_MEDIUM or row.reason == "too large":
            return False
        return can_be_medium(row.path)

    async def _medium(self, path: str) -> ExemptClass:
        content = await self.git.output("cat-file", "blob", self.entries[path].oid)
        return await run_apart(len(content), medium_of, path, content)
