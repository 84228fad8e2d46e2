"""Find, share, copy and relocate the files of installations, and delete old installations."""

import os
import subprocess
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from glob import escape
from itertools import chain
from pathlib import Path
from secrets import token_hex

from coordinator.errors import WorkspaceError
from coordinator.models import Value
from coordinator.workspace.copies import clear

# Environments: folders with installed packages, which commands see read-only.
ENVIRONMENTS = (".venv", "node_modules")
LONGEST_TEXT = 1_000_000  # bytes of the largest file in which `_relocate` replaces a path
MOST_MADE = 10_000  # new paths that a set-up may make, not counting the paths inside new folders
MOUNTED = 30  # environments of one copy that are mounted; a command line has no room for many more
# Folders and files that tools write into an environment. Each copy of the work gets empty ones of
# its own.
CACHES = {"node_modules": (".cache", ".vite", ".vite-temp"), ".venv": (".lock",)}


class Made(Value):
    """Paths that a set-up has made in a tree: environments, and other files and folders."""

    place: str = ""  # the folder in which the set-up ran; files can contain its path
    environments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def place_of(kept: Path) -> Path:
    return kept / "tree"


def home_of(folder: Path) -> Path:
    """Return the home directory for commands in a copy.

    It is beside the copy, so it is not part of the work.
    """
    return folder.with_name(f"{folder.name}-home")


def remove_oldest(folder: Path, most: int, in_use: float = 0.0) -> None:
    """Delete all entries of a folder except the `most` that were used most recently.

    Entries that were used in the last `in_use` seconds also stay.
    """
    with suppress(FileNotFoundError):  # other processes delete entries too
        paths = sorted(folder.iterdir(), key=_last_use, reverse=True)
        for path in paths[most:]:
            if time.time() - _last_use(path) < in_use:
                continue
            leaving = path.with_name(f"unfinished-{token_hex(8)}")
            os.rename(path, leaving)  # rename first, so that no process uses a half-deleted entry
            clear(leaving)


def _last_use(path: Path) -> float:
    return path.lstat().st_mtime


def paths_below(folder: Path) -> set[Path]:
    return set(_walk(folder))


