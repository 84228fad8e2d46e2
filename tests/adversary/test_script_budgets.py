"""What a script or the work under it tries against its limits: more time, more room, the files of other runs."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from coordinator.config.checks import SetupConfig
from coordinator.config.review import ReviewConfig
from coordinator.errors import WorkspaceError
from coordinator.models import Experiment, ExperimentRun
from coordinator.workspace.checks import experiment_runner
from coordinator.workspace.checks.experiment_runner import ExperimentRunner, Tree
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sandbox import launcher, sandbox
from coordinator.workspace.sandbox.sandbox import Limits, find_sandbox
from coordinator.workspace.snapshot import Workspace, snapshot
from tests.support.repositories import git, new_repository
from tests.support.reviews import deliver

pytestmark = [pytest.mark.adversary, pytest.mark.needs("bubblewrap")]

FILES = {"greet.py": "def greet(name):\n    return 'Hello'\n", "notes/plan.txt": "as it was\n"}


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    repo = new_repository(tmp_path / "repo")
    deliver(repo, FILES, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    deliver(repo, {"greet.py": FILES["greet.py"].replace("Hello", "Hi")})
    work = asyncio.run(snapshot(str(repo), "main", tmp_path / "home"))
    return Workspace(work, tmp_path / "home")


@pytest.fixture(params=["overlay", "copy"])
def runner(
    request: pytest.FixtureRequest,
    workspace: Workspace,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> ExperimentRunner:
    """A runner that lays scripts over the tree, and one that has to copy it."""
    works = sandbox.has_overlays(find_sandbox(), workspace.home)
    if request.param == "overlay" and not works:
        pytest.skip("no overlays on this file system")
    if request.param == "copy":
        monkeypatch.setattr(sandbox, "_overlays", dict.fromkeys(sandbox._overlays, False))
    return ExperimentRunner(workspace, CheckSetup(None, tmp_path / "cache"), ReviewConfig())


def within(runner: ExperimentRunner, seconds: float) -> ExperimentRunner:
    return replace(runner, config=ReviewConfig(experiment_seconds=seconds))


def ran(
    runner: ExperimentRunner, script: str, language: str = "sh", on: Tree = "work"
) -> ExperimentRun:
    piece = Experiment.model_validate({"run": script, "language": language, "shows": ""})
    return asyncio.run(runner.run_on(piece, on, share=1.0))


def prepared(runner: ExperimentRunner, on: Tree = "work") -> Path:
    """The tree that all runs share."""
    tree = runner.workspace if on == "work" else runner.workspace.base
    return Path(asyncio.run(runner.setup.ready(tree, "experiments", secrets=False)).folder)


def tree_of(folder: Path) -> dict[str, object]:
    """Each path below a folder with its content, mode and time."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        about = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        name = path.relative_to(folder).as_posix()
        found[name] = (content, about.st_mode, about.st_mtime_ns, about.st_nlink)
    return found


# -- time


BURN = "import time\nwhile True: pass\n"
FORKS = """
import os, time
for _ in range(8):
    if os.fork() == 0:
        while True: pass
time.sleep(3600)
"""
# No process lives as long as a limit for one process, and each hands on to the next.
RELAY = """
import os, time
while True:
    until = time.process_time() + 0.3
    while time.process_time() < until: pass
    if os.fork(): os._exit(0)
"""
# A parent that ignores the end of its children is never told how long they took.
UNWAITED = """
import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
def burn():
    until = time.process_time() + 0.4
    while time.process_time() < until: pass
    os._exit(0)
while True:
    running = os.fork()
    if not running: burn()
    try: os.waitpid(running, 0)
    except ChildProcessError: pass
"""
THREADS = "import threading\ndef burn():\n  while True: pass\nfor _ in range(4): threading.Thread(target=burn).start()\n"
# The first process has ended its own group and session, and nobody is its parent.
DETACHED = """
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        while True: pass
    os._exit(0)
time.sleep(3600)
"""


@pytest.mark.parametrize("script", [BURN, FORKS, UNWAITED, THREADS, DETACHED])
def test_processor_time_is_counted_over_all_processes(
    runner: ExperimentRunner, script: str
) -> None:
    hurried = within(runner, 1.0)
    run = ran(hurried, script, "python")
    assert run.code is None
    assert run.output.endswith("more than 1 s of processor time\n")
    assert hurried.spent > 1.0


