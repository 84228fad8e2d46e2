"""What people try on a forge with a second pull request at the same commit; a daemon judges both."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.forge_house import (
    ASKED,
    DIALECTS,
    FINE,
    MENDED,
    POOR,
    SHOP,
    Site,
    panel,
    press_merge,
    settle,
    site_at,
    until_ends,
    watching,
)
from tests.support.reviews import write_replies

pytestmark = pytest.mark.adversary


def is_merged(site: Site, number: int) -> bool:
    """Have a maintainer press the button; return whether the server merges."""
    press_merge(site, number)
    return bool(site.standin.pull(SHOP, number).merged)


def require_our_status(site: Site, number: int) -> None:
    """Protect the branch with the status that we have set for a pull request."""
    pull = site.standin.pull(SHOP, number)
    site.standin.protect(SHOP, [pull.statuses[pull.head][-1].context])


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize("by", ["author", "stranger"])
def test_a_second_pull_request_does_not_make_a_rejected_one_mergeable(
    dialect: str, by: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, panel(POOR))
        with watching(config):
            rejected = site.open(files=MENDED, fork=True)
            until_ends(config, "done")
            require_our_status(site, rejected)
            write_replies(tmp_path, panel(FINE))
            # For another request: the same one would get the same answer.
            other = f"{ASKED} Please."
            easy = site.open("Easy", asked=other, by=by, fork=True, at=site.pull(rejected).head)
            until_ends(config, "done", "done")
        assert site.ours(easy)["verdict"].startswith("**Accepted**")
        assert site.ours(rejected)["verdict"].startswith("**Sent back**")
        assert not is_merged(site, rejected)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_nonsense_of_a_stranger_does_not_block_what_was_accepted(
    dialect: str, tmp_path: Path
) -> None:
    with site_at(dialect, tmp_path) as site:
        config = settle(site, tmp_path, panel(FINE))
        with watching(config):
            accepted = site.open(files=MENDED, fork=True)
            until_ends(config, "done")
            require_our_status(site, accepted)
            write_replies(tmp_path, panel(POOR))
            other = f"{ASKED} Please."
            head = site.pull(accepted).head
            nonsense = site.open("Nonsense", asked=other, by="stranger", fork=True, at=head)
            until_ends(config, "done", "done")
        assert site.ours(nonsense)["verdict"].startswith("**Sent back**")
        assert site.ours(accepted)["verdict"].startswith("**Accepted**")
        assert is_merged(site, accepted)
