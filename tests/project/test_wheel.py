"""The wheel is small and complete: what is installed from it, and from nothing else of ours, works."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from functools import partial
from pathlib import Path

import pytest

from coordinator.agents.discovery import look_around
from coordinator.config.settings import load
from tests.support.doc_pages import commands, missing
from tests.support.machines import BALLOT, CRITERIA, inhabited, work
from tests.support.paths import ROOT
from tests.support.programs import needing, uv
from tests.support.real_clis import real, real_cli
from tests.support.vendor_streams import Say

SOURCE = ROOT / "src"
MOST = 1_200_000  # bytes
MADE = ("__pycache__", "*.egg-info")

pytestmark = pytest.mark.xdist_group("wheel")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of `make release`, or one built from a copy, so that nothing is left in the repository."""
    if released := os.environ.get("WHEEL"):
        return Path(released)
    place = tmp_path_factory.mktemp("wheel")
    shutil.copytree(SOURCE, place / "src", ignore=shutil.ignore_patterns(*MADE))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, place)
    program = "from setuptools.build_meta import build_wheel; build_wheel('dist')"
    subprocess.run([sys.executable, "-c", program], cwd=place, check=True, capture_output=True)
    (built,) = (place / "dist").glob("agent_coordinator-*-py3-none-any.whl")
    return built


def clean(home: Path, *path: Path) -> dict[str, str]:
    """The variables of somebody who has nothing yet, with these folders in front of the system's."""
    places = [str(each) for each in path] + ["/usr/local/bin", "/usr/bin", "/bin"]
    kept = {
        name: value
        for name, value in os.environ.items()
        if name.endswith(("_proxy", "_PROXY", "_CERT_FILE"))
    }
    return kept | {"HOME": str(home), "PATH": os.pathsep.join(places), "LC_ALL": "C.UTF-8"}


def test_it_has_every_file_of_the_package_and_stays_small(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {
            name for name in archive.namelist() if not name.partition("/")[0].endswith(".dist-info")
        }
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = archive.read(metadata).decode()
    files = {
        str(file.relative_to(SOURCE)) for file in SOURCE.glob("coordinator/**/*") if file.is_file()
    }
    assert packed == {name for name in files if "__pycache__" not in name}
    assert "Name: agent-coordinator\n" in said
    assert wheel.stat().st_size < MOST


@pytest.fixture(scope="module", params=needing("pip"))
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the programs that are installed from the wheel, and from nothing else of ours."""
    env = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", env], check=True)
    (site,) = env.glob("lib/python3*/site-packages")
    # Its dependencies are lent by this environment; what is ours there is behind a file that is not read this way.
    (site / "lent.pth").write_text(f"{next(p for p in sys.path if p.endswith('site-packages'))}\n")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(env),
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
    ]
    subprocess.run([*pip, wheel], capture_output=True, check=True)
    return env / "bin"


def run(*command: str, env: dict[str, str], cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)


@pytest.mark.soak
def test_what_is_installed_from_it_works_by_both_names(programs: Path, tmp_path: Path) -> None:
    ran = partial(run, env=clean(tmp_path, programs), cwd=tmp_path)
    where = ran("python", "-c", "import coordinator; print(coordinator.__file__)").stdout
    assert where.startswith(str(programs.parent))
    assert (
        ran("coordinator", "--version").stdout == ran("agent-coordinator", "--version").stdout != ""
    )
    assert "Judge the work in a repository" in ran("coordinator", "review", "--help").stdout
    assert ran("coordinator", "demo", "--home", str(tmp_path / "demo")).returncode == 0
    shown = ran("coordinator", "board", "add", "A title", "--text", "What is asked.")
    assert (shown.returncode, shown.stdout) == (0, "B-1 todo: A title\n")


@real("claude")
def test_with_a_real_cli_and_an_empty_home_one_command_is_enough_for_a_verdict(
    name: str, programs: Path, tmp_path: Path
) -> None:
    repo = work(tmp_path / "repo", "")
    replies = []
    for reply in (CRITERIA, BALLOT):
        replies.append(Say(json.dumps(reply).replace("REFERENCE", "{{reference}}")))
    with real_cli(name, tmp_path / "home", replies) as program:
        with inhabited(program.env):
            if len({each.family for each in look_around(load()).candidates}) > 1:
                pytest.skip("a server of models runs on this machine, and would judge too")
        env = program.env | {"PATH": os.pathsep.join((str(programs), program.env["PATH"]))}
        ran = run("agent-coordinator", "review", env=env, cwd=repo)
    assert ran.returncode == 0, ran.stderr
    # What the README shows is what this prints.
    assert not missing(next(commands(ROOT / "README.md")).says, ran.stderr + ran.stdout)


@pytest.mark.soak
@pytest.mark.needs("uv")
def test_uvx_runs_it(wheel: Path, tmp_path: Path) -> None:
    uvx = [uv(), "tool", "run", "--quiet", "--python", sys.executable]
    ran = subprocess.run(
        [
            *uvx,
            "--constraints",
            ROOT / "constraints.txt",
            "--from",
            wheel,
            "agent-coordinator",
            "review",
            "--help",
        ],
        cwd=tmp_path,
        env=clean(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    if "Could not connect" in ran.stderr or "Failed to fetch" in ran.stderr:
        pytest.skip("the package index does not answer")
    assert "Judge the work in a repository" in ran.stdout, ran.stderr
