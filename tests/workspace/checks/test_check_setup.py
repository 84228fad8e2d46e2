from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from coordinator.config.checks import CheckConfig, SetupConfig
from coordinator.config.review import ReviewConfig
from coordinator.models import CheckResult, Experiment
from coordinator.workspace.checks.experiment_runner import ExperimentRunner
from coordinator.workspace.checks.installations import remove_oldest
from coordinator.workspace.checks.runner import run_check
from coordinator.workspace.checks.setup import CheckSetup, execute
from coordinator.workspace.checks.setup_detection import PYTEST, detect_setup
from coordinator.workspace.sandbox.sandbox import Sandbox, find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.paths import ROOT
from tests.support.programs import on_path
from tests.support.repositories import git, new_repository, without_sandbox
from tests.support.reviews import deliver
from tests.support.settings import load_text

Files = Mapping[str, str]
Submit = Callable[..., Workspace]

# A build backend in the tree itself: pip installs the package to be edited, and needs nothing from anywhere.
PACKAGE = {
    "pyproject.toml": """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "greeting"
version = "1.0"
""",
    "backend.py": """\
import os, zipfile

def build_editable(directory, config_settings=None, metadata_directory=None):
    name = "greeting-1.0-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(directory, name), "w") as wheel:
        wheel.writestr("greeting.pth", os.path.abspath("src") + "\\n")
        wheel.writestr("greeting-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: greeting\\nVersion: 1.0\\n")
        wheel.writestr("greeting-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nTag: py3-none-any\\n")
        wheel.writestr("greeting-1.0.dist-info/RECORD", "")
    return name

build_wheel = build_editable
""",
    "src/greeting/__init__.py": "def greet(name): return 'Hello, ' + name\n",
}
# As the detected set-up, but with the pip that is there: to unpack another takes seconds.
INSTALL = (
    "python3 -m venv --without-pip .venv && "
    f"{sys.executable} -m pip --python .venv/bin/python install --quiet --no-index --disable-pip-version-check -e ."
)

VENV = "python3 -m venv --clear .venv && .venv/bin/python -m pip install --quiet --disable-pip-version-check "
EXTRAS = """\
[project.optional-dependencies]
dev = []
test = []
docs = []
[dependency-groups]
test = ['a>=1', '--editable=x', {include-group = 'b'}]
dev = 1
"""


