"""A real Gitea server with the same interface for tests as the stand-in."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx2 as httpx

from tests.support.forge import git as repositories
from tests.support.forge.gitea import STATES
from tests.support.forge.state import Comment, Dialect, Inline, Review, Status, User
from tests.support.repositories import git, new_repository
from tests.support.waiting import PATIENCE

# Read the variables at import, because tests run without the user's variables.
URL, TOKEN, AUTHOR_TOKEN, REPO, PASSWORD = (
    os.environ.get(f"COORDINATOR_GITEA_{name}", "")
    for name in ("URL", "TOKEN", "AUTHOR_TOKEN", "REPO", "PASSWORD")
)


class RealPull:
    """A pull request, read from the server at each access."""

    def __init__(self, server: RealGitea, path: str, number: int) -> None:
        self.server, self.number = server, number
        self.path, self._pull = path, f"{path}/pulls/{number}"

    def _row(self) -> dict[str, Any]:
        return dict(self.server.get(self._pull))

    @property
    def head(self) -> str:
        return str(self._row()["head"]["sha"])

    @property
    def state(self) -> str:
        return str(self._row()["state"])

    @property
    def merged(self) -> bool:
        return bool(self._row()["merged"])

    @property
    def labels(self) -> list[str]:
        return [label["name"] for label in self._row()["labels"]]

    @property
    def requested(self) -> list[User]:
        return [user_of(row) for row in self._row()["requested_reviewers"] or ()]

    @property
    def comments(self) -> list[Comment]:
        rows = self.server.get(f"{self.path}/issues/{self.number}/comments")
        return [
            Comment(
                row["id"],
                user_of(row["user"]),
                row["body"],
                moment(row["created_at"]),
                moment(row["updated_at"]),
            )
            for row in rows
        ]

    @property
    def reviews(self) -> list[Review]:
        found = []
        for row in self.server.get(f"{self._pull}/reviews?limit=50"):
            if row["state"] != "REQUEST_REVIEW":
                lines = (
                    self.server.get(f"{self._pull}/reviews/{row['id']}/comments")
                    if row["comments_count"]
                    else ()
                )
                inline = [
                    Inline(one["id"], one["path"], one["position"], "RIGHT", one["body"])
                    for one in lines
                ]
                about = (row["body"], STATES.get(row["state"], "PENDING"), row["commit_id"])
                at, marks = moment(row["submitted_at"]), (row["official"], row["dismissed"])
                found.append(Review(row["id"], user_of(row["user"]), *about, at, inline, *marks))
        return found

    @property
    def statuses(self) -> dict[str, list[Status]]:
        """The statuses of the head, oldest first."""
        head = self.head
        found = []
        rows = self.server.get(f"{self.path}/statuses/{head}?limit=50")
        for row in sorted(
            rows, key=lambda row: int(row["id"])
        ):  # their times have no fractions of a second
            words = (row["status"], row["context"], row["description"], row["target_url"])
            found.append(
                Status(row["id"], head, user_of(row["creator"]), *words, moment(row["created_at"]))
            )
        return {head: found}


class RealGitea:
    """The server that the environment names. A test repository is made there and removed again."""

    dialect: Dialect = "gitea"

    def __init__(self, place: Path) -> None:
        self.url, self._place = URL.rstrip("/"), place
        self._clients = {}
        for token in (TOKEN, AUTHOR_TOKEN):
            options: dict[str, Any] = {
                "headers": {"Authorization": f"token {token}"},
                "timeout": 60,
            }
            client = httpx.Client(base_url=f"{self.url}/api/v1", trust_env=False, **options)
            self._clients[str(client.get("/user").json()["login"])] = client
        assert len(self._clients) == 2, "the two tokens must be of two accounts"
        self.judge, self.author = self._clients
        self.tokens = {self.judge: TOKEN, self.author: AUTHOR_TOKEN}
        self.full_name = REPO
        self._made: list[str] = []
        self._branches: dict[int, tuple[str, str]] = {}

    def __enter__(self) -> RealGitea:
        if not self.full_name:
            name = f"coordinator-{secrets.token_hex(4)}"
            self.send(
                "POST", "/user/repos", {"name": name, "auto_init": True, "default_branch": "main"}
            )
            self.full_name = f"{self.judge}/{name}"
            self._made.append(f"/repos/{self.full_name}")
            self.send(
                "PUT",
                f"/repos/{self.full_name}/collaborators/{self.author}",
                {"permission": "write"},
            )
        self._bare = new_repository(self._place / "bare", "--bare")
        self.base = self._fetched("refs/heads/main")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for path in reversed(self._made):
            owner = path.split("/")[2]  # only the owner of a fork can delete it
            self.send("DELETE", path, by=owner if owner in self._clients else "")
        for client in self._clients.values():
            client.close()

    # Asking

    def get(self, path: str) -> Any:
        return self.send("GET", path)

    def send(self, method: str, path: str, body: object = None, by: str = "") -> Any:
        answer = self._clients[by or self.judge].request(method, path, json=body)
        assert answer.status_code < 400, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None

    def wait(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"still not so after {seconds} s"
            time.sleep(0.1)

    # Filling it

    def _address(self, repo: str) -> str:
        return f"{self.url.replace('://', f'://x:{AUTHOR_TOKEN}@')}/{repo}.git"

    def _fetched(self, ref: str) -> str:
        git(self._bare, "fetch", "--quiet", self._address(self.full_name), ref)
        return git(self._bare, "rev-parse", "FETCH_HEAD")

    def issue(self, repo: str, by: str, title: str, body: str = "") -> int:
        made = self.send("POST", f"/repos/{repo}/issues", {"title": title, "body": body}, by)
        return int(made["number"])

    def open_pull(
        self, repo: str, by: str, branch: str, title: str, body: str = "", files: Mapping[str, str] | None = None,
        *, draft: bool = False, fork: bool = False, closes: Iterable[int] = (),
    ) -> int:  # fmt: skip
        assert not closes, "there is no other link than the text here"
        source = repo
        if fork:
            made = self.send(
                "POST", f"/repos/{repo}/forks", {"name": f"fork-{secrets.token_hex(4)}"}, by
            )
            source = made["full_name"]
        branch = f"{branch}-{secrets.token_hex(4)}"
        repositories.commit(
            self._bare, f"refs/heads/{branch}", files or {f"{branch}.txt": "x\n"}, title, self.base
        )
        git(self._bare, "push", "--quiet", self._address(source), branch)
        head = f"{by}:{branch}" if fork else branch
        row = {
            "title": f"WIP: {title}" if draft else title,
            "body": body,
            "head": head,
            "base": "main",
        }
        number = int(self.send("POST", f"/repos/{repo}/pulls", row, by)["number"])
        self._branches[number] = source, branch
        if fork:
            self._made.append(f"/repos/{source}")
        return number

    def push(self, repo: str, number: int, files: Mapping[str, str], *, force: bool = False) -> str:
        _, branch = self._branches[number]
        parent = self.base if force else git(self._bare, "rev-parse", branch)
        head = repositories.commit(self._bare, f"refs/heads/{branch}", files, "More", parent)
        return self.push_back(repo, number, head)

    def push_back(self, repo: str, number: int, head: str) -> str:
        """Make a known commit the head, by force if needed."""
        source, branch = self._branches[number]
        git(self._bare, "update-ref", f"refs/heads/{branch}", head)
        git(self._bare, "push", "--quiet", "--force", self._address(source), branch)
        self.wait(lambda: self.pull(repo, number).head == head)
        return head

    def _edit(self, repo: str, number: int, by: str, **changes: object) -> None:
        self.send("PATCH", f"/repos/{repo}/pulls/{number}", changes, by or self.author)

    def ready(self, repo: str, number: int, by: str = "") -> None:
        title = self.get(f"/repos/{repo}/pulls/{number}")["title"]
        self._edit(repo, number, by, title=title.removeprefix("WIP: "))

    def draft(self, repo: str, number: int, by: str = "") -> None:
        self._edit(
            repo, number, by, title="WIP: " + self.get(f"/repos/{repo}/pulls/{number}")["title"]
        )

    def close(self, repo: str, number: int, by: str = "") -> None:
        self._edit(repo, number, by, state="closed")

    def reopen(self, repo: str, number: int, by: str = "") -> None:
        self._edit(repo, number, by, state="open")

    def edit_pull(
        self, repo: str, number: int, *, title: str = "", body: str | None = None, by: str = ""
    ) -> None:
        self._edit(
            repo,
            number,
            by,
            **({"title": title} if title else {}),
            **({} if body is None else {"body": body}),
        )

    def request_review(self, repo: str, number: int, login: str, by: str = "") -> None:
        path = f"/repos/{repo}/pulls/{number}/requested_reviewers"
        self.send("POST", path, {"reviewers": [login]}, by or self.author)

    def add_label(self, repo: str, number: int, label: str, by: str = "") -> None:
        ids = {row["name"]: row["id"] for row in self.get(f"/repos/{repo}/labels?limit=50")}
        if label not in ids:
            ids[label] = self.send(
                "POST", f"/repos/{repo}/labels", {"name": label, "color": "#ededed"}, by
            )["id"]
        self.send(
            "POST",
            f"/repos/{repo}/issues/{number}/labels",
            {"labels": [ids[label]]},
            by or self.author,
        )

    def remove_label(self, repo: str, number: int, label: str, by: str = "") -> None:
        ids = {row["name"]: row["id"] for row in self.get(f"/repos/{repo}/labels?limit=50")}
        self.send(
            "DELETE", f"/repos/{repo}/issues/{number}/labels/{ids[label]}", by=by or self.author
        )

    def comment(self, repo: str, number: int, by: str, body: str) -> None:
        self.send("POST", f"/repos/{repo}/issues/{number}/comments", {"body": body}, by)

    def hook(self, url: str, secret: str) -> None:
        """Register a webhook for pull requests. The server must be allowed to reach its address."""
        config = {"url": url, "content_type": "json", "secret": secret}
        row = {"type": "gitea", "active": True, "events": ["pull_request"], "config": config}
        self.send("POST", f"/repos/{self.full_name}/hooks", row)

    def pull(self, repo: str, number: int) -> RealPull:
        return RealPull(self, f"/repos/{repo}", number)


def user_of(row: Mapping[str, Any]) -> User:
    return User(row["id"], row["login"])


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text).astimezone(UTC)
