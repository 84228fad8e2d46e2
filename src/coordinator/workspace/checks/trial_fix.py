"""Apply the trial fix of a tester to the files of the base.

The fix is never reviewed and never shown to judges or authors. It only shows that the blind tests
of its tester can be met.
"""

from collections.abc import Sequence

from coordinator.errors import WorkspaceError
from coordinator.models import FileEdit
from coordinator.workspace.checks.experiment_runner import EditedFiles
from coordinator.workspace.snapshot import Workspace

# Bytes of one edited file. It is sent in an environment variable, where Linux allows 128 KiB.
FILE_LIMIT = 100_000
ALL_LIMIT = 1_000_000  # bytes of all edited files


async def apply_edits(base: Workspace, edits: Sequence[FileEdit]) -> EditedFiles:
    """Return the edited files with their whole new texts, sorted by path.

    Raise a WorkspaceError that names the edit that cannot be applied.
    """
    texts: dict[str, str] = {}
    for edit in edits:
        if edit.path not in texts:
            texts[edit.path] = await _text_of(base, edit)
        texts[edit.path] = _with_edit(texts[edit.path], edit)
    if sum(len(text.encode("utf-8", "replace")) for text in texts.values()) > ALL_LIMIT:
        raise WorkspaceError(f"the edited files have more than {ALL_LIMIT:,} bytes")
    return tuple(sorted(texts.items()))


async def _text_of(base: Workspace, edit: FileEdit) -> str:
    """Return the text of the file on the base; empty if the edit makes a new file."""
    parts = edit.path.split("/")
    if edit.path.startswith("/") or ".." in parts or ".git" in parts or "\0" in edit.path:
        raise WorkspaceError(f"{edit.path!r} is not a path inside the repository")
    size = await base.size(edit.path)
    if size is None:
        if edit.old:
            raise WorkspaceError(f"there is no file {edit.path}")
        return ""
    if size > FILE_LIMIT:
        raise WorkspaceError(f"{edit.path} has more than {FILE_LIMIT:,} bytes")
    return await base.file(edit.path)


def _with_edit(text: str, edit: FileEdit) -> str:
    """Return the text of a file after one edit."""
    if not edit.old:
        if text:
            raise WorkspaceError(f"{edit.path} exists; give the text to replace in `old`")
        edited = edit.new
    else:
        times = text.count(edit.old)
        if times != 1:
            raise WorkspaceError(f"the text to replace is {times} times in {edit.path}, not once")
        edited = text.replace(edit.old, edit.new)
    if len(edited.encode("utf-8", "replace")) > FILE_LIMIT or "\0" in edited:
        raise WorkspaceError(f"the new text of {edit.path} is too long, or is not text")
    return edited
