"""Open asks: the questions that wait for a person, their forms, and their answers."""

import re
from collections.abc import Callable, Mapping

from coordinator.council.records import Letters, Proposals, TallyResult
from coordinator.engine import Engine
from coordinator.errors import UsageError
from coordinator.judgement.debate import part_of_rubric
from coordinator.judgement.rubric import read_criteria
from coordinator.models import Issue, PreviousReview, Purpose, Rubric, Value, Work, request_of
from coordinator.panels.records import DebateTopics, FrozenRubric, HumanTask
from coordinator.parsing import council_replies, report
from coordinator.parsing.fields import ParseError
from coordinator.parsing.forms import Row, blank_form
from coordinator.parsing.web_form import FormField, inputs_for
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.run_index import ANYBODY
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store

_MARKER = re.compile(
    r"<<<UNTRUSTED \w{1,64}|\w{1,64} UNTRUSTED>>>"
)  # these marks enclose text that models must not obey


class OpenAsk(Value):
    """One ask that nobody has answered yet, with the data for checking an answer.

    The answer must match the rubric, the earlier reasons and the letters of the proposals.
    """

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
        """Return the name of the ask on the command line."""
        return f"{self.run}/{self.key.name}"

    @property
    def key(self) -> AskKey:
        """Return the key of the ask within its run."""
        return AskKey(self.purpose, self.seat, self.round)


def open_asks(store: Store) -> list[OpenAsk]:
    """Return every ask that waits for a person, oldest first."""
    asks = []
    for row in store.index.rows((), {"waiting": ANYBODY}, limit=10_000):
        asks += _open_in(store, row.run)
    return sorted(asks, key=lambda ask: ask.opened.at)


def find_ask(store: Store, name: str) -> OpenAsk:
    """Return the open ask with this id, or the only open ask of the run with this id.

    Raise UsageError if there is no such ask, or more than one.
    """
    asks = open_asks(store)
    found = [ask for ask in asks if name == ask.id]
    if not found:
        found = [ask for ask in asks if name == ask.run]
    if len(found) == 1:
        return found[0]
    what = f"there is no open ask {name}"
    if found:
        what = f"{name} has more than one open ask"
    listed = ", ".join(ask.id for ask in found or asks)
    raise UsageError(what, fix=f"open asks: {listed or 'none'}")


def problem(ask: OpenAsk, text: str) -> str:
    """Return the errors in an answer, with line numbers, or an empty string if it is valid."""
    try:
        if ask.purpose == "work":
            if not text.strip():
                return "it is empty"
            return ""
        if ask.purpose in ("judge", "debate"):
            assert ask.rubric is not None  # judges are asked only after the rubric exists
            report.read_report(text, ask.rubric, earlier=ask.earlier)
        elif ask.purpose == "rubric" and ask.request:
            read_criteria(text, ask.request)
        elif ask.purpose == "vote":
            council_replies.read_vote(text, ask.letters)
        elif ask.purpose == "revise":
            council_replies.read_revision(
                text, must_name_defect=ask.dissents, adoptable=dict.fromkeys(ask.letters, "")
            )
        else:
            READERS[ask.purpose](text)
    except ParseError as error:
        return str(error)
    return ""


# The parsers of replies that can be parsed without further data.
READERS: Mapping[Purpose, Callable[[str], object]] = {
    "rubric": report.read_rubric,
    "probe": report.read_probes,
    "argue": report.read_argument,
    "rule": report.read_ruling,
    "stage": report.read_stage_verdict,
    "propose": council_replies.read_proposal,
    "merge": council_replies.read_proposal,
    "synthesise": council_replies.read_synthesis,
    "plan": council_replies.read_plan,
}


async def send_answer(engine: Engine, ask: OpenAsk, text: str) -> None:
    """Send an answer to the run that asked. Raise UsageError if it is unreadable or too late."""
    wrong = problem(ask, text)
    if wrong:
        raise UsageError(
            f"the answer to {ask.id} was not accepted: {wrong}", fix="correct it and answer again"
        )
    if not await engine.send(ask.run, ask.key.key("ask"), text, key=ask.key.key("answer")):
        raise UsageError(f"{ask.id} has been answered already", fix="the first answer counts")