def _walk(top: Path, entered: Collection[Path] | None = None) -> Iterator[Path]:
    """Yield the paths below a folder. If `entered` is given, enter only these folders.

    A folder that cannot be read counts as empty.
    """
    # Folders can be nested deeper than recursion can follow, as it does in `os.walk`.
    folders = [top]
    while folders:
        with suppress(OSError), os.scandir(folders.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                is_entered = entered is None or path in entered
                if is_entered and entry.is_dir(follow_symlinks=False):
                    folders.append(path)
                yield path


def _top_down(path: Path) -> tuple[int, Path]:
    return len(path.parts), path


def find_made(tree: Path, before: Collection[Path], place: Path) -> Made:
    """Return the paths that a set-up has made in a tree, and make caches in the new environments.

    A path is new if it is not in `before`. Paths inside a new folder are not listed. Raise
    WorkspaceError if too many paths are new.
    """
    environments: list[str] = []
    others: list[str] = []
    for path in sorted(_new_paths(tree, before), key=_top_down):
        name = path.relative_to(tree).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        if is_folder and path.name in ENVIRONMENTS and len(environments) < MOUNTED:
            environments.append(name)
            _make_caches(path)
        else:
            others.append(name)
    return Made(place=str(place), environments=tuple(environments), others=tuple(others))


def _new_paths(tree: Path, before: Collection[Path]) -> list[Path]:
    new = []
    for path in _walk(tree, before):
        # Leave out compiled files of the base. Python would run them instead of a source file of
        # the work with the same time stamp and size.
        if path in before or path.name == "__pycache__":
            continue
        new.append(path)
        if len(new) > MOST_MADE:
            raise WorkspaceError(
                f"leaves more than {MOST_MADE} files in folders of the work; let it write them to "
                "a new folder"
            )
    return new


def _make_caches(environment: Path) -> None:
    """Make the folders that tools write to, while the environment is still writable."""
    if environment.name == "node_modules":
        for name in CACHES["node_modules"]:
            with suppress(FileExistsError):
                (environment / name).mkdir()


def is_complete(kept: Path) -> bool:
    try:
        made = _read_made(kept)
    except (OSError, ValueError):
        return False
    names = (*made.environments, *made.others)
    return all(os.path.lexists(place_of(kept) / name) for name in names)


def _read_made(kept: Path) -> Made:
    return Made.model_validate_json((kept / "made.json").read_bytes())


def restore(kept: Path, folder: Path) -> bool:
    """Copy the installation `kept` into a copy of the work; return False if that fails."""
    try:
        made = _read_made(kept)
        for name in (*made.environments, *made.others):
            target = folder / name
            _replace_by_copy(place_of(kept) / name, target)
            _relocate(target, made.place, str(folder))
        _replace_by_copy(home_of(place_of(kept)), home_of(folder))
        _relocate(home_of(folder), made.place, str(folder))
    except (OSError, ValueError, subprocess.CalledProcessError):
        return False
    return True


def _replace_by_copy(source: Path, target: Path) -> None:
    clear(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(("cp", "-a", "--", source, target), stderr=subprocess.DEVNULL, check=True)


def share(kept: Path, folder: Path) -> tuple[tuple[str, str], ...]:
    """Let the copy of the work in `folder` use the installation `kept`.

    Return the environments to mount: for each, the path in the copy and the folder in the
    installation. All other files are copied, because commands can write to them. Hard links
    would not do, because a command in one copy could change all other copies through them.
    """
    made = _read_made(kept)
    os.utime(kept)
    top = os.path.realpath(folder)
    for name in (*made.environments, *made.others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        expected = os.path.normpath(os.path.join(top, os.path.dirname(name)))
        if os.path.realpath(target.parent) != expected:
            raise OSError(f"{target.parent} contains a symbolic link")
        clear(target)
    for name in made.others:
        _replace_by_copy(place_of(kept) / name, folder / name)
    _replace_by_copy(home_of(place_of(kept)), home_of(folder))
    return tuple((name, str(place_of(kept) / name)) for name in made.environments)


def _relocate(top: Path, old: str, new: str) -> None:
    """Replace the path `old` with `new` in all links and small text files below `top`."""
    for path in chain([top], _walk(top)):
        if path.is_symlink():
            target = os.readlink(path)
            if Path(target).is_relative_to(old):
                path.unlink()
                path.symlink_to(new + target.removeprefix(old))
        elif path.is_file() and path.stat().st_size <= LONGEST_TEXT:
            _relocate_text(path, old.encode(), new.encode())


def _relocate_text(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    mode = path.stat().st_mode
    if old not in data or b"\0" in data:
        return
    path.chmod(mode | 0o200)
    path.write_bytes(data.replace(old, new))
    path.chmod(mode)
    for compiled in path.parent.glob(f"__pycache__/{escape(path.stem)}.*.pyc"):
        # A compiled Python file can look up to date although it still contains the old path.
        compiled.unlink()


def set_apart(folder: Path, made: Made) -> tuple[tuple[str, str], ...]:
    """Move the environments of a copy to a folder beside it.

    Return the environments to mount: for each, the path in the copy and its new folder.
    """
    apart = folder.with_name(f"{folder.name}-installed")
    for name in made.environments:
        (apart / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.rename(folder / name, apart / name)
    return tuple((name, str(apart / name)) for name in made.environments)


def make_places(copy: Path, environments: Sequence[tuple[str, str]]) -> None:
    """Make the folders where the environments of a copy are mounted."""
    for name, _ in environments:
        place = copy
        for part in Path(name).parts:
            place /= part
            # Replace a file or a link that a command has left there. A link could lead anywhere.
            if place.is_symlink() or not place.is_dir():
                clear(place)
                place.mkdir()


def make_caches(copy: Path, environments: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Make a copy's own cache folders, and return them by their paths in the copy."""
    caches = {}
    for name, source in environments:
        for cache in CACHES[Path(name).name]:
            shared = Path(source, cache)
            own = copy.with_name(f"{copy.name}-caches") / name / cache
            if shared.is_symlink() or not shared.exists():
                continue
            own.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if shared.is_dir():
                own.mkdir(exist_ok=True)
            else:
                own.touch()
            caches[f"{name}/{cache}"] = str(own)
    return caches
