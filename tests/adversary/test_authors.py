"""Everything that an author can try, in a sandbox and where there is none, through a real daemon."""

from __future__ import annotations

import re

import pytest

from tests.adversary.arena import OVER, Arena, Attack, Author
from tests.adversary.delivering import ATTACKS as DELIVERING
from tests.adversary.experimenting import ATTACKS as EXPERIMENTING
from tests.adversary.persuading import ATTACKS as PERSUADING
from tests.adversary.running import ATTACKS as RUNNING

pytestmark = [pytest.mark.soak, pytest.mark.adversary, pytest.mark.xdist_group("adversary")]


@pytest.mark.parametrize(
    "attack", [*RUNNING, *DELIVERING, *PERSUADING, *EXPERIMENTING], ids=lambda attack: attack.name
)
def test_an_author(arena: Arena, attack: Attack) -> None:
    author = arena.authors[attack.name]
    assert author.state() in attack.ends, author.said()[-3000:]
    assert not attack.again or author.state(2) in attack.ends_again, author.shown(2)
    assert not author.canary.exists(), attack.tries
    whole, said = author.shown(), author.said()
    assert re.search(attack.says, said), said
    assert not [hidden for hidden in attack.hides if hidden in said]
    if attack.script:
        (check,) = whole["checks"]
        if arena.kind == "none":
            assert check["summary"].startswith("no sandbox: ")
        else:
            assert "GOT" not in check["output"], check["output"]
            assert (OVER in check["output"]) != attack.killed, check
    if attack.experiments:
        looked_at(author)
    attack.then(author)


def looked_at(author: Author) -> None:
    """What the scripts of an attack came to, given as evidence and as blind tests."""
    proofs, probes, killed = author.experiments(), author.probes(), author.attack.killed
    if author.arena.kind == "none":
        assert {(proof["found"], proof["at"].partition(":")[0]) for proof in proofs} == {
            ("no source", "no sandbox")
        }
        assert probes == []
        return
    assert len(proofs) == len(probes) == len(author.attack.experiments)
    outputs = [run["output"] for proof in proofs for run in proof.get("runs", ())]
    assert [OVER in output for output in outputs] == [not killed] * len(proofs), proofs
    assert [probe["status"] for probe in probes] == ["error" if killed else "green"] * len(
        probes
    ), probes
    assert "GOT" not in "".join([*outputs, *(probe["output"] for probe in probes)])


def test_the_daemon_never_stopped(arena: Arena) -> None:
    assert arena.runs(), (arena.root / "said").read_text()[-3000:]


def test_no_process_is_left(arena: Arena) -> None:
    assert arena.alive() == []


def test_no_secret_is_out(arena: Arena) -> None:
    assert arena.leaked() == []
    assert arena.listener.reached == 0
