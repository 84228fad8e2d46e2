"""Read a repository of the user: its commits, and its working tree as a frozen git tree.

The frozen tree has all committed, staged, unstaged and untracked files, but no ignored files. Its
index and objects go to a second git directory, `home/git`, which is called our own directory below.
Only `keep_tree` writes to the repository itself.
"""

import asyncio
import os
import re
import shlex
import tempfile
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from coordinator.config import replace_file
from coordinator.config.review import WorkLimits
from coordinator.errors import NotHere, OriginUnavailable, WorkspaceError
from coordinator.workspace import files
from coordinator.workspace.git import (
    Git,
    asking_git,
    config_value,
    decode_name,
    fetching_git,
    nul_ended,
    private_git,
    reading_git,
)
from coordinator.workspace.origin import is_our_clone, origin_address, refuse_another
from coordinator.workspace.tree import require_countable

ARRIVAL = 5  # seconds to wait until a push is visible in the branch and in the pull request

_DEFAULT_BASES = (
    "refs/remotes/origin/HEAD",
    "refs/remotes/origin/main",
    "refs/remotes/origin/master",
    "refs/heads/main",
    "refs/heads/master",
)
# Settings that say how git reads the files of a repository. Our own git directory gets them too.
_CARRIED = "autocrlf|eol|symlinks|precomposeunicode|excludesfile|sshcommand"
# Settings that can hide files or run commands, so only those of the user are taken over.
_OF_USER = ("excludesfile", "sshcommand")
# Refs of the clone. A fetch into our own directory leaves out all commits that they lead to.
_TIPS = ("refs/remotes/origin", "refs/heads", "refs/tags")
MOST_TIPS = 2_000
# Our objects live for one review, so git does not compress them. For a file above the threshold, a
# diff says only that it differs.
_OWN_SETTINGS = {"bare": "true", "compression": "0", "bigFileThreshold": "100m"}
_UPDATE = ("update-index", "-z", "--add", "--remove", "--replace", "--stdin")
_BLOBS = (b"100644", b"100755", b"120000")  # the modes of files and links
# Options for a fetch that writes objects and nothing else, whatever the clone's settings say.
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


class Branching(NamedTuple):
    """The commit where the work left its base, and the present commit of the base."""

    start: str
    present: str


