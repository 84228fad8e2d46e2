"""The dashboard in a real browser: what appears by itself, what a person can do, and what hostile work cannot."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import httpx2
import pytest

from coordinator.config.environment import state_file
from coordinator.reviews.record import ReviewReader
from coordinator.storage.store import Store
from coordinator.web.rendering import standalone
from tests.support.browser import (
    IN_CHROMIUM,
    OPEN_ALL,
    TOKENS,
    Look,
    Scene,
    browser,
    eventually,
    look,
    scene,
    violations,
)
from tests.support.dashboards import until
from tests.support.reviews import report
from tests.support.scenes import coordinator

__all__ = ["browser", "look", "scene"]  # fixtures

pytestmark = IN_CHROMIUM

PHONE = 360  # pixels
TOKEN = "a-token-that-nobody-guesses"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The demo, which has just begun."""
    home = tmp_path_factory.mktemp("demo")
    with coordinator(home, "demo", "--serve", "--home", str(home)) as (address, token):
        TOKENS[address] = token
        yield address
    del TOKENS[address]


# -- live


def test_the_demo_appears_on_the_queue_and_on_the_review_by_itself(
    look: Callable[..., Look], demo: str
) -> None:
    page = look().page
    page.goto(f"{demo}/list")
    page.evaluate("window.neverReloaded = true")
    eventually(page, "#rows tr", "B-1")
    eventually(page, "#live", "live")
    page.get_by_role("link", name="B-1: Label support tickets").first.click()
    page.evaluate("window.neverReloadedEither = true")
    eventually(page, "#verdict", "gate")
    eventually(page, "#scores", "1.60 < 3.50")
    eventually(page, "#debate", "undone: Fulfilment 2 → 3")
    assert page.evaluate("window.neverReloadedEither")
    page.goto(f"{demo}/list")
    page.evaluate("window.neverReloaded = true")
    for state in ("reject", "accept", "escalate"):
        eventually(page, "#rows .badge", state)
    assert page.evaluate("window.neverReloaded")


def test_what_the_reader_opened_and_closed_stays_so(look: Callable[..., Look], demo: str) -> None:
    page = look().page
    page.goto(f"{demo}/reviews/B-1.1")
    eventually(page, "#live", "live")
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.resource_type))
    page.locator("#points-1 summary").click()  # open at first
    page.locator("#event-list summary").click()  # closed at first
    page.evaluate("document.getElementById('verdict').append('stale')")
    act(demo, "/api/reviews/B-1.1/override", outcome="reject", reason="So it is.", by="Maria")
    eventually(page, ".person", "Maria decided: reject")
    assert "stale" not in page.locator("#verdict").inner_text()
    assert page.locator("#points-1").get_attribute("open") is None
    assert page.locator("#event-list").get_attribute("open") is not None
    assert page.locator("#file-1").get_attribute("open") is not None
    assert fetched.count("fetch") <= 2, "one for each refresh, however many parts are stale"


def test_a_page_that_nobody_sees_gives_its_connection_up(
    look: Callable[..., Look], scene: Scene
) -> None:
    page = look().page
    page.goto(f"{scene.address}/runs")
    eventually(page, "#live", "live")
    was = streams(scene.address)
    for hidden, number in (("true", was - 1), ("false", was)):
        page.evaluate(
            f"Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }})"
        )
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        until(lambda number=number: streams(scene.address) == number)  # type: ignore[misc]


def streams(address: str) -> int:
    """How many pages are live."""
    metrics = httpx2.get(
        f"{address}/metrics", headers={"Authorization": f"Bearer {TOKENS[address]}"}
    ).text
    return int(re.findall(r"^coordinator_live_streams (\d+)$", metrics, re.MULTILINE)[0])


def act(address: str, path: str, **body: str) -> None:
    """Do something as a program, while a page is open."""
    headers = {"Authorization": f"Bearer {TOKENS[address]}"}
    httpx2.post(f"{address}{path}", json=body, headers=headers).raise_for_status()


def test_a_quote_leads_to_its_line_of_the_diff(look: Callable[..., Look], demo: str) -> None:
    page = look().page
    page.goto(f"{demo}/list")
    page.locator("#rows tr", has_text="gate").get_by_role("link").first.click()
    page.locator("#verdict .proofs a").first.click()
    target = page.locator("tr:target")
    assert "for word, name in RULES.items():" in target.inner_text()
    assert "quoted by Judge-GPT" in target.inner_text()
    assert target.is_visible()