@pytest.fixture(autouse=True)
def _python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `python3` be this one, and not a script that looks for it."""
    monkeypatch.setenv("PATH", f"{sys.base_prefix}/bin:{os.environ['PATH']}")


@pytest.fixture
def submit(tmp_path: Path) -> Submit:
    """Freezes some work against some base, each time with a home of its own, in the same repository."""
    repo, count = new_repository(tmp_path / "repo"), iter(range(1_000))

    def freeze(base: Files, work: Files) -> Workspace:
        number = next(count)
        if number:
            git(repo, "checkout", "--quiet", "main")
        deliver(repo, base)
        git(repo, "checkout", "--quiet", "-b", f"work-{number}")
        deliver(repo, work)
        for name in (name for name, text in work.items() if text.startswith("#!")):
            (repo / name).chmod(0o755)
        git(repo, "commit", "--quiet", "--all", "--allow-empty", "--message", "programs")
        home = tmp_path / f"home-{number}"
        return Workspace(asyncio.run(snapshot(str(repo), "main", home)), home)

    return freeze


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept"


def check(workspace: Workspace, setup: CheckSetup, command: str) -> CheckResult:
    return asyncio.run(run_check(CheckConfig(run=command), workspace, setup))


def installations(kept: Path) -> list[str]:
    return (
        [path.name for path in (kept / "installed").iterdir()]
        if (kept / "installed").exists()
        else []
    )


# -- what is installed


SUGGEST: list[tuple[Files, str]] = [
    ({"test_a.py": ""}, ""),
    ({"pyproject.toml": "[tool.ruff]\nline-length = 120\n"}, ""),
    ({"pyproject.toml": "[project]\nname = 'a'\n"}, "-e ."),
    ({"pyproject.toml": "not toml"}, "-e ."),
    ({"pyproject.toml": "project = 1\ndependency-groups = 1\n"}, "-e ."),
    (
        {"setup.py": "", "requirements-a.txt": "", "docs/requirements.txt": ""},
        "-e . -r requirements-a.txt",
    ),
    ({"pyproject.toml": EXTRAS}, "-e '.[test,dev]' 'a>=1'"),
    ({"package.json": "{}"}, ""),
    ({"package.json": "{}", "package-lock.json": "{}"}, "npm ci --no-audit --no-fund"),
    (
        {"Cargo.toml": "", "go.mod": "", "sub/package-lock.json": ""},
        "cargo fetch && go mod download",
    ),
]


def test_what_has_to_be_installed_is_seen_from_the_files(submit: Submit) -> None:
    files = {
        f"{number}/{path}": text
        for number, (files, _) in enumerate(SUGGEST)
        for path, text in files.items()
    }
    workspace, found = submit({}, files), []
    for number in range(len(SUGGEST)):
        tree = git(Path(workspace.work.repo), "rev-parse", f"HEAD:{number}")
        one = Workspace(workspace.work.model_copy(update={"revision": tree}), workspace.home)
        command, _, pytest_too = (
            asyncio.run(detect_setup(one)).removeprefix(VENV).partition(" && {")
        )
        assert ("pytest" in pytest_too) == (VENV in asyncio.run(detect_setup(one)))
        found.append(command)
    assert found == [command for _, command in SUGGEST]


def test_uv_is_used_where_it_is_installed(
    submit: Submit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = submit({}, {"uv.lock": "", "pyproject.toml": "[project]\nname = 'a'\n"})
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "git").symlink_to(on_path("git"))
    monkeypatch.setenv("PATH", str(programs))
    assert asyncio.run(detect_setup(workspace)).startswith("python3 -m venv")
    (programs / "uv").touch(0o755)
    assert asyncio.run(detect_setup(workspace)).startswith("uv sync &&")


def test_a_set_up_is_configured_by_its_command_or_in_full_and_may_be_none(tmp_path: Path) -> None:
    texts = (
        "setup:",
        "setup: {}",
        "setup: uv sync",
        "setup: {run: make deps, files: [deps.lock], timeout: 1h}",
    )
    found = [load_text(text, environ={"COORDINATOR_HOME": str(tmp_path)}).setup for text in texts]
    assert found[:3] == [None, SetupConfig(), SetupConfig(run="uv sync")]
    assert found[3] == SetupConfig(run="make deps", files=("deps.lock",), timeout=3600)


# -- from where a check imports


def test_a_check_imports_the_copy_and_not_what_the_author_has_installed_to_edit(
    submit: Submit, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = submit(PACKAGE, {"src/greeting/__init__.py": "def greet(name): return name\n"})
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "env"))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "repo/src"))
    asyncio.run(
        execute(
            "python3 -m venv --without-pip env",
            tmp_path,
            without_sandbox(),
            timeout=60,
            output=1_000,
        )
    )
    (site,) = (tmp_path / "env/lib").glob("python*/site-packages")
    (site / "greeting.pth").write_text(f"{tmp_path}/repo/src\n")
    monkeypatch.setenv("PATH", f"{tmp_path}/env/bin:{os.environ['PATH']}")
    where = "cd / && python3 -c 'import greeting; print(greeting.__file__, greeting.greet(chr(65)))' && env"
    assert check(
        workspace, CheckSetup(SetupConfig(), kept, without_sandbox), where
    ).output.startswith(f"{tmp_path}/repo/src/")
    for get_sandbox in (find_sandbox, without_sandbox):
        for tree, said in ((workspace.base, "Hello, A"), (workspace, "A")):
            shutil.rmtree(tree.home / "tree")  # of the check before this one
            setup = CheckSetup(SetupConfig(run=INSTALL), kept, get_sandbox)
            result = check(tree, setup, where + " && cat $VIRTUAL_ENV/pyvenv.cfg")
            place = asyncio.run(setup.ready(tree)).place
            assert result.output.startswith(f"{place}/src/greeting/__init__.py {said}\n"), result
            assert f"VIRTUAL_ENV={place}/.venv\n" in result.output
            assert "PYTHONPATH" not in result.output
            assert "unfinished-" not in result.output, "nothing leads to where it was made"


def make_wheel(folder: Path, name: str, version: str) -> None:
    """Make a package with a program of its name, which runs tests; a version above 90 is an attack."""
    about = f"{name}-{version}.dist-info"
    code = "import unittest\ndef main(): unittest.main(module=None, argv=['x', 'discover'])\n"
    if version == "99.0":
        code = "def main(): print('a release that nobody has seen')\n"
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", code)
        wheel.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/entry_points.txt", f"[console_scripts]\n{name} = {name}:main\n")
        wheel.writestr(f"{about}/RECORD", "")


def test_what_we_install_ourselves_has_the_versions_of_our_lock_file() -> None:
    locked = (ROOT / "constraints.txt").read_text(encoding="utf-8")
    for pinned in PYTEST:
        assert f"\n{pinned} \\\n" in locked


@pytest.mark.soak
def test_the_detected_set_up_installs_the_package_and_pytest(
    submit: Submit, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pinned in (*PYTEST, "pytest==99.0", "pluggy==99.0"):
        name, _, version = pinned.partition("==")
        make_wheel(tmp_path, name, version)
    (tmp_path / ".config/pip").mkdir(parents=True)
    (tmp_path / ".config/pip/pip.conf").write_text(
        f"[global]\nno-index = true\nfind-links = {tmp_path}\n"
    )
    monkeypatch.setenv("HOME", str(tmp_path))
    test = "import greeting, unittest\nclass T(unittest.TestCase):\n  def test(self): print(greeting.__file__)\n"
    workspace = submit(PACKAGE | {"test_greeting.py": test}, {"notes.md": "done\n"})
    setup = CheckSetup(None, kept, without_sandbox)
    result = check(workspace, setup, "pytest -q")
    assert result.status == "green", result
    assert f"{asyncio.run(setup.ready(workspace)).folder}/src/greeting" in result.output


@pytest.mark.needs("npm")
def test_node_modules_are_installed_in_the_copy(submit: Submit, kept: Path) -> None:
    needs, link = {"dependencies": {"left": "file:left"}}, {"resolved": "left", "link": True}
    lock = {"": needs, "left": {"version": "1.0.0"}, "node_modules/left": link}
    base = {
        "package.json": json.dumps({**needs, "scripts": {"test": "node -p 'require(\"left\")'"}}),
        "package-lock.json": json.dumps({"lockfileVersion": 3, "requires": True, "packages": lock}),
        "left/package.json": json.dumps({"name": "left", "version": "1.0.0"}),
        "left/index.js": "module.exports = 'base ' + __filename\n",
    }
    workspace = submit(base, {"left/index.js": "module.exports = 'work ' + __filename\n"})
    setup = CheckSetup(None, kept)
    result = check(workspace, setup, "npm test")
    assert result.status == "green", result
    assert f"work {asyncio.run(setup.ready(workspace)).place}/left/index.js" in result.output


# -- what is kept for other reviews

SAYS = SetupConfig(run="sh install", files=("lock",))
BASE = {"lock": "1"}


def saying(word: str) -> dict[str, str]:
    """A set-up that installs a program which says this word, where it was installed, and which installation it is."""
    program = f"printf '#!/bin/sh\\necho {word} %s %s\\n' \"$PWD\" $(cat /proc/sys/kernel/random/uuid) > .venv/bin/say"
    return {"install": f"mkdir -p .venv/bin\n{program}\nchmod +x .venv/bin/say\n"}


def words(result: CheckResult) -> list[str]:
    """The word of the program, its place and its installation."""
    assert result.status == "green", result
    return result.output.split()


@pytest.mark.needs("bubblewrap")
def test_what_a_base_needs_is_installed_once_for_all_reviews(submit: Submit, kept: Path) -> None:
    setup, found = CheckSetup(SAYS, kept), set()
    for number in range(2):
        # Main goes on
        workspace = submit(
            saying("base") | BASE | {"a.txt": f"{number}"}, {"work.txt": f"{number}"}
        )
        for tree in (workspace, workspace.base):
            word, place, installation = words(check(tree, setup, "say"))
            copy = asyncio.run(setup.ready(tree))
            assert (word, place) == ("base", str(copy.place))
            assert list(Path(copy.folder, ".venv").iterdir()) == [], "it is not copied"
            found.add(installation)
        assert (kept / "installed" / installations(kept)[0]).stat().st_mtime > 0, (
            "it counts as used"
        )
        os.utime(kept / "installed" / installations(kept)[0], (0, 0))
    assert len(found) == 1
    (name,) = installations(kept)
    shutil.rmtree(kept / "installed" / name / "tree/.venv")  # a damaged one is made again
    assert words(check(workspace, setup, "say"))[2] not in found
    assert len(installations(kept)) == 1


@pytest.mark.needs("bubblewrap")
def test_what_a_set_up_leaves_in_its_home_is_there_for_the_check(
    submit: Submit, kept: Path
) -> None:
    setup = CheckSetup(
        SetupConfig(run="mkdir ~/.tool && pwd > ~/.tool/where && date +%N > ~/.tool/when"), kept
    )
    first, second = (submit({"lock": "1"}, {"work.txt": word}) for word in ("x", "y"))
    place = asyncio.run(setup.ready(first)).place
    where, when = check(first, setup, "cat ~/.tool/*").output.split()[::-1]
    assert where == str(place)
    assert check(first, setup, "echo changed > ~/.tool/when && echo ~").output == f"{place}-home\n"
    assert check(second, setup, "cat ~/.tool/when").output.strip() == when, (
        "it was made once, and each has a copy"
    )


@pytest.mark.needs("bubblewrap")
def test_reviews_at_the_same_time_install_once(submit: Submit, kept: Path, tmp_path: Path) -> None:
    setup, work = CheckSetup(SAYS, kept), submit(saying("base") | BASE, {"work.txt": "x"})
    works = [
        work,
        Workspace(
            asyncio.run(snapshot(work.work.repo, "main", tmp_path / "again")), tmp_path / "again"
        ),
    ]

    async def all_at_once() -> None:
        await asyncio.gather(*map(setup.ready, works))

    asyncio.run(all_at_once())
    assert len({words(check(work, setup, "say"))[2] for work in works}) == 1


SANDBOX = pytest.param(find_sandbox, marks=pytest.mark.needs("bubblewrap"))
BOTH = pytest.mark.parametrize("get_sandbox", [SANDBOX, without_sandbox])


@BOTH
@pytest.mark.adversary
def test_work_puts_nothing_into_what_is_kept(
    submit: Submit, kept: Path, get_sandbox: Callable[[], Sandbox]
) -> None:
    base, setup = saying("base") | BASE, CheckSetup(SAYS, kept, get_sandbox)
    planted = {
        name: "#!/bin/sh\necho planted\n" for name in (".venv/bin/cat", "node_modules/.bin/cat")
    }
    results = [
        # Never run: the files it depends on are the same
        check(submit(base, saying("evil")), setup, "say"),
        check(submit(base, saying("evil") | {"lock": "2"}), setup, "say"),  # in its own copy alone
        check(submit(base, {"install": "exit 3", "lock": "3"}), setup, "say"),
        check(submit(base, {"work.txt": "honest"}), setup, "say"),
        check(submit(base | {"lock": "2"}, {"work.txt": "honest"}), setup, "say"),
    ]
    assert [result.output.partition(" ")[0] for result in results] == [
        "base",
        "evil",
        "",
        "base",
        "base",
    ]
    assert len({result.output.split()[-1] for result in results if result.output}) == (
        3 if kept.exists() else 4
    )
    for more in ({}, {"lock": "4"}):
        workspace = submit(base, planted | more)
        assert check(workspace, setup, "command -v cat").output == f"{on_path('cat')}\n"


@BOTH
@pytest.mark.adversary
def test_a_base_on_another_branch_is_not_installed_for_others(
    submit: Submit, kept: Path, get_sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    """Such a branch may be as unreviewed as the work, and have the same dependency files."""
    setup, repo = CheckSetup(SAYS, kept, get_sandbox), tmp_path / "repo"
    honest = submit(saying("base") | BASE, {"work.txt": "honest"})
    git(repo, "checkout", "--quiet", "-b", "stack", "main")
    deliver(repo, saying("evil"))
    git(repo, "checkout", "--quiet", "-b", "stacked")
    deliver(repo, {"work.txt": "stacked"})
    home = tmp_path / "home-stacked"
    stacked = Workspace(asyncio.run(snapshot(str(repo), "stack", home)), home)
    assert words(check(stacked, setup, "say"))[0] == "evil"
    assert words(check(honest, setup, "say"))[0] == "base"


@BOTH
@pytest.mark.adversary
def test_no_command_leaves_anything_for_the_next_review(
    submit: Submit, kept: Path, get_sandbox: Callable[[], Sandbox], tmp_path: Path
) -> None:
    base, setup = saying("base") | BASE, CheckSetup(SAYS, kept, get_sandbox)
    # Through its own copy, and through every other folder that could hold an installation.
    places = f".venv {kept}/installed/*/tree/.venv {tmp_path}/home-0/installed/*/tree/.venv"
    leave = f"for d in {places}; do [ -d $d ] && echo 'echo planted' > $d/bin/say; echo x > $d/evil.pth; done; true"
    first, second = (submit(base, {"work.txt": word}) for word in ("x", "y"))
    for tree in (first, first.base):
        assert check(tree, setup, leave).status == "green"
    for tree in (second, second.base):
        assert words(check(tree, setup, "test ! -e .venv/evil.pth && say"))[0] == "base"


@pytest.mark.needs("bubblewrap")
@pytest.mark.adversary
@pytest.mark.parametrize("work", [{"work.txt": "x"}, {"lock": "2"}], ids=["kept", "own"])
def test_one_command_changes_no_program_for_the_next(
    submit: Submit, kept: Path, work: Files
) -> None:
    setup, workspace = CheckSetup(SAYS, kept), submit(saying("base") | BASE, work)
    changed = check(
        workspace, setup, "echo 'echo planted' > .venv/bin/say || rm -rf .venv || mv .venv x"
    )
    assert changed.status == "red", changed
    assert "Read-only file system" in changed.output
    assert words(check(workspace, setup, "say"))[0] == "base"


@pytest.mark.needs("bubblewrap")
@pytest.mark.adversary
@pytest.mark.parametrize("work", [{"work.txt": "x"}, {"lock": "2"}], ids=["kept", "own"])
def test_an_experiment_can_only_read_what_is_installed(
    submit: Submit, kept: Path, work: Files
) -> None:
    runner = ExperimentRunner(
        submit(saying("base") | BASE, work), CheckSetup(SAYS, kept), ReviewConfig()
    )
    script = "echo 'echo planted' > .venv/bin/say; say; touch work.txt && echo written"
    experiment = Experiment(run=script, language="sh", shows="written", on="work")
    output = asyncio.run(runner.run_on(experiment, "work")).output
    assert "Read-only file system\nbase . " in output
    assert output.endswith("\nwritten\n")


@pytest.mark.needs("bubblewrap")
@pytest.mark.adversary
def test_no_link_leads_an_environment_elsewhere(submit: Submit, kept: Path, tmp_path: Path) -> None:
    install = "mkdir -p sub/node_modules/.bin && echo installed > sub/node_modules/.bin/a"
    setup = CheckSetup(SetupConfig(run=install, files=("lock",)), kept)
    outside = tmp_path / "outside"
    outside.mkdir()
    base = BASE | {"sub/a.txt": "", "other/a.txt": ""}
    workspace = submit(base, {"work.txt": "x"})
    for number, target in enumerate((f"/oldroot{outside}", str(outside), "other")):
        moved = check(workspace, setup, f"mv sub away-{number} && ln -s {target} sub")
        assert moved.status == "green", moved
        assert check(workspace, setup, "cat sub/node_modules/.bin/a").output == "installed\n"
    assert list(outside.iterdir()) == []
    repo = tmp_path / "repo"
    git(repo, "rm", "-r", "--quiet", "sub")
    (repo / "sub").symlink_to("other")
    git(repo, "add", "--all")
    git(repo, "commit", "--quiet", "--message", "link")
    home = tmp_path / "home-link"
    linked = Workspace(asyncio.run(snapshot(str(repo), "main", home)), home)
    assert check(linked, setup, "cat other/node_modules/.bin/a").output == "installed\n", (
        "it has its own"
    )


@pytest.mark.needs("bubblewrap")
def test_tools_have_their_caches_in_an_environment_that_is_read_only(
    submit: Submit, kept: Path
) -> None:
    setup = CheckSetup(
        SetupConfig(run="mkdir node_modules .venv && echo x > .venv/.lock", files=("lock",)), kept
    )
    first, second = (submit(BASE, {"work.txt": word}) for word in ("x", "y"))
    caches = "node_modules/.cache node_modules/.vite node_modules/.vite-temp"
    assert (
        check(
            first, setup, f"for d in {caches}; do echo mine > $d/a; done; echo mine > .venv/.lock"
        ).output
        == ""
    )
    assert check(first, setup, "cat node_modules/.cache/a .venv/.lock").output == "mine\nmine\n"
    assert check(second, setup, f"cat .venv/.lock && find {caches} -type f").output == ""


def test_what_the_base_was_compiled_to_is_not_taken_for_the_work(
    submit: Submit, kept: Path
) -> None:
    base = {"greet.py": "print('base')\n", "lock": "1"}
    compile_it = (
        "python3 -m compileall -q --invalidation-mode unchecked-hash greet.py && mkdir .venv"
    )
    workspace = submit(base, {"greet.py": "print('work')\n"})
    setup = CheckSetup(SetupConfig(run=compile_it, files=("lock",)), kept)
    assert check(workspace, setup, "python3 -c 'import greet'").output == "work\n"
    assert check(workspace.base, setup, "python3 -c 'import greet'").output == "base\n"


def test_a_set_up_that_fails_is_no_red_check_and_nothing_of_it_is_kept(
    submit: Submit, kept: Path
) -> None:
    workspace = submit({"lock": "1"}, {"work.txt": "x"})
    setup = CheckSetup(
        SetupConfig(run="mkdir .venv; echo fetching; echo no such host >&2; exit 3"), kept
    )
    result = check(workspace, setup, "true")
    assert (result.status, result.output) == ("error", "fetching\nno such host\n")
    assert result.summary.startswith("the set-up failed: `mkdir .venv;")
    assert result.summary.endswith("exit 3: fetching / no such host")
    result = check(submit({}, {"go.mod": "nonsense"}), CheckSetup(None, kept), "true")
    assert result.summary.startswith("the set-up failed: `go mod download`: exit ")
    assert result.summary.endswith(
        " (configure the commands with `setup:`; `setup: {}` means that none are needed)"
    )
    slow = CheckSetup(SetupConfig(run="sleep 1000", timeout=0.5), kept)
    assert check(submit({}, {"work.txt": "z"}), slow, "true").summary.endswith(
        "timed out after 0.5 s: "
    )
    assert installations(kept) == []


def test_what_was_used_last_or_may_be_in_use_is_left(tmp_path: Path) -> None:
    for age, name in enumerate(("c", "a", "b", "unfinished-of-one-that-was-killed")):
        (tmp_path / name / "tree").mkdir(parents=True)
        os.utime(tmp_path / name, (0, 1_000 - age))
    remove_oldest(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "c"]
    (tmp_path / "d").mkdir()
    remove_oldest(tmp_path, 0, in_use=600.0)
    assert [path.name for path in tmp_path.iterdir()] == ["d"]
