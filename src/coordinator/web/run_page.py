"""One run of a workflow as a page shows it: the graph with the path taken, what each stage did, and what was said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from markupsafe import Markup

from coordinator.models import Value
from coordinator.storage.store import Store
from coordinator.web.filters import LONGEST_RAW, Passage, brief, clock, counted, inert, money, passage, span, stamp
from coordinator.web.graph import Edge, Graph, described, draw, graph
from coordinator.workflow.history import RunRecord, VisitRecord, run_record
from coordinator.workflow.records import LONG, CommandResult, MoveReason, StageJudgement, StageOutput, TranscriptLine

OUTPUT_LINES = 200

Text = Callable[[str], str]


class Printed(Value):
    """A command of a stage and what it printed."""

    command: str
    ended: str
    failed: bool
    stdout: Passage
    stderr: Passage
    whole: str


class Judged(Value):
    """What a judge stage or a gate came to."""

    by: str
    verdict: str
    summary: str
    fixes: tuple[str, ...] = ()
    read: str = ""


class Said(Value):
    """One line of the transcript."""

    number: int
    after: str
    kind: str
    who: str
    text: Passage
    whole: str


class VisitView(Value):
    """One stay in a stage."""

    number: int
    stage: str
    nth: int
    why: str
    after: str
    took: str
    skipped: str
    printed: Printed | None
    judged: Judged | None
    gate: Judged | None
    acts: tuple[str, ...]


class OutputView(Value):
    """A stored output by its name."""

    name: str
    visit: int
    text: Passage
    whole: str


class Way(Value):
    """One stage of the graph in words."""

    stage: str
    words: str
    leads: tuple[str, ...]


class RunPage(Value):
    """Everything that the page of a run shows."""

    id: str
    workflow: str
    title: str
    key: str
    state: str
    began: str
    began_stamp: str
    took: str
    cost: str
    ending: str
    work: str
    inputs: tuple[tuple[str, str], ...]
    graph: Graph
    ways: tuple[Way, ...]
    visits: tuple[VisitView, ...]
    outputs: tuple[OutputView, ...]
    transcript: tuple[Said, ...]
    pulls: tuple[str, ...]

    @property
    def drawing(self) -> Markup:
        """The graph, drawn."""
        return draw(self.graph)


def run_page(store: Store, id: str) -> RunPage:
    """The page of a run as far as it has come."""
    return page(run_record(store, id), store.text)


def page(run: RunRecord, text: Text) -> RunPage:
    """The same from what is on record; `text` finds a kept text by its hash."""
    issue, ended = run.issue or run.start.given, run.ending
    drawn = graph(run.workflow, [passed.visit.stage for passed in run.path], "" if ended else run.stage)
    return RunPage(
        id=run.id,
        workflow=brief(run.workflow.name, 120),
        title=brief(issue.title, 200) if issue else "",
        key=brief(run.start.key, 80),
        state=run.state,
        began=clock(run.began),
        began_stamp=stamp(run.began),
        took=span(run.ended - run.began) if run.ended else "",
        cost=money(run.usd),
        ending=brief(f"{ended.stage}: {ended.reason}" if ended else run.error, 1_000),
        work=_work(run),
        inputs=tuple((brief(name, 80), brief(value, 300)) for name, value in run.start.inputs.items()),
        graph=drawn,
        ways=tuple(_ways(drawn)),
        visits=tuple(_visit(passed, run, text) for passed in run.path),
        outputs=tuple(
            OutputView(name=brief(each.name, 80), visit=each.visit, text=_data(text(each.stored)), whole=each.stored)
            for each in run.outputs
        ),
        transcript=tuple(_said(line, run.began) for line in run.transcript),
        pulls=tuple(brief(pull, 300) for pull in run.pulls),
    )


def _work(run: RunRecord) -> str:
    if run.ending and run.ending.branch:
        return f"branch {brief(run.ending.branch, 200)}"
    return f"in {brief(run.place.folder, 300)}" if run.place else ""


def _ways(drawn: Graph) -> Iterator[Way]:
    for node in drawn.nodes:
        visited = f"visited {counted(node.visits, 'time')}" if node.visits else ""
        yield Way(
            stage=node.label,
            words=", ".join(filter(None, (visited, described(node)))),
            leads=tuple(_leads(edge) for edge in drawn.leaving(node.id)),
        )


def _leads(edge: Edge) -> str:
    taken = f", taken {counted(edge.taken, 'time')}" if edge.taken else ""
    return f"to {edge.target}" + (f" on {edge.label}" if edge.label else "") + taken


def _visit(passed: VisitRecord, run: RunRecord, text: Text) -> VisitView:
    visit = passed.visit
    until = passed.left or run.ended
    labels = {stage.id: stage.label for stage in run.workflow.stages}
    return VisitView(
        number=visit.number,
        stage=brief(labels.get(visit.stage, "") or visit.stage, 100),
        nth=visit.nth,
        why=_why(visit.why),
        after=f"+{span(max(visit.at - run.began, 0))}",
        took=span(max(until - visit.at, 0)) if until else "",
        skipped=", ".join(brief(stage, 100) for stage in visit.skipped),
        printed=_printed(passed.ran, text) if passed.ran else None,
        judged=_judged(passed.judged, passed) if passed.judged else None,
        gate=Judged(by="gate", verdict=passed.gate.verdict, summary=brief(passed.gate.detail, 600))
        if passed.gate
        else None,
        acts=tuple(brief(f"{name}: {why}" if why else name, 300) for name, why in passed.acts.items()),
    )


def _why(why: MoveReason) -> str:
    words = why.kind.replace("_", " ")
    return brief(f"{words}: {why.detail}" if why.detail else words, 300)


def _printed(ran: CommandResult, text: Text) -> Printed:
    left = StageOutput.model_validate_json(text(ran.output)) if ran.output else StageOutput()
    ended = "timed out" if ran.timed_out else f"exit {ran.exit_code}"
    return Printed(
        command=brief(ran.command, 600),
        ended=f"{ended} after {span(ran.seconds)}",
        failed=ran.failed,
        stdout=_bounded(left.stdout),
        stderr=_bounded(left.stderr),
        whole=ran.output,
    )


def _bounded(text: str) -> Passage:
    return passage(text, OUTPUT_LINES, LONGEST_RAW) if text.strip() else Passage(())


def _judged(result: StageJudgement, passed: VisitRecord) -> Judged:
    given = passed.given
    return Judged(
        by=brief(result.by, 100),
        verdict=result.verdict or "error",
        summary=brief(result.error or result.summary, 2_000),
        fixes=tuple(brief(fix, 600) for fix in result.required_fixes),
        read=brief(f"{', '.join(given.names)} ({given.bytes:,} bytes)", 300) if given and given.names else "",
    )


def _data(kept: str) -> Passage:
    left = StageOutput.model_validate_json(kept)
    shown = json.dumps(left.data, ensure_ascii=False, indent=1) if left.data else left.stdout
    return passage(shown, OUTPUT_LINES, LONGEST_RAW)


def _said(line: TranscriptLine, began: float) -> Said:
    return Said(
        number=line.number,
        after=f"+{span(max(line.at - began, 0))}",
        kind=line.kind,
        who=inert(f"{line.who} → {line.to}" if line.to else line.who),
        text=passage(line.text, LONG, LONG),
        whole=line.whole,
    )
