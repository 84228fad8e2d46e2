"""Seeing to what waits, in a real browser and from the keyboard alone: at a desk and on a phone, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from coordinator.app.access import give_access
from coordinator.config.settings import load
from coordinator.storage.store import Store
from coordinator.views.asks import open_asks
from tests.support.browser import (
    IN_CHROMIUM,
    Look,
    Scene,
    browser,
    eventually,
    look,
    scene,
    violations,
)
from tests.support.dashboards import until
from tests.support.reviews import add_issue, make_repository, submit
from tests.support.scenes import stuck_run

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["browser", "look", "scene"]  # fixtures

pytestmark = IN_CHROMIUM

SCREENS = pytest.mark.parametrize(("shade", "width"), [("light", 1400), ("dark", 390)])
QUOTE = "greet.py:2: return 'Hello, ' + name"


@pytest.fixture(scope="module", autouse=True)
def more(scene: Scene, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Two stopped runs and a second question to Maria, for the second screen; made before there is a browser."""
    folder = tmp_path_factory.mktemp("more")
    store = Store(scene.home / "state.db")
    until(lambda: open_asks(store))  # before the replies are others for a while
    config = (scene.home / "coordinator.yaml").read_text()
    replies = (scene.home / "replies.jsonl").read_text()
    for name in ("crew", "cook"):  # another run about the scene's own has completed since
        stuck_run(scene.home, folder / name, f"Greet the {name}\n\nWarmly.\n")
    (scene.home / "coordinator.yaml").write_text(config)
    (scene.home / "replies.jsonl").write_text(replies)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COORDINATOR_HOME", str(scene.home))
        used = load(config=scene.home / "coordinator.yaml")
    submit(used, add_issue(used, make_repository(folder / "repo")))
    until(lambda: len(open_asks(store)) == 2)
    store.close()


def walk_to(page: Page, kind: str) -> None:
    """Go through the inbox until something of this kind is in focus, and open it."""
    page.locator("#inbox a.title").first.wait_for()
    for _ in range(2 * page.locator("#inbox a.title").count()):
        page.keyboard.press("n")
        if page.evaluate(
            "kind => document.activeElement.closest('.card').classList.contains(kind)", kind
        ):
            with page.expect_navigation():
                page.keyboard.press("Enter")
            return
    raise AssertionError(f"nothing of the kind {kind} waits")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(200):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not lead to {selector}")


@SCREENS
def test_a_stopped_run_goes_on_from_the_keyboard(
    look: Callable[..., Look], scene: Scene, shade: str, width: int
) -> None:
    page = look(width=width, color_scheme=shade).page
    page.goto(scene.address)
    assert page.title().startswith("(")
    assert violations(page) == []
    page.emulate_media(color_scheme="dark" if shade == "dark" else "light")
    walk_to(page, "run")
    tab_to(page, "a[href*='/resume']")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    tab_to(page, "input[name=choice]")
    while page.evaluate("document.activeElement.value") != "pass":
        page.keyboard.press("ArrowDown")
    tab_to(page, "textarea[name=text]")
    page.keyboard.type("I have read it.")
    tab_to(page, "input[name=name]")
    page.keyboard.press("Control+A")
    page.keyboard.type("Ida")
    page.keyboard.press("Enter")
    eventually(page, "#path", "pass by Ida")
    eventually(page, ".head .badge", "completed")


@SCREENS
def test_a_person_answers_blind_from_the_keyboard(
    look: Callable[..., Look], scene: Scene, shade: str, width: int
) -> None:
    store = Store(scene.home / "state.db")
    token = give_access(store, "maria", "decide")
    store.close()
    tab = look(width=width, color_scheme=shade)
    page = tab.page
    page.goto("about:blank")
    page.context.clear_cookies()
    page.goto(f"{scene.address}/?token={token}&person=maria")
    walk_to(page, "ask")
    run = page.locator(".head .muted").first.inner_text().split()[-1]
    assert violations(page) == []
    page.emulate_media(color_scheme="dark" if shade == "dark" else "light")
    page.goto(f"{scene.address}/reviews/{run}")
    assert "/asks/" in page.url, "what the others said is not shown yet"
    assert "4.50" not in page.locator("main").inner_text()
    tab_to(page, "[name='summary']")
    page.keyboard.type("It greets.")
    tab_to(page, "#answer button.main")
    page.keyboard.press("Enter")
    page.get_by_role("alert").wait_for()
    tab.forgive(422)
    assert page.locator(".wrong").count() == 4
    assert page.locator("[name='summary']").input_value().strip() == "It greets."
    page.locator("[name='checklist.0.evidence']").focus()
    page.locator("table.code tr", has_text="return 'Hello, '").click()  # what a mouse is good for
    assert page.locator("[name='checklist.0.evidence']").input_value().strip() == QUOTE
    wanted = {
        "checklist.0.answer": "yes",
        "checklist.1.answer": "no",
        "scores.0.score": "4",
        "scores.1.score": "5",
    }
    for field, value in wanted.items():
        tab_to(page, f"[name='{field}']")
        page.keyboard.press("Space")
        while page.evaluate("document.activeElement.value") != value:
            page.keyboard.press("ArrowDown")
    tab_to(page, "[name='scores.1.evidence']")
    page.keyboard.type(QUOTE)
    tab_to(page, "#answer button.main")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    eventually(page, "#testimony h3", "Maria")
