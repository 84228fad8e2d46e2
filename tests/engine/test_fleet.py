"""Many machines on one PostgreSQL: killed, suspended, drained and without their database, they do all once."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from coordinator.config.environment import state_file
from coordinator.engine import Run, take_turn
from coordinator.engine.journal import JournalEngine
from coordinator.engine.owner import host_of, new_owner
from coordinator.errors import NotHere, StoreTooNew, StoreUnavailable
from coordinator.models import Superseded
from coordinator.reviews.publish import WORK_CHANGED
from coordinator.reviews.record import ReviewReader
from coordinator.storage import postgres
from coordinator.storage.ask_history import AskHistory
from coordinator.storage.opening import open_database
from coordinator.storage.store import APPLICATION_ID, MIGRATIONS, QUERIES, RunRow, Store
from tests.support.crash_checks import check_asks, check_events, check_issue
from tests.support.crash_support import ENDS
from tests.support.databases import state_in
from tests.support.fleet import LEASE, Fleet, Member, Server, fleet_in
from tests.support.multica_house import variables
from tests.support.multica_lives import Scene as Lives
from tests.support.multica_lives import check_life
from tests.support.multica_server import MulticaServer
from tests.support.programs import needing
from tests.support.reviews import deliver
from tests.support.runs import Acts, client, reading, run_async, until, working
from tests.support.waiting import PATIENCE

BUSY = 12  # reviews to keep going, so that kills meet work in progress
CLOCKS = 0.1  # seconds that the clocks of a database and of a machine may be read apart


@pytest.fixture(params=needing("postgresql"))
def fleet(tmp_path: Path) -> Iterator[Fleet]:
    with fleet_in(tmp_path) as fleet:
        yield fleet


# -- kill -9, and a database that is started anew


@pytest.mark.needs("postgresql-programs")
def test_kills_and_a_restart_of_the_database_lose_nothing_and_double_nothing(
    tmp_path: Path,
) -> None:
    with closing(Server()) as server, fleet_in(tmp_path, server.url) as fleet:
        kill_and_check(
            fleet, server, submissions=30, kills=5, restarts=("immediate",), chance=Random(3)
        )


@pytest.mark.soak
@pytest.mark.needs("postgresql-programs")
def test_three_workers_three_hundred_submissions_thirty_kills_and_two_restarts(
    tmp_path: Path,
) -> None:
    with closing(Server()) as server, fleet_in(tmp_path, server.url, issues=250) as fleet:
        restarts = ("fast", "immediate")
        kill_and_check(
            fleet, server, submissions=300, kills=36, restarts=restarts, chance=Random(4)
        )


def kill_and_check(
    fleet: Fleet,
    server: Server,
    *,
    submissions: int,
    kills: int,
    restarts: tuple[str, ...],
    chance: Random,
) -> None:
    """Have three workers and a watcher at it while they are killed, one of them for good."""
    began = time.monotonic()
    # So that the watcher leaves most to the workers
    fleet.configure(concurrency=4, watch=", fleet_concurrency: 16")
    watcher = fleet.add("watch", "--backlog")
    crew = Crew(fleet, [fleet.add("worker") for _ in range(3)], chance)
    fleet.until_at_work(watcher, *crew.living)
    moments = {
        (number + 1) * kills // (len(restarts) + 1): mode for number, mode in enumerate(restarts)
    }
    while crew.kills < kills or len(fleet.submitted()) < submissions:
        while fleet.in_progress() < BUSY and len(fleet.submitted()) < submissions:
            fleet.deliver_next()
        crew.let_pass(fleet.newest_event() + chance.randint(1, 36 * submissions // kills))
        if (
            crew.kills < kills
            and crew.kill(for_good=crew.kills == kills // 2)
            and crew.kills in moments
        ):
            server.restart(moments[crew.kills])
    while {fleet.kinds[review.partition(".")[0]] for review in fleet.submitted()} != set(ENDS):
        fleet.deliver_next()
    fleet.until_settled()
    took = time.monotonic() - began
    # Before that, one that is told to stop cannot do so by itself
    fleet.until_at_work(watcher, *crew.living)
    for member in (watcher, *crew.living):
        member.stop()
    check_fleet(fleet)
    print(
        f"\n{figures(fleet)}; {crew.kills} kills, {len(restarts)} restarts of PostgreSQL; {took:.0f} s"
    )


class Crew:
    """The workers that are killed, and who comes after them."""

    def __init__(self, fleet: Fleet, living: list[Member], chance: Random) -> None:
        self.living, self.kills = living, 0
        self._fleet, self._chance = fleet, chance
        self._due: list[tuple[float, str]] = []  # when a successor comes, and on which machine

    def let_pass(self, event: int) -> None:
        """Wait for some progress, while successors come and the author reworks."""

        def has_passed() -> bool:
            self._replace()
            return self._fleet.newest_event() >= event

        self._fleet.until_settled(or_else=has_passed)

    def kill(self, *, for_good: bool) -> bool:
        """Kill one, unless it is the last; whether it was."""
        self._replace()  # also where everything has come to its end before the next event
        if len(self.living) < 2:
            time.sleep(0.05)
            return False
        victim = self.living.pop(self._chance.randrange(len(self.living)))
        victim.kill()
        self.kills += 1
        if not for_good:
            machine = self._chance.choice([victim.machine, ""])
            self._due.append((time.monotonic() + self._chance.uniform(0, 2 * LEASE), machine))
        return True

    def _replace(self) -> None:
        for moment, machine in list(self._due):
            if time.monotonic() >= moment:
                self._due.remove((moment, machine))
                self.living.append(self._fleet.add("worker", machine=machine))


def check_fleet(fleet: Fleet) -> None:
    """Every submission came to its end, each effect was had once, and nothing on record was asked again."""
    for key in dict.fromkeys(review.partition(".")[0] for review in fleet.submitted()):
        check_issue(fleet, key)
    check_asks(fleet, CLOCKS)
    check_events(fleet)
    started = Counter(fleet.told())
    assert [review for review, times in started.items() if times > 1] == [], (
        "the author was started twice"
    )


def figures(fleet: Fleet) -> str:
    """What a fleet has done, in a line."""
    reviews = fleet.reviews()
    asks, taken = (
        Counter(ask.prompt for ask in fleet.asked()),
        sum(run.epoch > 2 for run in reviews),
    )
    again = sum(asks.values()) - len(asks)
    return f"{len(reviews)} submissions, {taken} taken over; {len(asks)} asks, {again} begun again as they were cut off"


@pytest.mark.needs("postgresql")
def test_lives_of_issues_on_multica_with_three_workers_that_are_killed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    with state_in(home, "postgresql") as url, MulticaServer() as server:
        scene, known = Lives(server, home), variables(server)
        watcher = Member(home, url, "w", "watch", "--backlog", known=known)
        workers = {name: Member(home, url, name, "worker", known=known) for name in ("a", "b", "c")}
        try:
            for name in workers:
                scene.begin_a_life()
                enough = len(server.requests) + 120
                server.wait(lambda enough=enough: len(server.requests) > enough)  # type: ignore[misc]
                workers[name].kill()
                workers[name] = Member(home, url, name, "worker", known=known)
            with reading(state_file(home)) as store:
                server.wait(lambda: not scene.in_progress() and not store.runs(state="open"))
        finally:
            for member in (watcher, *workers.values()):
                member.end()
        for issue in scene.issues:
            check_life(scene, issue)


# -- one watcher at a time


def test_killing_the_watcher_that_is_active_loses_no_transition_and_doubles_none(
    fleet: Fleet,
) -> None:
    pair = [fleet.add("watch", "--backlog"), fleet.add("watch", "--backlog")]
    fleet.until_at_work(*pair)
    for _ in range(3):
        fleet.deliver_next()
        leader = until_led(fleet)
        fleet.deliver_next()
        leader.kill()
        fleet.deliver_next()
        pair.remove(leader)
        pair.append(fleet.add("watch"))
        assert until_led(fleet) in pair
    fleet.until_settled()
    fleet.stop(*pair)
    check_fleet(fleet)
    assert sorted(run.id for run in fleet.reviews()) == sorted(fleet.submitted())


def until_led(fleet: Fleet) -> Member:
    """Who watches, as soon as somebody does who has not been killed."""
    fleet.until(lambda: (leader := fleet.leader()) and not leader.told_to_end, "somebody watches")
    leader = fleet.leader()
    assert leader is not None
    return leader


def test_a_watcher_that_was_suspended_beyond_its_lease_stands_by_when_it_is_woken(
    fleet: Fleet,
) -> None:
    first = fleet.add("watch", "--backlog")
    fleet.until_at_work(first)
    assert until_led(fleet) is first
    fleet.deliver_next()
    first.suspend()
    other = fleet.add("watch")
    fleet.until(lambda: fleet.leader() is other, "the other one watches")
    fleet.deliver_next()
    fleet.until_settled()
    first.wake()
    fleet.until(
        lambda: f"{first.pid} another daemon watches" in fleet.log(),
        "it has learnt that it is not alone",
    )
    fleet.deliver_next()
    fleet.until_settled()
    assert fleet.leader() is other
    fleet.stop(first, other)
    check_fleet(fleet)


def test_a_watcher_that_acts_on_an_old_look_ends_no_review_that_was_begun_since(
    fleet: Fleet,
) -> None:
    fleet.configure(delay=1.0)
    fleet.deliver("drifted")
    zombie = fleet.add("watch", "--backlog", point="before look")
    fleet.until_held()
    other = fleet.add("watch")
    fleet.until_settled(or_else=lambda: any(ask.review == 2 for ask in fleet.asked()))
    fleet.let_go()
    fleet.until_settled()
    fleet.stop(zombie, other)
    check_fleet(fleet)


def test_whoever_is_suspended_within_a_transaction_does_not_hold_up_the_others_for_long(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SILENCE", 200)
    with closing(Store(fleet.store.path)) as suspended:

        def write() -> None:
            with suspended.database.transaction():
                with fleet.store.database.transaction():  # which waits for its turn
                    fleet.store.set_setting("written", "after it")
                suspended.set_setting("written", "too late")

        with pytest.raises(StoreUnavailable):
            write()
        suspended.set_setting("woken", "yes")
    assert (fleet.store.setting("written"), fleet.store.setting("woken")) == ("after it", "yes")


def test_whoever_is_suspended_amid_what_it_appends_does_not_hold_up_the_others_for_long(
    fleet: Fleet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres, "SILENCE", 200)
    with fleet.store.database.transaction():
        fleet.store.add_run("r1", "job", "{}", "")
    fleet.store.database.execute("SET lock_timeout = 20000")  # milliseconds

    def values() -> Iterator[dict[str, object]]:
        for key in ("first", "second", "third"):
            yield {
                "run": "r1",
                "epoch": 1,
                "key": key,
                "kind": "step",
                "body": "{}",
                "about": "",
                "now": 1.0,
            }
            with fleet.store.database.transaction():  # which waits for its turn
                fleet.store.set_setting("written", f"after {key}")

    with closing(Store(fleet.store.path)) as suspended:
        database = suspended.database
        with pytest.raises(StoreUnavailable), database.transaction():
            database.execute_many(QUERIES["append"], values())
    assert fleet.store.setting("written") == "after third"
    assert [event.key for event in fleet.store.events("r1")] == []


# -- a worker that has to stop


def test_a_worker_that_is_told_to_stop_brings_what_is_asked_to_its_record(fleet: Fleet) -> None:
    fleet.configure(delay=1.0)
    key = fleet.deliver("good")
    fleet.look()
    first = fleet.add("worker")
    fleet.until(lambda: len(fleet.asked()) == 4, "every judge is asked")
    first.stop()
    review = fleet.store.run(f"{key}.1")
    assert (review.state, review.owner, fleet.store.workers()) == ("open", "", [])
    assert len(AskHistory(fleet.store).ended_since(0.0)) == 4
    second = fleet.add("worker")
    fleet.until_settled()
    second.stop()
    check_fleet(fleet)
    assert [ask.pid for ask in fleet.asked()] == [*[first.pid] * 4, second.pid], (
        "and nothing was asked twice"
    )
    assert "cannot be had again" not in fleet.log(), (
        "the work was frozen on the second machine as on the first"
    )


def test_work_that_has_changed_before_another_machine_goes_on_is_reviewed_again(
    fleet: Fleet,
) -> None:
    fleet.configure(delay=1.0)
    key = fleet.deliver("good")
    fleet.look()
    first = fleet.add("worker")
    fleet.until(lambda: len(fleet.asked()) == 4, "every judge is asked")
    first.stop()
    deliver(Path(fleet.board.issue(key).repo), {"more.md": "We greet in the evening, too.\n"})
    second = fleet.add("worker")
    fleet.until(
        lambda: fleet.board.issue(key).status == "done", "the work as it is now is accepted"
    )
    second.stop()
    review = ReviewReader(fleet.store).review(f"{key}.1")
    assert isinstance(review.ending, Superseded)
    assert (review.ending.why, review.ending.successor) == (WORK_CHANGED, f"{key}.1.2")


def test_a_worker_that_is_told_twice_stops_at_once(fleet: Fleet) -> None:
    fleet.configure(delay=1000.0)
    key = fleet.deliver("good")
    fleet.look()
    worker = fleet.add("worker")
    fleet.until(fleet.asked, "somebody is asked")
    worker.told_to_end = True

    def has_ended() -> bool:
        worker.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)  # or the second signal is one with the first
        return worker.process.poll() is not None

    fleet.until(has_ended, "it ends")
    assert worker.process.poll() == 0
    assert (fleet.store.run(f"{key}.1").owner, fleet.store.workers()) == ("", [])


def test_a_step_within_what_is_being_done_is_still_done(state_home: Path) -> None:
    begun, told = asyncio.Event(), asyncio.Event()

    async def inner() -> str:
        return "inner"

    async def job(run: Run, _: object) -> None:
        async def outer() -> str:
            begun.set()
            await told.wait()
            return await run.step("inner", inner, str)

        await run.step("outer", outer, str)
        await run.step("after", inner, str)

    async def test() -> None:
        async with JournalEngine(state_file(state_home), {"job": job}, drain=3600.0) as engine:
            served = asyncio.create_task(engine.serve())
            await engine.start("job", "r1", None)
            await begun.wait()
            served.cancel()
            await asyncio.sleep(0)  # it drains now
            told.set()
            await asyncio.wait([served])

    run_async(test)
    with reading(state_file(state_home)) as store:
        assert store.keys("r1") == ["inner", "outer", "~start"]
        assert store.run("r1").owner == ""


# -- what a machine has, and others have not


def test_what_is_left_to_another_machine_holds_up_nothing_else(state_home: Path) -> None:
    path, host, done = state_file(state_home), host_of(new_owner()), []

    async def job(run: Run, _: object) -> None:
        if run.id == "elsewhere":
            raise NotHere("it is not on this machine")
        done.append(run.id)

    def worker(job: str) -> None:
        with reading(path) as store, store.database.transaction():
            store.release_runs("other|boot|1|2|3")
            store.renew_lease("other|boot|1|2|3", 3600.0, about=json.dumps({"jobs": [job]}))

    async def test() -> None:
        worker("job")
        async with client(path) as engine, working(path, {"job": job}, concurrency=1) as here:
            await engine.start("job", "elsewhere", None)
            with reading(path) as store:
                await until(lambda: store.last_park("elsewhere").get("not_on") == [host])
                await engine.start("job", "here", None)
                assert (await engine.finished("here")).state == "done"
                written = store.data_version()
                await asyncio.sleep(20 * here.poll)
                assert store.data_version() - written < 10, (
                    "whoever cannot do it writes all the time"
                )
                assert store.run("elsewhere").state == "open"
            # So that nobody else is left, only somebody who would never take it
            worker("another job")
            assert (await engine.finished("elsewhere")).state == "failed"

    run_async(test)
    assert done == ["here"]


def test_a_run_goes_to_the_machine_that_has_its_repository(fleet: Fleet) -> None:
    fleet.deliver("good", repo="~/greetings")
    there = fleet.place / "machines/b/greetings"
    shutil.copytree(fleet.template, there)
    here = fleet.add("worker", machine="a")
    fleet.until_at_work(here)
    there_too = fleet.add("worker", machine="b")
    fleet.until_at_work(there_too)
    fleet.look()
    fleet.until_settled()
    fleet.stop(here, there_too)
    check_fleet(fleet)
    assert {ask.pid for ask in fleet.asked()} == {there_too.pid}


# -- what holds for all of them together


def test_no_more_runs_are_at_work_than_the_fleet_may_have(state_home: Path) -> None:
    at_work, most = 0, 0

    async def act() -> str:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await asyncio.sleep(0.05)
        at_work -= 1
        return ""

    async def job(run: Run, _: object) -> None:
        for number in range(2):
            await run.step(f"{number}", act, str)

    async def test() -> None:
        path, jobs, ids = (
            state_file(state_home),
            {"job": job},
            [f"r{number}" for number in range(12)],
        )
        options = {"concurrency": 4, "fleet": 3}
        async with (
            working(path, jobs, **options) as one,
            working(path, jobs, **options),
            working(path, jobs, **options),
        ):
            for run_id in ids:
                await one.start("job", run_id, None)
            assert {(await one.finished(run_id)).state for run_id in ids} == {"done"}

    run_async(test)
    assert 1 < most <= 3


def test_what_a_person_waits_for_is_taken_on_first(state_home: Path) -> None:
    begun: list[str] = []

    async def job(run: Run, _: object) -> None:
        begun.append(run.id)

    async def test() -> None:
        path = state_file(state_home)
        async with client(path) as engine:
            for run_id in ("first", "second", "urgent"):
                await engine.start("job", run_id, None, urgent=run_id == "urgent")
            async with working(path, {"job": job}, concurrency=1):
                assert {
                    (await engine.finished(run_id)).state
                    for run_id in ("first", "second", "urgent")
                } == {"done"}

    run_async(test)
    assert begun == ["urgent", "first", "second"]


def test_calls_of_all_processes_are_as_far_apart_as_a_vendor_wants(state_home: Path) -> None:
    calls: list[float] = []

    async def call() -> str:
        calls.append(time.time() + await take_turn.get()("a vendor", 10.0))
        return ""

    async def job(run: Run, _: object) -> None:
        await run.step("call", call, str)

    async def test() -> None:
        path, jobs, ids = (
            state_file(state_home),
            {"job": job},
            [f"r{number}" for number in range(6)],
        )
        async with working(path, jobs, concurrency=1) as one, working(path, jobs, concurrency=1):
            for run_id in ids:
                await one.start("job", run_id, None)
            assert {(await one.finished(run_id)).state for run_id in ids} == {"done"}
        with reading(path) as store:
            assert (
                len(
                    {
                        event.run
                        for run_id in ids
                        for event in store.events(run_id)
                        if event.kind == "step"
                    }
                )
                == 6
            )

    run_async(test)
    calls.sort()
    assert [round((after - before) / 10) for before, after in pairwise(calls)] == [1] * 5


# -- upgrades


def test_a_run_begun_by_one_version_of_a_job_is_finished_by_the_next(state_home: Path) -> None:
    acts = Acts()

    async def earlier(run: Run, _: object) -> str:
        first = await run.step("first", partial(acts.act, "first"), str)
        await run.wait("go", "go", until=time.time() + PATIENCE)
        return first

    async def later(run: Run, _: object) -> str:
        begun = await run.step("begun", partial(acts.act, "begun"), str)
        first = await run.step("first", partial(acts.act, "first"), str)
        await run.wait("go", "go", until=time.time() + PATIENCE)
        return " ".join([begun, first, await run.step("last", partial(acts.act, "last"), str)])

    async def test() -> None:
        path = state_file(state_home)
        async with client(path) as engine:
            await engine.start("job", "r", None)
            with reading(path) as store:
                async with working(path, {"job": earlier}):
                    await until(lambda: "go" in store.keys("r"))
            await engine.send("r", "go", None, key="go")
            async with working(path, {"job": later}):
                assert (await engine.finished("r")).value == "BEGUN FIRST LAST"

    run_async(test)
    assert acts.done == {"first": 1, "begun": 1, "last": 1}


def test_a_database_of_an_earlier_version_is_brought_up_to_date_and_a_later_one_refused(
    state_home: Path,
) -> None:
    path = state_file(state_home)
    with closing(open_database(path, MIGRATIONS[:-1], application_id=APPLICATION_ID)) as earlier:
        given = "'r', 'job', 'null', 'open', '', 0, 0, 0, 0, 0, ''"
        earlier.execute(f"INSERT INTO runs ({', '.join(RunRow._fields)}) VALUES ({given})")
        earlier.execute("INSERT INTO workers (owner, beat, expires) VALUES ('m|b|1|1|1', 0, 0)")

    async def job(_: Run, given: object) -> str:
        return f"done by the next: {given}"

    async def test() -> None:
        async with working(path, {"job": job}) as engine:
            assert (await engine.finished("r")).value == "done by the next: None"

    run_async(test)
    later = (*MIGRATIONS, ("CREATE TABLE later (id INTEGER)",))
    open_database(path, later, application_id=APPLICATION_ID).close()
    with pytest.raises(
        StoreTooNew, match=f"version {len(later)}.*supports up to {len(MIGRATIONS)}"
    ):
        Store(path)
