"""Run whole councils in a few lines, with recorded members, the real engine and real files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing as shutting
from pathlib import Path
from typing import Any

from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.council import CouncilRecord, convene
from coordinator.storage.store import Store
from tests.support.reviews import Line, write_replies

MEMBERS = ("Ann", "Bob", "Cid")
PROBLEM = "Sum the even numbers\n\nWrite even_sum(numbers), fast enough for a million of them.\n"
CODE = "def even_sum(numbers):\n    return sum(n for n in numbers if n % 2 == 0)\n"
OPEN = {"Ann": "a loop", "Bob": "a generator", "Cid": "bit masks"}
USAGE = {"tokens_in": 100, "tokens_out": 20, "usd": "0.01"}

Scores = Mapping[str, int]


def proposal(name: str, **more: Any) -> dict[str, Any]:
    """Return a complete proposal."""
    return {
        "reference": "{{reference}}",
        "name": name,
        "approach": f"It uses {name}.",
        "code": CODE,
        "language": "Python",
        "complexity": "O(n)",
        "tradeoffs": ["simple over fast"],
        "risks": ["negative numbers"],
        "pros": ["short"],
        "cons": ["slow on lists of lists"],
        "tests": [{"input": "even_sum([1, 2, 4])", "output": "6"}],
    } | more


def vote(
    scores: Scores,
    choice: str = "",
    *,
    reasoning: str = "It is right.",
    concern: object = "",
    **more: Any,
) -> dict[str, Any]:
    """Return a vote on the proposals of these members. It is for the proposal with the highest rating."""
    best = choice or max(scores, key=lambda author: scores[author])
    return {
        "reference": "{{reference}}",
        "ratings": [
            {
                "label": f"{{{{letter of {author}}}}}",
                "score": score,
                "strengths": ["clear"],
                "concerns": [concern] if concern else [],
            }
            for author, score in scores.items()
        ],
        "reasoning": reasoning,
        "choice": f"{{{{letter of {best}}}}}",
        "confidence": "high",
    } | more


def fatal(text: str, evidence: str = "") -> dict[str, str]:
    """Return a fatal concern."""
    return {"severity": "fatal", "text": text, "evidence": evidence}


def revision(new: Mapping[str, Any] | None = None, defect: str = "", **more: Any) -> dict[str, Any]:
    """Return a member's revision after a round: it keeps its proposal, or gives a new one."""
    given = {key: value for key, value in (new or {}).items() if key != "reference"}
    return {
        "reference": "{{reference}}",
        "keep": new is None,
        "defect": defect,
        "proposal": given or None,
    } | more


def synthesis(**more: Any) -> dict[str, Any]:
    """Return a synthesis of a round."""
    return {
        "reference": "{{reference}}",
        "summary": "The members are close.",
        "agreements": ["one pass is enough"],
        "disagreements": ["whether speed matters"],
        "acceptance": ["even_sum([1, 2]) is 2"],
        "guidelines": ["do not sort"],
    } | more


def plan(**more: Any) -> dict[str, Any]:
    """Return a complete plan."""
    step = {"description": "do it", "expected_output": "a green test", "files": ["even.py"]}
    return {
        "reference": "{{reference}}",
        "objectives": ["even_sum works"],
        "steps": [step | {"title": title} for title in ("Test", "Write", "Measure")],
        "tests": ["pytest -q"],
        "risks": ["none that we know"],
        "rollback": "delete even.py",
    } | more


def line(seat: str, purpose: str, number: int, reply: object, **more: Any) -> Line:
    """Return one recorded reply of a member."""
    return {
        "seat": seat,
        "purpose": purpose,
        "round": number,
        "reply": reply,
        "usage": USAGE,
    } | more


def failing(seat: str, purpose: str, number: int, cause: str = "failed") -> Line:
    """Return a recorded abstention of a member."""
    return {"seat": seat, "purpose": purpose, "round": number, "fail": cause}


def proposing(names: Mapping[str, str] = OPEN) -> Iterator[Line]:
    """Return the first proposals of all members."""
    return (line(seat, "propose", 1, proposal(name)) for seat, name in names.items())


def voting(number: int, votes: Mapping[str, Scores]) -> Iterator[Line]:
    """Return the votes of a round: the ratings that each member gives."""
    return (line(seat, "vote", number, vote(scores)) for seat, scores in votes.items())


def keeping(
    number: int, dissenters: Sequence[str] = (), members: Sequence[str] = MEMBERS
) -> Iterator[Line]:
    """Return revisions in which every member keeps its proposal. Dissenters name a defect of the leading one."""
    return (
        line(m, "revise", number, revision(defect="It is slow." if m in dissenters else ""))
        for m in members
    )


def closing(members: Sequence[str] = MEMBERS, rounds: int = 5) -> Iterator[Line]:
    """Return a synthesis for every round and a plan, for any member that is asked."""
    for member in members:
        yield from (
            line(member, "synthesise", number, synthesis()) for number in range(1, rounds + 1)
        )
        yield line(member, "plan", 1, plan())


# -- the replies of whole councils