# -- acting


def test_a_person_decides_what_the_panel_could_not(look: Callable[..., Look], demo: str) -> None:
    tab = look()
    page = tab.page
    page.goto(f"{demo}/list?state=escalate")
    page.locator("#rows a.title").first.click()
    page.get_by_label("Accept: the work does what was asked").check()
    page.get_by_label("Reason", exact=True).fill("The people on call know the queue.")
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Record my decision").click()
    eventually(page, ".person", "Maria decided: accept")
    assert "the panel's outcome was escalate" in page.locator(".person").inner_text()
    assert page.locator("#verdict .badge").first.inner_text().endswith("escalate")
    page.goto(f"{demo}/list")
    eventually(page, "#rows tr", "by Maria; panel: escalate")


def test_a_person_answers_and_the_review_goes_on(look: Callable[..., Look], scene: Scene) -> None:
    tab = look()
    page = tab.page
    page.goto(f"{scene.address}/?kind=ask")
    eventually(page, "#inbox .card", "maria")
    page.locator("#inbox a.title").first.click()
    assert violations(page) == []
    answer = page.get_by_label(re.compile("YAML or JSON"))
    answer.fill("scores: none of your business")
    page.get_by_role("button", name="Send this text").click()
    page.get_by_role("alert").wait_for()
    tab.forgive(422)
    assert answer.input_value().strip() == "scores: none of your business"
    answer.fill(json.dumps(report((4, 4)) | {"reference": ""}))
    page.get_by_role("button", name="Send this text").click()
    eventually(page, "#verdict .badge", "accept")
    eventually(page, "#testimony h3", "Maria")


def test_a_person_decides_for_a_council(look: Callable[..., Look], scene: Scene) -> None:
    page = look().page
    page.goto(f"{scene.address}/councils/{scene.open}")
    page.get_by_role("link", name="Decide…").click()
    page.get_by_role("radio").first.check()
    page.get_by_label("Reason", exact=True).fill("It is the simplest.")
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Record my decision").click()
    page.wait_for_url(f"**/councils/{scene.open}")
    assert page.get_by_role("heading", name="Ending").is_visible()


def test_a_person_lets_a_run_go_on_and_sees_it_happen(
    look: Callable[..., Look], scene: Scene
) -> None:
    page = look().page
    page.goto(f"{scene.address}/runs")
    page.get_by_role("link", name="a person", exact=True).locator("visible=true").click()
    page.get_by_label("Review passes").check()
    page.get_by_label("Your name").fill("Maria")
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"**/runs/{scene.stuck}")
    eventually(page, ".head .badge", "completed")
    eventually(page, "#path", "pass by Maria")
    assert page.get_by_role("link", name="Continue…").count() == 0


def test_everything_but_liveness_works_without_scripts(
    look: Callable[..., Look], demo: str
) -> None:
    tab = look(java_script_enabled=False)
    page = tab.page
    page.goto(f"{demo}/list")
    page.locator("#rows tr", has_text="above the bar").get_by_role("link").first.click()
    assert page.locator("svg.scale").is_visible()
    page.get_by_role("link", name="Override: reject…").click()
    assert page.get_by_label("Reject: send it back").is_checked()
    page.get_by_role("button", name="Record my decision").click()
    assert "a decision needs a reason" in page.get_by_role("alert").inner_text(), (
        "none is written, and none is ticked"
    )
    tab.forgive(422)


# -- pictures


def test_a_run_shows_its_graph_and_the_path_taken(look: Callable[..., Look], scene: Scene) -> None:
    page = look().page
    page.goto(f"{scene.address}/runs")
    page.locator("#rows a.title").first.click()
    graph = page.locator("svg.graph")
    assert graph.get_attribute("aria-label") == (
        "Workflow of 6 stages. Visited: implement 1 time, test 2 times, review 2 times, fix 1 time, done 1 time."
    )
    assert graph.locator("rect.node").count() == 6
    assert graph.locator("path.edge.taken").count() == 5
    page.get_by_text("The same as a list").click()
    assert page.get_by_text("to fix on fail, taken 1 time").is_visible()


