"""What weighs in a council beside votes: concerns, rounds that cannot be won, who has no proposal, a merged answer."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from coordinator.council import CouncilRecord, PersonChoice, convene, decide, go_on, look_up
from coordinator.council.api import escalate
from coordinator.council.records import TallyResult
from coordinator.errors import UsageError
from coordinator.judgement.council.convergence import Thresholds, hopeless
from coordinator.judgement.council.voting import Ballots
from coordinator.parsing.shapes import Vote
from tests.support.councils import (
    CODE,
    FOR_ANN,
    MEMBERS,
    PROBLEM,
    SPLIT,
    agreeing,
    closing,
    council_config,
    failing,
    fatal,
    hold_council,
    keeping,
    line,
    plan,
    prompts,
    proposal,
    proposing,
    result,
    revision,
    splitting,
    text_of,
    vote,
    voting,
)
from tests.support.reviews import Line
from tests.support.waiting import PATIENCE

LOSES = "It loses the last number."


def ending(council: CouncilRecord) -> tuple[str, int]:
    """How the debate ended, and after how many rounds."""
    assert council.ended is not None
    return council.ended.end, len(council.rounds)


def asked(council: CouncilRecord) -> list[tuple[str, str, int]]:
    return [(each.purpose, each.seat, each.round) for each in council.asked]


# -- concerns have weight


def doubting(number: int, *members: str, concern: object) -> list[Line]:
    """Everybody votes for Ann, and these members with a concern about it."""
    lines = []
    for member in MEMBERS:
        said = vote(FOR_ANN[member])
        for rating in said["ratings"]:
            if member in members and "Ann" in rating["label"]:
                rating["concerns"] = [concern]
        lines.append(line(member, "vote", number, said))
    return lines


def test_a_council_whose_two_voters_write_a_fatal_concern_does_not_converge(tmp_path: Path) -> None:
    lines = [*proposing(), *doubting(1, "Bob", "Cid", concern=fatal(LOSES)), *closing()]
    council = hold_council(tmp_path, lines, rounds=1)
    assert ending(council) == ("max rounds", 1)
    found = result(council)
    assert found["rounds"][0]["share"] == 100.0
    assert found["rounds"][0]["short_of"] == [f"Bob raises a fatal concern: {LOSES}"]
    assert f"- fatal concern: {LOSES}" in text_of(council, "spec.md")


def test_a_fatal_concern_is_answered_and_taken_back_by_whoever_raised_it(tmp_path: Path) -> None:
    answer = revision(answer="The loop runs to the end.")
    lines = [
        *proposing(),
        *doubting(1, "Bob", concern=fatal(LOSES)),
        line("Ann", "revise", 2, answer),
    ]
    lines += [*keeping(2, members=("Bob", "Cid")), *voting(2, FOR_ANN), *closing()]
    council = hold_council(tmp_path, lines)
    assert (council.outcome, len(council.rounds)) == ("agreed", 2)
    assert council.decision is not None
    assert council.decision.accepted == ()
    told = {
        seat: text
        for seat, purpose, number, text in prompts(council, tmp_path)
        if (purpose, number) == ("vote", 2)
    }
    assert "The loop runs to the end." in told["Bob"]
    assert f"- fatal: {LOSES}" in told["Bob"]
    assert LOSES not in told["Cid"]  # who did not raise it
    assert result(council)["rounds"][1]["answers"] == {"Ann": "The loop runs to the end."}


def test_a_fatal_concern_stands_while_whoever_raised_it_does_not_vote(tmp_path: Path) -> None:
    five = ("Ann", "Bob", "Cid", "Dan", "Eve")
    likes = {voter: {author: 5 for author in five if author != voter} for voter in five}
    likes = {
        voter: scores | ({"Ann": 9} if voter != "Ann" else {"Bob": 7})
        for voter, scores in likes.items()
    }
    lines = [*proposing({name: f"way of {name}" for name in five}), *closing(five)]
    lines += [
        line(m, "vote", 1, vote(likes[m], concern=fatal(LOSES) if m == "Eve" else "")) for m in five
    ]
    lines += [*keeping(2, members=five[:4]), *voting(2, {m: likes[m] for m in five[:4]})]
    council = hold_council(tmp_path, lines, seats=five, rounds=2)
    assert council.rounds[1].short_of == (f"Eve raises a fatal concern: {LOSES}",)
    assert council.outcome == "escalated"


@pytest.mark.parametrize(
    ("quote", "agrees"),
    [
        ("if n % 2 == 0", False),
        ("", False),
        ("fast enough for a million", False),
        ("while True: sleep()", True),
    ],
)
def test_a_fatal_concern_whose_quote_stands_nowhere_counts_as_serious(
    tmp_path: Path, quote: str, agrees: bool
) -> None:
    lines = [*proposing(), *doubting(1, "Bob", concern=fatal(LOSES, quote)), *closing()]
    council = hold_council(tmp_path, lines, rounds=1)
    assert (council.outcome == "agreed") is agrees
    spec = text_of(council, "spec.md")
    assert ("not found, so it counts as serious" in spec) is agrees
    if agrees:
        assert council.decision is not None
        [raised] = council.decision.accepted
        assert (raised.member, raised.concern.severity, raised.concern.weight) == (
            "Bob",
            "fatal",
            "serious",
        )


def test_what_is_accepted_in_spite_of_a_serious_concern_stands_in_decision_specification_plan_and_prompt(
    tmp_path: Path,
) -> None:
    serious = {"severity": "serious", "text": "It is slow.", "evidence": ""}
    lines = [*proposing(), *doubting(1, "Cid", concern=serious), *closing()]
    council = hold_council(tmp_path, lines)
    assert council.outcome == "agreed"
    [raised] = result(council)["decision"]["accepted"]
    assert (raised["member"], raised["proposal"], raised["concern"]["text"]) == (
        "Cid",
        "Ann/1",
        "It is slow.",
    )
    for name in ("spec.md", "plan.md", "prompt.md"):
        assert "ccepted in spite of" in text_of(council, name)
        assert "It is slow." in text_of(council, name)
    [planned] = [text for _, purpose, _, text in prompts(council, tmp_path) if purpose == "plan"]
    assert "- serious: It is slow." in planned


def test_a_concern_of_an_earlier_version_is_serious() -> None:
    old: dict[str, Any] = {"choice": "A", "confidence": "high", "reasoning": "", "ratings": []}
    old["ratings"] = [{"label": "A", "score": 7, "strengths": [], "concerns": ["It is slow."]}]
    [rating] = Vote.model_validate(old).ratings
    assert (rating.concerns[0].severity, rating.concerns[0].text) == ("serious", "It is slow.")


# -- rounds that cannot be won


def test_a_council_that_cannot_win_stops_before_paying(tmp_path: Path) -> None:
    """Ann and Bob have only each other's proposal to rate, and neither gives up its own."""
    others = {"Ann": {"Bob": 8}, "Bob": {"Ann": 8}}
    lines = [
        *list(proposing())[:2],
        *voting(1, others),
        *keeping(2),
        *voting(2, FOR_ANN),
        *closing(),
    ]
    lines = [
        each
        for each in lines
        if (each["seat"], each["purpose"]) not in (("Cid", "vote"), ("Cid", "revise"))
    ]
    council = hold_council(tmp_path, lines)
    assert ending(council) == ("cannot be won", 2)
    assert council.ended is not None
    assert council.ended.why == (
        "however the other members vote, no proposal can get a share above 0.00; 75.00 is needed"
    )
    assert {purpose for purpose, _, number in asked(council) if number == 2} == {"revise"}
    decided = asyncio.run(
        decide(council.id, PersonChoice(proposal="Ann/1"), config=council_config(tmp_path, lines))
    )
    assert decided.outcome == "decided"


