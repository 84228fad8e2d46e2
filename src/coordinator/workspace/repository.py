"""Somebody's git repository: its commits, and its working tree frozen as a tree of ours.

The tree has what is committed, staged, unstaged and untracked (but not ignored), taken together. Index and
objects are made in a directory of ours, so the repository itself is never written to; only `keep_tree` does so.
"""

import asyncio
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from coordinator.config import replace_file
from coordinator.config.review import WorkLimits
from coordinator.errors import NotHere, OriginUnavailable, WorkspaceError
from coordinator.workspace import files
from coordinator.workspace.git import (
    Git,
    config_value,
    decode_name,
    fetching_git,
    private_git,
    reading_git,
)

ARRIVAL = 5  # seconds that a push may take to be there under all its names

_DEFAULT_BASES = (
    "refs/remotes/origin/HEAD", "refs/remotes/origin/main", "refs/remotes/origin/master",
    "refs/heads/main", "refs/heads/master",
)  # fmt: skip
# The settings of a repository that say how its files are read, run nothing and hide nothing.
_CARRIED = "autocrlf|eol|symlinks|precomposeunicode|excludesfile"
# Objects live for one review: not compressed. Above the threshold a diff says only that a file differs.
_OWN_SETTINGS = {"bare": "true", "compression": "0", "bigFileThreshold": "100m"}
_BLOBS = (b"100644", b"100755", b"120000")  # the modes of files and links
# A fetch that writes objects and nothing else, whatever the settings of the clone ask for besides.
_ALONE = (
    "--no-write-fetch-head",
    "--refmap=",
    "--no-tags",
    "--no-prune",
    "--no-recurse-submodules",
    "--no-auto-gc",
)
IDENTITY = ("-c", "user.name=coordinator", "-c", "user.email=coordinator@localhost")
_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")