@pytest.mark.parametrize("script", [BURN, FORKS, UNWAITED, THREADS, DETACHED])
def test_processor_time_is_counted_without_the_counter_of_the_kernel(
    runner: ExperimentRunner, script: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some systems keep it from ordinary users."""
    changed_launcher(tmp_path, monkeypatch, {"PERF_EVENT_OPEN.get(": "{}.get("})
    run = ran(within(runner, 1.0), script, "python")
    assert run.code is None
    assert run.output.endswith("more than 1 s of processor time\n")


def test_a_relay_of_processes_is_ended_with_its_first(runner: ExperimentRunner) -> None:
    hurried = within(runner, 1.0)
    run = ran(hurried, RELAY, "python")
    # The script is over when its first process is, and takes all others along.
    assert run.code == 0
    assert hurried.spent < 1.0


def test_a_program_that_cannot_be_read_is_counted(runner: ExperimentRunner) -> None:
    # The kernel's counter of a process ends when it runs such a program.
    script = "cp $(command -v sh) mine; chmod 111 mine; exec ./mine -c 'while :; do :; done'"
    hurried = within(runner, 1.0)
    run = ran(hurried, script)
    assert run.code is None
    assert run.output.endswith("more than 1 s of processor time\n")


def test_many_short_programs_are_counted(runner: ExperimentRunner) -> None:
    hurried = within(runner, 0.5)
    run = ran(hurried, "while :; do /bin/true; done")
    assert run.code is None
    assert run.output.endswith("of processor time\n")


@pytest.mark.parametrize(
    "script",
    [
        "sleep 3600",
        "kill -STOP $$",
        # It wakes up often, and does nothing then.
        "while :; do sleep 0.05; done",
        # A parent that waits for a child in this way cannot be interrupted.
        'python3 -c \'import os, subprocess; subprocess.run(["sleep", "3600"])\'',
    ],
)
def test_a_script_that_waits_for_nothing_is_ended(runner: ExperimentRunner, script: str) -> None:
    hurried = within(runner, 0.5)
    run = ran(hurried, script)
    assert run.code is None
    assert "sandbox: command stopped, " in run.output
    assert hurried.spent < 1.0


def test_a_script_cannot_speak_for_the_launcher(runner: ExperimentRunner) -> None:
    """Neither a descriptor of the report nor its path is there, and no code pretends a timeout."""
    script = """
        for f in /proc/self/fd/* /proc/1/fd/*; do
          (echo '{"code": 0, "processor": 0, "time_up": false}' >"$f") 2>/dev/null
        done
        tr '\\0' ' ' </proc/1/cmdline | grep -c 'experiment-.*report\\|"lower'
        exit 125
    """
    run = ran(runner, script)
    assert run.code == 125
    assert run.output.splitlines()[-1] == "0"
    assert runner.spent > 0


# -- files


HARM = """
chmod -R u+w . ~ 2>/dev/null
echo planted >greet.py; echo planted >>notes/plan.txt; echo planted >new; echo planted >~/new
ln greet.py linked; mv notes moved 2>/dev/null; rm -rf notes; mkdir notes; echo planted >notes/plan.txt
ln -s / out; ln -s notes in; touch -d 2001-01-01 greet.py; chmod 777 .
python3 - <<'END'
import os
for name in ("user.overlay.redirect", "user.overlay.opaque", "trusted.overlay.redirect", "user.overlay.metacopy"):
    for path in (".", "notes", "greet.py"):
        try: os.setxattr(path, name, b"/notes")
        except OSError: pass
for path in ("hole", "notes/hole"):
    try: os.mknod(path, 0o020000 | 0o666, 0)  # how a deleted file is marked below
    except OSError: pass
END
true
"""


def test_no_run_sees_the_files_of_another(runner: ExperimentRunner) -> None:
    folder = prepared(runner)
    before = tree_of(folder)
    assert ran(runner, HARM).code == 0
    after = ran(runner, "ls -A . ~ notes; cat greet.py notes/plan.txt; stat -c %a greet.py")
    assert after.code == 0
    assert "planted" not in after.output
    assert "return 'Hi'" in after.output
    assert "as it was" in after.output
    assert "linked" not in after.output
    assert tree_of(folder) == before
    assert "planted" not in ran(runner, "cat greet.py notes/plan.txt", on="base").output


def test_the_tree_below_cannot_be_reached(runner: ExperimentRunner) -> None:
    folder = prepared(runner)
    before = tree_of(folder)
    home = runner.workspace.home
    script = f"""
        for place in {folder} {home} /proc/1/root{folder} /proc/1/cwd /proc/1/fd/*; do
          (echo planted >$place/greet.py) 2>/dev/null
        done
        mount --bind / . 2>/dev/null && echo GOT mount
        mount -t overlay x -o lowerdir={folder},upperdir=.,workdir=. . 2>/dev/null && echo GOT overlay
        umount . 2>/dev/null && echo GOT umount
        unshare -Urm true 2>/dev/null && echo GOT namespaces
        grep -c {home}/experiment /proc/self/mountinfo /proc/mounts
        find / -xdev -name greet.py 2>/dev/null | grep -v "^$PWD/" && echo GOT file
        true
    """
    run = ran(runner, script)
    assert run.code == 0
    assert "GOT" not in run.output
    assert tree_of(folder) == before


def test_links_and_odd_names_of_the_work_lead_nowhere(tmp_path: Path) -> None:
    """The paths of the work are no options of a mount, and its links stay links inside."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    repo = new_repository(tmp_path / "repo")
    deliver(repo, FILES, "before")
    git(repo, "checkout", "--quiet", "-b", "work")
    (repo / "up").symlink_to("../../../../outside")
    (repo / "absolute").symlink_to(outside)
    deliver(repo, {"a,upperdir=x:y/z": "odd\n"})
    home = tmp_path / "home,lowerdir=x:y\\z"
    work = asyncio.run(snapshot(str(repo), "main", home))
    odd = ExperimentRunner(Workspace(work, home), CheckSetup(None, home / "c"), ReviewConfig())
    run = ran(odd, "cat up/secret absolute/secret; echo planted >up/secret; cat a,*/z; ls")
    assert "\nsecret" not in run.output
    assert "odd\n" in run.output
    assert (outside / "secret").read_text() == "secret"


def test_whiteouts_and_redirections_of_a_set_up_hide_and_open_nothing_else(
    workspace: Workspace, tmp_path: Path
) -> None:
    """A set-up runs code of the work in the tree that lies below."""
    marks = """
import os
for name in ("redirect", "opaque", "metacopy", "origin"):
    for path in (".", "notes", "greet.py"):
        try: os.setxattr(path, "user.overlay." + name, b"/../../../..")
        except OSError: pass
try: os.mknod("hole", 0o020000 | 0o666, 0)
except OSError: pass
"""
    recipe = SetupConfig(run=f"python3 -c '{marks}'", files=())
    setup = CheckSetup(recipe, tmp_path / "cache")
    marked = ExperimentRunner(workspace, setup, ReviewConfig())
    run = ran(marked, "ls notes; cat greet.py notes/plan.txt; ls hole")
    assert run.output.startswith("plan.txt\n")
    assert "return 'Hi'" in run.output
    assert "as it was" in run.output


# -- room


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit of files that a test can exceed."""

    def limits(**given: float) -> Limits:
        return replace(Limits(), disk=100 << 20, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(experiment_runner, "Limits", limits)


FILL: dict[str, Callable[[], str]] = {
    "its folder": lambda: "for n in 1 2 3 4; do fallocate -l 50M x$n; done; sleep 60",
    "its home": lambda: "for n in 1 2 3 4; do fallocate -l 50M ~/x$n; done; sleep 60",
    "both": lambda: (
        "for n in 1 2; do fallocate -l 50M x$n ; fallocate -l 50M ~/x$n; done; sleep 60"
    ),
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("where", FILL)
def test_the_limit_of_files_holds(runner: ExperimentRunner, where: str) -> None:
    run = ran(runner, FILL[where]())
    assert run.code == 125
    assert run.output.endswith("more than 100 MB of files\n")
    assert not [*runner.workspace.home.glob("experiment-*")]


@pytest.mark.usefixtures("small")
def test_changes_to_large_files_below_count(runner: ExperimentRunner) -> None:
    """A change of one byte copies a whole file up."""
    folder = prepared(runner)
    for number in range(3):
        (folder / f"large{number}").write_bytes(os.urandom(30 << 20))
    script = "for n in 0 1 2; do echo x >>large$n; done; fallocate -l 60M more; sleep 60"
    run = ran(runner, script)
    assert run.code == 125
    assert run.output.endswith("more than 100 MB of files\n")
    assert (folder / "large0").stat().st_size == 30 << 20


def changed_launcher(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    """A launcher with other conditions, which no test can make on a machine that others use."""
    text = Path(launcher.__file__).read_text()
    for before, after in changes.items():
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    (tmp_path / "launcher.py").write_text(text)
    monkeypatch.setattr(launcher, "__file__", str(tmp_path / "launcher.py"))


TAKE = """
def take(file):
    os.posix_fallocate(file, 0, 1 << 30)
def new():
    return os.open('big', os.O_CREAT | os.O_RDWR)
"""
HIDE = {
    "a folder that cannot be listed": """
os.mkdir('d'); os.chdir('d'); os.chmod('.', 0o311)
take(new())
""",
    "a path that is too long": """
for _ in range(25):
    os.mkdir('d' * 200); os.chdir('d' * 200)
take(new())
""",
    "many folders in each other": """
top = os.getcwd()
for _ in range(1200):
    os.mkdir('d'); os.chdir('d')
os.chdir(top)
take(new())
""",
    "a deleted file": """
file = new(); os.unlink('big')
take(file)
""",
    "a deleted file of a program that cannot be read": """
import ctypes
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
file = new(); os.unlink('big')
take(file)
""",
    "a deleted file of a thread": """
import ctypes, threading
def hide():
    assert ctypes.CDLL(None).unshare(0x400) == 0
    file = new(); os.unlink('big')
    take(file)
    time.sleep(60)
threading.Thread(target=hide).start()
""",
    "a deleted file that is only mapped": """
import mmap
file = new(); os.unlink('big')
os.ftruncate(file, 1 << 20)
kept = mmap.mmap(file, 1 << 20)
take(file)
os.close(file)
""",
    "a deleted file on its way": """
import socket
file = new(); os.unlink('big')
here, there = socket.socketpair()
socket.send_fds(here, [b'x'], [file])
take(file)
os.close(file)
""",
    "folders alone": """
for number in range(50_000):
    os.mkdir(f'd{number}')
""",
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("where", HIDE)
def test_hidden_files_count(runner: ExperimentRunner, where: str) -> None:
    run = ran(runner, f"import os, time\n{TAKE}{HIDE[where]}\ntime.sleep(60)\n", "python")
    assert run.output.endswith("more than 100 MB of files\n")
    assert run.code == 125
    assert not [*runner.workspace.home.glob("experiment-*")]


def test_the_number_of_files_has_a_limit(
    runner: ExperimentRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limits(**given: float) -> Limits:
        return replace(Limits(), entries=2_000, **given)  # type: ignore[arg-type]

    monkeypatch.setattr(experiment_runner, "Limits", limits)
    # Other programs can delete files at the same time.
    always = {"UNNOTICED_ENTRIES = 100_000": "UNNOTICED_ENTRIES = -(10**9)"}
    changed_launcher(tmp_path, monkeypatch, always)
    run = ran(runner, "mkdir d; cd d; for n in $(seq 3000); do : >$n; done; sleep 60")
    assert run.output.endswith("more than 2000 files and folders\n")
    assert run.code == 125


def test_folders_that_cannot_be_listed_alone_break_no_limit(runner: ExperimentRunner) -> None:
    run = ran(runner, "mkdir d; chmod 311 d; fallocate -l 1G d/x; sleep 0.5; rm d/x; rmdir d")
    assert run.code == 0


# Only when the script says so: until then, other programs can use more of the disk than it does.
FULL_DISK = {
    "is_full=there.f_bavail < SPARE * there.f_blocks": "is_full=os.path.exists('/tmp/full')"
}
FULL_MEMORY = {
    'if available < SPARE * memory("/proc/meminfo", ("MemTotal:",)):': "if os.path.exists('/tmp/full'):"
}
FILL_MACHINE = {
    "files": (FULL_DISK, "take(new()); open('/tmp/full', 'w')", "it has filled the disk\n"),
    "a deleted file": (
        FULL_DISK,
        "file = new(); os.unlink('big'); take(file); open('/tmp/full', 'w')",
        "it has filled the disk\n",
    ),
    "memory without a process": (
        FULL_MEMORY,
        "file = os.memfd_create('x'); take(file); open('/tmp/full', 'w')",
        "it has filled the machine's memory\n",
    ),
}


@pytest.mark.parametrize("way", FILL_MACHINE)
def test_work_that_fills_the_machine_does_not_pass_for_what_could_not_be_run(
    runner: ExperimentRunner, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full, script, cause = FILL_MACHINE[way]
    changed_launcher(tmp_path, monkeypatch, full)
    run = ran(runner, f"import os, time\n{TAKE}{script}\ntime.sleep(60)\n", "python")
    assert run.output.endswith(cause)
    assert run.code == 125


def test_a_disk_that_others_fill_says_nothing_about_the_work(
    runner: ExperimentRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {"lost = max(self._first[folder]": "lost = (9 << 40) + max(self._first[folder]"}
    changed_launcher(tmp_path, monkeypatch, FULL_DISK | others)
    with pytest.raises(WorkspaceError, match="the disk is nearly full"):
        ran(runner, "fallocate -l 1G x; touch /tmp/full; sleep 60")


def test_a_report_that_cannot_be_written_keeps_the_exit_code(tmp_path: Path) -> None:
    run = find_sandbox().run(
        "exit 126",
        cwd=tmp_path,
        home=tmp_path / "home",
        env={"PATH": os.environ["PATH"]},
        output=lambda _: None,
        limits=Limits(own_seconds=5.0),
        report=tmp_path / "missing" / "report",
    )
    assert asyncio.run(run) == 126


def test_a_script_without_a_report_costs_its_whole_limit(
    runner: ExperimentRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the work had found a way to end the launcher."""
    ended = {
        "        if ended:\n            finish(": "        if ended:\n            os._exit(1)\n            finish("
    }
    changed_launcher(tmp_path, monkeypatch, ended)
    hurried = within(runner, 3.0)
    assert ran(hurried, "true").code == -9
    assert hurried.spent == 3.0