def test_who_abstains_by_name_is_asked_no_more_and_is_in_no_denominator(tmp_path: Path) -> None:
    four = (*MEMBERS, "Dan")
    likes = {"Ann": {"Bob": 7, "Cid": 4}, "Bob": {"Ann": 9, "Cid": 5}, "Cid": {"Ann": 8, "Bob": 5}}
    lines = [
        *proposing(),
        *voting(1, likes),
        line("Dan", "vote", 1, vote({"Ann": 8, "Bob": 7, "Cid": 9})),
    ]
    lines += [
        *keeping(2, dissenters=["Dan"]),
        line("Dan", "revise", 2, revision(defect="slow", abstain="not my field")),
    ]
    lines += [*voting(2, likes), *closing()]
    council = hold_council(tmp_path, lines, seats=four)
    assert council.rounds[0].short_of == ("the leader has a share of 66.67; 75.00 is needed",)
    assert (council.outcome, len(council.rounds)) == ("agreed", 2)
    assert ("vote", "Dan", 2) not in asked(council)
    assert result(council)["rounds"][1]["abstained"] == {"Dan": "not my field"}
    assert "**Dan** abstains: not my field" in text_of(council, "spec.md")


def test_votes_are_not_asked_for_once_nobody_has_a_choice(tmp_path: Path) -> None:
    likes = {"Ann": {"Bob": 5}, "Bob": {"Ann": 5}, "Cid": {"Ann": 4, "Bob": 3}}
    lines = [*list(proposing())[:2], *voting(1, likes), *keeping(2, members=("Ann", "Bob"))]
    lines += [
        line("Cid", "revise", 2, revision(abstain="I know too little.")),
        *voting(2, likes),
        *closing(),
    ]
    council = hold_council(tmp_path, lines)
    assert ending(council) == ("cannot be won", 2)
    assert {purpose for purpose, _, number in asked(council) if number == 2} == {"revise"}
    assert council.ended is not None
    assert council.ended.why.startswith("however the other members vote")


