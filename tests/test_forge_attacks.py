"""What the author of a pull request may try, and what becomes of it; at the tracker itself, on both dialects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from coordinator.config.settings import Config
from coordinator.errors import TrackerError
from coordinator.runtime import open_tracker
from coordinator.trackers.forge.tracker import ForgeTracker
from tests.forge_house import DIALECTS, SHOP, panel, settle, site_at

T = TypeVar("T")
Asked = Callable[[ForgeTracker], Awaitable[T]]
WHERE = pytest.mark.parametrize("where", DIALECTS)


def ask(config: Config, question: Asked[T]) -> T:
    """What a tracker that was just opened answers."""

    async def asked() -> T:
        async with open_tracker(config) as tracker:
            assert isinstance(tracker, ForgeTracker)
            async with asyncio.timeout(60):
                return await question(tracker)

    return asyncio.run(asked())


@WHERE
def test_a_repository_that_has_moved_is_read_and_written_where_it_is_now(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site:
        config, number = settle(site, tmp_path, panel()), site.open()
        site.standin.rename(SHOP, "acme/store")

        async def at_once(tracker: ForgeTracker) -> str:
            pulls = await asyncio.gather(*(tracker.api.pull(SHOP, number) for _ in range(9)))
            await tracker.api.post_comment(SHOP, number, "Here.")
            return pulls[-1].head

        assert ask(config, at_once) == site.standin.pull("acme/store", number).head
        assert [each.body for each in site.standin.pull("acme/store", number).comments] == ["Here."]


@WHERE
def test_no_answer_of_a_server_leads_our_token_to_another_one(where: str, tmp_path: Path) -> None:
    with site_at(where, tmp_path) as site, site_at(where, tmp_path) as other:
        config = settle(site, tmp_path, panel())
        with pytest.raises(TrackerError, match="is sent on to"):
            ask(config, lambda tracker: tracker.api.get(f"{other.standin.api}/user"))
        assert not other.standin.requests
