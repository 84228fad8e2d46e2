"""The repositories of the stand-in: real bare repositories, which git itself merges and serves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from tests.support.repositories import git, new_repository, prepared

FIRST = {"README.md": "# Shop\n"}
HUNK = re.compile(r"@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@")


@prepared
def new_bare(path: Path, branch: str) -> None:
    """Make a bare repository with a first commit. It serves any commit that can be reached."""
    new_repository(path, "--bare")
    git(path, "symbolic-ref", "HEAD", f"refs/heads/{branch}")
    git(path, "config", "uploadpack.allowReachableSHA1InWant", "true")
    commit(path, f"refs/heads/{branch}", FIRST, "The first commit")


def commit(path: Path, ref: str, files: Mapping[str, str], message: str, parent: str = "") -> str:
    """Commit these files on a ref, with an optional parent. Return the id of the commit."""
    lines = [
        f"commit {ref}",
        "committer Test <test@example.org> now",
        f"data {len(message.encode())}",
        message,
    ]
    lines += [f"from {parent}"] if parent else []
    for name, text in files.items():
        lines += [f"M 100644 inline {name}", f"data {len(text.encode())}", text]
    stream = "\n".join([*lines, ""]).encode()
    order = ["git", "fast-import", "--quiet", "--force", "--date-format=now"]
    subprocess.run(order, cwd=path, input=stream, check=True, capture_output=True)
    return read_ref(path, ref)


def read_ref(path: Path, ref: str) -> str:
    """Return the commit of a ref. Read it from the file, because lists need many refs and refs are never packed."""
    return (path / ref).read_text().strip()


def write_ref(path: Path, ref: str, sha: str) -> None:
    """Set a ref to a commit; no reader sees the file half written."""
    (path / ref).parent.mkdir(parents=True, exist_ok=True)
    draft = path / f"{ref}.lock"
    draft.write_text(f"{sha}\n")
    draft.replace(path / ref)


def hide(path: Path, ref: str) -> None:
    """Leave a ref out of everything that the server lists, until it is shown again."""
    git(path, "config", "uploadpack.hideRefs", ref)


def show(path: Path) -> None:
    """List all refs again."""
    git(path, "config", "--unset", "uploadpack.hideRefs")


def tip(path: Path, branch: str) -> str:
    """Return the last commit of a branch."""
    return read_ref(path, f"refs/heads/{branch}")


def knows(path: Path, sha: str) -> bool:
    """Return whether the repository has this commit."""
    return (
        subprocess.run(
            ["git", "cat-file", "-e", f"{sha}^{{commit}}"], cwd=path, capture_output=True
        ).returncode
        == 0
    )


def fork(path: Path, into: Path) -> None:
    """Make a copy of the repository under another owner."""
    shutil.copytree(path, into)


def hunks(path: Path, base: str, head: str) -> dict[tuple[str, str, int], str]:
    """Return the hunk of each line that the diff of a pull request shows, by file, side and number."""
    shown: dict[tuple[str, str, int], str] = {}
    old_name = name = hunk = ""
    old = new = 0
    for line in git(path, "diff", "--no-color", "--no-ext-diff", f"{base}...{head}").splitlines():
        if line.startswith("diff "):
            hunk = ""
        elif not hunk and line.startswith("--- "):
            old_name = line.removeprefix("--- ").removeprefix("a/")
        elif not hunk and line.startswith("+++ "):
            name = line.removeprefix("+++ ").removeprefix("b/").replace("/dev/null", old_name)
        elif found := HUNK.match(line):
            hunk, old, new = line, int(found[1]), int(found[2])
        elif hunk and line[:1] in (" ", "-", "+", ""):
            hunk += "\n" + line
            if line[:1] != "+":
                shown[name, "LEFT", old] = hunk
                old += 1
            if line[:1] != "-":
                shown[name, "RIGHT", new] = hunk
                new += 1
    return shown


def counts(path: Path, base: str, head: str) -> tuple[int, int, int, int]:
    """Return the number of commits, files, added lines and removed lines of a pull request."""
    rows = [
        row.split("\t") for row in git(path, "diff", "--numstat", f"{base}...{head}").splitlines()
    ]
    commits = int(git(path, "rev-list", "--count", f"{base}..{head}"))
    return commits, len(rows), sum(int(row[0]) for row in rows), sum(int(row[1]) for row in rows)


@cache
def merged_tree(path: Path, base: str, head: str) -> str:
    """Return the tree of a merge, or an empty string if the merge has conflicts."""
    order = ["git", "merge-tree", "--write-tree", base, head]
    done = subprocess.run(order, cwd=path, capture_output=True, text=True)
    return done.stdout.split("\n")[0] if done.returncode == 0 else ""


def merge(path: Path, branch: str, head: str, message: str, method: str) -> str:
    """Merge into a branch. The commit has one parent unless the method is `merge`.

    Return the commit, or an empty string on a conflict.
    """
    base = tip(path, branch)
    tree = merged_tree(path, base, head)
    if not tree:
        return ""
    parents = ["-p", base, *(["-p", head] if method == "merge" else [])]
    sha = git(path, "commit-tree", tree, *parents, "-m", message)
    write_ref(path, f"refs/heads/{branch}", sha)
    return sha


def served(
    root: Path,
    path: str,
    query: str,
    method: str,
    headers: Mapping[str, str],
    raw: bytes,
    user: str,
) -> bytes:
    """Return the headers and the body that `git http-backend` answers."""
    environment = {
        **os.environ,
        "GIT_PROJECT_ROOT": str(root),
        "GIT_HTTP_EXPORT_ALL": "1",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "REQUEST_METHOD": method,
        "CONTENT_TYPE": headers.get("content-type", ""),
        "CONTENT_LENGTH": str(len(raw)),
        "HTTP_CONTENT_ENCODING": headers.get("content-encoding", ""),
        "GIT_PROTOCOL": headers.get("git-protocol", ""),
        "REMOTE_USER": user,
    }
    return subprocess.run(
        ["git", "http-backend"], env=environment, input=raw, check=True, capture_output=True
    ).stdout
