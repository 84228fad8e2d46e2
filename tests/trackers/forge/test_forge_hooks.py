"""Webhooks of a forge: they wake the daemon, and only those who know the secret can send one."""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx2
import pytest

from coordinator.app.runtime import open_tracker
from coordinator.config.environment import state_file
from coordinator.storage.store import Store
from coordinator.trackers.forge import feed
from coordinator.web import webhooks
from coordinator.web.webhooks import Webhook
from tests.support.dashboards import ACCEPT, dashboard
from tests.support.forge_house import FORGES, GOOD, panel, settle, site_at
from tests.support.reviews import make_config
from tests.support.runs import run_async
from tests.support.scenes import coordinator
from tests.support.waiting import wait_until

# GitHub's own example.
SECRET, BODY = "It's a Secret to Everybody", b"Hello, World!"
SIGNED = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
HEADER = "X-Hub-Signature-256"


@contextmanager
def door(home: Path, secret: str = SECRET) -> Iterator[tuple[httpx2.Client, list[bool]]]:
    """Somebody before a dashboard that has webhooks, and how often these have woken anybody."""
    woken: list[bool] = []
    webhook = Webhook(lambda: secret, lambda: woken.append(True))
    with (
        dashboard(make_config(home, ACCEPT), webhook=webhook) as running,
        running.stranger() as stranger,
    ):
        yield stranger, woken


def test_a_delivery_is_let_in_by_its_signature_alone(tmp_path: Path) -> None:
    with door(tmp_path) as (stranger, woken):
        others = {
            "Host": "hooks.example.org",
            "Origin": "https://elsewhere.example",
            "Sec-Fetch-Site": "cross-site",
        }
        # The last is a replay
        for headers in ({HEADER: SIGNED}, {HEADER: SIGNED, **others}, {HEADER: SIGNED}):
            answer = stranger.post(webhooks.PATH, content=BODY, headers=headers)
            assert (answer.status_code, answer.content, "set-cookie" in answer.headers) == (
                202,
                b"",
                False,
            )
        assert len(woken) == 3
        assert stranger.get(webhooks.PATH, headers={HEADER: SIGNED}).status_code == 401
        assert (
            stranger.post(
                f"{webhooks.PATH}/more", content=BODY, headers={HEADER: SIGNED}
            ).status_code
            == 401
        )


def test_a_wrong_signature_is_refused_and_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with door(tmp_path) as (stranger, woken):
        for given in ("", "sha256=", SIGNED[:-1], SIGNED.replace("7", "8"), "ü"):
            answer = stranger.post(
                webhooks.PATH, content=BODY, headers={HEADER.encode(): given.encode()}
            )
            assert (answer.status_code, answer.json()["what"]) == (403, "the signature is wrong")
            assert SECRET not in answer.text
        assert (
            stranger.post(webhooks.PATH, content=BODY + b"!", headers={HEADER: SIGNED}).status_code
            == 403
        )
    assert woken == []
    assert sum("a webhook was refused" in each.message for each in caplog.records) == 1


def test_no_delivery_is_larger_than_one_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhooks, "LARGEST", 100_000)
    with door(tmp_path) as (stranger, woken):
        for size, status in ((100_000, 202), (100_001, 413)):
            body = b"x" * size
            signed = "sha256=" + hmac.new(SECRET.encode(), body, "sha256").hexdigest()
            assert (
                stranger.post(webhooks.PATH, content=body, headers={HEADER: signed}).status_code
                == status
            )
    assert len(woken) == 1


def test_without_a_secret_nothing_is_let_in(tmp_path: Path) -> None:
    with door(tmp_path / "unset", secret="") as (stranger, woken):
        unsigned = "sha256=" + hmac.new(b"", BODY, "sha256").hexdigest()
        answer = stranger.post(webhooks.PATH, content=BODY, headers={HEADER: unsigned})
        assert (answer.status_code, "COORDINATOR_WEBHOOK_SECRET" in answer.json()["fix"]) == (
            403,
            True,
        )
    assert woken == []
    with (
        dashboard(make_config(tmp_path / "board", ACCEPT)) as running,
        running.stranger() as stranger,
    ):
        assert (
            stranger.post(webhooks.PATH, content=BODY, headers={HEADER: SIGNED}).status_code == 404
        )


@pytest.mark.parametrize("where", FORGES)
def test_a_webhook_has_the_daemon_look_at_once(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path / "site") as site:
        known = site.open()
        home = settle(site, tmp_path / "home", panel(GOOD), extra="serve: {port: 0}\n").home
        file = home / "coordinator.yaml"
        file.write_text(file.read_text().replace("poll: 0.1s", "poll: 1h"))
        variables = {"COORDINATOR_TOKEN": site.token, "COORDINATOR_WEBHOOK_SECRET": SECRET}
        with (
            coordinator(home, "watch", "--serve", **variables) as (address, _),
            closing(Store(state_file(home))) as store,
        ):
            wait_until(lambda: store.setting(f"watch/{site.dialect}"))
            site.server.hook(f"{address}{webhooks.PATH}", SECRET)
            number = site.open()
            wait_until(lambda: site.statuses(number))  # which the next look would see to in an hour
        assert site.statuses(known) == []


@pytest.mark.parametrize("where", FORGES)
def test_a_change_is_heeded_at_once_after_a_webhook_and_looked_at_again(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look() -> None:
        async with open_tracker(settle(site, tmp_path / "home", [])) as tracker:
            _, cursor = await tracker.begin(backlog=False)
            monkeypatch.setattr(feed, "SETTLED", 3600.0)  # so that no change is old enough
            number = site.open()
            await tracker.pause(0.0)
            found, cursor = await tracker.entries(cursor)
            assert found == ()
            for _ in range(100):
                tracker.wake()
            await tracker.pause(3600.0)
            (early,), cursor = await tracker.entries(cursor)
            assert early.issue == f"{site.repo}#{number}"
            await tracker.pause(0.0)  # all hundred webhooks have ended one pause
            found, cursor = await tracker.entries(cursor)
            assert found == ()
            monkeypatch.setattr(feed, "SETTLED", 0.0)
            await tracker.pause(0.0)
            (late,), cursor = await tracker.entries(cursor)
            assert late.id == early.id
            tracker.wake()
            await tracker.pause(3600.0)
            assert (await tracker.entries(cursor))[0] == ()

    with site_at(where, tmp_path / "site") as site:
        run_async(look)