@dataclass(frozen=True)
class Repository:
    """A repository of another person, with the paths of its parts."""

    root: Path
    git_dir: Path
    object_format: str
    head: str  # the commit of HEAD when we opened the repository; empty before the first commit

    @property
    def git(self) -> Git:
        """A git runner for questions about commits and names."""
        return reading_git(self.root, self.git_dir)

    async def common_dir(self) -> str:
        """Return the real path of the git directory that all working trees of the clone share."""
        found = await self.git.text("rev-parse", "--git-common-dir")
        return os.path.realpath(os.path.join(self.root, found))

    def in_hand(self) -> str:
        """Return the commit of HEAD when we opened the repository; raise WorkspaceError if none."""
        if not self.head:
            raise WorkspaceError(f"{self.root} has no commits yet", fix="make a first commit")
        return self.head

    async def commit(self, revision: str) -> str:
        """Return the commit that a branch, tag or other revision names."""
        if _is_name(revision):
            found = await self.git.attempt(
                "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"
            )
            if not found.code:
                return found.out.decode().strip()
        if revision == "HEAD":
            self.in_hand()
        what = f"{self.root} has no revision {revision!r}"
        raise WorkspaceError(what, fix="name a branch, tag or commit that `git rev-parse` knows")

    async def base_name(self, base: str) -> str:
        """Return `base` or, if it is empty, the name of the main branch.

        Return HEAD instead of the main branch if that branch is checked out or does not exist.
        """
        if base:
            return base
        # Git prints a star before the current branch and a blank before the others.
        asked = ("for-each-ref", "--format=%(HEAD)%(refname)", *_DEFAULT_BASES)
        refs = (await self.git.text(*asked)).split("\n")
        for known in _DEFAULT_BASES:
            if f" {known}" in refs:
                return known
            if f"*{known}" in refs:
                return "HEAD"
        return "HEAD"

    async def merge_base(self, base: str, commit: str) -> str:
        """Return the commit where the history of `commit` left `base`."""
        return (await self.branching(base, commit)).start

    async def branching(self, base: str, commit: str, home: Path | None = None) -> Branching:
        """Return the commit where the history of `commit` left `base`, and the present base.

        If `base` is empty, it is the default base. If the commit was fetched to our own directory,
        `home` must be given. The base is then fetched too if it is a branch of origin.
        """
        base = await self.base_name(base)
        git = self.git
        start = base if _is_name(base) else await self.commit(base)
        if home:
            tracked = await git.text("rev-parse", "--symbolic-full-name", base)
            git = git.storing(home / "git/objects")
            # The clone's copy of the branch can be old, so fetch the branch from origin.
            if tracked.startswith("refs/remotes/origin/"):
                _, start = await self.fetch(home, [tracked.replace("remotes/origin", "heads", 1)])
        found = await git.attempt("merge-base", start, commit)
        if found.code > 1:
            await self.commit(base)  # raises an error that explains the wrong name
        if found.code:
            what = f"{base!r} and HEAD of {self.root} have no commit in common"
            raise WorkspaceError(
                what, fix="name the base that the work started from, or fetch more history"
            )
        present = await git.text("rev-parse", "--verify", f"{start}^{{commit}}")
        return Branching(found.out.decode().strip(), present)

    async def pushed(self, names: Sequence[str], home: Path | None = None) -> dict[str, str]:
        """Ask origin for the names; return the commits of those that it knows, by full name.

        A name that is itself a commit is returned as it is, even if origin does not have it.
        During a review, `home` must be given, so that the whole review asks the same origin.
        """
        if _are_commits(names):
            return {name: name for name in names}
        full = [_full_name(name) for name in names]
        address = await self._origin(home)
        asked = await self._asking().attempt("ls-remote", "--", address, *full)
        if asked.code:
            what = f"cannot ask the origin of {self.root} for {names[-1]!r}: {asked.error}"
            raise OriginUnavailable(what, fix="check that `git fetch origin` works there")
        known = {}
        for line in decode_name(asked.out).split("\n")[:-1]:
            commit, name = line.split("\t")
            known[name] = commit
        for name in full:
            if _COMMIT.fullmatch(name):
                known[name] = name
        return {name: known[name] for name in full if name in known}

    async def fetch(self, home: Path, names: Sequence[str]) -> tuple[str, str]:
        """Fetch the first of the names that origin knows; return its full name and its commit.

        New objects go to our own directory, and nothing is written to the clone. So a fetch by
        another program into the clone does not affect the result. If the names are commits and the
        clone has the first one, origin is not asked.
        """
        own = await self._private_git(home / "git")
        if _are_commits(names) and await _has_object(own, names[0]):
            return names[0], names[0]
        git = await self._fetching(own)
        found: dict[str, str] = {}
        said = "origin has no such branch"
        for attempt in range(ARRIVAL + 1):
            is_last = attempt == ARRIVAL
            try:
                found = await self.pushed(names, home)
            except OriginUnavailable:
                if is_last:
                    raise
            # After a push, a pull request shows the new commit up to a few seconds later than its
            # branch, so wait until all names agree. They never agree if the pull request comes from
            # another repository.
            if found and (is_last or len(set(found.values())) == 1):
                name, commit = next(iter(found.items()))
                address = await self._origin(home)
                said = (await git.attempt("fetch", *_ALONE, "--", address, name)).error
                if await _has_object(own, f"{commit}^{{commit}}"):
                    return name, commit
            if not is_last:
                await asyncio.sleep(1.0)
        what = f"{names[-1]!r} could not be fetched into {self.root}: {said}"
        fix = "check that the branch was pushed, and that `git fetch origin` works"
        if found:  # origin became unreachable after it answered `pushed`
            raise OriginUnavailable(what, fix=fix)
        raise WorkspaceError(what, fix=fix)

    async def adopt(self, home: Path, commit: str, base: str, limits: WorkLimits) -> str:
        """Copy the new objects of a commit to our own directory; return the tree of the commit."""
        git = private_git(home / "git")
        # Copy the objects that the base does not have, because `git gc` deletes them in the clone
        # when no branch has them any more.
        added = await git.output(
            "rev-list",
            "--objects",
            "--no-object-names",
            f"--filter=blob:limit={limits.largest + 1}",
            f"{commit}^{{tree}}",
            f"^{base}^{{tree}}",
        )
        made = await git.output(
            "pack-objects", "--quiet", "--window=0", "objects/pack/pack", stdin=added
        )
        pack = f"objects/pack/pack-{made.decode().strip()}.idx"
        # Git reads objects without checking their hashes. So the owner could show us one content,
        # and put the real content back later.
        if (await git.attempt("verify-pack", pack)).code:
            raise WorkspaceError(
                f"a git object of {commit} in {self.root} is corrupt: its hash is wrong",
                fix="run `git fsck` there, and submit from an intact clone",
            )
        # The tree is listed first, unless the base has the same tree.
        tree = added.partition(b"\n")[0].decode()
        if tree:
            return tree
        return await git.text("rev-parse", f"{commit}^{{tree}}")

    async def freeze(
        self, home: Path, commit: str, limits: WorkLimits
    ) -> tuple[str, list[files.Sized], int]:
        """Write a git tree of all files of the working tree that are not ignored, and return it.

        Also return the files that were left out because of the limits, and the number of further
        untracked files, which were not listed. `commit` is the commit on which the work is based.
        """
        async with self.indexed(home, commit, limits) as work:
            # Only the commit of a submodule is compared. A look inside would run git with the
            # submodule's own settings.
            changed = (await work.output("ls-files", "-z", "--modified")).split(b"\0")[:-1]
            untracked, beyond = await work.fields(
                limits.files, "ls-files", "-z", "--others", "--exclude-standard"
            )
            self.refuse_home(home, untracked)
            plain = []
            nested = []
            # For each deleted file, git moves all index entries that follow it. In reverse order,
            # it has no entries to move.
            for path in (*reversed(changed), *untracked):
                if path.endswith(b"/"):
                    nested.append(path.removesuffix(b"/"))
                else:
                    plain.append(path)
            sizes = await asyncio.to_thread(self._sizes, plain)
            kept, left_out = files.within(sizes, limits)
            files.require_room(home, files.total_size(kept))
            if kept:
                paths = nul_ended(path for path, _ in kept)
                result = await work.attempt(*_UPDATE, stdin=paths)
                if result.code:
                    what = f"a file of the work cannot be read: {result.error}"
                    raise WorkspaceError(what, fix="make it readable, or add it to .gitignore")
            for path in nested:
                # The frozen tree has only the commit of a repository inside the work. Before its
                # first commit, the repository is left out.
                await work.attempt(*_UPDATE, stdin=path + b"\0")
            too_large = [path for path, size in left_out if size > limits.largest]
            for path in too_large[: files.NAMED]:
                await self._add_ends(work, path)
            tree = await work.text("write-tree", "--missing-ok")
            return tree, left_out, beyond

    async def _add_ends(self, work: Git, path: bytes) -> None:
        """Add an index entry for a large file, with only the beginning and the end of the file."""
        with suppress(OSError):  # the file is gone, or its path is too deep to open
            shown = await asyncio.to_thread(files.ends_of, self.root / os.fsdecode(path))
            blob = await work.output("hash-object", "-w", "--stdin", stdin=shown)
            row = b"100644 %s\t%s\0" % (blob.strip(), path)
            await work.output("update-index", "-z", "--replace", "--index-info", stdin=row)

    async def keep_tree(self, home: Path, name: str) -> str:
        """Save uncommitted changes as a commit in the repository, under the ref `name`.

        Return the commit, or an empty string if there are no changes. Index, files and branches
        stay as they are. `home` is a temporary directory of ours.
        """
        head = await self.commit("HEAD")
        await require_countable(self.git, head)
        tree, _, _ = await self.freeze(home, head, WorkLimits())
        git = private_git(home / "git")
        if tree == await git.text("rev-parse", f"{head}^{{tree}}"):
            return ""
        commit = await git.text(
            *IDENTITY, "commit-tree", tree, "-p", head, "-m", "What was not committed before"
        )
        added = await git.output("rev-list", "--objects", "--no-object-names", commit, f"^{head}")
        # Do not run `git fetch` in the repository. Its settings can name commands that a fetch
        # runs.
        theirs = self._objects()
        writing = git.storing(theirs).borrowing(git.cwd / "objects")
        await writing.output("pack-objects", "--quiet", str(theirs / "pack/pack"), stdin=added)
        await self.git.output("update-ref", name, commit)
        return commit

    @property
    def _is_ours(self) -> bool:
        """Whether coordinator made this clone, so that we trust its settings."""
        return is_our_clone(self.root)

    async def _origin(self, home: Path | None) -> str:
        """Return the address of origin; raise WorkspaceError if git must not fetch from it.

        Keep the address in our own directory for the rest of the review. Otherwise the owner of the
        clone could show us the work of one server and the base of another.
        """
        if home is None:
            return await origin_address(self.root, self.git_dir)
        kept = home / "git/origin"
        with suppress(FileNotFoundError):
            return os.fsdecode(kept.read_bytes())
        address = await origin_address(self.root, self.git_dir)
        replace_file(kept, os.fsencode(address))
        return address

    def _asking(self) -> Git:
        """Return a git runner for questions to origin."""
        if self._is_ours:
            return fetching_git(self.git_dir)
        return asking_git()

    async def _fetching(self, own: Git) -> Git:
        """Return a git runner that fetches into our own git directory.

        It knows which commits the clone has, so that they are not fetched again.
        """
        if self._is_ours:
            return fetching_git(self.git_dir).storing(own.cwd / "objects")
        files.copy_plain(self.git_dir / "shallow", own.cwd / "shallow")
        listed = await self.git.attempt(
            "for-each-ref", f"--count={MOST_TIPS}", "--format=%(objectname)", *_TIPS
        )
        asked = listed.out + self.head.encode() + b"\n"
        known = await own.output("cat-file", "--batch-check=%(objectname)", stdin=asked)
        tips = [line for line in known.splitlines() if _COMMIT.fullmatch(line.decode())]
        replace_file(own.cwd / "tips", b"".join(line + b"\n" for line in tips))
        return fetching_git(own.cwd)

    def _objects(self) -> Path:
        """Return the folder of git's objects. A linked worktree shares that of its repository."""
        return files.git_folders(self.git_dir)[-1] / "objects"

    @asynccontextmanager
    async def indexed(self, home: Path, commit: str, limits: WorkLimits) -> AsyncIterator[Git]:
        """Yield a git runner on the working tree, with an index of ours that begins at `commit`."""
        await asyncio.to_thread(files.check_git_files, self.root)
        git = await self._private_git(home / "git", commit)
        with scratch_index(git) as index:
            files.copy_plain(self.git_dir / "index", index.with_name("theirs"))
            work = git.using(index, self.root)
            await self._fill(work, commit, git.using(index.with_name("theirs")), limits)
            yield work

    async def _fill(self, work: Git, commit: str, theirs: Git, limits: WorkLimits) -> None:
        """Fill our index with names and blobs of the commit and of the repository's own index.

        Ignore the time stamps and flags of that index. Its owner could use them to mark a changed
        file as unchanged, or a folder as a submodule, so that we do not look inside.
        """
        staged = await theirs.output("ls-files", "-z", "--stage")
        for row in staged.split(b"\0")[:-1]:
            facts = row.partition(b"\t")[0]
            if not facts.endswith(b"0"):  # the last field is the stage
                what = f"{self.root} has unresolved merge conflicts"
                raise WorkspaceError(what, fix="resolve and `git add` them, or `git merge --abort`")
        await work.output("read-tree", commit)
        how = ("update-index", "-z", "--replace", "--index-info")
        listed = await work.output("ls-files", "-z", "--stage")
        if listed != staged:
            rows = _blob_rows(staged)
            await work.output(*how, stdin=nul_ended(rows))
            listed = await work.output("ls-files", "-z", "--stage")
        rows = _blob_rows(listed)
        paths = [row.partition(b"\t")[2] for row in rows]
        sizes = await asyncio.to_thread(self._sizes, paths)
        large = []
        for row, (_, size) in zip(rows, sizes, strict=True):
            if size > limits.largest:
                large.append((row, size))
        if not large:
            return
        asked = b"".join(row.split(b" ")[1] + b"\n" for row, _ in large)
        known = await work.output("cat-file", "--batch-check=%(objectsize)", stdin=asked)
        # A large file whose size differs from the index has changed. It is removed from the index,
        # because it can be too large to read.
        removed = []
        for (row, size), known_size in zip(large, known.split(b"\n"), strict=False):
            if known_size != b"%d" % size:
                removed.append(b"0" + row[6:] + b"\0")  # mode 0 removes the entry
        await work.output(*how, stdin=b"".join(removed))

    def refuse_home(self, home: Path, untracked: Iterable[bytes]) -> None:
        """Raise a WorkspaceError if our own directory is part of the work."""
        place = os.path.relpath(os.path.realpath(home), os.path.realpath(self.root))
        ours = os.fsencode(place) + b"/"
        if any(path.startswith(ours) for path in untracked):
            what = f"the state directory {home} is inside the work in {self.root}"
            raise WorkspaceError(
                what, fix="set COORDINATOR_HOME to another directory, or add it to .gitignore"
            )

    def _sizes(self, paths: Iterable[bytes]) -> list[files.Sized]:
        """Return the paths with the sizes of their files; 0 for a path that cannot be read."""
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
        """Make a git directory of ours that borrows the repository's objects."""
        for part in ("objects/info", "objects/pack", "refs"):
            (own / part).mkdir(parents=True, exist_ok=True)
        os.chmod(own.parent, 0o700)
        settings = await self._carried_settings()
        settings.update(_OWN_SETTINGS)
        # Before a fetch, git runs this command to learn which commits the borrowed objects contain.
        # By default, it would run git with the clone's settings instead.
        settings["alternateRefsCommand"] = f"cat {shlex.quote(str(own / 'tips'))} #"
        version = 0 if self.object_format == "sha1" else 1
        lines = ["[core]", f"repositoryformatversion = {version}"]
        for key, value in settings.items():
            lines.append(f"{key} = {config_value(value)}")
        if version:
            lines += ["[extensions]", f"objectFormat = {self.object_format}"]
        replace_file(own / "config", os.fsencode("\n".join(lines) + "\n"))
        alternates = os.fsencode(config_value(str(self._objects()))) + b"\n"
        replace_file(own / "objects/info/alternates", alternates)
        replace_file(own / "HEAD", f"{head}\n".encode())
        for shared in self.git_dir.glob("sharedindex.*"):
            files.copy_plain(shared, own / shared.name)
        return private_git(own)

    async def _carried_settings(self) -> dict[str, str]:
        """Return the settings of the repository that say how git reads its files."""
        asked = ("config", "--null", "--show-scope", "--get-regexp", rf"^core\.({_CARRIED})$")
        said = os.fsdecode((await self.git.attempt(*asked)).out).split("\0")
        settings: dict[str, str] = {}
        for at in range(0, len(said) - 1, 2):  # the scope, then the name and the value
            scope = said[at]
            key, _, value = said[at + 1].removeprefix("core.").partition("\n")
            # The user's own ignore rules and commands apply. The clone's own do not, because they
            # could hide any file and run anything.
            if key not in _OF_USER or scope == "global":
                settings[key] = os.path.expanduser(value)
        return settings