FOR_ANN: dict[str, Scores] = {
    "Ann": {"Bob": 7, "Cid": 4},
    "Bob": {"Ann": 9, "Cid": 5},
    "Cid": {"Ann": 8, "Bob": 5},
}
FOR_BOB: dict[str, Scores] = {
    "Ann": {"Bob": 8, "Cid": 4},
    "Bob": {"Ann": 7, "Cid": 5},
    "Cid": {"Ann": 5, "Bob": 8},
}
SPLIT: dict[str, Scores] = {
    "Ann": {"Bob": 8, "Cid": 4},
    "Bob": {"Ann": 5, "Cid": 9},
    "Cid": {"Ann": 8, "Bob": 5},
}
FIVE = ("Ann", "Bob", "Cid", "Dan", "Eve")


def poor(votes: Mapping[str, Scores]) -> dict[str, Scores]:
    """Return the same votes by members that give low ratings to all proposals."""
    return {
        voter: {author: score // 2 for author, score in scores.items()}
        for voter, scores in votes.items()
    }


def agreeing() -> list[Line]:
    """Return the replies of members that agree in the first round."""
    return [*proposing(), *voting(1, FOR_ANN), *closing()]


def splitting(rounds: int = 5) -> list[Line]:
    """Return the replies of members that prefer each other in a circle and never move."""
    later = [each for n in range(2, rounds + 1) for each in (*keeping(n), *voting(n, SPLIT))]
    return [*proposing(), *voting(1, SPLIT), *later, *closing()]


def oscillating() -> list[Line]:
    """Return replies in which the lead moves to Bob and then back."""
    lines = [*proposing(), *voting(1, poor(FOR_ANN)), *keeping(2), *voting(2, poor(FOR_BOB))]
    return [*lines, *keeping(3), *voting(3, poor(FOR_ANN)), *closing()]


def won_over() -> list[Line]:
    """Return the replies of five members that agree in round 3.

    Dan and Eve oppose Ann and give their reasons. She revises her proposal, and they agree.
    """
    favourites = (
        {"Ann": "Eve", "Bob": "Ann", "Cid": "Ann", "Dan": "Bob", "Eve": "Dan"},
        {"Ann": "Eve", "Bob": "Ann", "Cid": "Ann", "Dan": "Bob", "Eve": "Ann"},
        {"Ann": "Eve", "Bob": "Ann", "Cid": "Ann", "Dan": "Ann", "Eve": "Ann"},
    )
    lines = [
        *proposing({name: f"way {number}" for number, name in enumerate(FIVE, 1)}),
        *closing(FIVE),
    ]
    for number, choices in enumerate(favourites, 1):
        lines += voting(number, {voter: liking(voter, choice) for voter, choice in choices.items()})
    mended, doubt = proposal("way 1, mended"), "It is slow on a million numbers."
    lines.append(line("Ann", "revise", 2, revision(mended)))
    lines += [
        line(m, "revise", 2, revision(defect=doubt if m in ("Dan", "Eve") else ""))
        for m in FIVE[1:]
    ]
    return [*lines, *keeping(3, dissenters=["Dan"], members=FIVE)]


def liking(voter: str, favourite: str, members: Sequence[str] = FIVE) -> dict[str, int]:
    """Return the ratings of a voter: a high one for its favourite, a low one for Ann unless she is the favourite."""
    plain = {author: 5 if author == "Ann" else 6 for author in members if author != voter}
    return plain | {favourite: 9}


# -- running them


def council_config(
    home: Path,
    lines: Iterable[Line],
    council: str = "",
    members: Sequence[str] = MEMBERS,
    extra: str = "",
) -> Config:
    """Return a configuration with recorded members."""
    replies = write_replies(home, lines)
    seats = "\n".join(f"    - {{name: {name}, recorded: {replies}}}" for name in members)
    settings = "".join(
        f"  {setting.strip()}\n" for setting in council.split(";") if setting.strip()
    )
    file = home / "coordinator.yaml"
    file.write_text(f"council:\n{settings}  members:\n{seats}\n{extra}", encoding="utf-8")
    return load(config=file, environ={"COORDINATOR_HOME": str(home)})


def hold_council(
    home: Path, lines: Iterable[Line], council: str = "", **options: Any
) -> CouncilRecord:
    """Run one council until it is done or waits."""
    members = options.pop("seats", MEMBERS)
    config = council_config(home, lines, council, members, options.pop("extra", ""))
    return asyncio.run(convene(PROBLEM, config=config, **options))


# -- looking at them


def result(council: CouncilRecord) -> dict[str, Any]:
    """Return the content of a council's result.json."""
    found: dict[str, Any] = json.loads(
        (Path(council.request.out) / "result.json").read_text(encoding="utf-8")
    )
    return found


def text_of(council: CouncilRecord, name: str) -> str:
    """Return the text of one of the council's files."""
    return (Path(council.request.out) / name).read_text(encoding="utf-8")


def files(council: CouncilRecord) -> set[str]:
    """Return the names of the council's files."""
    return {path.name for path in Path(council.request.out).iterdir()}


def prompts(council: CouncilRecord, home: Path) -> list[tuple[str, str, int, str]]:
    """Return every ask of the council: its member, its purpose, its round and its prompt."""
    with shutting(Store(state_file(home))) as store:
        return [(a.seat, a.purpose, a.round, store.text(a.answered.prompt)) for a in council.asked]
