"""Whole reviews through a proxy that answers in place of the tracker: each ends right, with every write once.

The whole product of trackers, kinds and rates, and of kinds and writes, is marked soak.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from coordinator.config.environment import state_file
from coordinator.config.settings import Config, load
from coordinator.storage.store import Store
from tests.support.fault_proxy import KINDS, FaultProxy, is_write
from tests.support.forge_house import ASKED as ASKED_THERE
from tests.support.forge_house import (
    BAD,
    FINE,
    GOOD,
    MENDED,
    SHOP,
    SILENT,
    STATES,
    Site,
    check_life,
    environment,
    is_sent_back,
    panel,
    settle,
    site_at,
)
from tests.support.multica_daemon import ASKED, FAST, Daemon, enter
from tests.support.multica_faults import assert_done_once
from tests.support.multica_house import WORDS, seat_panel
from tests.support.multica_house import environment as multica_environment
from tests.support.multica_house import settle as settle_multica
from tests.support.multica_server import Issue, MulticaServer
from tests.support.waiting import wait_until

TRACKERS = ("multica", "github", "gitea")
OUTAGE = 12  # answers; a request is given up after six
MOST_WRITES = 9  # more than an accepting review makes


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coordinator.trackers.http.FIRST_DELAY", 0.01)


@dataclass
class House:
    """A tracker, a proxy before it, and a daemon that knows only the proxy.

    `begin` starts a review and returns its key, which it tells its argument before, and `check` fails unless it ended right. `key_of` returns the
    key of the issue that a request is about, or "".
    """

    proxy: FaultProxy
    config: Config
    begin: Callable[[Callable[[str], None]], str]
    goes_on: Callable[[str], None]
    check: Callable[[str], None]
    key_of: Callable[[str], str]

    def ended(self) -> list[str]:
        """Return the states of the reviews that ended. A merge also starts rechecks of the others."""
        with closing(Store(state_file(self.config.home))) as store:
            return [run.state for run in store.runs("review") if run.state != "open"]


@contextmanager
def multica_house(home: Path) -> Iterator[House]:
    with MulticaServer() as server, FaultProxy(server.url) as proxy:
        seat_panel(server)
        settle_multica(server, home, FAST)
        variables = {**multica_environment(server, home), "COORDINATOR_SERVER_URL": proxy.url}
        config = load(config=home / "coordinator.yaml", environ=variables)
        issues = dict[str, Issue]()

        def begin(before: Callable[[str], None]) -> str:
            number = len(issues) + 1
            author = server.add_agent(f"Author-{number}")
            issue = server.add_issue(
                f"Send greetings {number}",
                assignee=author,
                status="in_progress",
                description=f"{ASKED} This is request {number}.",
            )
            server.say(issue, WORDS, author)
            issues[issue.identifier] = issue
            before(issue.identifier)
            enter(server, issue)
            return issue.identifier

        def key_of(path: str) -> str:
            for key, issue in issues.items():
                if key in path or issue.id in path:
                    return key
            return ""

        def check(key: str) -> None:
            assert_done_once(server, issues[key])

        yield House(proxy, config, begin, lambda _key: None, check, key_of)


@contextmanager
def forge_house(where: str, home: Path, *, is_life: bool) -> Iterator[House]:
    with site_at(where, home) as site, FaultProxy(site.standin.url) as proxy:
        site.standin.world.url = proxy.url
        said_of_it = panel(BAD, GOOD) if is_life else panel(FINE)
        settle(site, home, said_of_it, f"merge: always, {STATES}")
        file = home / "coordinator.yaml"
        file.write_text(file.read_text().replace(site.standin.url, proxy.url))
        config = load(config=file, environ=environment(home, site.token))

        def begin(before: Callable[[str], None]) -> str:
            # Equal requests would share a verdict.
            count = len(site.standin.world.repos[SHOP].items)
            # Equal commits would share a status.
            files = {**(SILENT if is_life else MENDED), f"note-{count}.md": "Noted.\n"}
            key = str(site.open(files=files, asked=f"{ASKED_THERE} This is request {count}."))
            before(key)  # a new pull request is looked at after two seconds
            return key

        def goes_on(key: str) -> None:
            if is_life:
                push_again(key)
            wait_until(lambda: site.pull(int(key)).merged, lambda: said(site, key))

        def push_again(key: str) -> None:
            wait_until(lambda: is_sent_back(site, int(key)), lambda: said(site, key))
            site.server.push(site.repo, int(key), MENDED)

        def check(key: str) -> None:
            if is_life:
                check_life(site, int(key))
            else:
                check_accept(site, int(key))

        yield House(proxy, config, begin, goes_on, check, lambda path: pull_of(site, path))


def check_accept(site: Site, number: int) -> None:
    """Every write of a review that accepts is there once."""
    pull = site.pull(number)
    made = [review.state for review in pull.reviews if review.user.login == site.me]
    assert made == ["APPROVED"]
    assert set(site.statuses(number)) == {"pending", "success"}
    assert pull.labels == ["accepted"]
    assert set(site.ours(number)) == {"verdict"}


def said(site: Site, key: str) -> Mapping[str, object]:
    """How a pull request stands."""
    pull = site.pull(int(key))
    return {"labels": pull.labels, "reviews": len(pull.reviews), "ours": site.ours(int(key))}


def pull_of(site: Site, path: str) -> str:
    """The number of the pull request that a request is about."""
    found = re.search(rf"/{SHOP}/(?:issues|pulls)/(\d+)", path)
    if found:
        return found[1]
    for key, item in list(site.standin.world.repos[SHOP].items.items()):
        head = getattr(item, "head", "none")
        comments = [str(comment.id) for comment in item.comments]
        if f"/statuses/{head}" in path or path.rpartition("/comments/")[2] in comments:
            return str(key)
    return ""


@contextmanager
def house_at(where: str, home: Path, *, is_life: bool) -> Iterator[House]:
    """The house, whose daemon has looked for the first time."""
    with ExitStack() as stack:
        if where == "multica":
            house = stack.enter_context(multica_house(home))
        else:
            house = stack.enter_context(forge_house(where, home, is_life=is_life))
        daemon = Daemon(house.config, backoff=0.1)
        daemon.start()
        stack.callback(daemon.stop)
        with closing(Store(state_file(home))) as store:
            wait_until(lambda: store.setting(f"watch/{where}"))
        yield house
        assert daemon.error is None, daemon.error


def check_reviews(house: House, keys: Sequence[str], each: int) -> None:
    """All reviews ended right, `each` for one issue."""
    for key in keys:
        house.goes_on(key)
    wait_until(lambda: len(house.ended()) == each * len(keys))
    assert set(house.ended()) == {"done"}
    for key in keys:
        house.check(key)


def strike(where: str, home: Path, kinds: Sequence[str], rate: float, count: int) -> None:
    with house_at(where, home, is_life=True) as house:
        house.proxy.kinds = tuple(kinds)
        house.proxy.rate = rate
        keys = [house.begin(lambda _key: None) for _ in range(count)]
        check_reviews(house, keys, 1 if where == "multica" else 2)
        assert house.proxy.struck


@pytest.mark.parametrize("where", TRACKERS)
def test_every_fifth_answer_may_be_foreign(where: str, tmp_path: Path) -> None:
    strike(where, tmp_path, KINDS, 0.2, 3)


@pytest.mark.soak
@pytest.mark.parametrize("where", TRACKERS)
@pytest.mark.parametrize("rate", [0.02, 0.2])
@pytest.mark.parametrize("kind", KINDS)
def test_answers_of_each_kind_may_be_foreign(
    where: str, kind: str, rate: float, tmp_path: Path
) -> None:
    strike(where, tmp_path, [kind], rate, 14 if rate < 0.1 else 6)


class Outages:
    """Each review meets one outage, which begins at its own write; the first one at the first write."""

    def __init__(self, house: House, kinds: Sequence[str]) -> None:
        self._house = house
        self._kinds = kinds
        self.at = dict[str, int]()  # the write at which the outage of a review begins
        self.left = dict[str, int]()
        self._writes = dict[str, int]()

    def add(self, key: str) -> None:
        self.at[key] = len(self.at) + 1

    def choose(self, method: str, path: str) -> str:
        key = self._house.key_of(path)
        if key not in self.at:
            return ""
        if is_write(method) and key not in self.left:
            self._writes[key] = self._writes.get(key, 0) + 1
            if self._writes[key] == self.at[key]:
                self.left[key] = OUTAGE
        if self.left.get(key, 0) <= 0:
            return ""
        self.left[key] -= 1
        return self._kinds[self.at[key] % len(self._kinds)]


def strike_each_write(where: str, home: Path, kinds: Sequence[str], *, is_life: bool) -> None:
    with house_at(where, home, is_life=is_life) as house:
        outages = Outages(house, kinds)
        house.proxy.choose = outages.choose
        many = 2 * MOST_WRITES if is_life else MOST_WRITES
        keys = [house.begin(outages.add) for _ in range(many)]
        check_reviews(house, keys, 2 if is_life else 1)
        assert len(outages.left) >= 5


@pytest.mark.parametrize("where", TRACKERS)
def test_an_outage_may_begin_at_each_write(where: str, tmp_path: Path) -> None:
    strike_each_write(where, tmp_path, KINDS, is_life=False)


@pytest.mark.soak
@pytest.mark.parametrize("where", TRACKERS)
@pytest.mark.parametrize("kind", KINDS)
def test_an_outage_of_each_kind_may_begin_at_each_write(
    where: str, kind: str, tmp_path: Path
) -> None:
    strike_each_write(where, tmp_path, [kind], is_life=where != "multica")
