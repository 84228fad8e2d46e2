"""Freeze the work of a submission, and read it: its diff, its files and copies of it."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time
from collections.abc import AsyncIterator, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from coordinator.config.review import WorkLimits
from coordinator.errors import WorkspaceError
from coordinator.models import BaseMerge, Ledger, Work
from coordinator.parsing.excerpt import Excerpt, bound
from coordinator.parsing.patterns import Glob, compile_pattern
from coordinator.workspace.changes import Changes, find_changes
from coordinator.workspace.copies import clear, write_copy
from coordinator.workspace.diff import MOST_AROUND, BoundedDiff, DiffLimits, TreeDiff
from coordinator.workspace.files import LONGEST_PATH, NAMED, Sized, is_for_agents, within
from coordinator.workspace.git import decode_name, private_git
from coordinator.workspace.ledger import LedgerBuilder, Unshown, paths_of_diff
from coordinator.workspace.ledger.exempt_files import ExemptFiles
from coordinator.workspace.masking import SNIFFED, MaskedExcerpt, mask_ends
from coordinator.workspace.masking.credential_files import format_of, mask_content, withheld
from coordinator.workspace.merging import merge_into_base
from coordinator.workspace.path_rules import (
    choose_for_agents,
    choose_matching,
    choose_withheld,
)
from coordinator.workspace.repository import open_repository
from coordinator.workspace.search import SEARCH_SECONDS, Matches, is_searchable, search_files
from coordinator.workspace.tree import (
    LINK,
    SUBMODULE,
    TreeEntry,
    TreeListing,
    in_turns,
    list_tree,
    read_texts,
    require_countable,
)
from coordinator.workspace.uncommitted import list_uncommitted
from coordinator.workspace.workers.pool import run_apart

READING_SECONDS = 180.0  # the longest time of reading the work, without fetching it
# Limits in bytes.
DIFF_LIMIT = 60_000
FULL_DIFF_LIMIT = 20_000_000
FILE_LIMIT = 2_000_000
IN_HAND = "HEAD"  # `Work.head` if the work is the current commit of a local repository

ORDINARY = WorkLimits()


async def snapshot(
    repo: str,
    base: str,
    home: Path,
    limit: int = DIFF_LIMIT,
    heads: Sequence[str] = (),
    limits: WorkLimits = ORDINARY,
    *,
    committed: bool = False,
    rules: str = "",
    exact: bool = False,
    generated: Sequence[str] = (),
    parts: int = 1,
) -> Work:
    """Freeze the work in `repo`, and return it with its diff, or the beginning and end of that.

    The diff has at most `parts` parts, each of at most `limit` bytes. A diff that needs more parts
    is shortened to `limit` bytes in all.

    The diff begins at the commit where the work left `base`. If `exact` is true, it begins at
    `base` itself, wherever that is in the history. If `base` is empty, it is the first of
    origin/HEAD, origin/main, origin/master, main and master that exists. If that is the current
    branch, or if none exists, the work is only the uncommitted changes.

    If `heads` is given, the work is not the working tree but a pushed commit: the first of these
    names that origin knows. If `committed` is true, the work is the current commit, and the result
    lists the paths where the working tree differs from it. `rules` is the path of a rules file. It
    is read from the present base, so the work cannot change it. `generated` has globs of files that
    may be accepted unseen.
    """
    repository = await open_repository(repo)
    place = home.absolute()
    head = ""
    if heads:
        head, commit = await repository.fetch(place, heads)
    else:
        commit = repository.in_hand()
    if exact:
        start = present = await repository.commit(base)
    else:
        start, present = await repository.branching(base, commit, place if heads else None)
    root = decode_name(os.fsencode(repository.root))
    work = Work(repo=root, head=head, base=start, commit=commit, revision="", diff="", diff_bytes=0)
    if present != start:
        work = work.model_copy(update={"base_now": present})
    async with _time_limit():
        git = repository.git
        if heads:
            git = git.storing(place / "git/objects")
        await require_countable(git, commit, start, present)
        left_out: list[Sized] = []
        beyond = 0
        if heads or committed:
            uncommitted: list[str] = []
            if not heads:
                uncommitted = await list_uncommitted(repository, place, limits)
            revision = await repository.adopt(place, commit, start, limits)
            work = work.model_copy(
                update={
                    "head": head or IN_HAND,
                    "revision": revision,
                    "uncommitted": tuple(uncommitted),
                }
            )
        else:
            revision, left_out, beyond = await repository.freeze(place, commit, limits)
            work = work.model_copy(update={"revision": revision})
        workspace = Workspace(work, home, limits)
        described = await workspace.describe(limit, left_out, beyond, generated, parts)
        text = await _read_rules(workspace, rules) if rules else ""
        return described.model_copy(update={"rules": bound(text, limit)})


@asynccontextmanager
async def _time_limit() -> AsyncIterator[None]:
    """Raise WorkspaceError if the block takes longer than `READING_SECONDS`."""
    try:
        async with asyncio.timeout(READING_SECONDS):
            yield
    except TimeoutError:
        raise WorkspaceError(
            f"the work could not be read within {READING_SECONDS:.0f} s",
            fix="remove patterns in .gitignore that take long to match, or submit a smaller tree",
        ) from None


async def _read_rules(workspace: Workspace, path: str) -> str:
    """Return the text of the repository's rules file; raise WorkspaceError if it is missing."""
    present = workspace.base_now
    text = await present.file(path)
    missing = await present.why_missing(path)
    if missing:
        base = present.work.revision[:12]
        raise WorkspaceError(
            f"review.rules names {path}, which cannot be read in the base {base}: {missing}",
            fix="commit the file on the base branch, or remove the key from the configuration",
        )
    return text


