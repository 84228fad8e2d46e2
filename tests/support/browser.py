"""A dashboard with runs of every kind, and a real browser that opens it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.programs import chromium
from tests.support.reviews import (
    add_issue,
    judge_line,
    make_config,
    make_repository,
    report,
    rubric_line,
    submit,
)
from tests.support.scenes import (
    agreed_council,
    coordinator,
    held_run,
    hostile_review,
    open_council,
    stuck_run,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

QUIET = (
    *(
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
    ),
    *("--disable-component-update", "--disable-sync"),
)
SECONDS = 30_000  # the most milliseconds of every wait
TOKENS: dict[str, str] = {}  # keyed by the addresses of the running dashboards
CHECK = """(given) => axe.run(given).then((result) =>
    result.violations.map((each) => `${each.id} in ${each.nodes[0].html}`))"""
OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
IN_CHROMIUM = [
    pytest.mark.browser,
    pytest.mark.xdist_group("browser"),
    pytest.mark.needs("chromium"),
]


@dataclass(frozen=True)
class Scene:
    """A dashboard with runs of every kind, and the addresses of its pages."""

    home: Path
    address: str
    run: str
    agreed: str
    open: str
    hostile: str
    stuck: str

    @property
    def pages(self) -> dict[str, str]:
        """Return the address of every kind of page."""
        return {
            "inbox": "/",
            "list": "/list?state=reject&text=greet",
            "runs": "/runs",
            "run": f"/runs/{self.run}",
            "councils": "/councils",
            "council": f"/councils/{self.agreed}",
            "open council": f"/councils/{self.open}",
            "decide": f"/councils/{self.open}/decide",
            "hostile review": f"/reviews/{self.hostile}",
            "override": f"/reviews/{self.hostile}/override",
            "cancel": f"/runs/{self.open}/cancel",
            "resume": f"/runs/{self.stuck}/resume",
        }


SEATS = """\
  meta_judge: {recorded: REPLIES}
  judges:
    - {name: Ann, recorded: REPLIES}
    - {name: Maria, person: maria}
"""
MORE = """\
serve: {port: 0}
watch: {poll: 0.2s}
workflow: {agent: {name: Agent, recorded: replies.jsonl}, judge: {recorded: replies.jsonl}}
"""


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """Make a run, two councils, a hostile review, and a daemon that waits for a person's answer."""
    folder = tmp_path_factory.mktemp("browser")
    home = folder / "home"
    stuck = stuck_run(home, folder / "stuck")
    run = held_run(home, folder / "run")
    agreed, undecided = agreed_council(home), open_council(home)
    hostile = hostile_review(home, folder / "hostile")
    lines = [rubric_line(), judge_line("Ann", report((4, 5)))]
    config = make_config(home, lines, seats=SEATS, extra=MORE)
    submit(config, add_issue(config, make_repository(folder / "repo")))
    with coordinator(home, "watch", "--backlog", "--serve") as (address, token):
        TOKENS[address] = token
        yield Scene(home, address, run.id, agreed.id, undecided.id, hostile.id, stuck.id)
    del TOKENS[address]


@pytest.fixture(scope="module")
def browser(scene: Scene) -> Iterator[Browser]:  # noqa: ARG001
    """Start one browser for all tests.

    It starts after the scene, because it keeps the event loop of the thread to itself.
    """
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium(), args=list(QUIET))
        yield launched
        launched.close()


@dataclass
class Look:
    """A tab, and the errors, dialogs and foreign requests that occurred in it."""

    page: Page
    troubles: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console: {message.text}")

    def note_request(self, request: Request) -> None:
        if not re.match(r"(http://127\.0\.0\.1:\d+/|file:///|data:)", request.url):
            self.troubles.append(f"request: {request.url}")

    def note_dialog(self, dialog: Dialog) -> None:
        self.troubles.append("a dialog")
        dialog.dismiss()

    def forgive(self, status: int) -> None:
        """Ignore an error that the browser reports because the test itself caused it."""
        expected = [trouble for trouble in self.troubles if f"status of {status}" in trouble]
        assert expected
        self.troubles = [trouble for trouble in self.troubles if trouble not in expected]


@pytest.fixture
def look(browser: Browser) -> Iterator[Callable[..., Look]]:
    """Open tabs. At the end, fail if a tab had a console error, a dialog or a request to another server."""
    opened: list[Look] = []

    def open_tab(width: int = 1280, **options: Any) -> Look:
        context = browser.new_context(viewport={"width": width, "height": 900}, **options)
        context.set_default_timeout(SECONDS)
        tab = Look(context.new_page())
        tab.page.on("console", tab.note)
        tab.page.on("request", tab.note_request)
        tab.page.on("pageerror", lambda error: tab.troubles.append(f"error: {error}"))
        tab.page.on("dialog", tab.note_dialog)
        opened.append(tab)
        for address, token in TOKENS.items():
            tab.page.goto(f"{address}/?token={token}")
        return tab

    yield open_tab
    troubles = [trouble for tab in opened for trouble in tab.troubles]
    for tab in opened:
        tab.page.context.close()
    assert troubles == []


def eventually(page: Page, selector: str, text: str) -> None:
    """Wait until an element of the page has this text."""
    page.locator(selector, has_text=text).first.wait_for(timeout=SECONDS)


def violations(page: Page) -> list[str]:
    """Return the accessibility problems of a page with all its parts opened.

    In the dark theme only the colours are checked, because nothing else differs.
    """
    page.emulate_media(color_scheme="light")
    page.evaluate(OPEN_ALL)
    page.evaluate(f"{AXE}; undefined")
    found = [
        f"{each} in the light" for each in page.evaluate(CHECK, {"resultTypes": ["violations"]})
    ]
    page.emulate_media(color_scheme="dark")
    colours = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
    return [*found, *(f"{each} in the dark" for each in page.evaluate(CHECK, colours))]
