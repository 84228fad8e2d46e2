"""An advisory verdict on a forge is only a comment: no status, no review, no merge, nobody is started."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forge_house import (
    BAD,
    DIALECTS,
    FINE,
    MENDED,
    SILENT,
    ends,
    panel,
    settle,
    site_at,
    watching,
)
from tests.support.waiting import wait_until


@pytest.mark.parametrize("where", DIALECTS)
@pytest.mark.parametrize(
    ("reply", "files", "head"), [(FINE, MENDED, "**Accepted**"), (BAD, SILENT, "**Sent back**")]
)
def test_an_advisory_verdict_is_only_a_comment(
    where: str, reply: dict[str, object], files: dict[str, str], head: str, tmp_path: Path
) -> None:
    with site_at(where, tmp_path) as site:
        extra = "review: {mode: advisory}\n"
        config = settle(site, tmp_path, panel(reply), "merge: always", extra=extra)
        with watching(config):
            number = site.open(files=files)
            wait_until(lambda: ends(config) == ["done"])
        assert list(site.ours(number)) == ["verdict"]
        said = site.ours(number)["verdict"]
        assert said.startswith("This verdict is advice")
        assert head in said
        pull = site.standin.pull(site.repo, number)
        assert (site.statuses(number), pull.reviews, pull.labels) == ([], [], [])
        assert pull.state == "open"