def test_a_council_shows_how_it_converges(look: Callable[..., Look], scene: Scene) -> None:
    page = look().page
    page.goto(f"{scene.address}/councils/{scene.agreed}")
    plot = page.locator("svg.convergence")
    assert plot.locator("polyline.share").count() == 1
    assert plot.locator("line.threshold").count() == 2
    assert plot.locator("circle.share").count() == 4, "three rounds and the legend"
    page.get_by_text("The same as a table").click()
    assert page.locator("#convergence tbody tr").count() == 3


# -- every page


def test_dark_is_dark_and_light_is_light(look: Callable[..., Look], scene: Scene) -> None:
    shades = {}
    for mode in ("light", "dark"):
        page = look(color_scheme=mode).page
        page.goto(scene.address)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        shades[mode] = sum(map(int, re.findall(r"\d+", colour)))
    assert shades["dark"] < 120
    assert shades["light"] > 600


def test_no_page_is_wider_than_a_phone(look: Callable[..., Look], scene: Scene) -> None:
    page = look(width=PHONE).page
    wide = {}
    for name, path in scene.pages.items():
        page.goto(scene.address + path)
        page.evaluate(OPEN_ALL)
        if (width := page.evaluate("document.documentElement.scrollWidth")) > PHONE:
            wide[name] = width
    assert wide == {}


def test_every_page_passes_the_accessibility_check(
    look: Callable[..., Look], scene: Scene, demo: str
) -> None:
    tab = look()
    addresses = {name: scene.address + path for name, path in scene.pages.items()}
    found: list[str] = []
    for name, address in {
        **addresses,
        "review": f"{demo}/reviews/B-1.1",
        "nothing": f"{demo}/reviews/none",
    }.items():
        tab.page.goto(address)
        found += [f"{name}: {violation}" for violation in violations(tab.page)]
    tab.forgive(404)
    assert found == []


def test_the_keyboard_finds_the_content_first(look: Callable[..., Look], scene: Scene) -> None:
    page = look().page
    page.goto(scene.address)
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.inner_text() == "Skip to the content"
    assert skip.bounding_box()["x"] > 0  # type: ignore[index]  # it is on the screen while it has the focus
    page.keyboard.press("Enter")
    assert page.locator(":focus").get_attribute("id") == "main"


# -- signing in


def test_a_stranger_signs_in_with_the_token(look: Callable[..., Look], scene: Scene) -> None:
    with coordinator(scene.home, "serve", "--port", "0", COORDINATOR_DASHBOARD_TOKEN=TOKEN) as (
        address,
        token,
    ):
        assert token == TOKEN
        tab = look()
        page = tab.page
        page.goto(f"{address}/list")
        assert violations(page) == []
        page.get_by_label("Token").fill("not the token")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("alert").wait_for()
        tab.forgive(401)
        page.goto(f"{address}/list")
        tab.forgive(401)
        page.get_by_label("Token").fill(TOKEN)
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("heading", name="Everything").first.wait_for()
        assert page.url == f"{address}/list"


# -- hostile work


def test_hostile_work_is_only_text(look: Callable[..., Look], scene: Scene) -> None:
    page = look().page
    page.goto(f"{scene.address}/reviews/{scene.hostile}")
    page.evaluate(OPEN_ALL)
    assert page.evaluate("window.hacked") is None
    assert (
        "<script>window.hacked = 1</script>"
        in page.locator("section", has=page.locator("#work-title")).inner_text()
    )
    assert (
        page.locator(
            "main :is(img, script, style, a[href^='javascript'], textarea:not(#reason))"
        ).count()
        == 0
    )
    assert page.get_by_role("heading", level=1).count() == 1
    assert page.get_by_text("[… 9,999,601 more characters of this line]").count() == 1
    assert "\u202e" not in page.content()
    for link in page.locator("main a").all():
        href = link.get_attribute("href") or ""
        assert href.startswith(("#", "/")), href


def test_a_shared_file_is_as_inert(look: Callable[..., Look], scene: Scene, tmp_path: Path) -> None:
    with closing(Store(state_file(scene.home))) as store:
        text = standalone(
            ReviewReader(store).review(scene.hostile), store.events(scene.hostile), store.text
        )
    (tmp_path / "review.html").write_text(text, encoding="utf-8")
    page = look(width=PHONE).page
    page.goto(f"file://{tmp_path}/review.html")
    assert page.evaluate("window.hacked") is None
    assert page.get_by_role("heading", level=1).is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE
    assert (
        page.evaluate("getComputedStyle(document.querySelector('.card')).borderTopWidth") == "1px"
    ), "its style is on"
