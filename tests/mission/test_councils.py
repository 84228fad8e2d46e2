"""The statements about councils (84 to 109), as far as a council that agrees and one that does not show them.

The numbers are those of the list of statements. Further statements have tests in tests/council.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from coordinator.council import CouncilRecord
from coordinator.errors import ConfigError
from tests.support.councils import (
    agreeing,
    council_config,
    files,
    hold_council,
    result,
    splitting,
    text_of,
)

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("mission councils")


def held(folder: Path, lines: list[dict[str, object]]) -> CouncilRecord:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(folder))
        return hold_council(folder, lines)


@pytest.fixture(scope="module")
def agreed(tmp_path_factory: pytest.TempPathFactory) -> CouncilRecord:
    return held(tmp_path_factory.mktemp("agreed"), agreeing())


@pytest.fixture(scope="module")
def split(tmp_path_factory: pytest.TempPathFactory) -> CouncilRecord:
    return held(tmp_path_factory.mktemp("split"), splitting())


def test_85_a_council_has_at_most_five_rounds(split: CouncilRecord) -> None:
    assert 1 <= len(split.rounds) <= 5


def test_87_three_members_propose(agreed: CouncilRecord) -> None:
    proposed = {ask.seat for ask in agreed.asked if ask.purpose == "propose"}
    assert len(proposed) == 3


def test_92_to_94_agreement_needs_votes_and_certainty(agreed: CouncilRecord) -> None:
    counted = agreed.rounds[-1].counted
    assert counted is not None
    assert counted.tally.share >= 75
    assert counted.tally.uncertainty <= 30


def test_95_a_council_that_does_not_agree_calls_a_person(split: CouncilRecord) -> None:
    assert all(voted.counted is None or voted.counted.tally.share < 75 for voted in split.rounds)
    assert split.state == "escalate"


@pytest.mark.parametrize("setting", ["rounds: 0", "rounds: 6", "agreement: 101", "uncertainty: 51"])
def test_96_settings_outside_their_limits_are_refused(tmp_path: Path, setting: str) -> None:
    with pytest.raises(ConfigError):
        council_config(tmp_path, [], setting)


def test_98_every_round_is_kept(split: CouncilRecord) -> None:
    assert [voted.number for voted in split.rounds] == list(range(1, len(split.rounds) + 1))


def test_101_the_solution_is_in_the_result(agreed: CouncilRecord) -> None:
    assert {"result.json", "spec.md", "prompt.md"} <= files(agreed)
    assert all(entry.proposal.code for entry in agreed.entries.values())
    assert result(agreed)["proposals"]


def test_102_the_result_has_a_plan(agreed: CouncilRecord) -> None:
    assert result(agreed)["plan"]
    assert text_of(agreed, "prompt.md").strip()
