"""Find the files that the work changed, and decide which of them to show to judges."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from coordinator.models import ChangedFile
from coordinator.workspace.git import Git, decode_name
from coordinator.workspace.masking import withhold_bytes
from coordinator.workspace.masking.credential_files import (
    LARGEST_SHOWN,
    MOST_SHOWN,
    can_be_shown,
    format_of,
    hides_more,
)
from coordinator.workspace.path_rules import choose_withheld
from coordinator.workspace.repository import scratch_index
from coordinator.workspace.tree import SUBMODULE, in_turns
from coordinator.workspace.workers.pool import run_apart


@dataclass(frozen=True)
class Changes:
    """The files that the work changed, and the tree that judges are shown."""

    files: list[ChangedFile]
    beyond: int  # the number of changed files that are not in the list, because the list is full
    withheld: frozenset[str]  # the paths of changed credential files that judges are not shown
    # The paths whose new content judges do not see, or see with masks that can hide code.
    unshown: tuple[str, ...]
    shown: str  # a tree: that of the work, but with the base's content of each withheld file


@dataclass(frozen=True)
class _ChangedCredentials:
    """A changed credential file: its name says that it holds secrets."""

    file: ChangedFile
    old: str  # the blob before the change; empty if the work added the file
    new: str  # the blob after the change; empty if the work deleted the file
    before: bytes  # the entry that undoes the change, for `git update-index --index-info`


class _Contents(NamedTuple):
    """The path of a changed file, with its old and new content (None if it is too large)."""

    path: str
    old: bytes | None
    new: bytes | None


async def find_changes(git: Git, base: str, revision: str, most: int) -> Changes:
    """Return the changes between two trees, with at most `most` files.

    A renamed file counts as one deleted path and one added path, because the work changed both.
    """
    fields, beyond = await git.fields(
        2 * most, "diff-tree", "-r", "-z", "--raw", "--no-renames", base, revision
    )
    files, credentials = await _parse_fields(fields)
    hidden, masked = await _examine(git, credentials)
    withheld_paths = []
    unshown = []
    for each in hidden:
        withheld_paths.append(each.file.path)
        if each.file.change != "D":  # judges need only the name of a deleted file
            unshown.append(each.file.path)
    changes = Changes(
        files=files,
        beyond=beyond // 2,
        withheld=frozenset(withheld_paths),
        unshown=(*unshown, *masked),
        shown=revision,
    )
    if not hidden:
        return changes
    with scratch_index(git) as index:
        indexed = git.using(index)
        await indexed.output("read-tree", revision)
        rows = b"".join(each.before for each in hidden)
        await indexed.output("update-index", "-z", "--index-info", stdin=rows)
        return replace(changes, shown=await indexed.text("write-tree", "--missing-ok"))


async def _parse_fields(
    fields: Sequence[bytes],
) -> tuple[list[ChangedFile], list[_ChangedCredentials]]:
    """Return the changed files, and the credential files among them.

    The fields are the output of `git diff-tree --raw -z`. Each file has two fields: its facts and
    its path.
    """
    files: list[ChangedFile] = []
    credentials = []
    async for some in in_turns(fields):  # each part has an even number of fields
        for at in range(0, len(some), 2):
            *_, oid, change = some[at].split(b" ")
            blob = "" if change == b"D" else oid.decode()
            file = ChangedFile.model_validate(
                {"path": decode_name(some[at + 1]), "change": change.decode(), "blob": blob}
            )
            files.append(file)
    withheld = set(await choose_withheld([file.path for file in files]))
    for number, file in enumerate(files):
        if file.path not in withheld:
            continue
        facts = fields[2 * number].removeprefix(b":")
        path = fields[2 * number + 1]
        old_mode, mode, old_oid, oid, change = facts.split(b" ")
        old = ""
        if change != b"A" and old_mode.decode() != SUBMODULE:
            old = old_oid.decode()
        new = ""
        if change != b"D" and mode.decode() != SUBMODULE:
            new = oid.decode()
        before = b"%s %s\t%s\0" % (old_mode, old_oid, path)
        credentials.append(_ChangedCredentials(file, old, new, before))
    return files, credentials


async def _examine(
    git: Git, credentials: Sequence[_ChangedCredentials]
) -> tuple[list[_ChangedCredentials], list[str]]:
    """Decide which credential files to show to judges with masked values.

    Return the files to withhold, and the paths of the shown files in which a mask can hide code.
    A mask can hide code if the masked value is possibly not a secret. Such a value gets the mask
    `credential_files.OPAQUE`.
    """
    candidates = [each for each in credentials if format_of(each.file.path)][:MOST_SHOWN]
    if not candidates:
        return list(credentials), []
    oids = []
    for each in candidates:
        if each.old:
            oids.append(each.old)
        if each.new:
            oids.append(each.new)
    contents = await _read_small_blobs(git, oids)
    pairs = []
    for each in candidates:
        pairs.append(_Contents(each.file.path, contents.get(each.old), contents.get(each.new)))
    size = sum(map(len, contents.values()))
    shown, masked = await run_apart(size, compare_contents, pairs)
    hidden = [each for each in credentials if each.file.path not in shown]
    return hidden, masked


def compare_contents(candidates: Sequence[_Contents]) -> tuple[list[str], list[str]]:
    """Return the paths of credential files that can be shown with masked values.

    Also return the subset of these paths in which a mask can hide code.
    """
    shown = list[str]()
    masked = list[str]()
    for path, old, new in candidates:
        if old is None or new is None or not can_be_shown(old) or not can_be_shown(new):
            continue
        shown.append(path)
        if hides_more(withhold_bytes(old), withhold_bytes(new), path):
            masked.append(path)
    return shown, masked


async def _read_small_blobs(git: Git, oids: Sequence[str]) -> dict[str, bytes]:
    """Return the contents of all blobs that are small enough to be shown, by object name.

    The empty name maps to an empty blob.
    """
    found = {"": b""}
    asked = "".join(f"{oid}\n" for oid in oids).encode()
    sizes = await git.output("cat-file", "--batch-check=%(objectname) %(objectsize)", stdin=asked)
    small = []
    for row in sizes.decode().splitlines():
        oid, size = row.split(" ")
        if size.isdigit() and int(size) <= LARGEST_SHOWN:
            small.append(oid)
    for oid in small:
        found[oid] = await git.output("cat-file", "blob", oid)
    return found
