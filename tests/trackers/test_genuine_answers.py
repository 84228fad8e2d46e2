"""Which answers count as the tracker's own: what a proxy says in its place is tried again, and believed by nobody."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.settings import Config, load
from coordinator.errors import (
    AccessRefused,
    ForeignAnswer,
    IssueGone,
    TrackerError,
    TrackerUnavailable,
)
from coordinator.trackers import Tracker
from coordinator.trackers.forge.github import Unacceptable
from coordinator.trackers.forge.tracker import ForgeTracker
from tests.support.fault_proxy import KINDS, FaultProxy, is_write
from tests.support.forge_house import MENDED, SHOP, site_at
from tests.support.forge_house import settle as settle_forge
from tests.support.multica_house import environment
from tests.support.multica_house import settle as settle_multica
from tests.support.multica_server import MulticaServer

TRACKERS = ("multica", "github", "gitea")
ABSENT = {"multica": "MUL-99", "github": f"{SHOP}#99", "gitea": f"{SHOP}#99"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coordinator.trackers.http.FIRST_DELAY", 0.001)


@dataclass(frozen=True)
class Way:
    """A proxy before a tracker, a configuration that leads through it, and an issue there."""

    proxy: FaultProxy
    config: Config
    key: str
    hide: Callable[[], object]  # ends our access to the workspace or repository
    show: Callable[[], object]


@pytest.fixture(params=TRACKERS)
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Way]:
    with ExitStack() as stack:
        yield way_to(request.param, tmp_path, stack)


def way_to(where: str, home: Path, stack: ExitStack) -> Way:
    if where == "multica":
        server = stack.enter_context(MulticaServer())
        proxy = stack.enter_context(FaultProxy(server.url))
        issue = server.add_issue("Greet", status="in_review")
        settle_multica(server, home)
        variables = {**environment(server, home), "COORDINATOR_SERVER_URL": proxy.url}
        config = load(config=home / "coordinator.yaml", environ=variables)

        def role(value: str | None) -> None:
            server.user.role = value

        return Way(proxy, config, issue.identifier, lambda: role(None), lambda: role("member"))
    site = stack.enter_context(site_at(where, home))
    proxy = stack.enter_context(FaultProxy(site.standin.url))
    site.standin.world.url = proxy.url
    number = site.open(files=MENDED)
    settle_forge(site, home, [])
    file = home / "coordinator.yaml"
    file.write_text(file.read_text().replace(site.standin.url, proxy.url))
    variables = {"COORDINATOR_TOKEN": site.token, "COORDINATOR_HOME": str(home)}
    config = load(config=file, environ=variables)
    repo = site.standin.world.repos[SHOP]
    repo.private = True

    def level(value: str) -> None:
        repo.levels[site.me] = value

    return Way(proxy, config, f"{SHOP}#{number}", lambda: level("none"), lambda: level("admin"))


def always(kind: str) -> Callable[[str, str], str]:
    """Every request meets this fault."""
    return lambda _method, _path: kind


def in_turn(kinds: Sequence[str], *, only_writes: bool = False) -> Callable[[str, str], str]:
    """The first requests meet these faults, and the later ones none."""
    left = list(kinds)

    def choose(method: str, _path: str) -> str:
        if left and (is_write(method) or not only_writes):
            return left.pop(0)
        return ""

    return choose


def ask(way: Way, act: Callable[[Tracker], Awaitable[object]]) -> object:
    """The result of an act on the opened tracker."""

    async def there() -> object:
        async with open_tracker(way.config) as tracker:
            return await act(tracker)

    return asyncio.run(there())


def test_what_a_proxy_says_instead_is_no_answer(way: Way) -> None:
    async def act(tracker: Tracker) -> None:
        for kind in KINDS:
            way.proxy.choose = always(kind)
            with pytest.raises(TrackerUnavailable) as caught:
                await tracker.issue(way.key)
            assert isinstance(caught.value, ForeignAnswer) or kind == "cut"
        way.proxy.choose = always("")
        await tracker.issue(way.key)

    ask(way, act)


def test_a_read_is_repeated_until_the_tracker_itself_answers(way: Way) -> None:
    async def act(tracker: Tracker) -> None:
        for kind in KINDS:
            way.proxy.struck = 0
            way.proxy.choose = in_turn([kind, kind])
            assert (await tracker.issue(way.key)).title
            assert way.proxy.struck == 2

    ask(way, act)


def test_an_issue_that_is_not_there_is_gone_at_once(way: Way) -> None:
    absent = ABSENT[way.config.tracker]

    async def act(tracker: Tracker) -> None:
        began = time.monotonic()
        with pytest.raises(IssueGone):
            await tracker.issue(absent)
        assert time.monotonic() - began < 60

    ask(way, act)


def test_a_404_is_not_believed_while_we_cannot_see_the_workspace_or_repository(way: Way) -> None:
    """A member who was removed is told the same as one who asks for an issue that is gone."""

    async def act(tracker: Tracker) -> None:
        way.hide()
        with pytest.raises(AccessRefused):
            await tracker.issue(way.key)
        way.show()
        await tracker.issue(way.key)

    ask(way, act)


def test_a_comment_after_foreign_answers_is_there_once(way: Way) -> None:
    async def act(tracker: Tracker) -> None:
        way.proxy.choose = in_turn([*KINDS[:4], *KINDS[5:]], only_writes=True)
        mark = "<!-- coordinator: R1 note 0 -->"
        for _ in range(3):
            try:
                await tracker.post_once(way.key, "Words", marker=mark)
                break
            except TrackerUnavailable:
                continue
        found = [each for each in await tracker.comments(way.key) if mark in each.text]
        assert len(found) == 1

    ask(way, act)


def test_an_empty_answer_to_a_merge_is_no_merge(tmp_path: Path) -> None:
    with ExitStack() as stack:
        way = way_to("gitea", tmp_path, stack)
        merges = 0

        def choose(_method: str, path: str) -> str:
            nonlocal merges
            merges += path.endswith("/merge")
            # The second one is carried out, and its answer is lost.
            return "empty" if path.endswith("/merge") and merges < 3 else ""

        async def act(tracker: Tracker) -> None:
            way.proxy.choose = choose
            assert await tracker.merge(way.key) == ""
            assert (await tracker.issue(way.key)).status == "done"

        ask(way, act)


def test_gitea_fails_for_ever_on_a_commit_that_it_does_not_have(tmp_path: Path) -> None:
    with ExitStack() as stack:
        way = way_to("gitea", tmp_path, stack)

        async def act(tracker: Tracker) -> None:
            assert isinstance(tracker, ForgeTracker)
            pull = (await tracker.api.pull(SHOP, int(way.key.partition("#")[2]))).model_copy(
                update={"head": "1" * 40}
            )
            with pytest.raises(TrackerError) as caught:
                await tracker.api.set_status(pull, "pending", "Words", "")
            assert not caught.value.transient

        ask(way, act)


def test_a_genuine_refusal_is_final(tmp_path: Path) -> None:
    with ExitStack() as stack:
        way = way_to("github", tmp_path, stack)

        async def act(tracker: Tracker) -> None:
            assert isinstance(tracker, ForgeTracker)
            with pytest.raises(Unacceptable):
                await tracker.api.write("POST", f"/repos/{SHOP}/labels", {"name": ""})

        ask(way, act)
