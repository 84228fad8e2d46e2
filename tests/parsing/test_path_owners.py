from __future__ import annotations

import pytest

from coordinator.errors import WorkspaceError
from coordinator.parsing.path_owners import (
    PathOwners,
    read_code_owners,
    read_gitea_owners,
    rules_of_globs,
)

GITHUB = r"""
# everything
*           @all   # with a comment
*.js        @js @web
/build/     @build
docs/*      docs@example.org
apps/       @apps
/free/
/free/not/  @not
with\ blank @blank
"""


def owners(text: str, path: str) -> tuple[str, ...] | None:
    rule = PathOwners(read_code_owners(text)).rule_for(path)
    return None if rule is None else rule.owners


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.py", ("@all",)),
        ("a/b.JS", ("@js", "@web")),
        ("build/x/y", ("@build",)),
        ("Build", ("@build",)),
        ("a/build/x", ("@all",)),
        ("docs/a.md", ("docs@example.org",)),
        ("docs/deep/a.md", ("@all",)),
        ("a/apps/b/c", ("@apps",)),
        ("free/a", None),
        ("FREE/a", ("@all",)),
        ("free/not/a", ("@not",)),
        ("with blank", ("@blank",)),
    ],
)
def test_the_last_pattern_of_code_owners_decides(
    path: str, expected: tuple[str, ...] | None
) -> None:
    assert owners(GITHUB, path) == expected


def test_sections_of_gitlab_count_each_and_have_owners_of_their_own() -> None:
    text = "*.md @docs\n[Code] @code\n*.py\n^[Optional][2]\n*.py @more\n"
    assert owners(text, "a.py") == ("@code",)
    assert owners(text, "a.md") == ("@docs",)
    assert owners(text, "a.txt") is None


def test_patterns_of_gitea_are_regular_expressions() -> None:
    text = r".*\.go @go" + "\n!docs/.* @code\nvendor/.*\n"
    found = PathOwners(read_gitea_owners(text))
    assert found.rule_for("a/B.GO") is not None
    assert found.rule_for("docs/a.md") is None
    assert found.rule_for("src/a.md") is not None
    with pytest.raises(WorkspaceError, match="wrong pattern"):
        read_gitea_owners("( @x")


def test_an_empty_file_owns_nothing() -> None:
    assert owners("", "a") is None
    assert owners("# nobody\n\n", "a") is None


def test_a_glob_needs_a_person_and_names_no_owner() -> None:
    rule = PathOwners((rules_of_globs(["infra/**"]),)).rule_for("INFRA/x")
    assert rule is not None
    assert rule.owners == ()
