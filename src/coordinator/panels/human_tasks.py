"""Asks that wait for a person, and the answers to them: checked by the same reader before they are accepted."""

import json
import re
from collections.abc import Callable, Mapping

from coordinator.engine import Engine
from coordinator.errors import UsageError
from coordinator.judgement.debate import part_of_rubric
from coordinator.judgement.rubric import read_criteria
from coordinator.models import Issue, PreviousReview, Purpose, Rubric, Value, Work, request_of
from coordinator.parsing import report
from coordinator.parsing.fields import ParseError
from coordinator.parsing.forms import Row, blank_form
from coordinator.parsing.inputs import FormField, inputs_for
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.review_record import DebateTopics, FrozenRubric, HumanTask
from coordinator.storage.steps import StepReader
from coordinator.storage.store import ANYBODY, Store

_MARKER = re.compile(r"<<<UNTRUSTED \w{1,64}|\w{1,64} UNTRUSTED>>>")  # around what models must not obey


class OpenAsk(Value):
    """One ask that nobody has answered yet, with what its answer must fit."""

    run: str
    purpose: Purpose
    seat: str
    round: int
    opened: HumanTask
    request: str = ""
    rubric: Rubric | None = None
    earlier: tuple[str, ...] = ()
    letters: tuple[str, ...] = ()
    dissents: bool = False

    @property
    def id(self) -> str:
        """What the ask is called on the command line."""
        return f"{self.run}/{self.key.name}"

    @property
    def key(self) -> AskKey:
        """What identifies the ask within its run."""
        return AskKey(self.purpose, self.seat, self.round)


def open_asks(store: Store) -> list[OpenAsk]:
    """Every ask that waits for a person, oldest first."""
    asks = [ask for row in store.list_rows((), {"waiting": ANYBODY}, limit=10_000) for ask in _open_in(store, row.run)]
    return sorted(asks, key=lambda ask: ask.opened.at)


def find_ask(store: Store, name: str) -> OpenAsk:
    """The open ask with this id, or the only one of this run."""
    asks = open_asks(store)
    found = [ask for ask in asks if name == ask.id] or [ask for ask in asks if name == ask.run]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(ask.id for ask in found or asks) or "none"
    what = f"more than one ask waits in {name}" if found else f"no ask {name} is waiting"
    raise UsageError(what, fix=f"waiting: {listed}")


def problem(ask: OpenAsk, text: str) -> str:
    """Why a text cannot be the answer, with line numbers; empty if it can."""
    try:
        if ask.purpose == "work":
            return "" if text.strip() else "it is empty"
        if ask.purpose in ("judge", "debate"):
            assert ask.rubric is not None  # judges are asked only once there is a rubric
            report.read_report(text, ask.rubric, earlier=ask.earlier)
        elif ask.purpose == "rubric" and ask.request:
            read_criteria(text, ask.request)
        elif ask.purpose == "vote":
            report.read_vote(text, ask.letters)
        elif ask.purpose == "revise":
            report.read_revision(text, must_name_defect=ask.dissents, adoptable=dict.fromkeys(ask.letters, ""))
        else:
            READERS[ask.purpose](text)
    except ParseError as error:
        return str(error)
    return ""


# The replies that can be read without anything beside them.
READERS: Mapping[Purpose, Callable[[str], object]] = {
    "rubric": report.read_rubric,
    "probe": report.read_probes,
    "argue": report.read_argument,
    "rule": report.read_ruling,
    "stage": report.read_stage_verdict,
    "propose": report.read_proposal,
    "merge": report.read_proposal,
    "synthesise": report.read_synthesis,
    "plan": report.read_plan,
}


async def send_answer(engine: Engine, ask: OpenAsk, text: str) -> None:
    """Give the answer to whoever runs the ask, if the strict reader can read it; a UsageError says what is wrong."""
    if wrong := problem(ask, text):
        raise UsageError(f"the answer to {ask.id} was not accepted: {wrong}", fix="mend it and answer again")
    if not await engine.send(ask.run, ask.key.key("ask"), text, key=ask.key.key("answer")):
        raise UsageError(f"{ask.id} has been answered already", fix="the first answer counts")


