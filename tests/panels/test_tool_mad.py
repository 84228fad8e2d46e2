"""Examiners with tools and a judge over them: verified drift that is not refuted rejects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coordinator.config.checks import CheckConfig
from coordinator.config.environment import state_file
from coordinator.config.seats import Debater, PersonConfig
from coordinator.config.trackers import TRACKER_PANELS
from coordinator.errors import ConfigError
from coordinator.judgement.evidence.quotes import DELETED
from coordinator.judgement.evidence.verification import NEVER_THERE
from coordinator.judgement.tool_mad import (
    ExaminerResult,
    ToolMadResult,
    VerifiedArgument,
    decide,
    in_file,
)
from coordinator.models import (
    Absence,
    Abstention,
    Case,
    Evidence,
    Finding,
    Found,
    Issue,
    Proof,
    Quote,
)
from coordinator.panels.demands import demanded_terms
from coordinator.panels.examiner_tools import ToolOutput, look_up, run_tool, verify_own
from coordinator.panels.prompt_parts import proof_text
from coordinator.parsing.report import Ruling
from coordinator.parsing.shapes import Argument, Refutation
from coordinator.prompts import render
from coordinator.reviews.record import ReviewRecord
from coordinator.storage.store import Store
from coordinator.views.text import review_text
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.snapshot import Workspace, snapshot
from coordinator.workspace.sources import EvidenceSources
from tests.support.panel_cases import evidence_in
from tests.support.reviews import Line, make_config, make_repository, review_locally
from tests.support.tool_mad_lines import (
    CLAIM,
    ISSUE,
    NAMES,
    PAPER,
    SEATS,
    SHOWN,
    argues,
    content,
    rules,
)

CONTENT = ("Senior Developer", "Project Manager", "Tester")
NEEDED = ("own_instructions", "reference", "issue", "output", "contradictions", "may_ask")
NEVER_CALLED = {"absent": "anthropic|openai|ollama|model=", "in": "src/**"}
CHOICE = {"source": "src/run.py:5", "quote": "return random.choice(['yes', 'no'])"}
NEAR_CHOICE = {"source": "src/run.py:4", "quote": "def run(prompt):"}
ASKED = {"source": "issue", "quote": "Run each of the 20 prompts against a language model"}


def drifted(*evidence: Any, **more: Any) -> list[Line]:
    """The code reviewer shows drift, A2, and all others say that there is none."""
    return [argues("Code Reviewer", True, *(evidence or [CHOICE]), **more), *map(content, CONTENT)]


def review(
    tmp_path: Path,
    *lines: Line,
    files: dict[str, str] = PAPER,
    debates: int = 0,
    seats: str = SEATS,
    extra: str = "",
) -> ReviewRecord:
    config = make_config(
        tmp_path / "home", lines, f"protocol: tool-mad, debates: {debates}", extra, seats=seats
    )
    return review_locally(config, make_repository(tmp_path / "repo", files), ISSUE)


def prompts_of(
    home: Path, whole: ReviewRecord, purpose: str = "argue", number: int = 0
) -> dict[str, str]:
    asked = [asked for asked in whole.asked if (asked.purpose, asked.round) == (purpose, number)]
    with closing(Store(state_file(home))) as store:
        return {each.seat: store.text(each.answered.prompt) for each in asked}


def outcome(whole: ReviewRecord) -> tuple[str, str]:
    assert whole.verdict is not None
    return whole.verdict.outcome, whole.verdict.rule


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("VERDICT: ACCEPT", ("escalate", "drift denied")),
        ("VERDICT: REJECT\n- R1: no prompt is run", ("reject", "drift")),
    ],
)
def test_a_verdict_in_lines_is_testimony_and_the_rules_decide(
    tmp_path: Path, said: str, expected: tuple[str, str]
) -> None:
    answer = f"REFERENCE: {{{{reference}}}}\n{said}\n"
    line: Line = {"seat": "Reality Checker", "purpose": "rule", "reply": answer}
    assert outcome(review(tmp_path, *drifted(), line)) == expected


def test_a_paper_about_model_experiments_whose_code_never_calls_one_is_accepted_by_no_kind_judge(
    tmp_path: Path,
) -> None:
    """The case that started this project: an absence, verified by code, that no judge may wave through."""
    lines = [argues("Senior Developer", True, NEVER_CALLED), *map(content, NAMES[1:])]
    everything = [NEAR_CHOICE, CHOICE, CLAIM, ASKED, {"absent": "no such thing", "in": "src/**"}]
    kind = review(tmp_path / "kind", *lines, rules("accept", refuted=[("A1", everything)]))
    assert outcome(kind) == ("escalate", "drift denied")
    whole = review(tmp_path / "strict", *lines, rules("reject"))
    assert outcome(whole) == ("reject", "drift")
    assert whole.verdict is not None
    (reason,) = whole.verdict.reasons
    assert (reason.id, reason.seats) == ("R1", ("Senior Developer",))
    assert [proof.found for proof in reason.proofs] == ["verified"]


def test_nobody_shows_drift_and_no_judge_is_paid(tmp_path: Path) -> None:
    again = [argues(seat, True, CLAIM, number=1) for seat in NAMES]
    whole = review(tmp_path, *map(content, NAMES), *again, rules("reject"), debates=3)
    assert outcome(whole) == ("accept", "no drift")
    assert {(asked.purpose, asked.round) for asked in whole.asked} == {("argue", 0)}


# -- what arguments rest on, and what refutes them


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> EvidenceSources:
    """The paper, with what the tools show of it."""
    folder = tmp_path_factory.mktemp("paper")
    title, _, text = ISSUE.partition("\n\n")
    work = asyncio.run(
        snapshot(str(make_repository(folder / "repo", PAPER)), "main", folder / "home", 60_000)
    )
    case = Case(review="r", issue=Issue(key="1", title=title, text=text), work=work, seed="seed")
    made = EvidenceSources(case, Workspace(work, folder / "home"))
    for tool in Debater.TOOLS:
        debater = Debater(name=tool, role="examiner", tool=tool, person=PersonConfig(name="nobody"))
        shown = asyncio.run(run_tool(debater, "", case, made, CheckSetup(None, folder)))
        made.tools[tool] = shown.text
    return made


def argued(sources: EvidenceSources, seat: str, drift: bool, *evidence: Any) -> VerifiedArgument:
    number, read = NAMES.index(seat), evidence_in(list(evidence))
    tool = Debater.TOOLS[number]
    shown = ToolOutput(text=sources.tools[tool])
    proofs = asyncio.run(verify_own(sources, tool, shown, read))
    argument = Argument(drift=drift, claim="argued", evidence=read)
    return VerifiedArgument(seat=seat, name=f"A{number + 1}", argument=argument, proofs=proofs)


def decided(sources: EvidenceSources, drift: VerifiedArgument, ruling: Ruling) -> tuple[str, str]:
    parts: list[Finding | Refutation] = [*ruling.failures, *ruling.refutations]
    pieces = [piece for part in parts for piece in part.evidence]
    proofs = asyncio.run(look_up(sources, pieces))
    others = [
        argued(sources, seat, False, SHOWN.get(seat, CLAIM)) for seat in NAMES if seat != drift.seat
    ]
    verdict = decide(
        ToolMadResult(seats=4, examined=(drift, *others), ruling=ruling, proofs=proofs)
    )
    return verdict.outcome, verdict.rule


def refuting(name: str, *evidence: Any) -> Ruling:
    return Ruling(
        verdict="accept",
        refutations=(Refutation(argument=name, evidence=evidence_in(list(evidence))),),
    )


@pytest.mark.parametrize(
    ("counter", "rule"),
    [
        pytest.param([NEAR_CHOICE], "no drift", id="beside the place"),
        pytest.param(
            [NEAR_CHOICE | {"source": "diff"}], "no drift", id="beside the place, in the diff"
        ),
        pytest.param([CHOICE], "drift denied", id="what the examiner has quoted"),
        pytest.param([CLAIM], "drift denied", id="what the author writes elsewhere"),
        pytest.param(
            [CLAIM | {"source": "diff"}], "drift denied", id="elsewhere, close by in the diff"
        ),
        pytest.param([ASKED], "drift denied", id="the request"),
        pytest.param([SHOWN["Tester"]], "drift denied", id="another tool"),
        pytest.param(
            [NEAR_CHOICE | {"source": "tool:method"}],
            "drift denied",
            id="the place, in a tool's output",
        ),
        pytest.param(
            [{"source": "src/run.py:3", "quote": "client.create(model)"}],
            "drift denied",
            id="made up",
        ),
        pytest.param([], "drift denied", id="nothing"),
    ],
)
def test_drift_is_refuted_only_by_evidence_of_the_work_about_the_same_place(
    sources: EvidenceSources, counter: list[Any], rule: str
) -> None:
    drift = argued(sources, "Code Reviewer", True, CHOICE)
    assert decided(sources, drift, refuting("A2", *counter))[1] == rule
    assert decided(sources, drift, refuting("A1", *counter))[1] == "drift denied"


def test_all_that_drift_rests_on_has_to_be_refuted(sources: EvidenceSources) -> None:
    drift = argued(sources, "Code Reviewer", True, CHOICE, CLAIM)
    assert [proof.at for proof in drift.rests_on] == ["src/run.py:5", "paper.md:3"]
    assert decided(sources, drift, refuting("A2", NEAR_CHOICE)) == ("escalate", "drift denied")


def test_only_drift_can_rest_on_lines_that_are_gone() -> None:
    quote = Quote(source="diff", text="-assert nothing_else_is_sent()")
    gone = Proof(evidence=quote, found="verified", at="diff:3", weak=DELETED)
    for drift in (True, False):
        argument = Argument(drift=drift, claim="as shown", evidence=(quote,))
        given = VerifiedArgument(seat="Ann", name="A1", argument=argument, proofs=(gone,))
        assert bool(given.rests_on) == drift


def test_heads_of_a_diff_that_an_author_writes_into_a_file_move_no_line_elsewhere() -> None:
    diff = (
        "diff --git a/notes.md b/notes.md\nindex 1..2 100644\n--- a/notes.md\n+++ b/notes.md\n@@ -1,2 +1,6 @@\n"
        " first\n-second\n+++ b/src/run.py\n+@@ -1,1 +5,1 @@\n+diff --git a/src/run.py b/src/run.py\n+a = call(b)\n"
        "diff --git a/src/run.py b/src/run.py\n--- a/src/run.py\n+++ b/src/run.py\n@@ -7 +40,2 @@ f\n same\n+new\n"
    )
    quote = Quote(source="diff", text="anything")
    named = Proof(evidence=quote, found="verified", at="diff:2.py:3")  # in a file of that name
    assert in_file(named, diff) == named
    places = {
        n: in_file(Proof(evidence=quote, found="verified", at=f"diff:{n}"), diff).at
        for n in (1, 6, 8, 11, 17)
    }
    assert places == {
        1: "diff:1",
        6: "notes.md:1",
        8: "notes.md:2",
        11: "notes.md:5",
        17: "src/run.py:41",
    }


@pytest.mark.parametrize(
    ("seat", "evidence"),
    [
        pytest.param("Project Manager", ASKED, id="the request"),
        pytest.param(
            "Project Manager",
            ASKED | {"source": "tool:scope"},
            id="the request, as if a tool had shown it",
        ),
        pytest.param("Senior Developer", CHOICE, id="a file that its search does not show"),
        pytest.param("Tester", NEVER_CALLED, id="a search that is not its tool"),
        pytest.param("Tester", SHOWN["Senior Developer"], id="the tool of another"),
        pytest.param(
            "Code Reviewer",
            {"source": "src/run.py:3", "quote": "return 'always yes'"},
            id="made up",
        ),
    ],
)
@pytest.mark.parametrize("drift", [True, False])
def test_an_argument_that_its_own_tool_does_not_show_rests_on_nothing(
    sources: EvidenceSources, seat: str, evidence: Any, drift: bool
) -> None:
    assert argued(sources, seat, drift, evidence).rests_on == ()


def test_an_examiner_cannot_have_its_tool_repeat_what_it_says(sources: EvidenceSources) -> None:
    made_up = "all twenty prompts were sent to a model"
    shown = ToolOutput(text=sources.tools["code search"]).and_then(
        made_up, ToolOutput(text=f"search for {made_up}")
    )
    sources.tools["echo"] = shown.text
    for quote in (made_up, f"query: {made_up}", f"search for {made_up}"):
        evidence = [Quote(source="tool:echo", text=quote)]
        (proof,) = asyncio.run(verify_own(sources, "echo", shown, evidence))
        assert proof_text(proof).endswith(", but echo does not show it]")


def test_what_rests_on_nothing_is_an_abstention(tmp_path: Path) -> None:
    whole = review(
        tmp_path, argues("Project Manager", False, ASKED), *map(content, (*NAMES[:2], NAMES[3]))
    )
    assert outcome(whole) == ("escalate", "partial evidence")
    assert whole.verdict is not None
    assert "Project Manager: ungrounded" in whole.verdict.explanation


def test_the_judge_rejects_with_evidence_or_a_person_decides(sources: EvidenceSources) -> None:
    drift = argued(sources, "Code Reviewer", True, CHOICE)
    for evidence, expected in (
        (CHOICE, ("reject", "failure")),
        (ASKED, ("escalate", "reject without evidence")),
    ):
        failure = Finding(text="random", evidence=evidence_in([evidence]))
        ruling = refuting("A2", NEAR_CHOICE).model_copy(
            update={"verdict": "reject", "failures": (failure,)}
        )
        assert decided(sources, drift, ruling) == expected


# -- the ruling


def test_a_ruling_rejects_where_verified_drift_stands_behind_it(tmp_path: Path) -> None:
    shown = 'src/run.py:5 has "return random.choice" where a model should be asked'
    failures = [
        {"id": "R1", "text": "the answers are drawn by lot"},
        {"id": "R2", "text": "no model is called"},
        {"id": "R3", "text": shown, "evidence": shown},
    ]
    ruling = json.dumps({"reference": "{{reference}}", "verdict": "reject", "failures": failures})
    whole = review(
        tmp_path, *drifted(), {"seat": "Reality Checker", "purpose": "rule", "reply": ruling}
    )
    assert outcome(whole) == ("reject", "drift")
    assert whole.verdict is not None
    assert [proof.at for reason in whole.verdict.reasons for proof in reason.proofs] == [
        "src/run.py:5"
    ] * 2
    assert whole.verdict.advice == ("the answers are drawn by lot", "no model is called")


def test_partial_evidence_on_timeout_is_labelled_and_never_an_accept(tmp_path: Path) -> None:
    """In the predecessor a debater's timeout silently left the judge with less; here it is said and counted."""
    late = {"seat": "Tester", "purpose": "argue", "fail": "late"}
    refuted = review(
        tmp_path / "b", *drifted()[:3], late, rules("accept", refuted=[("A2", [NEAR_CHOICE])])
    )
    assert outcome(refuted) == ("escalate", "partial evidence")
    assert refuted.verdict is not None
    assert "partial evidence" in refuted.verdict.labels
    assert "Tester: late" in refuted.verdict.explanation
    standing = review(tmp_path / "c", *drifted()[:3], late, rules("reject"))
    assert outcome(standing) == ("reject", "drift")
    assert standing.verdict is not None
    assert "partial evidence" in standing.verdict.labels
    assert (
        "the picture is partial: Tester"
        in prompts_of(tmp_path / "c" / "home", standing, "rule")["Reality Checker"]
    )


