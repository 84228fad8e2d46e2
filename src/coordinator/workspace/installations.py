"""The files of installations: find, share, copy and relocate them, and delete old ones."""

import os
import subprocess
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from glob import escape
from pathlib import Path
from secrets import token_hex

from coordinator.models import Value
from coordinator.workspace.copies import clear

# Folders with installed packages, which commands see read-only
ENVIRONMENTS = (".venv", "node_modules")
LONGEST_TEXT = 1_000_000  # bytes of a file that may name the folder it was made in
MOUNTED = 30  # environments of one copy that are mounted; a command line has no room for many more
# Folders and files that tools write into an environment: each copy has its own, empty at first.
CACHES = {"node_modules": (".cache", ".vite", ".vite-temp"), ".venv": (".lock",)}


class Made(Value):
    """Paths that a set-up has made in a tree: environments, and other files and folders."""

    place: str = ""  # the folder whose name they may contain
    environments: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


def place_of(kept: Path) -> Path:
    return kept / "tree"


def home_of(folder: Path) -> Path:
    """Return the home of commands in a copy: beside it, so that it is no part of the work."""
    return folder.with_name(f"{folder.name}-home")


def remove_oldest(folder: Path, most: int, in_use: float = 0.0) -> None:
    """Delete all entries of a folder but the `most` that were used last.

    Entries that were used in the last `in_use` seconds stay as well.
    """
    with suppress(FileNotFoundError):  # others do the same
        paths = sorted(folder.iterdir(), key=_last_use, reverse=True)
        for path in paths[most:]:
            if time.time() - _last_use(path) < in_use:
                continue
            leaving = path.with_name(f"unfinished-{token_hex(8)}")
            os.rename(path, leaving)  # first, so that nobody uses an entry that is half deleted
            clear(leaving)


def _last_use(path: Path) -> float:
    return path.lstat().st_mtime


def paths_below(folder: Path) -> set[Path]:
    return set(folder.rglob("*"))


def _top_down(path: Path) -> tuple[int, Path]:
    return len(path.parts), path


def find_made(tree: Path, before: Collection[Path], place: Path) -> Made:
    """Return the paths of a tree that were not there before, and make caches in environments."""
    new = paths_below(tree).difference(before)
    environments: list[str] = []
    others: list[str] = []
    for path in sorted(new, key=_top_down):
        # No compiled files of the base: beside a file of the work that looks as old, Python would
        # run them instead of the work.
        if path.parent in new or path.name == "__pycache__":
            continue
        name = path.relative_to(tree).as_posix()
        is_folder = path.is_dir() and not path.is_symlink()
        if is_folder and path.name in ENVIRONMENTS and len(environments) < MOUNTED:
            environments.append(name)
            _make_caches(path)
        else:
            others.append(name)
    return Made(place=str(place), environments=tuple(environments), others=tuple(others))


def _make_caches(environment: Path) -> None:
    """Make the folders in which tools write, while the environment is still writable."""
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
    """Copy an installation into a copy of the work; return False if that is impossible."""
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
    """Let a copy of the work use an installation; return its environments, which stay there.

    Everything else is copied, because commands may write it. Nothing is a hard link, through which
    one copy could change the others.
    """
    made = _read_made(kept)
    os.utime(kept)
    top = os.path.realpath(folder)
    for name in (*made.environments, *made.others):
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        expected = os.path.normpath(os.path.join(top, os.path.dirname(name)))
        if os.path.realpath(target.parent) != expected:
            raise OSError(f"{target.parent} leads through a link")
        clear(target)
    for name in made.others:
        _replace_by_copy(place_of(kept) / name, folder / name)
    _replace_by_copy(home_of(place_of(kept)), home_of(folder))
    return tuple((name, str(place_of(kept) / name)) for name in made.environments)


def _relocate(top: Path, old: str, new: str) -> None:
    """Replace the name of the folder in which programs, links and packages were made."""
    paths = [top]
    for directory, folders, files in os.walk(top):
        for name in (*folders, *files):
            paths.append(Path(directory, name))
    for path in paths:
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
        # It may look as new as the text, and would lead to the old folder
        compiled.unlink()


def set_apart(folder: Path, made: Made) -> tuple[tuple[str, str], ...]:
    """Move the environments of a copy to a folder beside it, and return them."""
    apart = folder.with_name(f"{folder.name}-installed")
    for name in made.environments:
        (apart / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.rename(folder / name, apart / name)
    return tuple((name, str(apart / name)) for name in made.environments)


def make_places(copy: Path, environments: Sequence[tuple[str, str]]) -> dict[str, str]:
    """Make the folders where the environments of a copy are mounted.

    Return the copy's own caches, by their paths in the copy.
    """
    caches = {}
    for name, source in environments:
        place = copy
        for part in Path(name).parts:
            place /= part
            # A command has left a file or a link there; a link could lead anywhere
            if place.is_symlink() or not place.is_dir():
                clear(place)
                place.mkdir()
        for cache in CACHES[place.name]:
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