def test_who_adopts_a_proposal_counts_for_it_also_without_a_vote(tmp_path: Path) -> None:
    four = (*MEMBERS, "Dan")
    likes = {"Ann": {"Bob": 7, "Cid": 4}, "Bob": {"Ann": 9, "Cid": 5}, "Cid": {"Ann": 8, "Bob": 5}}
    lines = [
        *proposing(),
        *voting(1, likes),
        line("Dan", "vote", 1, vote({"Ann": 8, "Bob": 7, "Cid": 9})),
    ]
    lines += [line("Dan", "revise", 2, revision(defect="slow", adopt="{{letter of Ann}}"))]
    lines += [*keeping(2), *voting(2, likes), failing("Dan", "vote", 2, "late"), *closing()]
    council = hold_council(tmp_path, lines, seats=four)
    assert (council.outcome, len(council.rounds)) == ("agreed", 2)
    assert council.rounds[1].tally is not None
    assert set(council.rounds[1].tally.supporters) == {"Bob", "Cid", "Dan"}
    assert result(council)["rounds"][1]["adopted"] == {"Dan": "Ann"}


def test_who_has_a_proposal_can_neither_adopt_nor_abstain(tmp_path: Path) -> None:
    lines = [*splitting(2), line("Bob", "revise", 2, revision(abstain="no time"))]
    lines = [each for each in lines if each != line("Bob", "revise", 2, revision())]
    found = result(hold_council(tmp_path, lines, rounds=2))
    [failed] = found["rounds"][1]["failed"]
    assert "abstain is only for a member without a proposal" in failed["detail"]


def test_another_round_that_the_budget_cannot_pay_for_is_not_begun(tmp_path: Path) -> None:
    council = hold_council(tmp_path, splitting(), "budget: {usd: 0.60, unknown_ask_usd: 0.18}")
    assert ending(council) == ("over budget", 1)
    assert {number for _, _, number in asked(council)} == {1}


def test_the_arithmetic_of_what_can_be_won() -> None:
    def why(members: str, authors: str, able: str, blocked: str = "", **weights: int) -> str:
        slate = Ballots(
            members=tuple(members),
            authors={each.lower(): each for each in authors},
            votes={},
            weights={member: Fraction(weight) for member, weight in weights.items()},
        )
        return hopeless(slate, able, blocked, Thresholds())

    assert why("ABC", "ABC", "ABC") == ""
    assert why("ABC", "AB", "ABC") == ""  # C can choose
    assert "above 0.00" in why("ABC", "AB", "AB")  # nobody can
    assert why("ABCD", "ABC", "ABC").endswith("above 66.67; 75.00 is needed")
    assert why("ABCDE", "ABC", "ABCD") == ""  # three of four
    assert why("ABCD", "ABC", "ABC", A=5, B=5, C=5) == ""  # whoever is missing weighs little
    assert "1 of 4 members can still vote; 2 are needed" in why("ABCD", "ABCD", "A")
    assert why("ABC", "ABC", "ABC", blocked="ABC")
    assert why("ABC", "ABC", "ABC", blocked="AB") == ""