async def open_repository(repo: str) -> Repository:
    path = Path(os.path.abspath(os.path.expanduser(repo)))
    if not repo or "\0" in repo or not os.path.isdir(path):
        raise NotHere(f"there is no directory {repo!r}", fix="name the path of a git repository")
    # Do not ask git for the top folder. The repository's settings could put it anywhere on the
    # disk.
    root = _find_root(path)
    ceiling = None
    if root is not None:
        await asyncio.to_thread(files.check_git_files, root / ".git")
        await refuse_another(root)
        ceiling = Path(os.path.realpath(root)).parent
    # Let git itself look for the repository, because only then it checks the owner. The ceiling
    # limits how far up it looks.
    git = reading_git(path, ceiling=ceiling)
    asked = ("--is-bare-repository", "--show-object-format", "--absolute-git-dir", "HEAD^{commit}")
    found = await git.attempt("rev-parse", *asked)
    bare, _, rest = os.fsdecode(found.out.removesuffix(b"\n")).partition("\n")
    object_format, _, rest = rest.partition("\n")
    git_dir, _, head = rest.rpartition("\n")
    if not git_dir:
        raise _not_readable(path, found.error)
    if bare == "true" or root is None:
        raise WorkspaceError(
            f"{path} has no working tree", fix="name a clone with a working tree, not a bare one"
        )
    if not _COMMIT.fullmatch(head):
        head = ""
    return Repository(root, Path(git_dir), object_format, head)


