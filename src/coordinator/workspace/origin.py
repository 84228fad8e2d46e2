"""Read the address of a clone's origin, and refuse a `.git` that belongs to another repository.

The owner of a clone can write anything into its `.git`. So git never fetches with the clone's
settings: we read the address ourselves, and allow only kinds of addresses that run no command.
"""

import os
import re
from contextlib import suppress
from pathlib import Path

from coordinator.config.environment import CLONES
from coordinator.config.home_directory import home
from coordinator.errors import WorkspaceError
from coordinator.workspace.files import GIT_FILE, LONGEST_PATH, git_folders, open_plain
from coordinator.workspace.git import plain_git

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://(.*)", re.DOTALL)
_HELPER = re.compile(r"[\w+.-]*::", re.DOTALL)  # such as `ext::COMMAND`
_ON_HOST = re.compile(r"[^/:]+:", re.DOTALL)  # such as `git@HOST:PATH`
_SERVERS = ("https", "http", "ssh")
# The parts of a git directory that say which repository it is.
_PARTS = ("HEAD", "config", "objects", "packed-refs", "refs")


_OUR_CLONES = set[str]()


def add_our_clones(folder: Path) -> None:
    """Register a folder in which coordinator made all clones, so that we trust their settings."""
    _OUR_CLONES.add(_real(folder))


def is_our_clone(root: Path) -> bool:
    """Return whether a clone was made by coordinator."""
    return _real(root.parent) in (_real(home(os.environ) / CLONES), *_OUR_CLONES)


async def origin_address(root: Path, git_dir: Path) -> str:
    """Return the address of a clone's origin; raise WorkspaceError if we must not fetch from it."""
    url = await config_entry(git_folders(git_dir)[-1] / "config", "remote.origin.url")
    if not url:
        raise WorkspaceError(
            f"{root} has no origin", fix="name it there: git remote add origin ADDRESS"
        )
    address = _allowed(url, root)
    if not address:
        raise WorkspaceError(
            f"coordinator does not fetch from the origin of {root}: {_without_user(url)!r}",
            fix="set an address with https://, ssh:// or git@HOST:, or the path of a repository",
        )
    return address


async def config_entry(file: Path, key: str) -> str:
    """Return the first value of a key in a git configuration file; do not read included files."""
    with suppress(FileNotFoundError), open_plain(file) as config:
        text = config.read(GIT_FILE)
        asked = ("config", "--file", "-", "--no-includes", "--null", "--get-all", key)
        found = await plain_git(Path("/")).attempt(*asked, stdin=text)
        values = os.fsdecode(found.out).split("\0")
        return next((value for value in values if value), "")
    return ""


def _allowed(url: str, root: Path) -> str:
    """Return the address in the form in which git gets it; empty if it is not allowed."""
    if not url.isprintable() or url.startswith("-"):
        return ""
    schemed = _SCHEME.fullmatch(url)
    if schemed:
        scheme = schemed[1].lower()
        rest = schemed[2]
        if scheme == "file":
            return url if rest.startswith("/") else ""
        is_option = rest.startswith("-") or "@-" in rest
        return f"{scheme}://{rest}" if scheme in _SERVERS and not is_option else ""
    if _HELPER.match(url):
        return ""
    if _ON_HOST.match(url):
        return "" if "@-" in url else url
    return str(root / os.path.expanduser(url))


def _without_user(url: str) -> str:
    """Return an address without a user name and password."""
    return re.sub(r"//[^/@]*@", "//", url)


async def refuse_another(root: Path) -> None:
    """Raise WorkspaceError if the `.git` of a folder is that of another repository.

    Linked worktrees and submodules are allowed. There, the other repository itself names the
    folder, so the owner of that repository has made the folder a worktree or submodule.
    """
    dot_git = root / ".git"
    git_dir, *common = git_folders(dot_git)
    if not git_dir.is_dir():
        return  # git itself says that this is no repository
    if dot_git.is_symlink():
        allowed = False
    elif common:
        allowed = _is_linked_worktree(dot_git, git_dir, common[0])
    elif dot_git.is_dir():
        allowed = True
    else:
        allowed = await _is_submodule(root, git_dir)
    for part in _PARTS:
        if any((folder / part).is_symlink() for folder in (git_dir, *common)):
            allowed = False
    if not allowed:
        raise WorkspaceError(
            f"{dot_git} is or names the git directory of another repository",
            fix="use a clone with its own .git, a linked worktree or a submodule",
        )


def _is_linked_worktree(dot_git: Path, git_dir: Path, common: Path) -> bool:
    """Return whether a repository lists the folder of this `.git` as one of its worktrees."""
    if _real(git_dir.parent) != _real(common / "worktrees"):
        return False
    with suppress(FileNotFoundError), open_plain(git_dir / "gitdir") as file:
        named = os.fsdecode(file.read(LONGEST_PATH).rstrip(b"\n"))
        return _real(git_dir / named) == _real(dot_git)
    return False


async def _is_submodule(root: Path, git_dir: Path) -> bool:
    """Return whether a repository above a folder keeps the folder's git directory."""
    for folder in root.parents:
        if os.path.lexists(folder / ".git"):
            await refuse_another(folder)
            modules = [_real(above / "modules") for above in git_folders(folder / ".git")]
            is_below = any(Path(_real(git_dir)).is_relative_to(place) for place in modules)
            worktree = await config_entry(git_dir / "config", "core.worktree")
            return is_below and bool(worktree) and _real(git_dir / worktree) == _real(root)
    return False


def _real(path: Path) -> str:
    return os.path.realpath(path)
