"""The soak is run by `make faults`; here is what its plan promises."""

from __future__ import annotations

from tests.soak.plan import RATES, SERVED, plan

HOUSES = ("board", "multica", "github", "gitea")


def test_a_seed_is_a_plan_with_every_kind_of_fault() -> None:
    drawn = plan("7/files", 30.0, HOUSES, HOUSES[1:], ())
    assert drawn == plan("7/files", 30.0, HOUSES, HOUSES[1:], ())
    assert drawn != plan("8/files", 30.0, HOUSES, HOUSES[1:], ())
    assert {fault.kind for fault in drawn} == set(RATES)
    assert "board" not in {fault.house for fault in drawn if fault.kind in SERVED}
    assert all(0 < fault.at < 30 for fault in drawn)


def test_what_a_system_cannot_have_go_wrong_is_left_out() -> None:
    drawn = plan("7/files", 30.0, HOUSES, HOUSES[1:], ("disk", "clock"))
    assert {fault.kind for fault in drawn} == RATES.keys() - {"disk", "clock"}
