"""A loopback server that behaves as GitHub or as Gitea does, with real git repositories, webhooks and faults.

    with ForgeServer("github") as server:
        token = server.user("judge")
        shop = server.repo("acme/shop")
        number = server.open_pull("acme/shop", by="author", branch="sort", title="Sort", files={"a.py": "a\\n"})
        server.fault("POST", "/repos/acme/shop/pulls/*/reviews", "502 after")

Leaving the block fails if a request or reply was not as GitHub describes its API: `server.violations`.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from types import ModuleType, TracebackType
from typing import Any

from tests.support.forge import checking, gitea, github, hooks
from tests.support.forge import git as repositories
from tests.support.forge.hooks import Delivery, Hook, Postman
from tests.support.forge.http import KINDS, Answer, Call, Fault, Listener, Request
from tests.support.forge.state import (
    App,
    Comment,
    Dialect,
    Event,
    Inline,
    Issue,
    Pull,
    Refused,
    Repo,
    Review,
    Status,
    User,
    World,
)
from tests.support.programs import missing
from tests.support.waiting import PATIENCE

__all__ = [
    "App",
    "Comment",
    "Event",
    "ForgeServer",
    "Inline",
    "Issue",
    "Pull",
    "Repo",
    "Request",
    "Review",
    "Status",
]
DIALECTS: Mapping[Dialect, ModuleType] = {"github": github, "gitea": gitea}
VERSIONS = ("", "2022-11-28", "2026-03-10")


class ForgeServer:
    """The stand-in. Accounts, repositories and pull requests have names: `judge`, `acme/shop`, 1."""

    def __init__(self, dialect: Dialect = "github") -> None:
        self.dialect = dialect
        self.module = DIALECTS[dialect]
        self.world = World(dialect, Path(tempfile.mkdtemp(prefix="coordinator-forge-")))
        self.violations: list[str] = []
        self.checks = dialect == "github" and not missing("github-description")
        self.hooks: list[Hook] = []
        self._wire = Listener(self._answer, self.module.BASE)
        self._postman = Postman()
        self.world.listener = self._heard

    def __enter__(self) -> ForgeServer:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()
        self._postman.close()
        shutil.rmtree(self.world.root, ignore_errors=True)
        assert kind or not self.violations, "\n".join(self.violations)

    # Running it

    @property
    def url(self) -> str:
        """The address that a user configures, for pages and for git."""
        return f"http://127.0.0.1:{self._wire.port}"

    @property
    def api(self) -> str:
        """Where the API is."""
        return f"{self.url}{self.module.BASE}"

    def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._wire.open()
        self.world.url = self.url

    def stop(self) -> None:
        """Stop listening and break every connection. The state of the forge stays."""
        self._wire.close()

    @contextmanager
    def down(self) -> Iterator[None]:
        """Be out of reach during the `with` block."""
        self.stop()
        yield
        self.start()

    # Answering

    def _answer(self, request: Request, fault: Fault | None) -> Answer:
        try:
            if fault and fault.kind != "slow" and not fault.kind.endswith(" after"):
                raise fault.refusal
            with self.world.changed:
                reply = self._reply(request)
            if (
                fault
                and fault.kind.endswith(" after")
                and not fault.kind.startswith(("drop", "hang"))
            ):
                raise fault.refusal
        except Refused as refusal:
            reply = Answer(refusal.status, self.module.error(refusal), refusal.headers)
        except Exception as error:  # The test must fail, whatever its client does with the answer.
            self.violations.append(
                f"{request.method} {request.path}: the stand-in broke: {error!r}"
            )
            reply = Answer(500, {"message": "Server Error"})
        if request.template and self.checks:
            self.violations += checking.violations(request.template, request, reply)
        return reply

    def _reply(self, request: Request) -> Answer:
        if not request.target.startswith("/api/"):
            return self._git(request)
        user = self.world.user_of(request.credential)
        if self.dialect == "github":
            self._greeted(request)
        if (
            user is None
            and not request.path.startswith("/app")
            and not request.path.endswith("/installation")
        ):
            raise Refused(
                401, "Bad credentials" if request.credential else "Requires authentication"
            )
        call = Call(self.world, request, user or User(0, ""), {}, self.module.BASE)
        if request.target == "/api/graphql" and self.dialect == "github":
            return Answer(200, github.graphql(call))
        if moved := self._moved(request):
            return moved
        request.template, call.parts, handler, status = self.module.routes.find(
            request.method, self._named(request.path)
        )
        made = handler(call)
        reply = made if isinstance(made, Answer) else Answer(status, made)
        return github.finished(call, reply) if self.dialect == "github" else reply

    def _greeted(self, request: Request) -> None:
        """Refuse requests without a user agent, or for an unknown version of the API."""
        if not request.headers.get("user-agent"):
            raise Refused(
                403,
                "Request forbidden by administrative rules. Please make sure you send a User-Agent.",
            )
        if request.headers.get("x-github-api-version", "") not in VERSIONS:
            raise Refused(400, "The API version is not supported")

    def _moved(self, request: Request) -> Answer | None:
        """Return a redirect (301) to the present name of a renamed repository."""
        _, first, *names = request.path.split("/", 4)
        moved = self.world.renamed.get("/".join(names[:2])) if first == "repos" else None
        if moved is None:
            return None
        rest = "".join(f"/{name}" for name in names[2:])
        place = f"{self.api}/repositories/{moved.id}{rest}"
        if self.dialect == "gitea":
            place = f"{self.module.BASE}/repos/{moved.full_name}{rest}"
        return Answer(301, {"message": "Moved Permanently", "url": place}, {"Location": place})

    def _named(self, path: str) -> str:
        """Return the path with the name of the repository in place of its number."""
        if not path.startswith("/repositories/"):
            return path
        number, _, rest = path.removeprefix("/repositories/").partition("/")
        found = [name for name, repo in self.world.repos.items() if str(repo.id) == number]
        return f"/repos/{found[0]}/{rest}".rstrip("/") if found else path

    def _git(self, request: Request) -> Answer:
        """Serve git over HTTP. Anybody can read a public repository; for all else the password must be a token."""
        owner, _, rest = request.path.removeprefix("/").partition("/")
        name, _, what = rest.partition("/")
        named = f"{owner}/{name.removesuffix('.git')}"
        repo = self.world.repos.get(named) or self.world.renamed.get(named)
        user = self.world.user_of(request.credential)
        writes = "git-receive-pack" in request.target
        asks = Answer(401, b"", {"WWW-Authenticate": 'Basic realm="forge"'})
        if (
            repo is None
            or (user is None and (repo.private or writes))
            or (request.credential and user is None)
        ):
            return asks if user is None else Answer(404, b"Not Found")
        if user and not repo.allows(user, "write" if writes else "read"):
            return Answer(403 if repo.allows(user, "read") else 404, b"")
        query = request.target.partition("?")[2]
        path = f"/{repo.path.relative_to(self.world.root)}/{what}"
        login = user.login if user else ""
        said = repositories.served(
            self.world.root, path, query, request.method, request.headers, request.raw, login
        )
        head, _, body = said.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines())
        if user and what == "git-receive-pack":
            self.world.pushed(repo, user)
        return Answer(int(headers.pop("Status", "200")[:3]), body, headers)

    # Filling it

    def user(self, login: str, kind: str = "User") -> str:
        """Return a new token of an account. Make the account if it does not exist."""
        with self.world.changed:
            return self.world.new_token(self.world.user(login, kind))

    def revoke(self, token: str) -> None:
        """Make the token invalid."""
        with self.world.changed:
            del self.world.tokens[token]

    def app(self, slug: str = "coordinator") -> App:
        """Make a GitHub App that can write to every repository, with the account `slug[bot]`."""
        from cryptography.hazmat.primitives import serialization
        from cryptography.hazmat.primitives.asymmetric import rsa

        key = rsa.generate_private_key(65537, 2048)
        form, plain = serialization.PrivateFormat.TraditionalOpenSSL, serialization.NoEncryption()
        pem = key.private_bytes(serialization.Encoding.PEM, form, plain).decode()
        with self.world.changed:
            app = App(self.world.new_id(), slug, self.world.new_id(), pem, key.public_key())
            self.world.apps.append(app)
            self.world.user(f"{slug}[bot]", "Bot").app = app
        return app

    def repo(
        self,
        full_name: str,
        branches: Iterable[str] = (),
        *,
        private: bool = False,
        files: Mapping[str, str] | None = None,
        default: str = "main",
    ) -> Repo:
        """Make a repository with a first commit on `main`, a second one with these files, and these branches."""
        with self.world.changed:
            repo = self.world.add_repo(full_name, private, default)
            first = repositories.tip(repo.path, default)
            head = (
                repositories.commit(repo.path, f"refs/heads/{default}", files, "Files", first)
                if files
                else first
            )
            for branch in branches:
                repositories.write_ref(repo.path, f"refs/heads/{branch}", head)
            return repo

    def grant(self, repo: str, login: str, level: str) -> None:
        """Give an account the right none, read, write or admin."""
        with self.world.changed:
            self.world.user(login)
            self.world.repos[repo].levels[login] = level

    def protect(self, repo: str, contexts: Iterable[str] = (), approvals: int = 0) -> None:
        """Require statuses with these names, and this many approvals by accounts that can write, for a merge."""
        with self.world.changed:
            self.world.repos[repo].required, self.world.repos[repo].approvals = (
                tuple(contexts),
                approvals,
            )

    def rename(self, repo: str, full_name: str) -> None:
        """Rename a repository. Its old name leads to the new one, with status 301."""
        with self.world.changed:
            self.world.renamed[repo] = moved = self.world.repos.pop(repo)
            self.world.repos[full_name] = moved
            moved.owner, moved.name = (
                self.world.user(full_name.split("/")[0]),
                full_name.split("/")[1],
            )

    def issue(
        self, repo: str, by: str, title: str, body: str = "", assignees: Iterable[str] = ()
    ) -> int:
        """Open an issue; return its number."""
        with self.world.changed:
            people = [self.world.user(login) for login in assignees]
            return self.world.add_issue(
                self.world.repos[repo], self.world.user(by), title, body, people
            ).number

    def open_pull(
        self,
        repo: str,
        by: str,
        branch: str,
        title: str,
        body: str = "",
        files: Mapping[str, str] | None = None,
        *,
        draft: bool = False,
        fork: bool = False,
        base: str = "main",
        closes: Iterable[int] = (),
        at: str = "",
    ) -> int:
        """Open a pull request with one commit, or `at` the head of another one. Return its number.

        `closes` links issues by hand, as GitHub's pages can.
        """
        with self.world.changed:
            home, author = self.world.repos[repo], self.world.user(by)
            source = self.world.fork(home, author) if fork else None
            more: dict[str, Any] = {
                "draft": draft,
                "base": base,
                "linked": [(repo, number) for number in closes],
            }
            some = files or {f"{branch}.txt": f"{title}\n"}
            return self.world.add_pull(
                home, author, branch, title, body, some, at=at, source=source, **more
            ).number

    def _by(self, login: str, pull: Issue) -> User:
        return self.world.user(login) if login else pull.user

    def push(self, repo: str, number: int, files: Mapping[str, str], *, force: bool = False) -> str:
        """Push a new commit, or replace all commits by one. Return the new head."""
        with self.world.changed:
            return self.world.push(self.pull(repo, number), files, force)

    def push_back(self, repo: str, number: int, head: str) -> str:
        """Make a known commit the head, by force. Return it."""
        with self.world.changed:
            pull = self.pull(repo, number)
            assert pull.source is not None, "the fork is gone"
            repositories.write_ref(pull.source.path, f"refs/heads/{pull.branch}", head)
            self.world.pushed(pull.source, pull.user, force=True)
            return pull.head

    def ready(self, repo: str, number: int, by: str = "") -> None:
        """Mark a draft as ready for review."""
        with self.world.changed:
            self.world.set_draft(
                self.pull(repo, number), False, self._by(by, self.pull(repo, number))
            )

    def draft(self, repo: str, number: int, by: str = "") -> None:
        """Turn a pull request into a draft again."""
        with self.world.changed:
            self.world.set_draft(
                self.pull(repo, number), True, self._by(by, self.pull(repo, number))
            )

    def close(self, repo: str, number: int, by: str = "") -> None:
        """Close an issue or a pull request."""
        with self.world.changed:
            self.world.set_state(
                self.item(repo, number), "closed", self._by(by, self.item(repo, number))
            )

    def reopen(self, repo: str, number: int, by: str = "") -> None:
        """Open an issue or a pull request again."""
        with self.world.changed:
            self.world.set_state(
                self.item(repo, number), "open", self._by(by, self.item(repo, number))
            )

    def merge(self, repo: str, number: int, by: str) -> str:
        """Merge as a person; return the commit."""
        with self.world.changed:
            return self.world.merge(
                self.pull(repo, number), self.world.user(by), "Merge by hand", "merge"
            )

    def request_review(self, repo: str, number: int, login: str, by: str = "") -> None:
        """Request a review from an account, perhaps again."""
        with self.world.changed:
            pull = self.pull(repo, number)
            self.world.request(pull, self.world.user(login), self._by(by, pull))

    def unrequest_review(self, repo: str, number: int, login: str, by: str = "") -> None:
        """Withdraw the request for a review."""
        with self.world.changed:
            pull = self.pull(repo, number)
            self.world.unrequest(pull, self.world.user(login), self._by(by, pull))

    def add_label(self, repo: str, number: int, label: str, by: str = "") -> None:
        """Set a label. Make an unknown one."""
        with self.world.changed:
            self.world.label(self.item(repo, number), label, self._by(by, self.item(repo, number)))

    def remove_label(self, repo: str, number: int, label: str, by: str = "") -> None:
        """Remove a label."""
        with self.world.changed:
            self.world.label(
                self.item(repo, number), label, self._by(by, self.item(repo, number)), on=False
            )

    def assign(self, repo: str, number: int, *logins: str, by: str = "") -> None:
        """Assign exactly these accounts."""
        with self.world.changed:
            item = self.item(repo, number)
            people = [self.world.user(login) for login in logins]
            self.world.assign(item, people, self._by(by, item))

    def link_branch(self, repo: str, number: int, branch: str) -> None:
        """Link a branch to an issue, as the forge's web pages can."""
        with self.world.changed:
            self.item(repo, number).linked_branches.append(branch)

    def comment(self, repo: str, number: int, by: str, body: str) -> Comment:
        """Post a comment as an account."""
        with self.world.changed:
            return self.world.comment(self.item(repo, number), self.world.user(by), body)

    def review(self, repo: str, number: int, by: str, state: str, body: str = "") -> Review:
        """Write a review of the head as another account: APPROVED, CHANGES_REQUESTED or COMMENTED."""
        with self.world.changed:
            pull = self.pull(repo, number)
            return self.world.review(pull, self.world.user(by), state, body, pull.head, [])

    def edit_pull(
        self, repo: str, number: int, *, title: str = "", body: str | None = None, by: str = ""
    ) -> None:
        """Change the title and the text."""
        with self.world.changed:
            pull = self.pull(repo, number)
            if title:
                self.world.set_title(pull, title, self._by(by, pull))
            if body is not None:
                pull.body = body
                self.world.happen(pull, self._by(by, pull), "edited")

    def push_to(self, repo: str, branch: str, files: Mapping[str, str]) -> str:
        """Push a commit to a branch without a pull request. Return the new head."""
        with self.world.changed:
            path = self.world.repos[repo].path
            before = repositories.tip(path, branch)
            return repositories.commit(path, f"refs/heads/{branch}", files, "Moved", before)

    @contextmanager
    def without_branch(self, repo: str, branch: str) -> Iterator[None]:
        """Git does not list a branch for as long as the block lasts."""
        path = self.world.repos[repo].path
        with self.world.changed:
            repositories.hide(path, f"refs/heads/{branch}")
        yield
        with self.world.changed:
            repositories.show(path)

    def retarget(self, repo: str, number: int, base: str, by: str = "") -> None:
        """Change the base branch of a pull request."""
        with self.world.changed:
            pull = self.pull(repo, number)
            pull.base, pull.base_sha = base, repositories.tip(pull.repo.path, base)
            self.world.happen(pull, self._by(by, pull), "base_ref_changed")

    def delete_fork(self, repo: str, number: int) -> None:
        """Delete the fork of a pull request. Gitea then closes the pull request."""
        with self.world.changed:
            pull = self.pull(repo, number)
            pull.source = None
            if self.dialect == "gitea":
                self.world.set_state(pull, "closed", pull.user)

    # Webhooks

    def hook(self, url: str, secret: str) -> Hook:
        """Register a webhook. It can be switched off, send copies, or lose deliveries."""
        with self.world.changed:
            self.hooks.append(Hook(url, secret, self.world.new_id()))
        return self.hooks[-1]

    @property
    def deliveries(self) -> list[Delivery]:
        """Return the deliveries, and the status of each answer."""
        return self._postman.deliveries

    def _heard(self, repo: Repo, item: Issue | None, event: Event) -> None:
        found = hooks.said(self.world, repo, item, event) if self.hooks else None
        if found:
            word, longer, payload = found
            if self.checks:
                self.violations += checking.hook_violations(word, payload)
            for hook in self.hooks:
                self._postman.send(self.dialect, hook, (word, longer), payload)

    # Looking at it

    def item(self, repo: str, number: int) -> Issue:
        """Return an issue or a pull request. The object stays up to date."""
        return self.world.repos[repo].items[number]

    def pull(self, repo: str, number: int) -> Pull:
        """Return a pull request. The object stays up to date."""
        found = self.item(repo, number)
        assert isinstance(found, Pull), f"{repo}#{number} is an issue"
        return found

    @property
    def requests(self) -> list[Request]:
        """Return every request so far. Its `path` does not contain the address of the API."""
        return self._wire.requests

    def count(self, method: str = "*", path: str = "*", status: int | None = None) -> int:
        """Return the number of requests to a path. `*` stands for any characters."""
        found = [
            one
            for one in list(self.requests)
            if method in ("*", one.method) and fnmatch(one.path, path)
        ]
        return sum(status in (None, one.status) for one in found)

    def wait(self, condition: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for a condition. Check it after every change, and after a short while."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, f"still not so after {seconds} s"
            with self.world.changed:
                self.world.changed.wait(0.02)

    # Making it go wrong

    @property
    def faults(self) -> list[Fault]:
        """The present faults. Clear the list to end them."""
        return self._wire.faults

    def fault(
        self,
        method: str,
        path: str,
        kind: str,
        *,
        times: int = 1,
        skip: int = 0,
        seconds: float = 1.0,
        message: str = "",
    ) -> Fault:
        """Break requests to a path, which is written without the address of the API; `*` stands for anything.

        Kinds: `500`, `502`, `503`, `403`, `405`, `409`, `423`, `429` (Retry-After: seconds), `primary` and `secondary`
        (403 of a rate limit), `drop`, `hang`, each also with ` after` for after the write was done; `slow` (seconds).
        The first `skip` matches pass, then `times` break.
        """
        assert kind in KINDS, f"{kind} is not one of {sorted(KINDS)}"
        self.faults.append(Fault(method, path, kind, times, skip, seconds, message))
        return self.faults[-1]

    def set_latency(self, seconds: float) -> None:
        """Delay every answer by at least this long."""
        self._wire.latency = seconds
