"""Choose the files of the base to show to a meta-judge or tester who has no copy of the base."""

import re
from collections import defaultdict
from collections.abc import Sequence

from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.models import Case, Value
from coordinator.panels.panel import Panel
from coordinator.panels.recorded_rubric import rubric_on_record
from coordinator.parsing.patterns import PATTERN_LIMIT
from coordinator.workspace.snapshot import Workspace

ALL_FILES_LIMIT = 40_000  # bytes
FILE_LIMIT = 12_000  # bytes
PATHS_LIMIT = 400
WORD_LIMIT = 40  # characters; a longer word is not a name
MATCHES_LIMIT = 5_000  # lines with words of the request
NAME_WEIGHT = 3  # one word in a file's path weighs as much as this many words in its text

IGNORE_CASE = "(?i)"
_WORD = re.compile(r"[^\W\d_]\w{2,}")


class BaseView(Value):
    """The texts of the base that are shown to a seat without a copy of the base.

    They are recorded, because the copy of the work is removed at the end of the review.
    """

    files: tuple[str, ...] = ()


class TesterView(Value):
    """The reason not to ask the tester, if there is one.

    Earlier versions of coordinator recorded the files of the base here as well.
    """

    why: str = ""
    files: tuple[str, ...] = ()


async def base_files(run: Run, case: Case, panel: Panel, seat: str) -> tuple[str, ...]:
    """Return the texts of the base that a seat is shown, each in fences.

    Return nothing if the seat gets a copy of the base, or if the work has no files.
    """
    if panel.asker.agent(seat).wants_folder or not case.work.repo:
        return ()

    async def choose() -> BaseView:
        if await rubric_on_record(run):
            # An older coordinator recorded the run, without this step; the copies may be gone.
            return BaseView()
        base = panel.sources.workspace.merged.base
        return BaseView(files=await shown_files(base, case.request))

    view = await run.step("base", choose, BaseView)
    return tuple(panel.builder.fenced(text) for text in view.files)


async def shown_files(base: Workspace, request: str) -> tuple[str, ...]:
    """Return texts to show: a list of paths, then the files with the most words of the request.

    Return nothing if the request has no words or the base has no files.
    """
    words = set(_WORD.findall(request.casefold()))
    paths = await base.paths()
    if not words or not paths:
        return ()
    words_in_text = await _words_in_files(base, words)
    words_in_path = {}
    for path in paths:
        parts = _WORD.findall(path.casefold())
        words_in_path[path] = sum(part in words for part in parts)

    most_named_first = sorted(paths, key=lambda path: -words_in_path[path])
    listed = sorted(most_named_first[:PATHS_LIMIT])
    if len(paths) > PATHS_LIMIT:
        listed.append(f"and {len(paths) - PATHS_LIMIT} more files")
    texts = ["\n".join(listed)]

    def rank(path: str) -> tuple[int, str]:
        weight = len(words_in_text[path]) + NAME_WEIGHT * words_in_path[path]
        return -weight, path

    room = ALL_FILES_LIMIT
    for path in sorted(words_in_text, key=rank):
        if not words_in_text[path]:
            continue
        size = await base.size(path) or 0
        if size > min(room, FILE_LIMIT):
            continue
        text = await base.file(path)
        texts.append(f"{path}:\n{text}")
        room -= len(text.encode("utf-8", "replace"))
    return tuple(texts)


async def _words_in_files(base: Workspace, words: set[str]) -> dict[str, set[str]]:
    """Return the words that each file contains, or an empty dict if the search takes too long."""
    lines: list[tuple[str, str]] = []
    sought = _searchable(words)
    try:
        while sought:
            found = await base.search(IGNORE_CASE + "|".join(sought), limit=MATCHES_LIMIT)
            lines = [(match.path, match.text.casefold()) for match in found.found]
            if not found.more:
                break
            sought = _rarer(sought, [text for _, text in lines])
    except WorkspaceError as error:
        if error.transient:
            raise
    words_in_files = defaultdict[str, set[str]](set)
    for path, text in lines:
        words_in_files[path] |= words & set(_WORD.findall(text))
    return words_in_files


def _searchable(words: set[str]) -> list[str]:
    """Return the words that fit into one search pattern.

    The shortest words are dropped first, because they are common.
    """
    sought = [word for word in words if len(word) <= WORD_LIMIT]
    sought.sort(key=lambda word: (len(word), word))
    length = sum(len(word) + 1 for word in sought)
    while length > PATTERN_LIMIT - len(IGNORE_CASE):
        length -= len(sought.pop(0)) + 1
    return sought


def _rarer(words: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Return the words that are less than half as frequent as the most frequent one.

    The search ends after MATCHES_LIMIT matches. The matches of frequent words would leave no room
    for matches of rare words.
    """
    times = {}
    for word in words:
        times[word] = sum(word in text for text in texts)
    most = max(times.values())
    return [word for word in words if 2 * times[word] < most]