def _find_root(path: Path) -> Path | None:
    """Return the closest folder with a `.git`, from a path upwards; None if there is none."""
    for folder in (path, *path.parents):
        if os.path.lexists(folder / ".git"):
            return folder
    return None


async def _has_object(git: Git, name: str) -> bool:
    return (await git.attempt("cat-file", "-e", name)).code == 0


def _are_commits(names: Iterable[str]) -> bool:
    return all(_COMMIT.fullmatch(name) for name in names)


def _full_name(name: str) -> str:
    """Return the full name of a branch. Full names and commits stay as they are."""
    if name.startswith("refs/") or _COMMIT.fullmatch(name):
        return name
    return f"refs/heads/{name}"


def _blob_rows(listing: bytes) -> list[bytes]:
    """Return the rows of files and links in the output of `git ls-files -z --stage`."""
    return [row for row in listing.split(b"\0") if row[:6] in _BLOBS]


@contextmanager
def scratch_index(git: Git) -> Iterator[Path]:
    """Yield a path for a temporary index of git, and delete the file after the block."""
    with tempfile.TemporaryDirectory(dir=git.cwd, ignore_cleanup_errors=True) as directory:
        yield Path(directory) / "index"


def _is_name(revision: str) -> bool:
    """Return whether a string can be passed to git as a revision, not as an option."""
    return bool(revision) and not revision.startswith("-") and "\0" not in revision


def _not_readable(path: Path, error: str) -> WorkspaceError:
    fix = "name the path of a git repository"
    if "dubious ownership" in error:
        fix = f"if you trust its owner: git config --global --add safe.directory {path}"
    return WorkspaceError(f"{path} cannot be read as a git repository: {error}", fix=fix)
