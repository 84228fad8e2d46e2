"""What is installed: pinned with hashes, bounded, and each direct dependency with its reason in docs/trust.md."""

from __future__ import annotations

import re
import tomllib

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.support.paths import ROOT

PEERS = tuple(f".ci/peers/{name}.txt" for name in ("dbos", "inspect", "verdict"))
LOCKS = (
    "constraints.txt",
    "deploy/requirements.txt",
    "deploy/build.txt",
    ".ci/linters.txt",
    ".ci/local.txt",
    ".ci/tools.txt",
    *PEERS,
)
HASHES = r"((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)"
ENTRY = re.compile(r"^([a-z0-9-]+)==(\S+)(?: ; [^\\]+)? \\\n" + HASHES, re.MULTILINE)


def direct() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = [
        one for group in project["project"]["optional-dependencies"].values() for one in group
    ]
    texts = [*project["build-system"]["requires"], *project["project"]["dependencies"], *extras]
    return [
        wanted for wanted in map(Requirement, texts) if wanted.name != project["project"]["name"]
    ]


def pinned(lock: str) -> dict[str, Version]:
    return {name: Version(version) for name, version, _ in ENTRY.findall((ROOT / lock).read_text())}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_file_has_packages_with_hashes_and_nothing_else(lock: str) -> None:
    text = (ROOT / lock).read_text()
    assert pinned(lock)
    assert ENTRY.sub("", text) == ""


def test_what_is_installed_beside_a_release_is_what_was_tested_and_no_more() -> None:
    released, tested = pinned("deploy/requirements.txt"), pinned("constraints.txt")
    assert released.items() <= tested.items()
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    only_tests = {canonicalize_name(Requirement(text).name) for text in extras.pop("dev")}
    wanted = {
        canonicalize_name(Requirement(text).name) for group in extras.values() for text in group
    }
    assert wanted <= released.keys()
    assert not only_tests & released.keys()


@pytest.mark.parametrize("wanted", direct(), ids=str)
def test_a_dependency_is_bounded_pinned_and_has_a_reason(wanted: Requirement) -> None:
    assert any(bound.operator == "<" for bound in wanted.specifier)
    name = canonicalize_name(wanted.name)
    assert wanted.specifier.contains((pinned("constraints.txt") | pinned(".ci/local.txt"))[name])
    reasons = (ROOT / "docs/trust.md").read_text().split("## Dependencies")[1].split("\n## ")[0]
    assert re.search(rf"^\| .*`{re.escape(wanted.name)}`.* \| \w", reasons, re.MULTILINE)
