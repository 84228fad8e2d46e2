"""SECURITY.md says how to report in private, what is in scope, and which versions are supported."""

from __future__ import annotations

import re

from tests.support.paths import ROOT

PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def test_the_page_has_a_private_way_a_scope_and_versions() -> None:
    for heading in ("Report a vulnerability", "Supported versions", "In scope", "Out of scope"):
        assert f"\n## {heading}\n" in PAGE
    assert "security advisory" in PAGE


def test_the_links_of_the_page_lead_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)", PAGE):
        assert (ROOT / target).is_file(), target


def test_the_front_page_names_it() -> None:
    assert "(SECURITY.md)" in (ROOT / "README.md").read_text(encoding="utf-8")