@dataclass(frozen=True)
class Repository:
    """Where the parts of somebody's repository are."""

    root: Path
    git_dir: Path
    object_format: str
    head: str  # the commit in hand as it was opened; empty before the first one

    @property
    def git(self) -> Git:
        """Git for questions about commits and names."""
        return reading_git(self.root, self.git_dir)

    def in_hand(self) -> str:
        """The commit that HEAD was when the repository was opened."""
        if not self.head:
            raise WorkspaceError(f"{self.root} has no commits yet", fix="make a first commit")
        return self.head

    async def commit(self, revision: str) -> str:
        """The commit that a branch, tag or other revision names."""
        if _is_name(revision):
            found = await self.git.attempt(
                "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"
            )
            if not found.code:
                return found.out.decode().strip()
        if revision == "HEAD":
            self.in_hand()
        what = f"there is no base {revision!r} in {self.root}"
        raise WorkspaceError(what, fix="name a branch, tag or commit that `git rev-parse` knows")

    async def base_name(self, base: str) -> str:
        """What work is held against, if nothing is named: the main branch, or HEAD where that is it."""
        if not base:
            # A star stands before the branch in hand, a blank before others.
            there = (
                await self.git.text("for-each-ref", "--format=%(HEAD)%(refname)", *_DEFAULT_BASES)
            ).split("\n")
            found = [
                known for known in _DEFAULT_BASES if f" {known}" in there or f"*{known}" in there
            ]
            if found and f" {found[0]}" in there:
                return found[0]
            return "HEAD"
        return base

    async def merge_base(self, base: str, commit: str, home: Path | None = None) -> str:
        """The commit where the history of `commit`, perhaps fetched to `home`, left `base`; empty is the default."""
        base = await self.base_name(base)
        git = self.git
        start = base if _is_name(base) else await self.commit(base)
        if home:
            git, tracked = (
                git.storing(home / "git/objects"),
                await git.text("rev-parse", "--symbolic-full-name", base),
            )
            # The clone has it as of when somebody fetched it last
            if tracked.startswith("refs/remotes/origin/"):
                _, start = await self.fetch(home, [tracked.replace("remotes/origin", "heads", 1)])
        found = await git.attempt("merge-base", start, commit)
        if found.code > 1:
            await self.commit(base)  # which says what is wrong with the name
        if found.code:
            what = f"{base!r} and HEAD of {self.root} have no commit in common"
            raise WorkspaceError(
                what, fix="name the base the work grew from, or fetch more history"
            )
        return found.out.decode().strip()

    async def pushed(self, names: Sequence[str]) -> dict[str, str]:
        """The commits that the other side has now under those of the names that it knows, by their full names.

        A commit stands for itself, whatever the other side has.
        """
        if all(map(_COMMIT.fullmatch, names)):
            return {name: name for name in names}
        full = [
            name if name.startswith("refs/") or _COMMIT.fullmatch(name) else f"refs/heads/{name}"
            for name in names
        ]
        asked = await fetching_git(self.root).attempt("ls-remote", "origin", *full)
        if asked.code:
            what = f"the origin of {self.root} cannot be asked for {names[-1]!r}: {asked.error}"
            raise OriginUnavailable(what, fix="see that `git fetch origin` works there")
        rows = [line.split("\t") for line in decode_name(asked.out).split("\n")[:-1]]
        known = {name: commit for commit, name in rows} | {
            name: name for name in full if _COMMIT.fullmatch(name)
        }
        return {name: known[name] for name in full if name in known}

    async def fetch(self, home: Path, names: Sequence[str]) -> tuple[str, str]:
        """Fetch the first of the names that the other side knows; its full name, and the commit it stands for.

        What is new goes to our own directory. The clone is only read: no fetch of others is mistaken for ours. A commit
        that it has is asked of nobody.
        """
        own = await self._private_git(home / "git")
        if (
            all(map(_COMMIT.fullmatch, names))
            and not (await own.attempt("cat-file", "-e", names[0])).code
        ):
            return names[0], names[0]
        git = fetching_git(self.root).storing(own.cwd / "objects")
        found = {}
        said = "no such branch was pushed"
        for late in (False,) * ARRIVAL + (True,):
            try:
                found = await self.pushed(names)
            except OriginUnavailable:
                if late:
                    raise
            # A pull request follows its branch after a moment; one from another repository never does.
            if found and (late or len(set(found.values())) == 1):
                name, commit = next(iter(found.items()))
                said = (await git.attempt("fetch", *_ALONE, "origin", name)).error
                if not (await own.attempt("cat-file", "-e", f"{commit}^{{commit}}")).code:
                    return name, commit
            if not late:
                await asyncio.sleep(1.0)
        what = f"{names[-1]!r} could not be fetched into {self.root}: {said}"
        # It may be away between question and fetch
        fails = OriginUnavailable if found else WorkspaceError
        raise fails(what, fix="see that the branch was pushed, and that `git fetch origin` works")

    async def adopt(self, home: Path, commit: str, base: str, limits: WorkLimits) -> str:
        """The tree of a commit, readable from our own directory."""
        git = private_git(home / "git")
        # A copy of what the base has not: once no branch of the clone has it any more, a clean-up takes it away there.
        how = (
            "rev-list",
            "--objects",
            "--no-object-names",
            f"--filter=blob:limit={limits.largest + 1}",
        )
        added = await git.output(*how, f"{commit}^{{tree}}", f"^{base}^{{tree}}")
        made = await git.output(
            "pack-objects", "--quiet", "--window=0", "objects/pack/pack", stdin=added
        )
        # Git reads an object without hashing it: its owner could show us one text, and then put the real one back.
        if (
            await git.attempt("verify-pack", f"objects/pack/pack-{made.decode().strip()}.idx")
        ).code:
            what = f"an object of {commit} in {self.root} is not what its name says"
            raise WorkspaceError(
                what, fix="see `git fsck` there, and submit from a clone that is whole"
            )
        # It is the first that is listed, unless the base has the same.
        return added.partition(b"\n")[0].decode() or await git.text(
            "rev-parse", f"{commit}^{{tree}}"
        )

    async def uncommitted(self, home: Path, limits: WorkLimits) -> tuple[list[bytes], int]:
        """Return the paths in which the working tree differs from the commit in hand, and how many there are beyond."""
        async with self._indexed(home, self.in_hand(), limits) as work:
            how = (
                "status",
                "--porcelain",
                "-z",
                "--no-renames",
                "--untracked-files=all",
                "--ignore-submodules=dirty",
            )
            rows, beyond = await work.fields(limits.files, *how)
        paths = [row[3:] for row in rows]
        self._refuse_home(home, paths)
        return paths, beyond

    async def freeze(
        self, home: Path, commit: str, limits: WorkLimits
    ) -> tuple[str, list[files.Sized], int]:
        """Return the tree of everything in the working tree that is not ignored, and what is too much for it.

        It grew from `commit`. What is too much: what is too large by name, and how many files there are beyond as many
        as may be listed.
        """
        async with self._indexed(home, commit, limits) as work:
            # A submodule counts by its commit; looking inside would run git under the submodule's own settings.
            changed = (await work.output("ls-files", "-z", "--modified")).split(b"\0")[:-1]
            untracked, beyond = await work.fields(
                limits.files, "ls-files", "-z", "--others", "--exclude-standard"
            )
            self._refuse_home(home, untracked)
            # Where files are gone, git moves all entries that follow each of them: from the end, there are none.
            paths = [*reversed(changed), *untracked]
            how = ("update-index", "-z", "--add", "--remove", "--replace", "--stdin")
            sizes = await asyncio.to_thread(
                self._sizes, [path for path in paths if not path.endswith(b"/")]
            )
            kept, left_out = files.within(sizes, limits)
            files.require_room(home, sum(size for _, size in kept))
            given = b"".join(path + b"\0" for path, _ in kept)
            if kept and (result := await work.attempt(*how, stdin=given)).code:
                what = f"a file of the work cannot be read: {result.error}"
                raise WorkspaceError(what, fix="make it readable, or ignore it")
            for nested in (path for path in paths if path.endswith(b"/")):
                # A repository inside the work counts by its commit, and not at all before its first one.
                await work.attempt(*how, stdin=nested[:-1] + b"\0")
            for path in [path for path, size in left_out if size > limits.largest][: files.NAMED]:
                with suppress(OSError):  # it is gone by now, or too deep to be opened
                    shown = await asyncio.to_thread(files.ends_of, self.root / os.fsdecode(path))
                    blob = await work.output("hash-object", "-w", "--stdin", stdin=shown)
                    row = b"100644 %s\t%s\0" % (blob.strip(), path)
                    await work.output("update-index", "-z", "--replace", "--index-info", stdin=row)
            return await work.text("write-tree", "--missing-ok"), left_out, beyond

    async def keep_tree(self, home: Path, name: str) -> str:
        """Keep what is not committed as a commit of the repository under this name; empty if there is nothing.

        Index, files and branches stay as they are. The directory `home` is ours for the moment.
        """
        head = await self.commit("HEAD")
        tree, _, _ = await self.freeze(home, head, WorkLimits())
        git = private_git(home / "git")
        if tree == await git.text("rev-parse", f"{head}^{{tree}}"):
            return ""
        commit = await git.text(
            *IDENTITY, "commit-tree", tree, "-p", head, "-m", "What was not committed before"
        )
        await git.output("update-ref", "refs/heads/kept", commit)
        await fetching_git(self.root).output(
            "fetch", *_ALONE, str(git.cwd), f"+refs/heads/kept:{name}"
        )
        return commit

    @asynccontextmanager
    async def _indexed(self, home: Path, commit: str, limits: WorkLimits) -> AsyncIterator[Git]:
        """Git in our own directory at this commit, over the files of the work, with an index that trusts no other."""
        await asyncio.to_thread(files.check_git_files, self.root)
        git = await self._private_git(home / "git", commit)
        with scratch_index(git) as index:
            files.copy_plain(self.git_dir / "index", index.with_name("theirs"))
            work = git.using(index, self.root)
            await self._fill(work, commit, git.using(index.with_name("theirs")), limits)
            yield work

    async def _fill(self, work: Git, commit: str, theirs: Git, limits: WorkLimits) -> None:
        """Fill our index with names and blobs of the commit and of their index, each looked up in the files.

        Time stamps and marks of their index do not count: its owner can have it call a changed file unchanged, or a
        folder a submodule, into which nobody would look.
        """
        staged = await theirs.output("ls-files", "-z", "--stage")
        if any(row.partition(b"\t")[0][-1:] != b"0" for row in staged.split(b"\0")[:-1]):
            what = f"{self.root} has unresolved merge conflicts"
            raise WorkspaceError(what, fix="resolve and `git add` them, or `git merge --abort`")
        await work.output("read-tree", commit)
        how = ("update-index", "-z", "--replace", "--index-info")
        listed = await work.output("ls-files", "-z", "--stage")
        if listed != staged:
            rows = [row for row in staged.split(b"\0") if row[:6] in _BLOBS]
            await work.output(*how, stdin=b"".join(row + b"\0" for row in rows))
            listed = await work.output("ls-files", "-z", "--stage")
        rows = [row for row in listed.split(b"\0") if row[:6] in _BLOBS]
        sizes = await asyncio.to_thread(self._sizes, [row.partition(b"\t")[2] for row in rows])
        large = [
            (row, size) for row, (_, size) in zip(rows, sizes, strict=True) if size > limits.largest
        ]
        if large:
            asked = b"".join(row.split(b" ")[1] + b"\n" for row, _ in large)
            known = (
                await work.output("cat-file", "--batch-check=%(objectsize)", stdin=asked)
            ).split(b"\n")
            # A large file of another size is another file: it is not read, for its end may be far away.
            other = [
                row for (row, size), said in zip(large, known, strict=False) if said != b"%d" % size
            ]
            await work.output(*how, stdin=b"".join(b"0" + row[6:] + b"\0" for row in other))

    def _refuse_home(self, home: Path, untracked: Iterable[bytes]) -> None:
        """Raise a WorkspaceError if our own directory is part of the work."""
        ours = (
            os.fsencode(os.path.relpath(os.path.realpath(home), os.path.realpath(self.root))) + b"/"
        )
        if any(path.startswith(ours) for path in untracked):
            what = f"the state directory {home} lies inside the work in {self.root}"
            raise WorkspaceError(
                what, fix="set COORDINATOR_HOME to another place, or ignore it there"
            )

    def _sizes(self, paths: Iterable[bytes]) -> list[files.Sized]:
        """Return the paths with the bytes of their files; what is gone or no file has none."""
        sizes = list[files.Sized]()
        root = os.open(self.root, os.O_RDONLY)
        try:
            for path in paths:
                size = 0
                with suppress(OSError):
                    size = os.lstat(path, dir_fd=root).st_size
                sizes.append((path, size))
        finally:
            os.close(root)
        return sizes

    async def _private_git(self, own: Path, head: str = "ref: refs/heads/none") -> Git:
        """A git directory of ours that borrows the repository's objects; only its own objects are kept."""
        for part in ("objects/info", "objects/pack", "refs"):
            (own / part).mkdir(parents=True, exist_ok=True)
        os.chmod(own.parent, 0o700)
        asked = ("config", "--null", "--show-scope", "--get-regexp", rf"^core\.({_CARRIED})$")
        said = os.fsdecode((await self.git.attempt(*asked)).out).split("\0")
        settings = dict[str, str]()
        for scope, line in zip(said[::2], said[1::2], strict=False):
            key, _, value = line.removeprefix("core.").partition("\n")
            # What the user ignores everywhere is the user's; what the clone alone ignores could hide anything.
            if key != "excludesfile" or scope == "global":
                settings[key] = os.path.expanduser(value)
        version = 0 if self.object_format == "sha1" else 1
        lines = ["[core]", f"repositoryformatversion = {version}"]
        lines += [
            f"{key} = {config_value(value)}" for key, value in (settings | _OWN_SETTINGS).items()
        ]
        lines += ["[extensions]", f"objectFormat = {self.object_format}"] if version else []
        replace_file(own / "config", os.fsencode("\n".join(lines) + "\n"))
        # Which a linked worktree shares with its repository
        theirs = files.git_folders(self.git_dir)[-1] / "objects"
        replace_file(
            own / "objects/info/alternates", os.fsencode(config_value(str(theirs))) + b"\n"
        )
        replace_file(own / "HEAD", f"{head}\n".encode())
        for shared in self.git_dir.glob("sharedindex.*"):
            files.copy_plain(shared, own / shared.name)
        return private_git(own)