@pytest.mark.parametrize("missing", [NAMES[:2], NAMES])
def test_too_few_arguments_are_an_error(tmp_path: Path, missing: tuple[str, ...]) -> None:
    lines = [
        {"seat": seat, "purpose": "argue", "fail": "late"} if seat in missing else content(seat)
        for seat in NAMES
    ]
    whole = review(tmp_path, *lines, rules("accept"))
    assert outcome(whole) == ("error", "quorum")
    assert [asked.seat for asked in whole.asked if asked.purpose == "rule"] == []


def test_no_ruling_is_an_error(tmp_path: Path) -> None:
    silent = {"seat": "Reality Checker", "purpose": "rule", "fail": "silent"}
    assert outcome(review(tmp_path, *drifted(), silent)) == ("error", "quorum")


# -- the tools, and the rounds


@pytest.mark.parametrize(
    "role", ["senior developer", *(seat.role for seat in TRACKER_PANELS["tool-mad"].debaters)]
)
def test_the_part_of_an_examiner_fits_the_sentence_it_is_told_in(role: str) -> None:
    said = render("argue", None, role=role, tool="scope", **dict.fromkeys(NEEDED, "")).text
    assert f"one of several examiners of a piece of work. Your part: {role}. You argue from" in said


def test_each_examiner_gets_the_real_output_of_its_own_tool(tmp_path: Path) -> None:
    prompts = prompts_of(tmp_path / "home", review(tmp_path, *map(content, NAMES)))
    assert "in **: no line matches" in prompts["Senior Developer"]
    assert "changed files that describe something:\npaper.md" in prompts["Code Reviewer"]
    assert "A src/run.py" in prompts["Project Manager"]
    assert "no checks were run" in prompts["Tester"]