# -- escalation on request


def test_a_member_may_ask_for_a_person_whatever_the_votes(tmp_path: Path) -> None:
    lines = [each for each in agreeing() if (each["seat"], each["purpose"]) != ("Cid", "vote")]
    asking = vote(FOR_ANN["Cid"], person="It depends on a contract.")
    council = hold_council(tmp_path, [*lines, line("Cid", "vote", 1, asking)])
    assert ending(council) == ("asked for", 1)
    assert council.ended is not None
    assert council.ended.why == "Cid asks for a person: It depends on a contract."
    config = council_config(tmp_path, lines)
    assert (
        asyncio.run(decide(council.id, PersonChoice(proposal="Ann/1"), config=config)).outcome
        == "decided"
    )


def test_somebody_outside_may_ask_for_a_person_while_it_debates(tmp_path: Path) -> None:
    lines = [each | {"delay": 0.5 if each["purpose"] == "vote" else 0.0} for each in splitting()]
    config = council_config(tmp_path, lines)

    async def interrupted() -> CouncilRecord:
        begun = asyncio.Event()
        holding = convene(
            PROBLEM,
            config=config,
            council_id="C",
            on_event=lambda e: begun.set() if e.key == "letters/1" else None,
        )
        held = asyncio.create_task(holding)
        await asyncio.wait_for(begun.wait(), PATIENCE)
        await escalate("C", "we have to ship", "Maria", config=config)
        return await held

    council = asyncio.run(interrupted())
    assert ending(council) == ("asked for", 1)
    assert council.ended is not None
    assert council.ended.why == "Maria asks for a person: we have to ship"
    with pytest.raises(UsageError, match="is not debating: its state is escalated"):
        asyncio.run(escalate("C", "", "", config=config))


# -- a merged answer


def merging(*votes: Line) -> list[Line]:
    better = proposal("a loop with a check", code=CODE + "# checked\n")
    return [*agreeing(), line("Ann", "merge", 2, better), *votes]


def on_merged(member: str, old: int, new: int) -> Line:
    return line(member, "vote", 2, vote({"Ann/1": old, "Ann/2": new}))


def test_the_winner_takes_up_what_others_did_better_if_they_say_so(tmp_path: Path) -> None:
    council = hold_council(
        tmp_path, merging(on_merged("Bob", 7, 9), on_merged("Cid", 7, 8)), merge=True
    )
    assert (council.outcome, len(council.rounds)) == ("agreed", 1)
    found = result(council)
    assert (found["decision"]["proposal"], found["decision"]["letter"]) == ("Ann/2", "D")
    assert (
        found["decision"]["merge"]
        == "Ann/2 replaces Ann/1: it adopts better parts of the other proposals"
    )
    assert found["merged"]["winner"] == "Ann/2"
    assert "# checked\n" in text_of(council, "spec.md")
    assert [each for each in asked(council) if each[2] == 2] == [
        ("merge", "Ann", 2), ("vote", "Bob", 2), ("vote", "Cid", 2)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("votes", "why"),
    [
        (
            (on_merged("Bob", 9, 7), on_merged("Cid", 8, 7)),
            "Ann/1 is kept unmerged: the others prefer it",
        ),
        (
            (on_merged("Bob", 7, 9), on_merged("Cid", 9, 7)),
            "Ann/1 is kept unmerged: Ann/1, Ann/2 have the same share",
        ),
        ((), "Ann/1 is kept unmerged: no ballot prefers one proposal to another; Bob: failed"),
    ],
)
def test_without_agreement_on_the_merged_answer_the_winner_stands_unmerged(
    tmp_path: Path, votes: tuple[Line, ...], why: str
) -> None:
    council = hold_council(tmp_path, merging(*votes), merge=True)
    assert council.decision is not None
    assert (council.outcome, council.decision.proposal) == ("agreed", "Ann/1")
    assert council.decision.merge.startswith(why)
    assert why in text_of(council, "spec.md")


def test_what_is_fatal_to_the_merged_answer_and_to_the_winner_is_left_to_a_person(
    tmp_path: Path,
) -> None:
    votes = [
        line(name, "vote", 2, vote({"Ann/1": 9, "Ann/2": 7}, concern=fatal("it loses data")))
        for name in ("Bob", "Cid")
    ]
    council = hold_council(tmp_path, merging(*votes), merge=True)
    assert (council.state, council.decision) == ("escalate", None)


