"""Call the parts of GitHub's and Gitea's APIs that are about issues."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import ClassVar, Literal

from coordinator.trackers.forge.gitea import Gitea
from coordinator.trackers.forge.github import GitHub
from coordinator.trackers.forge.issues import ForgeIssue, closes
from coordinator.trackers.forge.pulls import Pull
from coordinator.trackers.forge.rows import login_of
from coordinator.trackers.http import Row, content, date_of, time_of

_LINKS = """
query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      closedByPullRequestsReferences(first: 20, includeClosedPrs: true) {
        nodes { number repository { nameWithOwner } }
      }
      linkedBranches(first: 20) { nodes { ref { name } } }
    }
  }
}
"""
IssueState = Literal["open", "completed", "dropped"]


class IssueApi:
    """Calls about the issues of GitHub."""

    recent: ClassVar[Mapping[str, str]] = {"sort": "updated", "direction": "desc"}

    def __init__(self, api: GitHub) -> None:
        self._api = api
        self._etags: dict[str, str] = {}  # by repository

    async def find(self, repo: str, number: int) -> ForgeIssue | None:
        """Return an issue; None if the number belongs to a pull request."""
        row = await self._api.get(f"/repos/{repo}/issues/{number}")
        if row.get("pull_request"):
            return None
        about = await self._api.get(f"/repos/{repo}")
        found = self.issue_of(repo, row)
        clone = f"{self._api.site}/{repo}.git"
        return found.model_copy(update={"clone": clone, "base": about["default_branch"]})

    def issue_of(self, repo: str, row: Row) -> ForgeIssue:
        return ForgeIssue(
            repo=repo,
            number=row["number"],
            title=row["title"],
            text=row.get("body") or "",
            url=row["html_url"],
            author=login_of(row),
            created=time_of(row["created_at"]),
            updated=time_of(row["updated_at"]),
            state=state_of(row),
            labels=tuple(label["name"] for label in row.get("labels") or ()),
            assignees=tuple(user["login"] for user in row.get("assignees") or ()),
            comments=row["comments"],
        )

    async def changed(
        self, repo: str, since: float, *, first: bool
    ) -> tuple[list[ForgeIssue], float]:
        """Return the issues that have changed since a time, and the server's time now.

        The `first` call returns all open issues.
        """
        path = f"/repos/{repo}/issues"
        query: Row = {"state": "open" if first else "all", **self.recent, **self._api.page_size}
        condition = {}
        if self._etags.get(repo):
            condition["If-None-Match"] = self._etags[repo]
        response = await self._api.read(path, query, condition)
        found = []
        if response.status_code != 304:
            async for row in self._api.rows(response):
                if not first and time_of(row["updated_at"]) < since:
                    break
                if not row.get("pull_request"):
                    found.append(self.issue_of(repo, row))
            self._etags[repo] = "" if first else response.headers.get("ETag", "")
        return found, date_of(response)

    async def linked_pulls(self, issue: ForgeIssue) -> list[Pull]:
        """Return the pull requests that are linked to an issue, newest first.

        A closing keyword in the text links a pull request, and so does a branch that is linked to
        the issue. Pull requests in other repositories are left out.
        """
        numbers, branches = await self.links(issue)
        found = []
        for pull in await self._recent_pulls(issue.repo):
            if pull.number in numbers or pull.branch in branches or closes(pull, issue):
                found.append(pull)
        seen = {pull.number for pull in found}
        for number in numbers - seen:
            found.append(await self._api.pull(issue.repo, number))
        return sorted(found, key=lambda pull: pull.created, reverse=True)

    async def _recent_pulls(self, repo: str) -> list[Pull]:
        query = {"state": "all", **self.recent, **self._api.page_size}
        rows = content(await self._api.read(f"/repos/{repo}/pulls", query))
        return [self._api.pull_of(repo, row) for row in rows]

    async def links(self, issue: ForgeIssue) -> tuple[set[int], set[str]]:
        """Return the numbers of pull requests and the branches that the server has linked."""
        answer = await self._api.query_repository(issue.repo, _LINKS, number=issue.number)
        links = answer.get("issue")
        if not links:  # the token has no right to read it
            return set(), set()
        numbers = set()
        for node in links["closedByPullRequestsReferences"]["nodes"]:
            if node["repository"]["nameWithOwner"] == issue.repo:
                numbers.add(int(node["number"]))
        branches = {node["ref"]["name"] for node in links["linkedBranches"]["nodes"] if node["ref"]}
        return numbers, branches

    async def set_state(self, issue: ForgeIssue, state: IssueState) -> None:
        """Open or close an issue. A repeated call changes nothing."""
        body = {"state": "open"}
        if state != "open":
            reason = "completed" if state == "completed" else "not_planned"
            body = {"state": "closed", "state_reason": reason}
        await self._write_state(issue, body)

    async def _write_state(self, issue: ForgeIssue, body: Row) -> None:
        path = f"/repos/{issue.repo}/issues/{issue.number}"
        await self._api.insist(lambda: self._api.write("PATCH", path, body))


class GiteaIssueApi(IssueApi):
    """Calls about the issues of Gitea, which has no conditional requests."""

    recent: ClassVar[Mapping[str, str]] = {"sort": "recentupdate"}

    async def changed(
        self, repo: str, since: float, *, first: bool
    ) -> tuple[list[ForgeIssue], float]:
        query: Row = {"type": "issues", "state": "open", **self._api.page_size}
        if not first:
            query["state"] = "all"
            query["since"] = datetime.fromtimestamp(since, UTC).isoformat()
        response = await self._api.read(f"/repos/{repo}/issues", query)
        found = [self.issue_of(repo, row) async for row in self._api.rows(response)]
        return found, date_of(response)

    async def links(self, issue: ForgeIssue) -> tuple[set[int], set[str]]:
        path = f"/repos/{issue.repo}/issues/{issue.number}"
        branch = str((await self._api.get(path)).get("ref") or "")
        return set(), {branch.removeprefix("refs/heads/")} - {""}

    async def set_state(self, issue: ForgeIssue, state: IssueState) -> None:
        await self._write_state(issue, {"state": "open" if state == "open" else "closed"})


def issue_api(api: GitHub) -> IssueApi:
    """Return the calls about issues for a client of either forge."""
    if isinstance(api, Gitea):
        return GiteaIssueApi(api)
    return IssueApi(api)


def state_of(row: Row) -> IssueState:
    if row["state"] == "open":
        return "open"
    if row.get("state_reason") in ("not_planned", "duplicate"):
        return "dropped"
    return "completed"