def test_contradicted_examiners_ask_their_tools_again_in_up_to_three_rounds(tmp_path: Path) -> None:
    found = {"source": "src/run.py:1", "quote": "import random"}
    lines = [
        argues("Senior Developer", True, NEVER_CALLED, query="def run"),
        argues(
            "Senior Developer", True, NEVER_CALLED, NEAR_CHOICE, query="import random", number=1
        ),
        argues("Senior Developer", True, NEVER_CALLED, found, query="(", number=2),
        argues("Senior Developer", True, NEVER_CALLED, found, query="too late", number=3),
        *(content(seat, number) for number in range(4) for seat in NAMES[1:]),
        rules("reject"),
    ]
    whole = review(tmp_path, *lines, debates=3)
    assert outcome(whole) == ("reject", "drift")
    assert whole.verdict is not None
    assert [proof.found for proof in whole.verdict.reasons[0].proofs] == ["verified", "verified"]
    prompts = [prompts_of(tmp_path / "home", whole, number=number) for number in range(4)]
    assert "src/run.py:4: def run(prompt):" in prompts[1]["Senior Developer"]
    assert "A2: no drift" in prompts[1]["Senior Developer"]
    assert "src/run.py:1: import random" in prompts[2]["Senior Developer"]
    assert (
        "it could not be carried out: '(' is not a valid pattern" in prompts[3]["Senior Developer"]
    )
    assert ["into `query`" in each["Tester"] for each in prompts] == [True, True, True, False]


