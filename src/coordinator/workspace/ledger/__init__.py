"""Account for every changed byte of the frozen work: shown, masked, or not shown with a reason.

exempt_files.py beside it names the files that a judge need not see.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coordinator.models import ChangedFile, Ledger, LedgerRow, UnshownReason
from coordinator.workspace.git import Git, decode_name
from coordinator.workspace.ledger.diff_account import FileAccount
from coordinator.workspace.ledger.exempt_files import ExemptFiles
from coordinator.workspace.tree import TreeEntry

MOST_ROWS = 200


@dataclass(frozen=True)
class Unshown:
    """The changed files that judges do not see in full, apart from those that the diff cuts."""

    withheld: frozenset[str]
    hiding: frozenset[str]  # files with masks that can hide more than a secret
    too_large: Mapping[str, int]  # sizes in bytes by path
    unlisted: int  # the number of changed files that are not listed, because there are too many


@dataclass(frozen=True)
class LedgerBuilder:
    """Makes the ledger of the work."""

    entries: Mapping[str, TreeEntry]  # the files of the work by path
    unshown: Unshown
    exempt: ExemptFiles

    async def build(self, paths: Sequence[str], accounts: Sequence[FileAccount]) -> Ledger:
        """Return the ledger. The account of the diff's n-th part belongs to the n-th path."""
        rows = self._rows_of_diff(paths, accounts)
        for path, size in self.unshown.too_large.items():
            rows[path] = _without(path, size, "too large")
        for path in self.unshown.withheld:
            rows[path] = _without(path, self._size(path), "withheld")
        classed = await self.exempt.mark(list(rows.values()))
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
