"""Blind tests: a seat writes them from the request and the base alone, and code tries them on the base and the work."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from time import monotonic

from coordinator.engine import Run
from coordinator.errors import WorkspaceError
from coordinator.judgement.probes import TURNS, probe_result
from coordinator.models import (
    Abstention,
    Ask,
    Case,
    CheckResult,
    Probe,
    Proof,
    Reply,
    Rubric,
    Value,
)
from coordinator.panels.panel import Panel
from coordinator.panels.records import FrozenRubric
from coordinator.parsing.patterns import PATTERN_LIMIT
from coordinator.parsing.report import Probes, read_probes
from coordinator.storage.events import key_of
from coordinator.workspace.checks import detect
from coordinator.workspace.snapshot import Workspace

SHOWN = 40_000  # bytes of the base that a tester without a copy is shown
LONGEST = 12_000  # of one file
LISTED = 400  # paths
LONGEST_WORD = 40  # what is longer is no name of anything
MATCHES = 5_000  # lines with words of the request
_WORD = re.compile(r"[^\W\d_]\w{2,}")


class TesterView(Value):
    """What the tester is shown of the base, or why it is not asked; on record, as the work goes with its review."""

    why: str = ""
    files: tuple[str, ...] = ()


async def obtain_probes(
    run: Run, case: Case, panel: Panel, earlier: Rubric | None
) -> Probes | Abstention | None:
    """Return the blind tests of an earlier rubric, or new ones, or why there are none; None where none are wanted."""
    if (
        earlier is not None
        and earlier.probes is not None
        and panel.config.experiments in (None, "probes")
    ):
        return Probes(probes=earlier.probes)
    tester = panel.seats.tester or panel.seats.meta_judge
    if tester is None or panel.config.experiments in ("off", "evidence"):
        return None

    agent = panel.asker.agent(tester.name)
    workspace = panel.sources.workspace

    async def look() -> TesterView:
        assert panel.sources.runner is not None
        why = await asyncio.to_thread(panel.sources.runner.why_none)
        if await rubric_on_record(run):
            why = "the review was begun without"
        elif agent.tracker_agent:
            why = f"{tester.name} lives in the tracker, where the author can read what it writes"
        elif not why and panel.config.experiments is None and not await detect(workspace):
            why = "no tests are found in the work"
        if why or agent.wants_folder:
            return TesterView(why=why)
        return TesterView(files=await shown_files(workspace.base, case.request))

    view = await run.step("tester", look, TesterView)
    if view.why:
        unable = Abstention(seat=tester.name, round=0, cause="failed", detail=view.why)
        if panel.config.experiments == "probes":
            return unable
        return None
    ask = panel.prepare_ask(
        "probe", tester.name, 0, files=[panel.builder.fenced(text) for text in view.files]
    )

    async def read(_ask: Ask, reply: Reply, reference: str) -> Probes:
        return read_probes(reply.text, reference=reference)

    return await panel.asker.ask(run, ask, "read", Probes | Abstention, read)


async def rubric_on_record(run: Run) -> Rubric | None:
    """The rubric that is frozen already, or None: an earlier version may have read replies by other rules."""

    async def fail() -> FrozenRubric:
        raise LookupError

    try:
        return (await run.step("rubric", fail, FrozenRubric)).rubric
    except LookupError:
        return None


async def shown_files(base: Workspace, request: str) -> tuple[str, ...]:
    """Return paths of the base, and the files that have most words of the request, as far as there is room."""
    words = {*_WORD.findall(request.casefold())}
    paths = await base.paths()
    if not words or not paths:
        return ()
    having = await _files_with(base, words)
    named = {path: sum(part in words for part in _WORD.findall(path.casefold())) for path in paths}
    listed = sorted(sorted(paths, key=lambda path: -named[path])[:LISTED])
    more = [f"and {len(paths) - LISTED} more files"] if len(paths) > LISTED else []
    texts = ["\n".join([*listed, *more])]
    room = SHOWN
    for path in sorted(having, key=lambda path: (-len(having[path]) - 3 * named[path], path)):
        if not having[path] or (await base.size(path) or 0) > min(room, LONGEST):
            continue
        text = await base.file(path)
        texts.append(f"{path}:\n{text}")
        room -= len(text.encode("utf-8", "replace"))
    return tuple(texts)


async def _files_with(base: Workspace, words: set[str]) -> dict[str, set[str]]:
    """Return which of the words stand in which files; none where the base is too large to be searched in time."""
    having = defaultdict[str, set[str]](set)
    lines = []
    sought = sorted(
        (word for word in words if len(word) <= LONGEST_WORD), key=lambda word: (len(word), word)
    )
    while sum(len(word) + 1 for word in sought) > PATTERN_LIMIT - len("(?i)"):
        sought = sought[1:]  # short words are common ones
    try:
        while sought:
            found = await base.search(f"(?i){'|'.join(sought)}", limit=MATCHES)
            lines = [(match.path, match.text.casefold()) for match in found.found]
            # What stands everywhere hides what does not: the search ends before it has come to that.
            often = (
                {word: sum(word in text for _, text in lines) for word in sought}
                if found.more
                else {}
            )
            sought = [word for word, times in often.items() if 2 * times < max(often.values())]
    except WorkspaceError as error:
        if error.transient:
            raise
    for path, text in lines:
        having[path] |= words & {*_WORD.findall(text)}
    return having


async def run_probes(run: Run, panel: Panel, probes: Sequence[Probe]) -> tuple[CheckResult, ...]:
    """Return what each probe comes to, as a check; one that cannot be run is dropped."""
    runner = panel.sources.runner
    assert runner is not None

    async def measure(probe: Probe) -> CheckResult:
        runs = []
        began = monotonic()
        try:
            for turn, on in enumerate(TURNS):
                runs.append(await runner.run_on(probe.script, on, again=turn % 2 == 1))
                if result := probe_result(probe, runs):
                    return result.model_copy(update={"seconds": round(monotonic() - began, 3)})
        except WorkspaceError as error:
            if error.transient:
                raise
            summary = f"a test written before the work ({probe.kind}: {probe.title}) could not be run: {error}"
            proof = Proof(evidence=probe.script, found="no source", at=str(error), runs=tuple(runs))
        return CheckResult(
            name=probe.id, status="error", blocks=False, summary=summary, probe=proof
        )

    return tuple(
        [
            await run.step(key_of("check", each.id), partial(measure, each), CheckResult)
            for each in probes
        ]
    )
