"""The work of a submission at its revision: bounded diff, files, search, and a copy to run commands in."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from pathlib import Path
from typing import IO, Any

from coordinator.config import replace_file
from coordinator.config.review import WorkLimits
from coordinator.errors import WorkspaceError
from coordinator.models import ChangedFile, Value, Work
from coordinator.parsing.excerpt import Excerpt, bound
from coordinator.parsing.patterns import Glob, compile_pattern, matching_lines
from coordinator.workspace.credential_files import (
    LARGEST_SHOWN,
    MOST_SHOWN,
    MaskedDiff,
    can_be_shown,
    format_of,
    hides_more,
    mask_values,
    withheld,
)
from coordinator.workspace.files import NAMED, Sized, is_for_agents, require_room, within
from coordinator.workspace.git import decode_name, private_git
from coordinator.workspace.masking import (
    BLOCK,
    SNIFFED,
    MaskedExcerpt,
    MaskedStream,
    mask_file,
    withhold,
)
from coordinator.workspace.process import Take
from coordinator.workspace.repository import open_repository, scratch_index

DIFF_LIMIT = 60_000
FULL_DIFF_LIMIT = 20_000_000
FILE_LIMIT = 2_000_000
SEARCHED_LIMIT = 20_000_000  # a larger file is not searched, and the result says so
SEARCH_SECONDS = 30.0  # of all searches for one reply, or for one check
SHOWN_OF_LINE = 200  # characters of a matching line
MOST_AROUND = 8_000  # bytes that functions may add to the diff of a file: enough for 99 of 100
LISTED = 50  # paths that are not committed, by name
IN_HAND = "HEAD"  # the head of work that is a commit of a local repository

ORDINARY = WorkLimits()

_LINK = "120000"
_SUBMODULE = "160000"

_DIFF = ("diff-tree", "-p", "-r", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_FILE_OF_DIFF = re.compile(rb"(?<=\n)(?=diff --git )")  # no line but its head begins so
# Where a function begins: at what is not indented, as git takes it, and at these words. Neither is a large file looked
# at, which nobody writes by hand, nor more of a line than its head: a long one would keep the pattern busy.
_WORDS = "async|class|def|enum|export|fn|fun|func|function|impl|interface|internal|module|override|private|protected"
_FUNCTION = f"diff.default.xfuncname=^(([A-Za-z_$]|[ \t]+({_WORDS}|pub|public|static|struct|trait)[ \t(]).{{0,60}})"
_WITH_FUNCTIONS = (
    "-c",
    "core.bigFileThreshold=200k",
    "-c",
    _FUNCTION,
    *_DIFF,
    "--function-context",
)


class Match(Value):
    """One line that a search found."""

    path: str
    line: int
    text: str


class Matches(Value):
    """What a search found; `more` says that it stopped early, `unsearched` which files were too large."""

    found: tuple[Match, ...] = ()
    more: bool = False
    unsearched: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Entry:
    """One file of a tree."""

    mode: str
    oid: str
    size: int
    raw: bytes

    @property
    def path(self) -> str:
        return decode_name(self.raw)


@dataclass(frozen=True)
class _ChangedCredentials:
    """A changed file that holds secrets by its name."""

    file: ChangedFile
    old: str  # the blob before the change; empty if there is none
    new: str  # the blob after the change; empty if there is none
    before: bytes  # the entry that takes the change back, for `git update-index --index-info`


@dataclass(frozen=True)
class _Changes:
    """What the work changed, and what of it is shown."""

    files: list[ChangedFile]
    beyond: int  # changed files beyond as many as are listed
    withheld: frozenset[str]
    unshown: tuple[str, ...]
    shown: str  # the tree in which every withheld file is as it was before


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
) -> Work:
    """Freeze the work in `repo` against where it left `base`, and show at most `limit` bytes of its diff.

    With `heads`, the work is what was pushed under the first of these names that is known, not the working tree. What
    has to be `committed` is the commit in hand, with the paths in which the working tree differs from it. The `rules`
    of the repository are a file of the base, which the work cannot change.

    The work is compared with an `exact` base itself, wherever that is in the history.

    An empty base is the first of origin/HEAD, origin/main, origin/master, main and master that exists. When
    that is the branch in hand, or there is none, only uncommitted work counts.
    """
    repository = await open_repository(repo)
    place = home.absolute()
    head, commit = await repository.fetch(place, heads) if heads else ("", repository.in_hand())
    exactly = await repository.commit(base) if exact else ""
    start = exactly or await repository.merge_base(base, commit, place if heads else None)
    root = decode_name(os.fsencode(repository.root))
    work = Work(repo=root, head=head, base=start, commit=commit, revision="", diff="", diff_bytes=0)
    left_out = list[Sized]()
    beyond = 0
    if heads or committed:
        named, more = await repository.uncommitted(place, limits) if not heads else ([], 0)
        paths = sorted(set(map(decode_name, named))) + ["more than can be listed"] * (more > 0)
        paths[LISTED:] = [f"and {len(paths) - LISTED} more"] if len(paths) > LISTED else []
        adopted = {
            "head": head or IN_HAND,
            "revision": await repository.adopt(place, commit, start, limits),
        }
        work = work.model_copy(update=adopted | {"uncommitted": tuple(paths)})
    else:
        revision, left_out, beyond = await repository.freeze(place, commit, limits)
        work = work.model_copy(update={"revision": revision})
    workspace = Workspace(work, home, limits)
    described = await workspace.describe(limit, left_out, beyond)
    text = await workspace.base.file(rules) if rules else ""
    if rules and (why := await workspace.base.why_missing(rules)):
        what = f"review.rules names {rules}, and in the base {start[:12]} there is {why}"
        raise WorkspaceError(
            what, fix="commit the file on the base branch, or take the key out of the configuration"
        )
    return described.model_copy(update={"rules": bound(text, limit)})


def clear(path: Path) -> None:
    """Delete a file or folder of ours, also what a check has protected there."""
    # By programs, as folders can lie deeper than Python goes
    if path.is_dir() and not path.is_symlink():
        subprocess.run(("chmod", "-R", "u+rwx", "--", path), stderr=subprocess.DEVNULL, check=False)
    if os.path.lexists(path):
        subprocess.run(("rm", "-rf", "--", path), stderr=subprocess.DEVNULL, check=False)


class Workspace:
    """The frozen work of one submission, read from its home directory; symbolic links are never followed.

    Work that was delivered in words alone has no repository, and so no files to look in: its words are its diff.
    """

    def __init__(self, work: Work, home: Path, limits: WorkLimits = ORDINARY) -> None:
        self.work = work
        self.limits = limits
        self.home = home.absolute()
        self._git = private_git(self.home / "git")
        self._listing: tuple[list[_Entry], int] | None = None
        self._readable: dict[str, _Entry] | None = None

    async def describe(self, limit: int, left_out: Sequence[Sized], beyond: int) -> Work:
        """Return the work with what changed, what is withheld, and at most `limit` bytes of its diff.

        Files that were `left_out`, and those `beyond`, are told beside those of the tree that are too large to copy.
        """
        changes = await self._changes()
        changed = changes.files
        unlisted = changes.beyond
        shown = changes.shown
        not_copied = dict((await self._copied())[1]) | dict(left_out)
        named = [
            f"{decode_name(path)} ({size} bytes)"
            for path, size in sorted(not_copied.items())[:NAMED]
        ]
        more = len(not_copied) - len(named) + beyond + max((await self._tree())[1], unlisted)
        named += [f"and {more} more"] if more else []
        files = await self._files()
        for_agents = [path for path in files if is_for_agents(path)]
        small = sum(files[file.path].size for file in changed if file.path in files) <= MOST_AROUND
        diff, diff_bytes = (
            small and await self._small_diff(shown, limit)
        ) or await self._shown_diff(shown, limit)
        unnamed = {decode_name(path) for path, _ in left_out} - {file.path for file in changed}
        update = {
            "diff": diff,
            "diff_bytes": diff_bytes,
            "changed": tuple(file for file in changed if file.path not in changes.withheld),
            "withheld": tuple(file.path for file in changed if file.path in changes.withheld),
            "unshown": changes.unshown,
            "too_large": tuple(named),
            "for_agents": (*for_agents[:NAMED], *(["and more"] if len(for_agents) > NAMED else [])),
            "unlisted": unlisted + beyond + len(unnamed),
        }
        return self.work.model_copy(update=update)

    async def full_diff(self) -> str:
        """Return the diff that judges are shown; where that is only a part, at most `FULL_DIFF_LIMIT` bytes of it."""
        # No line of a diff begins as that mark does
        if not self.work.repo or "\n[... " not in f"\n{self.work.diff}":
            return self.work.diff
        excerpt = Excerpt(FULL_DIFF_LIMIT)
        changes = await self._changes()
        await self._diff(changes.shown, excerpt.feed, *_DIFF)
        return excerpt.text()

    async def paths(self) -> tuple[str, ...]:
        """Every file of the work that may be read."""
        return tuple(
            path for path, entry in (await self._files()).items() if entry.mode != _SUBMODULE
        )

    async def why_missing(self, path: str) -> str:
        """Why there is no text to read at a path; empty if there is some."""
        entry = (await self._files()).get(path)
        if entry is None:
            if withheld(path):
                return "withheld"
            return "no such file"
        if entry.mode == _SUBMODULE:
            return "a submodule"
        return ""

    async def file(self, path: str) -> str:
        """A file of the work, at most its first two megabytes; of a link, where it points; empty if there is none."""
        entry = (await self._files()).get(path)
        first = bytearray()
        if entry is None or entry.mode == _SUBMODULE:
            return ""
        what = ("cat-file", "blob", entry.oid)
        await self._git.stream(lambda chunk: first.extend(chunk[: FILE_LIMIT - len(first)]), *what)
        return await asyncio.to_thread(_mask, bytes(first), path)

    @property
    def base(self) -> Workspace:
        """The tree that the work is compared with, as if it were the work."""
        return Workspace(
            self.work.model_copy(update={"revision": self.work.base}), self.home, self.limits
        )

    async def fingerprint(self, globs: Iterable[str]) -> str:
        """Return a hash of the files in these globs: where they are, and what they hold."""
        wanted = [Glob(glob) for glob in globs]
        files = (
            entry
            for entry in (await self._files()).values()
            if any(glob.matches(entry.path) for glob in wanted)
        )
        return hashlib.sha256(
            json.dumps([(file.path, file.mode, file.oid) for file in files]).encode()
        ).hexdigest()

    async def base_has(self, commit: str) -> bool:
        """Return whether a commit is the base of the work or in the history of the base."""
        return (
            await self._git.attempt("merge-base", "--is-ancestor", commit, self.work.base)
        ).code == 0

    async def size(self, path: str) -> int | None:
        """The bytes of a file or link of the work; None if there is none, or a repository of its own."""
        entry = (await self._files()).get(path)
        if entry is None or entry.mode == _SUBMODULE:
            return None
        return entry.size

    async def excerpt(self, path: str, limit: int) -> Excerpt | None:
        """Head and tail of a file of the work, in bounded memory; None if it is binary."""
        if format_of(path):  # such a file is small, or it is not shown
            whole = Excerpt(limit)
            whole.feed((await self.file(path)).encode())
            return whole
        first = bytearray()
        kept = MaskedExcerpt(limit)

        def take(chunk: bytes) -> None:
            first.extend(chunk[: SNIFFED - len(first)])
            kept.feed(chunk)

        await self._git.stream(take, "cat-file", "blob", (await self._files())[path].oid)
        if b"\0" in first:
            return None
        return await asyncio.to_thread(kept.finish)

    async def still_current(self) -> bool:
        """Return whether the work is still what was frozen."""
        return await self.current() == (self.work.commit if self.work.head else self.work.revision)

    async def current(self) -> str:
        """Return the commit or the tree that the work is now; words are frozen with their submission."""
        if not self.work.repo:
            return self.work.revision
        repository = await open_repository(self.work.repo)
        if self.work.head not in ("", IN_HAND):
            return next(iter((await repository.pushed([self.work.head])).values()), "")
        commit = repository.in_hand()
        if self.work.head:
            return commit
        return (await repository.freeze(self.home, commit, self.limits))[0]

    async def checkout(
        self, user: str = "checks", *, secrets: bool = True, for_agents: bool = True
    ) -> Path:
        """Return a copy of the work for one user, made once; links that lead out of it are plain files.

        Without `secrets`, files that are withheld from judges are not in it, and secrets in others are masked, as are
        the values of changed credential files; without what is `for_agents`, nothing in it tells an agent what to do.
        """
        copy_of = hashlib.sha256(user.encode()).hexdigest()[:12]
        if not self.work.repo:
            words = self.home / "words" / copy_of
            words.mkdir(mode=0o700, parents=True, exist_ok=True)
            (words / "delivered.md").write_text(self.work.diff, encoding="utf-8")
            return words
        target = self.home / "tree" / f"{self.work.revision}-{copy_of}"
        if target.is_dir():
            return target
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        copy = Path(tempfile.mkdtemp(dir=target.parent, prefix="unfinished-"))
        try:
            with scratch_index(self._git) as index:
                git = self._git.using(index, copy)
                await git.output("read-tree", self.work.revision)
                files = (await self._copied())[0]
                if not for_agents:
                    files = [file for file in files if not is_for_agents(decode_name(file[0]))]
                require_room(copy, sum(size for _, size in files))
                paths = b"".join(path + b"\0" for path, _ in files)
                await git.output("checkout-index", "-z", "--stdin", "--quiet", stdin=paths)
            await asyncio.to_thread(_defuse, copy, self._shown_credentials(), secrets=secrets)
            try:
                os.rename(copy, target)  # it gets its name only when it is whole
            except OSError:
                if not target.is_dir():  # nobody else has finished it meanwhile
                    raise
        finally:
            await asyncio.to_thread(clear, copy)
        return target

    async def _copied(self) -> tuple[list[Sized], list[Sized]]:
        """Return the files of the work that a copy has, and those that it has not."""
        return within(((entry.raw, entry.size) for entry in (await self._tree())[0]), self.limits)

    async def folder(self, user: str) -> str:
        """Return where a copy of the work for this user alone is, without what may hold secrets or is for agents."""
        return str(await self.checkout(user, secrets=False, for_agents=False))

    async def search(
        self, pattern: str, glob: str = "**", limit: int = 50, seconds: float = SEARCH_SECONDS
    ) -> Matches:
        """The lines of the files in `glob` that a pattern (RE2) matches, at most `limit`, within so many seconds.

        Lines are looked at one by one, as grep does; binary files, links and withheld files are not.
        """
        compiled = compile_pattern(pattern)
        wanted = Glob(glob)
        until = time.monotonic() + seconds
        kept = [entry for entry in (await self._files()).values() if wanted.matches(entry.path)]
        files = [entry for entry in kept if entry.mode not in (_LINK, _SUBMODULE)]
        in_part = [name for name in self.work.too_large if wanted.matches(name.rpartition(" (")[0])]
        in_part += ["more than can be listed"] * (self.work.unlisted > 0)
        small = [entry for entry in files if entry.size <= SEARCHED_LIMIT]
        found: list[Match] = []
        ends = accumulate(entry.size for entry in small)
        # In lists that can be held in memory at once.
        for _, sized in groupby(
            zip(small, ends, strict=True), lambda pair: pair[1] // SEARCHED_LIMIT
        ):
            batch = [entry for entry, _ in sized]
            oids = "".join(f"{entry.oid}\n" for entry in batch).encode()
            blobs = await self._git.output("cat-file", "--batch", "--buffer", stdin=oids)
            found += await asyncio.to_thread(
                _matches, compiled, batch, blobs, limit + 1 - len(found), until
            )
            if len(found) > limit:
                break
        return Matches(
            found=tuple(found[:limit]),
            more=len(found) > limit,
            unsearched=(*(entry.path for entry in files if entry.size > SEARCHED_LIMIT), *in_part),
        )

    async def remove(self) -> None:
        await asyncio.to_thread(clear, self.home)

    async def _files(self) -> dict[str, _Entry]:
        if not self.work.repo:
            return {}
        if self._readable is None:
            shown = self._shown_credentials()
            entries, _ = await self._tree()
            # Complete before others see it: several judges ask at once.
            readable = {}
            for entry in entries:
                if not withheld(entry.path) or entry.path in shown:
                    readable[entry.path] = entry
            self._readable = readable
        return self._readable

    def _shown_credentials(self) -> frozenset[str]:
        """Return the credential files that the work changed and that are shown with their values masked."""
        return frozenset(file.path for file in self.work.changed if format_of(file.path))

    async def _tree(self) -> tuple[list[_Entry], int]:
        """Return the files of the tree, at most as many as may be copied, and how many there are beyond."""
        if self._listing is None:
            kept = self._git.cwd / f"files-{self.work.revision}"  # for others who read the same
            if kept.is_file():
                rows = kept.read_bytes().split(b"\0")[:-1]
                beyond = 0
            else:
                how = ("ls-tree", "-r", "-z", "--long", self.work.revision)
                rows, beyond = await self._git.fields(self.limits.files, *how)
                if not beyond:
                    replace_file(kept, b"".join(row + b"\0" for row in rows))
            self._listing = await asyncio.to_thread(lambda: [*map(_entry, rows)]), beyond
        return self._listing

    async def _changes(self) -> _Changes:
        """Return the files that changed, and the tree with what is withheld as it was before.

        A rename is a path that went and one that came, for both were touched.
        """
        how = ("diff-tree", "-r", "-z", "--raw", "--no-renames")
        trees = (self.work.base, self.work.revision)
        fields, beyond = await self._git.fields(2 * self.limits.files, *how, *trees)

        def read() -> tuple[list[ChangedFile], list[_ChangedCredentials]]:
            files = []
            credentials = []
            for facts, path in zip(fields[::2], fields[1::2], strict=True):
                old_mode, mode, old_oid, oid, change = facts.removeprefix(b":").split(b" ")
                blob = "" if change == b"D" else oid.decode()
                file = ChangedFile.model_validate(
                    {"path": decode_name(path), "change": change.decode(), "blob": blob}
                )
                files.append(file)
                if withheld(file.path):
                    old = (
                        ""
                        if change == b"A" or old_mode.decode() == _SUBMODULE
                        else old_oid.decode()
                    )
                    new = "" if change == b"D" or mode.decode() == _SUBMODULE else oid.decode()
                    before = b"%s %s\t%s\0" % (old_mode, old_oid, path)
                    credentials.append(_ChangedCredentials(file, old, new, before))
            return files, credentials

        files, credentials = await asyncio.to_thread(read)  # there may be very many
        hidden, masked = await self._look_at(credentials)
        changes = _Changes(
            files=files,
            beyond=beyond // 2,
            withheld=frozenset(each.file.path for each in hidden),
            # Of a deleted file nothing is merged, so that its name is enough.
            unshown=(*(each.file.path for each in hidden if each.file.change != "D"), *masked),
            shown=self.work.revision,
        )
        if not hidden:
            return changes
        with scratch_index(self._git) as index:
            git = self._git.using(index)
            await git.output("read-tree", self.work.revision)
            await git.output(
                "update-index", "-z", "--index-info", stdin=b"".join(each.before for each in hidden)
            )
            return replace(changes, shown=await git.text("write-tree", "--missing-ok"))

    async def _look_at(
        self, credentials: Sequence[_ChangedCredentials]
    ) -> tuple[list[_ChangedCredentials], list[str]]:
        """Return the changed credential files that are withheld, and the paths of those whose masks may hide code.

        A mask may hide code if nothing says that the value behind it is a secret.
        """
        candidates = [each for each in credentials if format_of(each.file.path)][:MOST_SHOWN]
        if not candidates:
            return list(credentials), []
        contents = await self._small_blobs(
            [oid for each in candidates for oid in (each.old, each.new) if oid]
        )

        def look() -> tuple[set[str], list[str]]:
            shown = set[str]()
            masked = list[str]()
            for each in candidates:
                path = each.file.path
                old = contents.get(each.old)
                new = contents.get(each.new)
                if old is None or new is None or not can_be_shown(old) or not can_be_shown(new):
                    continue
                shown.add(path)
                if hides_more(_withhold(old), _withhold(new), path):
                    masked.append(path)
            return shown, masked

        shown, masked = await asyncio.to_thread(look)
        return [each for each in credentials if each.file.path not in shown], masked

    async def _small_blobs(self, oids: Sequence[str]) -> dict[str, bytes]:
        """Return the contents of blobs that are small enough to be shown, and nothing under the empty name."""
        found = {"": b""}
        asked = "".join(f"{oid}\n" for oid in oids).encode()
        sizes = await self._git.output(
            "cat-file", "--batch-check=%(objectname) %(objectsize)", stdin=asked
        )
        small = []
        for row in sizes.decode().splitlines():
            oid, size = row.split(" ")
            if size.isdigit() and int(size) <= LARGEST_SHOWN:
                small.append(oid)
        for oid in small:
            found[oid] = await self._git.output("cat-file", "blob", oid)
        return found

    async def _diff(self, shown: str, take: Take, *how: str) -> None:
        """Have the diff to a tree taken by a thread, without secrets."""
        with tempfile.SpooledTemporaryFile(16 * BLOCK, dir=str(self.home)) as raw:
            await self._git.stream(raw.write, *how, self.work.base, shown)
            raw.seek(0)
            await asyncio.to_thread(_mask_diff, raw, take)

    async def _small_diff(self, tree: str, limit: int) -> tuple[str, int] | None:
        """Return what `_shown_diff` does where one look is enough: the functions around all changes are small."""
        excerpt = Excerpt(limit)
        await self._diff(tree, excerpt.feed, *_WITH_FUNCTIONS)
        parts = _FILE_OF_DIFF.split(excerpt.text().encode())
        # A file without lines of its own may have some in the usual diff.
        fits = excerpt.size <= min(limit, MOST_AROUND) and all(b"\n@@ " in part for part in parts)
        if fits:
            return (excerpt.text(), excerpt.size)
        return None

    async def _shown_diff(self, tree: str, limit: int) -> tuple[str, int]:
        """Return the diff to a tree, at most `limit` bytes of it, and how many it has."""
        excerpt = Excerpt(limit)
        await self._diff(tree, excerpt.feed, *_DIFF)
        plain = excerpt.text()
        diff = plain if excerpt.size > limit else await self._with_functions(plain, tree, limit)
        return diff, excerpt.size + len(diff.encode()) - len(plain.encode())

    async def _with_functions(self, diff: str, tree: str, limit: int) -> str:
        """Return a diff with the functions around its changes, as far as all of it stays within the limit.

        A file that would grow by more than `MOST_AROUND` keeps the few lines it had: neither a huge function nor a file
        that has none takes the room of others.
        """
        files = iter(_FILE_OF_DIFF.split(diff.encode()))
        rest = b""
        shown = list[bytes]()
        room = limit - len(diff.encode())

        def take(chunk: bytes) -> None:
            nonlocal rest, room
            *printed, rest = _FILE_OF_DIFF.split(rest + chunk)
            for wider, file in zip(printed, files, strict=False):
                growth = len(wider) - len(file)
                same = wider.startswith(file.partition(b"\n")[0] + b"\n")
                fits = same and b"\n@@ " in wider and growth <= min(room, MOST_AROUND)
                shown.append(wider if fits else file)
                room -= growth if fits else 0

        await self._diff(tree, take, *_WITH_FUNCTIONS)
        take(b"diff --git ")  # nothing more comes of the last one
        return b"".join([*shown, *files]).decode("utf-8", "replace")


def _mask_diff(raw: IO[bytes], take: Take) -> None:
    without_values = MaskedDiff(take)
    masked = MaskedStream(without_values.feed)
    while chunk := raw.read(BLOCK):
        masked.feed(chunk)
    masked.finish()
    without_values.finish()


def _entry(row: bytes) -> _Entry:
    facts, _, path = row.partition(b"\t")
    mode, _, oid, size = facts.decode().split()
    return _Entry(mode, oid, int(size) if size.isdigit() else 0, path)


def _matches(
    pattern: Any, entries: Sequence[_Entry], blobs: bytes, limit: int, until: float
) -> list[Match]:
    """Return the first matches in the output of `git cat-file --batch` for these entries."""
    found: list[Match] = []
    at = 0
    for entry in entries:
        at = blobs.index(b"\n", at) + 1
        content = blobs[at : at + entry.size]
        at = at + entry.size + 1
        if b"\0" in content[:SNIFFED]:
            continue
        if format_of(entry.path):  # a pattern must not find out what is masked
            content = _mask(content, entry.path).encode()
        shown: list[str] = []
        for line, _ in matching_lines(pattern, content, lambda: time.monotonic() > until):
            shown = shown or _mask(content, entry.path).split("\n")
            text = shown[line - 1].removesuffix("\r")[:SHOWN_OF_LINE]
            found.append(Match(path=entry.path, line=line, text=text))
            if len(found) == limit:
                return found
    return found


def _withhold(text: bytes) -> bytes:
    return withhold(text.decode("utf-8", "replace")).encode()


def _mask(content: bytes, path: str) -> str:
    """Return the text of a file as it is shown."""
    return mask_values(_withhold(content), path).decode()


def _defuse(root: Path, shown: frozenset[str], *, secrets: bool) -> None:
    """Make every link that leads out of the tree a file that says where it led; take secrets away if so wanted.

    Of the credential files, only the `shown` ones are left, with their values masked.
    """
    inside = os.path.realpath(root)
    for directory, folders, files in os.walk(root):
        for path in (Path(directory, entry) for entry in (*folders, *files)):
            if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(inside):
                target = os.readlink(path)
                path.unlink()
                path.write_bytes(os.fsencode(target))
            if secrets or path.is_dir():
                continue
            is_credentials = withheld(path.name)
            if is_credentials and decode_name(os.fsencode(path.relative_to(root))) not in shown:
                path.unlink()
            elif not path.is_symlink():
                mask_file(path)
                if is_credentials:
                    path.write_bytes(mask_values(path.read_bytes(), path.name))
