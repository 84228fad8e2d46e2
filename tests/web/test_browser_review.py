"""The page of a review in a real browser: where a person decides, where findings stand, and on a small screen."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.browser import (
    IN_CHROMIUM,
    OPEN_ALL,
    Look,
    Scene,
    browser,
    eventually,
    look,
    scene,
    violations,
)
from tests.support.reviews import (
    fail_line,
    judge_line,
    make_config,
    make_repository,
    report,
    review_locally,
    rubric_line,
)
from tests.support.scenes import disputed_review

__all__ = ["browser", "look", "scene"]  # fixtures

pytestmark = IN_CHROMIUM

LONGEST = 30_000  # pixels of the page of a review of 30 files
SMALL = 390
# Text that has less room than five letters, though there is more of it than that.
SQUEEZED = """() => [...document.querySelectorAll("main :is(td, th, p, li, dd, label, h1, h2, h3, h4, a)")]
    .filter((each) => each.checkVisibility() && each.innerText.trim().length > 5)
    .filter((each) => !each.closest(".sr, .n, svg, thead"))
    .filter((each) => each.getBoundingClientRect().width < 5 * parseFloat(getComputedStyle(each).fontSize) / 2)
    .map((each) => each.outerHTML.slice(0, 200))"""


@pytest.fixture(scope="module", autouse=True)
def disputed(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Reviews that wait for a person, by the names of this test; made before there is a browser."""
    folder = tmp_path_factory.mktemp("disputed")
    lines = [
        rubric_line(),
        judge_line("Ann", report((4, 4))),
        fail_line("Bob", "late"),
        fail_line("Cid", "failed"),
    ]
    failed = review_locally(make_config(scene.home, lines), make_repository(folder / "failed"))
    reviews = {
        name: disputed_review(scene.home, folder / name, files=2).id
        for name in ("light", "dark", "plain")
    }
    return reviews | {
        "large": disputed_review(scene.home, folder / "large").id,
        "failed": failed.id,
    }