@pytest.mark.parametrize(
    ("query", "evidence", "rounds"),
    [
        pytest.param("def run", [CHOICE], 1, id="the same query again"),
        pytest.param("", [CHOICE, CLAIM], 2, id="new evidence"),
    ],
)
def test_a_round_in_which_nothing_is_new_is_the_last(
    tmp_path: Path, query: str, evidence: list[Any], rounds: int
) -> None:
    lines = drifted(query=query) + [
        argues("Code Reviewer", True, *evidence, query=query, number=n) for n in (1, 2, 3)
    ]
    lines += [content(seat, number) for seat in CONTENT for number in (1, 2, 3)]
    whole = review(tmp_path, *lines, rules("reject"), debates=3)
    assert max(asked.round for asked in whole.asked) == rounds


@pytest.mark.parametrize(("evidence", "decided"), [(CHOICE, "reject"), (CLAIM, "accept")])
def test_drift_is_taken_back_only_with_new_evidence(
    tmp_path: Path, evidence: Any, decided: str
) -> None:
    again = [
        argues("Code Reviewer", False, evidence, number=1),
        *(content(seat, 1) for seat in CONTENT),
    ]
    whole = review(tmp_path, *drifted(), *again, rules("reject"), debates=1)
    assert whole.verdict is not None
    assert whole.verdict.outcome == decided