def form(ask: OpenAsk) -> str:
    """Return an answer to fill in as YAML, with every criterion in its place."""
    return blank_form(ask.purpose, _rows(ask), ask.earlier)


def inputs(ask: OpenAsk) -> tuple[FormField, ...]:
    """Return the fields of an answer on a page, with every criterion in its place."""
    return inputs_for(ask.purpose, _rows(ask), ask.earlier)


def material(prompt: str) -> str:
    """Return what a prompt puts before whoever is asked, without what tells models how to answer."""
    begin, end = prompt.find("\n## "), prompt.rfind("\n## Your answer\n")
    shown = prompt[max(begin, 0) : end if end > begin else len(prompt)]
    return "\n".join(line for line in shown.strip().splitlines() if not _MARKER.fullmatch(line)) + "\n"


def _rows(ask: OpenAsk) -> dict[str, list[Row]]:
    rows: dict[str, list[Row]] = {}
    if ask.purpose == "vote":
        rows["ratings"] = [Row({"label": label}) for label in ask.letters]
    elif ask.rubric:
        rows = {"checklist": [], "scores": []}
        for item in ask.rubric.checklist:
            rows["checklist"].append(Row({"id": item.id}, (f"{item.importance}: {item.question}",)))
        for dimension in ask.rubric.dimensions:
            anchors = (f"{name}: {text}" for name, text in dimension.anchors.items())
            rows["scores"].append(Row({"name": dimension.name}, (dimension.description, *anchors)))
    return rows


def _open_in(store: Store, run: str) -> list[OpenAsk]:
    steps = StepReader(store.events(run))
    asks = []
    for key, body in steps.under("open"):
        ask = AskKey.parse(key)
        if ask.key("ask") in steps.bodies:
            continue
        # Of the panel that sits at a stage of a run, or of the review.
        rubric = steps.one(key_of("rubric", ask.scope), FrozenRubric) or steps.one("rubric", FrozenRubric)
        earlier = steps.one(key_of("earlier", ask.scope), PreviousReview) or steps.one("earlier", PreviousReview)
        judged = rubric.rubric if rubric else None
        sent_back = tuple(reason.id for reason in earlier.reasons) if earlier else ()
        topics = steps.one(key_of("splits", *filter(None, [ask.scope]), ask.round), DebateTopics)
        if ask.purpose == "debate" and judged and topics and topics.criteria is not None:
            judged = part_of_rubric(judged, topics.criteria)
            sent_back = tuple(reason_id for reason_id in sent_back if reason_id in topics.criteria)
        issue, work = steps.one("issue", Issue), steps.one("work", Work)
        # In a council: under which labels a member sees the others, and whether it voted against what leads.
        shown = ask.round - 1 if ask.purpose == "revise" else ask.round
        labels = json.loads(steps.bodies.get(key_of("letters", shown), '{"seen": {}}'))["seen"]
        slate = json.loads(steps.bodies.get(key_of("slate", shown), '{"entries": []}'))["entries"]
        if ask.purpose == "revise" and ask.seat in [entry["author"] for entry in slate]:
            labels = {}  # only who has no proposal may adopt one
        tally = json.loads(steps.bodies.get(key_of("tally", ask.round - 1), '{"tally": {"dissenters": []}}'))
        asks.append(
            OpenAsk(
                run=run,
                purpose=ask.purpose,
                seat=ask.seat,
                round=ask.round,
                opened=HumanTask.model_validate_json(body),
                request=request_of(issue, work) if issue and work else "",
                rubric=judged,
                earlier=sent_back,
                letters=tuple(labels.get(ask.seat, ())),
                dissents=ask.seat in tally["tally"]["dissenters"],
            )
        )
    return asks