class Workspace:
    """Reads the frozen work of one submission, which is stored in the directory `home`.

    Symbolic links are never followed. Work that consists only of words has no repository and no
    files. Its words are its diff.
    """

    def __init__(self, work: Work, home: Path, limits: WorkLimits = ORDINARY) -> None:
        self.work = work
        self.limits = limits
        self.home = home.absolute()
        self._git = private_git(self.home / "git")
        self._listing: TreeListing | None = None
        self._readable: dict[str, TreeEntry] | None = None

    @property
    def base(self) -> Workspace:
        """A workspace that reads the tree that the work is compared with."""
        work = self.work.model_copy(update={"revision": self.work.base})
        return Workspace(work, self.home, self.limits)

    @property
    def base_now(self) -> Workspace:
        """A workspace that reads the present tree of the base branch."""
        present = self.work.base_now or self.work.base
        work = self.work.model_copy(update={"revision": present})
        return Workspace(work, self.home, self.limits)

    @property
    def merged(self) -> Workspace:
        """A workspace of the merge of the work into the present base; the work if there is none.

        The base of the merge is the present base. Checks and scripts run on the merge.
        """
        merge = self.work.merge
        if merge is None or not merge.tree:
            return self
        work = self.work.model_copy(update={"revision": merge.tree, "base": merge.onto})
        return Workspace(work, self.home, self.limits)

    async def merge(self, branch: str) -> BaseMerge | None:
        """Return the merge of the work into its base `branch`; None if the branch has not moved."""
        return await merge_into_base(self._git, self.work, branch)

    async def describe(
        self,
        limit: int,
        left_out: Sequence[Sized],
        beyond: int,
        generated: Sequence[str] = (),
        parts: int = 1,
    ) -> Work:
        """Return the work with its changed files and its diff in at most `parts` parts.

        Each part has at most `limit` bytes. A diff that needs more parts is shortened to `limit`.

        `left_out` has the files that freezing left out, and `beyond` is the number of files that it
        did not list. The result reports both together with the files of the tree that are too large
        to copy.
        """
        changes = await self._changes()
        files = await self._files()
        for_agents = await choose_for_agents(list(files))
        if len(for_agents) > NAMED:
            for_agents[NAMED:] = ["and more"]
        unnamed = {decode_name(path) for path, _ in left_out}
        changed = []
        withheld_paths = []
        for file in changes.files:
            unnamed.discard(file.path)
            if file.path in changes.withheld:
                withheld_paths.append(file.path)
            else:
                changed.append(file)
        unlisted = changes.beyond + beyond
        _, too_large = await self._split_by_limits()
        sizes = {decode_name(path): size for path, size in too_large}
        unseen = {file.path: sizes[file.path] for file in changes.files if file.path in sizes}
        unseen.update((decode_name(path), size) for path, size in left_out)
        tree = await self._tree()
        entries = {entry.path: entry for entry in tree.entries}
        exempt = ExemptFiles(
            git=self._git,
            changed=changes.files,
            entries=entries,
            too_large=unseen.keys(),
            generated=generated,
            names_limit=limit,
        )
        builder = LedgerBuilder(
            entries=entries,
            unshown=Unshown(
                withheld=changes.withheld,
                hiding=frozenset(changes.unshown) - changes.withheld,
                too_large=unseen,
                unlisted=unlisted,
            ),
            exempt=exempt,
        )
        limits = DiffLimits(limit, parts, exempt.optional_paths())
        diff = await self._shown_diff(changes, limits)
        ledger = await self._ledger(builder, changes, diff)
        update = {
            "diff": diff.text,
            "diff_bytes": diff.size,
            "parts": diff.parts,
            "changed": tuple(changed),
            "withheld": tuple(withheld_paths),
            "unshown": ledger.held,
            "ledger": ledger,
            "too_large": await self._list_too_large(left_out, beyond, changes.beyond),
            "for_agents": tuple(for_agents),
            "unlisted": unlisted + len(unnamed),
        }
        return self.work.model_copy(update=update)

    async def _ledger(self, builder: LedgerBuilder, changes: Changes, diff: BoundedDiff) -> Ledger:
        """Return the ledger, which accounts for every changed byte."""
        in_diff = [file for file in changes.files if file.path not in changes.withheld]
        paths = await paths_of_diff(
            self._git, self.work.base, changes.shown, in_diff, diff.accounts
        )
        return await builder.build(paths, diff.accounts)

    async def _list_too_large(
        self, left_out: Sequence[Sized], beyond: int, unlisted: int
    ) -> tuple[str, ...]:
        """Return the first files that are too large for a copy, with their sizes."""
        _, too_large = await self._split_by_limits()
        sizes = dict(too_large)
        sizes.update(left_out)
        named = []
        for path, size in sorted(sizes.items())[:NAMED]:
            named.append(f"{decode_name(path)} ({size} bytes)")
        tree = await self._tree()
        more = len(sizes) - len(named) + beyond + max(tree.beyond, unlisted)
        if more:
            named.append(f"and {more} more")
        return tuple(named)

    async def _shown_diff(self, changes: Changes, limits: DiffLimits) -> BoundedDiff:
        """Return the diff that judges are shown, within these limits."""
        files = await self._files()
        total = 0
        for file in changes.files:
            if file.path in files:
                total += files[file.path].size
        diff = self._diff_to(changes.shown)
        if total <= MOST_AROUND:
            small = await diff.with_small_functions(limits.size)
            if small is not None:
                return small
        return await diff.with_functions(limits)

    def _diff_to(self, tree: str) -> TreeDiff:
        return TreeDiff(self._git, self.work.base, tree, self.home)

    async def full_diff(self) -> str:
        """Return the whole diff, even if judges see only a part of it.

        Withheld files are left out. If judges see only a part, the result has at most
        `FULL_DIFF_LIMIT` bytes.
        """
        # A line that begins like this marks omitted lines. No other line of a diff begins so.
        if not self.work.repo or "\n[... " not in f"\n{self.work.diff}":
            return self.work.diff
        changes = await self._changes()
        diff = await self._diff_to(changes.shown).plain(FULL_DIFF_LIMIT)
        return diff.text

    async def paths(self) -> tuple[str, ...]:
        """Return the paths of all files of the work that judges may read."""
        files = await self._files()
        return tuple(path for path, entry in files.items() if entry.mode != SUBMODULE)

    async def why_missing(self, path: str) -> str:
        """Return the reason why a path has no text to read; empty if it has text."""
        entry = (await self._files()).get(path)
        if entry is None:
            if withheld(path):
                return "withheld"
            return "no such file"
        if entry.mode == SUBMODULE:
            return "a submodule"
        return ""

    async def file(self, path: str) -> str:
        """Return the first two megabytes of a file, or the target of a link; empty if missing."""
        entry = (await self._files()).get(path)
        if entry is None or entry.mode == SUBMODULE:
            return ""
        first = bytearray()

        def take(chunk: bytes) -> None:
            first.extend(chunk[: FILE_LIMIT - len(first)])

        await self._git.stream(take, "cat-file", "blob", entry.oid)
        return await run_apart(len(first), mask_content, bytes(first), path)

    async def size(self, path: str) -> int | None:
        """Return the size of a file or link in bytes; None if it is missing or a submodule."""
        entry = (await self._files()).get(path)
        if entry is None or entry.mode == SUBMODULE:
            return None
        return entry.size

    async def excerpt(self, path: str, limit: int) -> Excerpt | None:
        """Return the head and the tail of a file, read in bounded memory; None if it is binary."""
        if format_of(path):  # a large credential file is never shown, so this file is small
            whole = Excerpt(limit)
            whole.feed((await self.file(path)).encode())
            return whole
        first = bytearray()
        kept = MaskedExcerpt(limit)

        def take(chunk: bytes) -> None:
            first.extend(chunk[: SNIFFED - len(first)])
            kept.feed(chunk)

        files = await self._files()
        await self._git.stream(take, "cat-file", "blob", files[path].oid)
        if b"\0" in first:
            return None
        return kept.keep(await run_apart(kept.held, mask_ends, kept.ends()))

    async def fingerprint(self, globs: Iterable[str]) -> str:
        """Return a hash of the paths and contents of all files that match these globs."""
        files = await self._files()
        facts = []
        for path in await choose_matching(list(globs), list(files)):
            facts.append((path, files[path].mode, files[path].oid))
        return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

    async def base_tree(self) -> str:
        """Return the git tree that the work is compared with; empty for work without files."""
        return await self._tree_of(self.work.base)

    async def present_base_tree(self) -> str:
        """Return the git tree of the base when the work was frozen; empty for work without files.

        It differs from `base_tree` if the base has moved since the work began.
        """
        return await self._tree_of(self.work.base_now or self.work.base)

    async def _tree_of(self, commit: str) -> str:
        if not self.work.repo:
            return ""
        return await self._git.text("rev-parse", "--verify", f"{commit}^{{tree}}")

    async def base_has(self, commit: str) -> bool:
        """Return whether a commit is the base of the work or in the history of the base."""
        asked = await self._git.attempt("merge-base", "--is-ancestor", commit, self.work.base)
        return asked.code == 0

    async def still_current(self) -> bool:
        """Return whether the work has not changed since it was frozen."""
        frozen = self.work.commit if self.work.head else self.work.revision
        return await self.current() == frozen

    async def current(self) -> str:
        """Return the present commit or tree of the work; empty if its branch is gone from origin.

        Work that consists of words never changes.
        """
        if not self.work.repo:
            return self.work.revision
        repository = await open_repository(self.work.repo)
        if self.work.head not in ("", IN_HAND):
            pushed = await repository.pushed([self.work.head], self.home)
            return next(iter(pushed.values()), "")
        commit = repository.in_hand()
        if self.work.head:
            return commit
        async with _time_limit():
            await require_countable(repository.git, commit)
            tree, _, _ = await repository.freeze(self.home, commit, self.limits)
        return tree

    async def checkout(
        self,
        user: str = "checks",
        *,
        secrets: bool = True,
        withheld_files: bool = True,
        for_agents: bool = True,
    ) -> Path:
        """Return the copy of the work for one user, such as a seat. The first call makes the copy.

        If `secrets` is false, secret values are masked in all files. If `withheld_files` is false,
        the copy has no files that are withheld from judges. If `for_agents` is false, it has no
        files that instruct coding agents.
        """
        name = hashlib.sha256(user.encode()).hexdigest()[:12]
        if not self.work.repo:
            words = self.home / "words" / name
            words.mkdir(mode=0o700, parents=True, exist_ok=True)
            (words / "delivered.md").write_text(self.work.diff, encoding="utf-8")
            return words
        target = self.home / "tree" / f"{self.work.revision}-{name}"
        if target.is_dir():
            return target
        files, _ = await self._split_by_limits()
        if not for_agents:
            files = [file for file in files if not is_for_agents(decode_name(file[0]))]
        if not withheld_files:
            readable = await self._files()
            files = [file for file in files if decode_name(file[0]) in readable]
        await write_copy(
            self._git,
            self.work.revision,
            files,
            target,
            secrets=secrets,
        )
        return target

    async def folder(self, user: str) -> str:
        """Return this user's copy, without secrets, withheld files and files for coding agents."""
        folder = await self.checkout(user, secrets=False, withheld_files=False, for_agents=False)
        return str(folder)

    async def add_base_files(self, folder: str, name: str) -> None:
        """Add the files that the work changes or deletes to a user's copy, as the base has them.

        They are in a new folder with this name. Like the copy, it lacks secrets, withheld files and
        files for coding agents. If there are no such files, there is no new folder.
        """
        target = Path(folder, name)
        if target.exists():
            return
        work_oids = {entry.path: entry.oid for entry in (await self._tree()).entries}
        base = self.base
        readable = await base._files()
        files, _ = await base._split_by_limits()
        changed = []
        for file in files:
            path = decode_name(file[0])
            if path not in readable or is_for_agents(path):
                continue
            if work_oids.get(path) != readable[path].oid:
                changed.append(file)
        if not changed:
            return
        # The folder appears in the copy only when it is complete.
        copy = self.home / "tree" / f"{Path(folder).name}-{name}"
        await write_copy(self._git, self.work.base, changed, copy, secrets=False)
        os.rename(copy, target)

    async def links(self) -> frozenset[str]:
        """Return the paths of all symbolic links and submodules of the work.

        Both can stand in place of a folder, and lead to files that are not in the tree.
        """
        tree = await self._tree()
        return frozenset(entry.path for entry in tree.entries if entry.mode in (LINK, SUBMODULE))

    async def link_targets(self, links: Collection[str]) -> dict[str, str]:
        """Return the targets of these links. A target that is too long for a link is left out."""
        entries = []
        for entry in (await self._tree()).entries:
            if entry.mode == LINK and entry.path in links and entry.size <= LONGEST_PATH:
                entries.append(entry)
        return await read_texts(self._git, entries)

    async def search(
        self,
        pattern: str,
        glob: str = "**",
        limit: int = 50,
        seconds: float = SEARCH_SECONDS,
        *,
        thorough: bool = False,
    ) -> Matches:
        """Return at most `limit` lines that match a pattern (RE2) in the files that match `glob`.

        Each line is matched separately, as grep does. Links and withheld files are not searched. If
        `thorough` is true, binary files are searched too, and `glob` ignores case. Raise
        WorkspaceError if time is up.
        """
        compile_pattern(pattern)  # raises an error before any file is read
        wanted = Glob(glob, wide=thorough)
        until = time.monotonic() + seconds
        searched = []
        unsearched = []
        files = await self._files()
        for found_path in await choose_matching([glob], list(files), wide=thorough):
            entry = files[found_path]
            if entry.mode in (LINK, SUBMODULE):
                continue
            if is_searchable(entry):
                searched.append(entry)
            else:
                unsearched.append(entry.path)
        for name in self.work.too_large:
            path = name.rpartition(" (")[0]  # `name` ends with the file's size in brackets
            if wanted.matches(path):
                unsearched.append(name)
        if self.work.unlisted:
            unsearched.append("more than can be listed")
        found = await search_files(self._git, pattern, searched, limit + 1, until, binary=thorough)
        return Matches(
            found=tuple(found[:limit]), more=len(found) > limit, unsearched=tuple(unsearched)
        )

    async def remove(self) -> None:
        await asyncio.to_thread(clear, self.home)

    async def _files(self) -> dict[str, TreeEntry]:
        """Return the readable entries of the tree, by path."""
        if not self.work.repo:
            return {}
        if self._readable is None:
            shown = self._shown_credentials()
            tree = await self._tree()
            # Assign only the complete dict, because several judges ask at the same time.
            readable: dict[str, TreeEntry] = {}
            async for some in in_turns(tree.entries):
                for entry in some:
                    readable[entry.path] = entry
            for path in await choose_withheld(list(readable)):
                if path not in shown:
                    del readable[path]
            self._readable = readable
        return self._readable

    def _shown_credentials(self) -> frozenset[str]:
        """Return the changed credential files that are shown with their values masked."""
        return frozenset(file.path for file in self.work.changed if format_of(file.path))

    async def _split_by_limits(self) -> tuple[list[Sized], list[Sized]]:
        """Return the files of the work that a copy has, and the files that are too large for it."""
        tree = await self._tree()
        return within([(entry.raw, entry.size) for entry in tree.entries], self.limits)

    async def _tree(self) -> TreeListing:
        if self._listing is None:
            self._listing = await list_tree(self._git, self.work.revision, self.limits.files)
        return self._listing

    async def _changes(self) -> Changes:
        return await find_changes(self._git, self.work.base, self.work.revision, self.limits.files)
