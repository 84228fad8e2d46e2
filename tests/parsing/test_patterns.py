from __future__ import annotations

import time

import pytest

from coordinator.errors import WorkspaceError
from coordinator.parsing.patterns import Glob

NAMED = [
    ("**", "a"),
    ("**", "a/b/c"),
    ("*", "a"),
    ("*", ".hidden"),
    ("*.py", "a.py"),
    ("**/*.py", "a.py"),
    ("**/*.py", "a/b/c.py"),
    ("src/**", "src/a"),
    ("src/**", "src/a/b"),
    ("src/**/*.py", "src/a.py"),
    ("src/**/*.py", "src/x/y/a.py"),
    ("src/**/test/**", "src/test/a"),
    ("src/**/test/**", "src/a/test/b/test/c"),
    ("**/b/**/c", "a/b/x/b/c"),
    ("src/*/a.py", "src/x/a.py"),
    ("src", "src/a/b"),
    ("src/", "src/a/b"),
    ("./src/a.py", "src/a.py"),
    ("/src/a.py", "src/a.py"),
    ("Makefile", "Makefile"),
    ("a?c", "abc"),
    ("[ab].txt", "a.txt"),
    ("[!ab].txt", "c.txt"),
    ("*.{ts,tsx}", "a.tsx"),
    ("{src,lib/{x,y}}/**", "lib/y/a"),
    ("a b/**", "a b/ü.txt"),
    ("**/[[]x].py", "a/[x].py"),
    ("**/*", "a\nb"),
]
NOT_NAMED = [
    ("*", "a/b"),
    ("*.py", "a/b.py"),
    ("*.py", "a.pyc"),
    ("src/**", "src"),
    ("src/**", "srcs/a"),
    ("src/", "src"),
    ("src", "a/src"),
    ("src/*", "src/a/b"),
    ("src/*/a.py", "src/a.py"),
    ("src/*/a.py", "src/x/y/a.py"),
    ("a?c", "a/c"),
    ("a.c", "abc"),
    ("*.PY", "a.py"),
    ("[!ab].txt", "a.txt"),
    ("*.{ts,tsx}", "a.js"),
    ("**/b/**/*.c", "a/b/x.c/d"),
    ("", "a"),
]


@pytest.mark.parametrize(("glob", "path"), NAMED)
def test_a_glob_names_what_it_should(glob: str, path: str) -> None:
    assert Glob(glob).matches(path)


@pytest.mark.parametrize(("glob", "path"), NOT_NAMED)
def test_a_glob_names_nothing_else(glob: str, path: str) -> None:
    assert not Glob(glob).matches(path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        *NAMED,
        ("infra/**", "infra"),
        ("infra/**", "INFRA/x"),
        ("Infra/", "infra"),
        ("**/infra/*.tf", "a/infra"),
        ("a/b/c/d.py", "a/b"),
        ("[A-C].TXT", "b.txt"),
        ("caf\u00e9/**", "CAFE\u0301"),
    ],
)
def test_a_wide_glob_names_more(glob: str, path: str) -> None:
    assert Glob(glob, wide=True).matches(path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [("**/*.py", "a"), ("infra/**", "infrared"), ("infra/*/x", "infra/a"), ("*/x/**", "a")],
)
def test_a_wide_glob_names_no_file_that_could_be_any(glob: str, path: str) -> None:
    assert not Glob(glob, wide=True).matches(path)


def test_a_wide_glob_names_a_link_in_the_place_of_any_folder() -> None:
    assert Glob("infra/*/x", wide=True).matches("infra/a", is_link=True)
    assert not Glob("**/*.py", wide=True).matches("infra", is_link=True)
    assert not Glob("infra/*/x").matches("infra/a", is_link=True)


def test_a_spiteful_glob_takes_no_time() -> None:
    began = time.process_time()
    assert not Glob("*a" * 40 + "b").matches("a" * 250)
    assert not Glob("**/a/" * 40 + "b").matches("a/" * 1_000 + "a")
    assert time.process_time() - began < 5


def test_too_many_choices_are_refused() -> None:
    with pytest.raises(WorkspaceError, match="too many choices"):
        Glob("{a,b}" * 40)