async def open_repository(repo: str) -> Repository:
    path = Path(os.path.abspath(os.path.expanduser(repo)))
    if not repo or "\0" in repo or not os.path.isdir(path):
        raise NotHere(f"there is no directory {repo!r}", fix="name the path of a git repository")
    # Not what git calls the top: the repository's settings could put that anywhere on the disk.
    root = next((place for place in (path, *path.parents) if os.path.lexists(place / ".git")), None)
    if root is not None:
        await asyncio.to_thread(files.check_git_files, root / ".git")
    # Git looks for it, as only so it minds whose it is; but no higher than where there is one.
    git = reading_git(path, ceiling=Path(os.path.realpath(root)).parent if root else None)
    asked = ("--is-bare-repository", "--show-object-format", "--absolute-git-dir", "HEAD^{commit}")
    found = await git.attempt("rev-parse", *asked)
    bare, _, rest = os.fsdecode(found.out.removesuffix(b"\n")).partition("\n")
    object_format, _, rest = rest.partition("\n")
    git_dir, _, head = rest.rpartition("\n")
    if not git_dir:
        raise _not_readable(path, found.error)
    if bare == "true" or root is None:
        raise WorkspaceError(
            f"{path} has no working tree", fix="name a clone with files, not a bare one"
        )
    return Repository(root, Path(git_dir), object_format, head if _COMMIT.fullmatch(head) else "")


@contextmanager
def scratch_index(git: Git) -> Iterator[Path]:
    """The path of an index file that is gone after the block."""
    with tempfile.TemporaryDirectory(dir=git.cwd, ignore_cleanup_errors=True) as directory:
        yield Path(directory) / "index"


def _is_name(revision: str) -> bool:
    """Return whether git can take a text for the name of something: neither for an option nor for two texts."""
    return bool(revision) and not revision.startswith("-") and "\0" not in revision


def _not_readable(path: Path, error: str) -> WorkspaceError:
    fix = "name the path of a git repository"
    if "dubious ownership" in error:
        fix = f"if you trust its owner: git config --global --add safe.directory {path}"
    return WorkspaceError(f"{path} cannot be read as a git repository: {error}", fix=fix)
