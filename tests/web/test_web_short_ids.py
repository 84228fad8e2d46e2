"""Addresses with a short id: they lead to the run, or say which runs it can be."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from coordinator.config.environment import state_file
from coordinator.storage.short_ids import short_id
from coordinator.storage.store import Store
from tests.support.dashboards import ACCEPT, begin, dashboard

# Made at the same time, so that their first characters are the same
IDS = [f"MUL-4.0199a1b2-c3d4-7e5f-8a6b-{number:012x}" for number in (1, 2)]


def test_an_address_may_have_a_short_id(tmp_path: Path) -> None:
    config, _ = begin(tmp_path, ACCEPT)
    with closing(Store(state_file(config.home))) as store:
        for each in IDS:
            store.add_run(each, "review", "{}", owner="")
    with dashboard(config) as running, running.client() as client:
        for each in IDS:
            led = client.get(f"/reviews/{short_id(each)}")
            assert led.status_code == 307
            assert led.headers["location"] == f"{running.address.rstrip('/')}/reviews/{each}"
        many = client.get("/reviews/MUL-4.0199a1b2")
        assert many.status_code == 422
        assert all(short_id(each) in many.text for each in IDS)
        assert client.get("/reviews/MUL-5").status_code == 404
