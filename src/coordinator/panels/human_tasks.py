"""Asks that wait for a person, and the answers to them: checked by the same reader before they are accepted."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence

from coordinator.engine import Engine
from coordinator.errors import UsageError
from coordinator.models import PreviousReview, Purpose, Rubric, Value
from coordinator.parsing.council import read_plan, read_proposal, read_revision, read_synthesis, read_vote
from coordinator.parsing.report import Unreadable, read_argument, read_report, read_rubric, read_ruling
from coordinator.parsing.stage_verdict import read_stage_verdict
from coordinator.storage.events import AskKey, key_of
from coordinator.storage.review_record import FrozenRubric, HumanTask
from coordinator.storage.run_table import ANYBODY, RunCondition
from coordinator.storage.steps import StepReader
from coordinator.storage.store import Store

WAITING = RunCondition(waiting=ANYBODY)


class OpenAsk(Value):
    """One ask that nobody has answered yet, with what its answer must fit."""

    run: str
    purpose: Purpose
    seat: str
    round: int
    opened: HumanTask
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
    asks = [ask for row in store.listed((), WAITING, limit=10_000) for ask in _open_in(store, row.run)]
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
    if ask.purpose == "work":
        return "" if text.strip() else "it is empty"
    read: object
    if ask.purpose in ("judge", "debate"):
        assert ask.rubric is not None  # judges are asked only once there is a rubric
        read = read_report(text, ask.rubric, earlier=ask.earlier)
    elif ask.purpose == "vote":
        read = read_vote(text, ask.letters)
    elif ask.purpose == "revise":
        read = read_revision(text, must_name_defect=ask.dissents)
    else:
        read = READERS[ask.purpose](text)
    return read.cause if isinstance(read, Unreadable) else ""


# The replies that can be read without anything beside them.
READERS: Mapping[Purpose, Callable[[str], object]] = {
    "rubric": read_rubric,
    "argue": read_argument,
    "rule": read_ruling,
    "stage": read_stage_verdict,
    "propose": read_proposal,
    "synthesise": read_synthesis,
    "plan": read_plan,
}


async def send_answer(engine: Engine, ask: OpenAsk, text: str) -> None:
    """Give the answer to whoever runs the ask, if the strict reader can read it; a UsageError says what is wrong."""
    if wrong := problem(ask, text):
        raise UsageError(f"the answer to {ask.id} was not accepted: {wrong}", fix="mend it and answer again")
    if not await engine.send(ask.run, ask.key.key("ask"), text, key=ask.key.key("answer")):
        raise UsageError(f"{ask.id} has been answered already", fix="the first answer counts")


def form(ask: OpenAsk) -> str:
    """An answer to fill in, with every criterion in its place."""
    if ask.purpose == "vote":
        rating = "  - {{label: {}, score: , strengths: [], concerns: []}}\n"
        return FORMS["vote"] + "".join(map(rating.format, ask.letters))
    if ask.rubric is None:
        return FORMS[ask.purpose]
    lines = ["summary: ", "checklist:"]
    for item in ask.rubric.checklist:
        lines += [f"  # {item.importance}: {item.question}", f"  - id: {item.id}", "    answer: ", "    evidence: []"]
    lines.append("scores:")
    for dimension in ask.rubric.dimensions:
        lines += [f"  # {dimension.description}", *(f"  # {k}: {v}" for k, v in dimension.anchors.items())]
        lines += [f"  - name: {json.dumps(dimension.name)}", "    score: ", "    reasoning: ", "    evidence: []"]
    return "\n".join([*lines, "findings: []", *_rework_form(ask.earlier)]) + "\n"


OPENING = "reference:   # by this line the answer is found; it may stay empty\n"
PROPOSAL = (
    "name: \nlanguage: \napproach: \ncomplexity: \npros:\n  - \ncons:\n  - \ntradeoffs: []\nrisks: []\n"
    'tests: []   # such as {input: "f(1)", output: "2"}\ncode: |\n  \n'
)
FORMS: dict[Purpose, str] = {
    "rubric": "checklist:\n  - {id: CK-001, question: , importance: essential}\n"
    "rubric_dimensions:\n  - {name: , description: , weight: 1.0, scale: 1-5, anchors: {score_2: , score_4: }}\n",
    "argue": "drift: \nclaim: \nevidence: []\n",
    "rule": "verdict: \nfailures: []\nrefuted: []\n",
    "propose": OPENING + PROPOSAL,
    "vote": OPENING + "choice: \nconfidence: \nreasoning: \nratings:\n",
    "revise": OPENING
    + "keep: yes\ndefect: \n# With keep: no, the new proposal:\n# proposal:\n"
    + "".join(f"#   {line}\n" for line in PROPOSAL.splitlines()),
    "synthesise": "summary: \nagreements: []\ndisagreements: []\nacceptance:\n  - \nguidelines: []\n",
    "plan": OPENING
    + "objectives:\n  - \nsteps:\n"
    + "  - {title: , description: , expected_output: , files: []}\n" * 3
    + "tests:\n  - \nrisks:\n  - \nrollback: \n",
    "stage": "verdict:   # pass or fail\nsummary: \nfindings: []\nrequired_fixes: []\n",
    "work": "\n",
}


def _rework_form(earlier: Sequence[str]) -> list[str]:
    return ["rework:", *(f"  {name}:   # resolved or open" for name in earlier)] if earlier else []


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
        # In a council: under which labels a member sees the others, and whether it voted against what leads.
        labels = json.loads(steps.bodies.get(key_of("letters", ask.round), '{"seen": {}}'))["seen"]
        tally = json.loads(steps.bodies.get(key_of("tally", ask.round - 1), '{"tally": {"dissenters": []}}'))
        asks.append(
            OpenAsk(
                run=run,
                purpose=ask.purpose,
                seat=ask.seat,
                round=ask.round,
                opened=HumanTask.model_validate_json(body),
                rubric=rubric.rubric if rubric else None,
                earlier=tuple(reason.id for reason in earlier.reasons) if earlier else (),
                letters=tuple(labels.get(ask.seat, ())),
                dissents=ask.seat in tally["tally"]["dissenters"],
            )
        )
    return asks