def test_thirty_files_are_read_in_few_screens(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    page = look(width=1400).page
    page.goto(f"{scene.address}/reviews/{disputed['large']}")
    assert page.evaluate("document.documentElement.scrollHeight") < LONGEST
    sections = page.locator("section[id]").evaluate_all("all => all.map((each) => each.id)")
    tops = [
        sections.index(part)
        for part in ("dispute", "verdict", "scores", "request", "work", "testimony")
    ]
    assert tops == sorted(tops), "what decides comes before what was asked and delivered"
    assert page.locator(".file").count() == 30
    assert (
        page.locator(".file[open]").count()
        == page.locator(".file:has(.objection, .by)").count()
        == 4
    )
    below = page.locator("tr.objection").first.evaluate(
        "row => row.previousElementSibling.innerText"
    )
    assert "total = total * 27" in below, "a finding stands below its line"
    page.locator(".files a", has_text="part_29").click()
    page.locator("#file-30-lines", has_text="total = 29").wait_for()
    for part in ("#decide", ".files", ".toc"):
        page.locator(f".side {part}").scroll_into_view_if_needed()
        box = page.locator(f".side {part}").bounding_box()
        assert box, part
        assert box["y"] < 900, f"{part} stays in view"
    assert page.locator(".side .count").all_inner_texts() == ["1", "1", "1", "1"]


def test_code_has_colours_that_change_no_word(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    words = []
    for scripts in (False, True):
        page = look(java_script_enabled=scripts).page
        page.goto(f"{scene.address}/reviews/{disputed['large']}")
        words.append(page.locator("#work").text_content())
    assert words[0] == words[1]
    first = page.locator("#file-1 tr.add td:last-child")
    told = first.evaluate_all(
        "cells => cells.map((cell) => [...cell.querySelectorAll('[class^=x]')].map((each) =>"
        " `${each.className} ${each.textContent}`))"
    )
    assert told[0] == ["xk def", "xf greet"]
    assert told[2] == ["xn 0", "xf len", "xc # step 0"]
    closed = page.locator("#file-2 .xk")
    assert closed.count() == 0, "what is folded costs nothing"
    page.locator("#file-2 > summary").click()
    closed.first.wait_for()


@pytest.mark.parametrize(("name", "width"), [("light", 1400), ("dark", SMALL)])
def test_an_escalation_is_decided_from_the_keyboard(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str], name: str, width: int
) -> None:
    page = look(width=width, color_scheme=name).page
    page.goto(f"{scene.address}/reviews/{disputed[name]}")
    dispute = page.locator("#dispute")
    assert "Does greet greet by name?" in dispute.inner_text()
    assert "part 0 counts instead of greeting" in dispute.locator(".sides > div").first.inner_text()
    assert "total = total * 27" in dispute.locator(".excerpt .aim").first.inner_text()
    assert violations(page) == []
    page.emulate_media(color_scheme="dark" if name == "dark" else "light")
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.locator(":focus").inner_text() == "Skip to the decision":
            break
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.type("It has to greet.")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("Maria")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    page.goto(f"{scene.address}/reviews/{disputed[name]}")
    eventually(page, ".person", "Maria decided: reject")
    told = page.locator(".person .said").inner_text()
    assert told.startswith("It has to greet.")
    assert (
        "src/part_00/greet.py:30: part 0 counts instead of greeting Suggestion: Greet the guest."
        in told
    )
    assert page.locator(".head .badge").first.inner_text().endswith("reject"), "the person's word"
    assert page.locator("#decide").count() == 0


def test_without_scripts_findings_are_drafts_all_the_same(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    page = look(java_script_enabled=False).page
    address = f"{scene.address}/reviews/{disputed['plain']}"
    page.goto(address)
    assert page.locator(".copy").first.is_hidden()
    page.get_by_label("Reject: send it back").check()
    page.get_by_label("part 0 counts instead of greeting").check()
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Record my decision").click()
    page.goto(address)
    assert "part 0 counts instead of greeting" in page.locator(".person").inner_text()


def test_paths_quotes_and_findings_are_copied(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    page = look(permissions=["clipboard-read", "clipboard-write"]).page
    page.goto(f"{scene.address}/reviews/{disputed['large']}")
    copied = []
    for place in ("#file-1 > .copy", "#dispute .proofs .copy", "tr.objection .copy"):
        page.locator(place).first.click()
        page.locator(f"{place}.done").first.wait_for()
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    assert copied[:2] == ["src/part_00/greet.py", "total = total * 27 + len(name) # step 27"]
    assert copied[2] == "high Bob: part 0 counts instead of greeting Suggestion: Greet the guest."


def test_a_review_that_failed_says_what_failed(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    page = look().page
    page.goto(f"{scene.address}/reviews/{disputed['failed']}")
    told = page.locator("#dispute").inner_text()
    assert "1 of 3 seats gave a ballot" in told
    assert "Bob abstained, late" in told
    assert violations(page) == []


def test_on_a_small_screen_words_stay_whole(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str]
) -> None:
    page = look(width=SMALL).page
    reviews = {name: f"/reviews/{disputed[name]}" for name in ("large", "failed")}
    found: dict[str, object] = {}
    for name, path in {**scene.pages, **reviews}.items():
        page.goto(scene.address + path)
        page.evaluate(OPEN_ALL)
        squeezed, width = page.evaluate(SQUEEZED), page.evaluate("document.body.scrollWidth")
        if squeezed or width > SMALL:
            found[name] = (width, squeezed[:3])
    assert found == {}


def test_the_exported_page_starts_with_the_dispute_too(
    look: Callable[..., Look], scene: Scene, disputed: dict[str, str], tmp_path: Path
) -> None:
    from contextlib import closing

    from coordinator.config.environment import state_file
    from coordinator.reviews.record import ReviewReader
    from coordinator.storage.store import Store
    from coordinator.web.rendering import standalone

    with closing(Store(state_file(scene.home))) as store:
        run = disputed["large"]
        text = standalone(ReviewReader(store).review(run), store.events(run), store.text)
    (tmp_path / "review.html").write_text(text, encoding="utf-8")
    page = look().page
    page.goto(f"file://{tmp_path}/review.html")
    assert "Does greet greet by name?" in page.locator("#dispute").inner_text()
    assert page.locator("form, script, .copy:visible").count() == 0