# -- tools of one's own

LICENCES = """\
  judge: {name: Reality Checker, recorded: REPLIES}
  debaters:
    - {name: Lawyer, role: whether the licence was kept, tool: licence scan, recorded: REPLIES, timeout: 20s, RUN}
"""
SCAN = r"""query: "$(touch spliced)", run: 'ls; printf "asked: %s\n" "$QUERY"; cat src/run.py; exit 3'"""


def test_a_command_with_a_name_and_a_purpose_is_a_tool(tmp_path: Path) -> None:
    seats, files = LICENCES.replace("RUN", SCAN), PAPER | {"LICENCE": "MIT\n"}
    quote = {"source": "tool:Licence Scan", "quote": "asked: $(touch spliced)"}
    config = make_config(
        tmp_path / "home", [argues("Lawyer", False, quote)], "protocol: tool-mad", seats=seats
    )
    config = config.model_copy(update={"checks": (CheckConfig(name="spoil", run="rm -r src"),)})
    whole = review_locally(config, make_repository(tmp_path / "repo", files), ISSUE)
    assert outcome(whole) == ("accept", "no drift")
    prompt = prompts_of(tmp_path / "home", whole)["Lawyer"]
    assert "exit 3\nLICENCE\npaper.md\nsrc\nasked: $(touch spliced)\nimport random" in prompt
    assert "spliced\n" not in prompt.replace("$(touch spliced)\n", "")


