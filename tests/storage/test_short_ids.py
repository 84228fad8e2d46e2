"""The short ids of runs, and the runs that they name."""

from __future__ import annotations

import pytest

from coordinator.errors import UsageError
from coordinator.storage.short_ids import full_id, short_id

UUID = "9b2f7c1e-0a4d-4f63-8c55-1d2e3f4a5b6c"
COMMIT = "0123456789" * 4
IDS = ("B-1", "B-1.2", "B-12", f"council-{UUID}", f"shop#7.{COMMIT}")


def test_uuids_and_commits_are_shortened_and_nothing_else() -> None:
    shortened = [short_id(run_id) for run_id in IDS]
    assert shortened == ["B-1", "B-1.2", "B-12", "council-3f4a5b6c", "shop#7.0123456789"]


@pytest.mark.parametrize("run_id", IDS)
def test_an_id_and_its_short_id_name_the_run(run_id: str) -> None:
    assert full_id(IDS, run_id) == run_id
    assert full_id(IDS, short_id(run_id)) == run_id


def test_a_prefix_names_a_run_if_it_cuts_no_number_in_two() -> None:
    assert full_id(IDS, "council-9b2") == f"council-{UUID}"
    assert full_id(("B-12.1",), "B-12") == "B-12.1"
    assert full_id(("B-12.1",), "B-1") == "B-1", "no run matches"


def test_a_prefix_of_several_ids_is_refused_with_the_ids() -> None:
    with pytest.raises(UsageError, match=r"B-1 can be one of 2 ids") as refused:
        full_id(("B-1.1", "B-1.2"), "B-1")
    assert refused.value.fix == "such as B-1.1, B-1.2"


def test_ids_that_were_made_at_the_same_time_have_short_ids_of_their_own() -> None:
    ids = [f"MUL-4.0199a1b2-c3d4-7e5f-8a6b-{number:012x}" for number in (1, 2, 3)]
    assert len({short_id(run_id) for run_id in ids}) == 3
    for run_id in ids:
        assert full_id(ids, short_id(run_id)) == run_id
    with pytest.raises(UsageError, match="can be one of 3 ids") as refused:
        full_id(ids, "MUL-4.0199a1b2")
    assert refused.value.fix == "such as MUL-4.00000001, MUL-4.00000002, MUL-4.00000003"


def test_candidates_have_their_full_ids_if_their_short_ids_are_the_same() -> None:
    ids = [f"MUL-4.0199a1b{digit}-c3d4-7e5f-8a6b-000000000001" for digit in (1, 2)]
    with pytest.raises(UsageError) as refused:
        full_id(ids, "MUL-4.00000001")
    assert refused.value.fix == f"such as {', '.join(ids)}"


def test_a_hash_that_happens_to_have_only_digits_can_be_cut() -> None:
    assert full_id(("council-12345678",), "council-12345") == "council-12345678"