def test_a_merge_that_fails_leaves_the_winner(tmp_path: Path) -> None:
    council = hold_council(tmp_path, agreeing(), merge=True)
    assert council.decision is not None
    assert council.decision.merge.startswith("Ann/1 is kept unmerged: Ann: failed")


# -- the record is whole


def test_replaced_proposals_and_the_white_space_of_test_cases_are_kept(tmp_path: Path) -> None:
    spaced = [{"input": "even_sum([2,\n  4])", "output": " 6\n"}]
    lines = [
        *list(proposing())[1:],
        line("Ann", "propose", 1, proposal("a loop", tests=spaced)),
        *voting(1, SPLIT),
    ]
    lines += [
        line("Ann", "revise", 2, revision(proposal("another loop"))),
        *keeping(2, members=("Bob", "Cid")),
    ]
    council = hold_council(tmp_path, [*lines, *voting(2, FOR_ANN), *closing()], evidence="true")
    assert council.outcome == "agreed"
    [replaced] = result(council)["replaced"]
    assert (replaced["id"], replaced["tests"], replaced["evidence"]["status"]) == (
        "Ann/1",
        spaced,
        "passed",
    )
    spec = text_of(council, "spec.md")
    assert "### Ann/1: a loop\n" in spec
    assert r'"input": "even_sum([2,\n  4])"' in spec


def test_constraints_and_alternatives_reach_members_and_files(tmp_path: Path) -> None:
    council = hold_council(
        tmp_path, agreeing(), constraints=["no dependency"], alternatives=["numpy.sum"]
    )
    for _, _, _, prompt in prompts(council, tmp_path):
        assert "no dependency" in prompt
        assert "numpy.sum" in prompt
    assert "- no dependency" in text_of(council, "prompt.md")
    assert (result(council)["constraints"], result(council)["alternatives"]) == (
        ["no dependency"],
        ["numpy.sum"],
    )
    with pytest.raises(
        UsageError, match=r"the problem is too long: 10,0.. characters, the limit is 10,000"
    ):
        hold_council(tmp_path, agreeing(), constraints=["x" * 10_000])


def test_a_plan_has_an_order_and_dependencies(tmp_path: Path) -> None:
    steps = plan()["steps"]
    ordered = [steps[0], steps[1] | {"after": [1]}, steps[2] | {"after": ["1", "2"]}]
    lines = [each for each in agreeing() if each["purpose"] != "plan"]
    lines += [line("Ann", "plan", 1, plan(steps=[steps[0] | {"after": ["2"]}, *steps[1:]]))]
    lines += [line("Ann", "plan", 2, plan(steps=ordered))]
    config = council_config(tmp_path, lines)
    council = asyncio.run(convene(PROBLEM, config=config))
    assert "step 1 is after '2', which is not an earlier step" in result(council)["plan"]["detail"]
    council = asyncio.run(go_on(council.id, config=config))
    assert "After: step 1, step 2\n" in text_of(council, "plan.md")
    assert "After: step 1\n" in text_of(council, "prompt.md")


def test_what_is_still_to_be_expected_is_said_while_it_debates(tmp_path: Path) -> None:
    said: list[str] = []
    config = council_config(tmp_path, splitting(3), "rounds: 3")

    def look(key: str) -> None:
        if key.startswith("tally/"):
            said.append(look_up("C", config).outlook)

    council = asyncio.run(
        convene(PROBLEM, config=config, council_id="C", on_event=lambda e: look(e.key))
    )
    assert said[0].startswith("about 2 more rounds of at most 2, ")
    assert said[0].endswith("and $0.12 at the pace so far; $0.06 spent")
    assert said[2] == ""  # there is no other round
    assert council.outlook == ""


def test_a_tally_of_an_earlier_version_is_still_read() -> None:
    counted = {
        "preference": False,
        "share": "0",
        "uncertainty": "100",
        "votes": {},
        "eligible": {},
        "ranking": [],
    }
    reasons = [{"measure": "preference", "text": "no ballot prefers one proposal to another"}]
    TallyResult.model_validate(
        {"tally": counted, "outcome": {"kind": "not yet", "reasons": reasons}}
    )
