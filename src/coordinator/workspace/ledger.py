"""Account for every changed byte of the frozen work: shown, masked, or not shown with a reason.

The work itself cannot make files exempt: an image or font is recognised by its content, a lock file
must belong to a changed manifest, and only the trusted configuration names generated files.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coordinator.models import ChangedFile, ExemptClass, Ledger, LedgerRow, UnshownReason
from coordinator.parsing.media import can_be_medium, medium_of
from coordinator.parsing.patterns import Glob
from coordinator.workspace.diff_account import FileAccount
from coordinator.workspace.git import Git, decode_name
from coordinator.workspace.tree import TreeEntry

MOST_ROWS = 200
LARGEST_MEDIUM = 20_000_000  # bytes of the largest image or font that is recognised
MOST_MEDIA = 100  # images and fonts that are looked at
PLAIN = "100644"

# The manifests of each lock file.
LOCK_FILES: Mapping[str, tuple[str, ...]] = {
    "package-lock.json": ("package.json",),
    "npm-shrinkwrap.json": ("package.json",),
    "yarn.lock": ("package.json",),
    "pnpm-lock.yaml": ("package.json",),
    "bun.lock": ("package.json",),
    "deno.lock": ("deno.json", "deno.jsonc"),
    "poetry.lock": ("pyproject.toml",),
    "uv.lock": ("pyproject.toml",),
    "pdm.lock": ("pyproject.toml",),
    "Pipfile.lock": ("Pipfile",),
    "Cargo.lock": ("Cargo.toml",),
    "go.sum": ("go.mod",),
    "go.work.sum": ("go.work",),
    "Gemfile.lock": ("Gemfile",),
    "composer.lock": ("composer.json",),
    "mix.lock": ("mix.exs",),
    "pubspec.lock": ("pubspec.yaml",),
    "Podfile.lock": ("Podfile",),
    "flake.lock": ("flake.nix",),
}


@dataclass(frozen=True)
class Unshown:
    """The changed files that judges do not see in full, apart from those that the diff cuts."""

    withheld: frozenset[str]
    hiding: frozenset[str]  # files with masks that can hide more than a secret
    too_large: Mapping[str, int]  # sizes in bytes by path
    unlisted: int  # the number of files whose names are not known, because there are too many


@dataclass(frozen=True)
class LedgerBuilder:
    """Makes the ledger of the work."""

    git: Git
    changed: Sequence[ChangedFile]
    entries: Mapping[str, TreeEntry]  # the files of the work by path
    unshown: Unshown
    generated: Sequence[str]
    names_limit: int  # bytes of the changed paths that a prompt shows

    async def build(self, paths: Sequence[str], accounts: Sequence[FileAccount]) -> Ledger:
        """Return the ledger. The account of the diff's n-th part belongs to the n-th path."""
        rows = self._rows_of_diff(paths, accounts)
        for path, size in self.unshown.too_large.items():
            rows[path] = _without(path, size, "too large")
        for path in self.unshown.withheld:
            rows[path] = _without(path, self._size(path), "withheld")
        classed = await self._with_classes(list(rows.values()))
        classed.sort(key=lambda row: (not row.holds_up, not row.secret, not row.reason, row.path))
        listed = classed[:MOST_ROWS]
        rest = classed[MOST_ROWS:]
        unlisted = self.unshown.unlisted + max(len(accounts) - len(paths), 0)
        return Ledger(
            rows=tuple(listed),
            more=len(rest) + unlisted,
            more_held=sum(row.holds_up for row in rest) + unlisted,
            more_not_shown=sum(bool(row.reason) for row in rest) + unlisted,
        )

    def _rows_of_diff(
        self, paths: Sequence[str], accounts: Sequence[FileAccount]
    ) -> dict[str, LedgerRow]:
        rows: dict[str, LedgerRow] = {}
        for path, account in zip(paths, accounts, strict=False):
            row = self._row(path, account)
            before = rows.get(path)
            if before is not None:  # a file that became a link, for example, has two parts
                row = _together(before, row)
            rows[path] = row
        for path in paths[len(accounts) :]:
            rows.setdefault(path, _without(path, self._size(path), "cut"))
        return rows

    def _row(self, path: str, account: FileAccount) -> LedgerRow:
        reason: UnshownReason = ""
        masked = account.masked
        not_shown = 0
        if path in self.unshown.hiding:
            reason = "withheld"
            not_shown = max(masked, 1)
            masked = 0
        elif account.is_binary and path in self.entries:
            reason = "binary"
            not_shown = max(self._size(path), 1)
        elif account.cut:
            reason = "cut"
            not_shown = account.cut
        elif account.too_long:
            reason = "long line"
            not_shown = account.too_long
        elif account.undecodable:
            reason = "not UTF-8"
            not_shown = account.undecodable
        return LedgerRow(
            path=path,
            shown=max(account.changed - masked - not_shown, 0),
            masked=masked,
            not_shown=not_shown,
            reason=reason,
            secret=account.new_kinds,
        )

    def _size(self, path: str) -> int:
        entry = self.entries.get(path)
        return entry.size if entry else 0

    # -- classes

    async def _with_classes(self, rows: Sequence[LedgerRow]) -> list[LedgerRow]:
        generated = [Glob(glob) for glob in self.generated]
        present = {file.path for file in self.changed if file.change != "D"}
        listing = sum(len(file.path.encode("utf-8", "replace")) + 3 for file in self.changed)
        looked_at = 0
        classed = []
        for row in rows:
            exempt: ExemptClass = ""
            if row.reason in ("", "withheld") and row.path in self.entries:
                pass
            elif row.path not in self.entries:
                # Judges need only the name of a deleted file, if the list of names is not cut.
                if row.path not in self.unshown.too_large and listing <= self.names_limit:
                    exempt = "deleted"
            elif any(glob.matches(row.path) for glob in generated):
                exempt = "generated"
            elif self._is_lock_file(row, present):
                exempt = "lock file"
            elif self._can_be_medium(row) and looked_at < MOST_MEDIA:
                looked_at += 1
                exempt = await self._medium(row.path)
            classed.append(row.model_copy(update={"exempt": exempt if row.reason else ""}))
        return classed

    def _is_lock_file(self, row: LedgerRow, present: set[str]) -> bool:
        folder, slash, name = row.path.rpartition("/")
        if row.reason == "binary" or self.entries[row.path].mode != PLAIN:
            return False
        return any(f"{folder}{slash}{manifest}" in present for manifest in LOCK_FILES.get(name, ()))

    def _can_be_medium(self, row: LedgerRow) -> bool:
        entry = self.entries[row.path]
        if entry.mode != PLAIN or entry.size > LARGEST_MEDIUM or row.reason == "too large":
            return False
        return can_be_medium(row.path)

    async def _medium(self, path: str) -> ExemptClass:
        content = await self.git.output("cat-file", "blob", self.entries[path].oid)
        return await asyncio.to_thread(medium_of, path, content)


