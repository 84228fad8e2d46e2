"""The pages of runs and councils show what is on record of them."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.council import CouncilRecord, council_record
from coordinator.storage.store import Store
from coordinator.views.run import convergence_points, proposal_name, run_context
from coordinator.web.rendering import environment, url
from coordinator.workflow.history import run_record
from tests.support.scenes import HOSTILE, agreed_council, held_run, open_council

# Each worker would make the fixtures of this module again.
pytestmark = pytest.mark.xdist_group("run page")


def html(template: str, **context: object) -> str:
    common = {
        "path": "/",
        "csrf": "",
        "name": "",
        "watching": False,
        "seen": "",
        "viewer": None,
        "chosen": {},
    }
    common["can"] = {"cancel": False, "asks": (), "place": ""}
    return environment().get_template(template).render(common | context)


def words(text: str) -> str:
    """What can be read between the tags, with single spaces."""
    return " ".join(unescape(re.sub("<[^>]+>", " ", text)).split())


def visits(page: str) -> list[str]:
    """The visits of a run as its page tells them."""
    return [words(visit) for visit in re.split(r'<li id="visit-\d+">', page)[1:]]


# -- a run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The page of a run that is sent back once."""
    folder = tmp_path_factory.mktemp("run")
    whole = held_run(folder / "home", folder / "repo")
    with closing(Store(state_file(folder / "home"))) as store:
        return html("run.html", **run_context(run_record(store, whole.id), store.text))


def test_the_path_is_told_visit_by_visit(run: str) -> None:
    told = re.findall(r'<li id="visit-\d+">\s*<h3>(.*?)</h3>', run)
    again = [f'{stage} <span class="muted">(visit 2)</span>' for stage in ("Test", "Review")]
    assert told == ["Implement", "Test", "Review", "Mend", *again, "Done"]
    assert "✓ completed" in words(run)
    assert "by judge verdict: review: fail" in visits(run)[3]


def test_commands_are_shown_with_what_they_printed(run: str) -> None:
    assert re.search(
        r"✓ pass echo all 12 tests pass exit 0 after .* s all 12 tests pass$", visits(run)[1]
    )


def test_judges_are_shown_with_what_they_want_mended(run: str) -> None:
    told = visits(run)[2]
    assert "✗ fail by" in told
    assert "greet by name add a test It read" in told
    assert "git_diff" in told


def test_the_graph_has_a_list_that_tells_the_same(run: str) -> None:
    told = words(run)
    assert re.search(r"Test \(visited 2 times, [0-9.]+ s, runs a command\)", told)
    assert "to fix on fail, taken 1 time" in told
    assert '<svg class="graph" role="img"' in run


def test_outputs_and_transcript_are_shown(run: str) -> None:
    outputs = re.findall(r'<details id="output-\d+"><summary><strong>(.*?)</strong>', run)
    assert set(outputs) == {"test_output", "opinion"}
    assert re.search(r"Agent reply, \+", words(run))
    assert "Mended, with a test." in run
    assert "required_fixes" in run


def test_what_was_said_at_length_can_be_read_whole(tmp_path: Path) -> None:
    long = f"{HOSTILE} " + "word " * 1_000
    whole = held_run(tmp_path / "home", tmp_path / "repo", said=long)
    with closing(Store(state_file(tmp_path / "home"))) as store:
        found = run_record(store, whole.id)
        (line,) = [line for line in found.transcript if line.whole]
        assert store.text(line.whole).startswith(long)
        text = html("run_body.html", **run_context(found, store.text))
    assert url("text", whole.id, hash=line.whole) in text
    assert "&lt;script&gt;window.hacked" in text
    assert "<script" not in text
    assert "<svg onload" not in text


# -- a council


@pytest.fixture(scope="module")
def councils(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CouncilRecord]:
    """One that agreed, and one that waits for a person."""
    home = tmp_path_factory.mktemp("councils")
    ids = [agreed_council(home).id, open_council(home).id]
    with closing(Store(state_file(home))) as store:
        return dict(
            zip(("agreed", "open"), (council_record(store, run_id) for run_id in ids), strict=True)
        )


def test_a_council_that_agreed_says_on_what(councils: dict[str, CouncilRecord]) -> None:
    text = html("council.html", council=councils["agreed"])
    assert "The council agreed on “way 1, mended” by Ann." in words(text)
    assert re.findall(r'<h3 id="proposal-\d">(.):', text) == ["A", "B", "C", "D", "E"]
    tiles = text.split("<article ")[1:]
    assert ["; chosen" in words(tile) for tile in tiles] == [True, False, False, False, False]
    assert re.findall(r"<li><strong>(.*?)</strong>", text.partition('id="plan"')[2]) == [
        "Test",
        "Write",
        "Measure",
    ]


def test_rounds_converge_on_the_plot_and_in_the_table(councils: dict[str, CouncilRecord]) -> None:
    council = councils["agreed"]
    assert [share for _, share, _ in convergence_points(council)] == [50, 75, 100]
    text = html("council.html", council=council)
    rounds = [words(part) for part in re.split(r'<section class="card" id="round-\d"', text)[1:]]
    assert ["✓ agreed" in told for told in rounds] == [False, False, True]
    assert "Defects named in the leading proposal Dan: It is slow on a million" in rounds[1]
    assert "needs ≥ 75 %" in text
    assert "Share must reach 75 %" in text


def test_every_vote_is_shown_with_its_ratings(councils: dict[str, CouncilRecord]) -> None:
    council = councils["agreed"]
    vote = council.rounds[0].cast["Dan"]
    assert proposal_name(council, vote.choice) == "“way 2” by Bob"
    text = html("council.html", council=council).partition('id="round-1"')[2]
    row = words(text.partition('<th scope="row">Dan</th>')[2].partition("</tr>")[0])
    assert row.startswith("“way 2” by Bob")
    assert "9 for “way 2” by Bob" in row


def test_a_council_that_waits_offers_to_decide(councils: dict[str, CouncilRecord]) -> None:
    council = councils["open"]
    assert council.state == "escalate"
    text = html("council_body.html", council=council)
    assert "<p>stalled: " in text
    assert f"/councils/{council.id}/decide" in text
    assert "decide" not in html("council_body.html", council=councils["agreed"])