@pytest.mark.parametrize(
    ("run", "why"), [("no-such-program", "cannot start"), ("echo x; sleep 60", "timed out: x")]
)
def test_a_tool_that_shows_nothing_is_a_missing_examiner(
    tmp_path: Path, run: str, why: str
) -> None:
    seats = (
        LICENCES.replace("RUN", f'run: "{run}"').replace("20s", "1s")
        + SEATS.partition("debaters:\n")[2]
    )
    whole = review(tmp_path, *map(content, NAMES), seats=seats)
    assert outcome(whole) == ("escalate", "partial evidence")
    assert whole.verdict is not None
    assert f"Lawyer: failed (its tool failed: {why}" in whole.verdict.explanation
    assert "Lawyer" not in {asked.seat for asked in whole.asked}
    assert "Lawyer" in review_text(whole)


@pytest.mark.parametrize(
    "tool", ["tool: licence scan", "tool: scope, run: ls", "tool: licence scan, run: ' '"]
)
def test_a_tool_is_built_in_or_comes_with_its_command(tmp_path: Path, tool: str) -> None:
    seats = f"  debaters: [{{name: Ann, role: a critic, recorded: REPLIES, {tool}}}]\n"
    with pytest.raises(
        ConfigError,
        match="tool should be code search, method, scope, tests, or another name together",
    ):
        make_config(tmp_path, [], "protocol: tool-mad", seats=seats)


# -- worse testimony never improves an outcome

RANKS = {"reject": 0, "escalate": 1, "accept": 2}
PIECES: list[Evidence] = [
    Quote(source=f"{file}:{line}", text=f"{file} {line}") for file in "ab" for line in (1, 9, 50)
]
PIECES.append(Absence(pattern="call", where="**"))


@st.composite
def proofs_of(draw: st.DrawFn, pieces: list[Evidence]) -> tuple[Proof, ...]:
    found = []
    for piece in pieces:
        at = piece.source if isinstance(piece, Quote) else "2 files searched"
        state: Found = draw(st.sampled_from((*["verified"] * 7, "not found")))
        weak = draw(st.sampled_from([*[""] * 7, "of the issue", DELETED]))
        found.append(
            Proof(evidence=piece, found=state, at=at, weak=weak if state == "verified" else "")
        )
    return tuple(found)


@st.composite
def hearings(draw: st.DrawFn) -> ToolMadResult:
    """Random hearings: examiners that argue or do not, and a judge that accepts or rejects, refutes and finds."""
    pieces = st.lists(st.sampled_from(PIECES), unique=True, min_size=1, max_size=3)
    examined: list[ExaminerResult] = []
    for number in (1, 2, 3):
        if draw(st.integers(0, 9)) == 9:
            examined.append(Abstention(seat=f"E{number}", round=0, cause="late"))
            continue
        proofs = draw(pieces.flatmap(proofs_of))
        argument = Argument(
            drift=draw(st.integers(0, 2)) == 1,
            claim="c",
            evidence=tuple(each.evidence for each in proofs),
        )
        examined.append(
            VerifiedArgument(seat=f"E{number}", name=f"A{number}", argument=argument, proofs=proofs)
        )
    verdict: Literal["accept", "reject"] = draw(st.sampled_from(("accept", "accept", "reject")))
    refuted = [
        Refutation(argument=name, evidence=tuple(draw(pieces))) for name in ("A1", "A2", "A3")
    ]
    failures = (
        [Finding(text="f", evidence=tuple(draw(pieces)))]
        if verdict == "reject" and draw(st.booleans())
        else []
    )
    ruling = Ruling(
        verdict=verdict,
        failures=tuple(failures),
        refutations=tuple(refuted[: draw(st.integers(0, 3))]),
    )
    return ToolMadResult(
        seats=3, examined=tuple(examined), ruling=ruling, proofs=draw(proofs_of(PIECES))
    )