def _without(path: str, size: int, reason: UnshownReason) -> LedgerRow:
    return LedgerRow(path=path, not_shown=max(size, 1), reason=reason)


def _together(one: LedgerRow, other: LedgerRow) -> LedgerRow:
    """Return the sum of two rows of the same file."""
    return LedgerRow(
        path=one.path,
        shown=one.shown + other.shown,
        masked=one.masked + other.masked,
        not_shown=one.not_shown + other.not_shown,
        reason=one.reason or other.reason,
        secret=", ".join(filter(None, (one.secret, other.secret))),
    )


async def paths_of_diff(
    git: Git, base: str, tree: str, changes: Sequence[ChangedFile], accounts: Sequence[FileAccount]
) -> list[str]:
    """Return the path of each part of the diff between two trees, in the order of the diff."""
    if any(account.is_renamed for account in accounts):
        # A part of the diff can be about two paths, so ask git again, with the same options.
        fields, _ = await git.fields(
            3 * len(changes) + 3, "diff-tree", "-r", "-z", "--raw", "--find-renames", base, tree
        )
        return await asyncio.to_thread(_renamed_paths, fields)
    paths = []
    for file in changes:
        paths.append(file.path)
        if file.change == "T":  # one part deletes the file, the next adds the new kind of file
            paths.append(file.path)
    return paths


def _renamed_paths(fields: Sequence[bytes]) -> list[str]:
    paths = []
    at = 0
    while at + 1 < len(fields):
        change = fields[at].rpartition(b" ")[2]
        at += 2 if change[:1] in (b"R", b"C") else 1
        if at >= len(fields):
            break
        path = decode_name(fields[at])
        paths.append(path)
        if change == b"T":
            paths.append(path)
        at += 1
    return paths