def form(ask: OpenAsk) -> str:
    """Return a blank answer form as YAML that lists every criterion."""
    return blank_form(ask.purpose, _rows(ask), ask.earlier)


def inputs(ask: OpenAsk) -> tuple[FormField, ...]:
    """Return the fields of an answer form for a page, one for each criterion."""
    return inputs_for(ask.purpose, _rows(ask), ask.earlier)


def material(prompt: str) -> str:
    """Return the part of a prompt that is meant for a person, without instructions for models."""
    begin = prompt.find("\n## ")
    end = prompt.rfind("\n## Your answer\n")
    if end <= begin:
        end = len(prompt)
    shown = prompt[max(begin, 0) : end].strip()
    lines = [line for line in shown.splitlines() if not _MARKER.fullmatch(line)]
    return "\n".join(lines) + "\n"


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
        if ask.key("ask") not in steps.bodies:
            asks.append(_open_ask(run, ask, HumanTask.model_validate_json(body), steps))
    return asks


def _open_ask(run: str, ask: AskKey, opened: HumanTask, steps: StepReader) -> OpenAsk:
    rubric, earlier = _criteria(ask, steps)
    request = ""
    issue = steps.one("issue", Issue)
    work = steps.one("work", Work)
    if issue and work:
        request = request_of(issue, work)
    return OpenAsk(
        run=run,
        purpose=ask.purpose,
        seat=ask.seat,
        round=ask.round,
        opened=opened,
        request=request,
        rubric=rubric,
        earlier=earlier,
        letters=_letters(ask, steps),
        dissents=_dissents(ask, steps),
    )


def _criteria(ask: AskKey, steps: StepReader) -> tuple[Rubric | None, tuple[str, ...]]:
    """Return the rubric and the earlier reasons that an answer must cover.

    If the panel belongs to a stage of a workflow, they are in the events of that panel. Otherwise
    they are in the events of the review. In a debate, an answer covers only the disputed criteria.
    """
    frozen = steps.one(key_of("rubric", ask.scope), FrozenRubric)
    frozen = frozen or steps.one("rubric", FrozenRubric)
    previous = steps.one(key_of("earlier", ask.scope), PreviousReview)
    previous = previous or steps.one("earlier", PreviousReview)
    reasons: tuple[str, ...] = ()
    if previous:
        reasons = tuple(reason.id for reason in previous.reasons)
    if frozen is None:
        return None, reasons
    if ask.purpose == "debate":
        scope = [ask.scope] if ask.scope else []
        topics = steps.one(key_of("splits", *scope, ask.round), DebateTopics)
        if topics and topics.criteria is not None:
            debated = topics.criteria
            kept = tuple(reason_id for reason_id in reasons if reason_id in debated)
            return part_of_rubric(frozen.rubric, debated), kept
    return frozen.rubric, reasons


def _letters(ask: AskKey, steps: StepReader) -> tuple[str, ...]:
    """Return the letters of the proposals that a council member votes on or can adopt."""
    shown = ask.round
    if ask.purpose == "revise":
        shown -= 1
        proposals = steps.one(key_of("slate", shown), Proposals)
        authors = [entry.author for entry in proposals.entries] if proposals else []
        counted = steps.one(key_of("tally", shown), TallyResult)
        pair = counted.pair if counted else ()
        if ask.seat in authors and ask.seat not in pair:  # it cannot adopt another proposal
            return ()
    letters = steps.one(key_of("letters", shown), Letters)
    if letters is None:
        return ()
    return tuple(letters.seen.get(ask.seat, ()))


def _dissents(ask: AskKey, steps: StepReader) -> bool:
    """Return whether a council member voted against the leading proposal in the previous round."""
    counted = steps.one(key_of("tally", ask.round - 1), TallyResult)
    return counted is not None and ask.seat in counted.tally.dissenters