def worse(hearing: ToolMadResult) -> Iterator[tuple[str, ToolMadResult]]:
    """The same with one thing more against the work, or one thing less for it."""
    ruling = hearing.ruling
    assert isinstance(ruling, Ruling)

    def ruled(**update: Any) -> ToolMadResult:
        return hearing.model_copy(update={"ruling": ruling.model_copy(update=update)})

    if ruling.verdict == "accept":
        yield "the judge rejects", ruled(verdict="reject")
    for at, refutation in enumerate(ruling.refutations):
        kept = list(ruling.refutations)
        yield "a refutation less", ruled(refutations=(*kept[:at], *kept[at + 1 :]))
        for piece in refutation.evidence:
            less = Refutation(
                argument=refutation.argument,
                evidence=tuple(p for p in refutation.evidence if p != piece),
            )
            yield "a weaker refutation", ruled(refutations=(*kept[:at], less, *kept[at + 1 :]))
    for at, spoken in enumerate(hearing.examined):

        def instead(new: ExaminerResult, at: int = at) -> ToolMadResult:
            return hearing.model_copy(
                update={"examined": (*hearing.examined[:at], new, *hearing.examined[at + 1 :])}
            )

        if not isinstance(spoken, VerifiedArgument) or not spoken.rests_on:
            continue
        if not spoken.argument.drift:
            yield "one examiner less", instead(Abstention(seat=spoken.seat, round=0, cause="late"))
            drift = spoken.argument.model_copy(update={"drift": True})
            yield "drift", instead(spoken.model_copy(update={"argument": drift}))
            continue
        found = tuple(
            proof.model_copy(update={"found": "verified", "weak": ""}) for proof in spoken.proofs
        )
        yield (
            "drift with all of its evidence found",
            instead(spoken.model_copy(update={"proofs": found})),
        )
        for piece in PIECES:
            more = Proof(
                evidence=piece, found="verified", at=getattr(piece, "source", "2 files searched")
            )
            argument = spoken.argument.model_copy(
                update={"evidence": (*spoken.argument.evidence, piece)}
            )
            update = {"argument": argument, "proofs": (*spoken.proofs, more)}
            yield "drift with more evidence", instead(spoken.model_copy(update=update))


@settings(max_examples=100, deadline=None)
@given(hearings())
def test_worse_testimony_never_improves_the_outcome(hearing: ToolMadResult) -> None:
    before = decide(hearing)
    for what, changed in worse(hearing):
        after = decide(changed)
        if "error" not in (before.outcome, after.outcome):
            assert RANKS[after.outcome] <= RANKS[before.outcome], what
    for at, given_up in enumerate(hearing.examined):
        missing = Abstention(seat=given_up.seat, round=0, cause="late")
        rest = (*hearing.examined[:at], missing, *hearing.examined[at + 1 :])
        assert decide(hearing.model_copy(update={"examined": rest})).outcome != "accept"
    if before.outcome == "accept":
        assert not [
            each
            for each in hearing.drifts
            if any(isinstance(p.evidence, Absence) for p in each.rests_on)
        ]


# -- the search without a query


def test_a_code_search_looks_for_what_the_request_demands() -> None:
    assert demanded_terms("Call `httpx.get`, never `requests`, in src/net.py.") == (
        "httpx.get",
        "requests",
        "src/net.py",
    )
    assert demanded_terms("The paper must compare models without simulation.") == (
        "compare",
        "simulation",
    )
    assert demanded_terms("Experiments with language models") == (
        "Experiments",
        "language",
        "models",
    )


def test_the_absence_of_a_demanded_term_counts_and_one_that_is_made_up_does_not(
    sources: EvidenceSources, tmp_path: Path
) -> None:
    case = Case(
        review="r",
        issue=Issue(key="1", title="Prompts", text="Do not use `simulation`."),
        work=sources.case.work,
        seed="seed",
    )
    seat = Debater(name="S", role="s", tool="code search", person=PersonConfig(name="nobody"))
    shown = asyncio.run(run_tool(seat, "", case, sources, CheckSetup(None, tmp_path)))
    assert "search for simulation in **: no line matches" in shown.text
    for pattern, weak in (("simulation", ""), ("emulation", NEVER_THERE)):
        evidence = evidence_in([{"absent": pattern, "in": "**"}])
        (proof,) = asyncio.run(verify_own(sources, "code search", shown, evidence))
        assert (proof.found, proof.weak) == ("verified", weak)
