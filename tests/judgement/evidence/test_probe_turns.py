"""Demands and keeps take turns, so that a limit leaves out no kind alone."""

from __future__ import annotations

import pytest

from coordinator.judgement.evidence.probes import in_turns
from coordinator.models import Experiment, Probe

SCRIPT = Experiment(run="true", language="sh", shows="")


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("", ""),
        ("d1 d2 d3 k1 k2 k3", "d1 k1 d2 k2 d3 k3"),
        ("k1 k2 d1", "d1 k1 k2"),
        ("d1 d2", "d1 d2"),
        ("k1", "k1"),
        ("k1 s1 d1 s2", "d1 s1 k1 s2"),
    ],
)
def test_kinds_take_turns_and_each_keeps_its_order(given: str, taken: str) -> None:
    probes = []
    for name in given.split():
        kind = {"d": "demand", "s": "sibling", "k": "keep"}[name[0]]
        probes.append(
            Probe.model_validate({"id": name, "kind": kind, "title": "", "script": SCRIPT})
        )
    assert [probe.id for probe in in_turns(probes)] == taken.split()
