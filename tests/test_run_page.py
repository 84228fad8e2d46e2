"""The pages of runs and councils show what is on record of them."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from coordinator.web.council_page import CouncilPage, council_page
from coordinator.web.pages import Can, texts_of
from coordinator.web.rendering import environment, url
from coordinator.web.run_page import RunPage, run_page
from tests.scenes import HOSTILE, agreed_council, held_run, open_council

NOTHING = Can(override=False, decide=False, cancel=False, rerun=False)


def html(template: str, **context: object) -> str:
    common: dict[str, object] = {"path": "/", "csrf": "", "name": "", "watching": False, "seen": "", "can": NOTHING}
    return environment().get_template(template).render(common | context)


# -- a run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunPage:
    """A run that is sent back once."""
    folder = tmp_path_factory.mktemp("run")
    whole = held_run(folder / "home", folder / "repo")
    with closing(Store(state_file(folder / "home"))) as store:
        return run_page(store, whole.id)


def test_the_path_is_told_visit_by_visit(run: RunPage) -> None:
    assert [visit.stage for visit in run.visits] == ["Implement", "Test", "Review", "Mend", "Test", "Review", "Done"]
    assert [visit.nth for visit in run.visits] == [1, 1, 1, 1, 2, 2, 1]
    assert run.state == "completed"
    assert run.visits[3].why == "judge verdict: review: fail"


def test_commands_are_shown_with_what_they_printed(run: RunPage) -> None:
    printed = run.visits[1].printed
    assert printed is not None
    assert printed.ended.startswith("exit 0 after ")
    assert [line.text for line in printed.stdout.lines] == ["all 12 tests pass"]


def test_judges_are_shown_with_what_they_want_mended(run: RunPage) -> None:
    judged = run.visits[2].judged
    assert judged is not None
    assert (judged.verdict, judged.fixes) == ("fail", ("greet by name", "add a test"))
    assert "git_diff" in judged.read


def test_the_graph_has_a_list_that_tells_the_same(run: RunPage) -> None:
    ways = {way.stage: way for way in run.ways}
    assert ways["Test"].words == "visited 2 times, runs a command"
    assert "to fix on fail, taken 1 time" in ways["Review"].leads
    text = html("run.html", page=run, id=run.id)
    assert '<svg class="graph" role="img"' in text
    assert "taken 1 time" in text


def test_outputs_and_transcript_are_shown(run: RunPage) -> None:
    assert {output.name for output in run.outputs} == {"test_output", "opinion"}
    said = [(line.who, line.kind) for line in run.transcript]
    assert ("Agent", "reply") in said
    text = html("run_body.html", page=run, id=run.id)
    assert "Mended, with a test." in text
    assert "required_fixes" in text


def test_what_was_said_at_length_can_be_read_whole(tmp_path: Path) -> None:
    long = f"{HOSTILE} " + "word " * 1_000
    whole = held_run(tmp_path / "home", tmp_path / "repo", said=long)
    with closing(Store(state_file(tmp_path / "home"))) as store:
        page = run_page(store, whole.id)
        (line,) = [line for line in page.transcript if line.whole]
        assert store.text(line.whole).startswith(long)
        assert line.whole in texts_of(store, whole.id)
    text = html("run_body.html", page=page, id=page.id)
    assert url("text", whole.id, hash=line.whole) in text
    assert "&lt;script&gt;window.hacked" in text
    assert "<script" not in text
    assert "<svg onload" not in text


# -- a council


@pytest.fixture(scope="module")
def councils(tmp_path_factory: pytest.TempPathFactory) -> dict[str, CouncilPage]:
    """One that agreed, and one that waits for a person."""
    home = tmp_path_factory.mktemp("councils")
    ids = [agreed_council(home).id, open_council(home).id]
    with closing(Store(state_file(home))) as store:
        return dict(zip(("agreed", "open"), (council_page(store, id) for id in ids), strict=True))


def test_a_council_that_agreed_says_on_what(councils: dict[str, CouncilPage]) -> None:
    page = councils["agreed"]
    assert page.decided == "The council agreed on “way 1, mended” by Ann"
    assert [proposal.letter for proposal in page.proposals] == ["A", "B", "C", "D", "E"]
    assert [proposal.decided for proposal in page.proposals] == [True, False, False, False, False]
    assert page.plan is not None
    assert [step.title for step in page.plan.steps] == ["Test", "Write", "Measure"]


def test_rounds_converge_on_the_plot_and_in_the_table(councils: dict[str, CouncilPage]) -> None:
    page = councils["agreed"]
    assert [mark.share for mark in page.marks] == [50, 75, 100]
    assert [round.agreed for round in page.rounds] == [False, False, True]
    assert page.rounds[1].defects[0].startswith("Dan: It is slow on a million")
    text = html("council.html", page=page, id=page.id)
    assert "needs ≥ 75 %" in text
    assert "Share must reach 75 %" in text


def test_every_vote_is_shown_with_its_ratings(councils: dict[str, CouncilPage]) -> None:
    [vote] = [vote for vote in councils["agreed"].rounds[0].votes if vote.member == "Dan"]
    assert vote.choice == "“way 2” by Bob"
    assert "9 for “way 2” by Bob" in vote.ratings


def test_a_council_that_waits_offers_to_decide(councils: dict[str, CouncilPage]) -> None:
    page = councils["open"]
    assert page.escalated
    assert page.ending.startswith("stalled: ")
    assert f"/councils/{page.id}/decide" in html("council_body.html", page=page, id=page.id)
    assert "decide" not in html("council_body.html", page=councils["agreed"], id=page.id)
