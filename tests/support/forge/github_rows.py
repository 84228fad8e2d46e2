"""GitHub's replies, with every field that its description of the API requires."""

from __future__ import annotations

from functools import partial
from typing import Any

from tests.support.forge import git as repositories
from tests.support.forge.http import encoded
from tests.support.forge.state import (
    CheckRun,
    Comment,
    Event,
    Inline,
    Issue,
    Json,
    Pull,
    Repo,
    Review,
    Status,
    User,
    World,
    text,
)
from tests.support.repositories import git

RIGHTS = {"admin": "admin", "maintain": "admin", "push": "write", "triage": "write", "pull": "read"}
USER_URLS = (
    "events followers following gists organizations received_events repos starred subscriptions"
)
REPO_URLS = (
    "archive assignees blobs branches collaborators comments commits compare contents contributors deployments "
    "downloads events forks git_commits git_refs git_tags hooks issue_comment issue_events issues keys labels "
    "languages merges milestones notifications pulls releases stargazers statuses subscribers subscription "
    "tags teams trees"
)
ZEROS = (
    "forks forks_count network_count open_issues open_issues_count size stargazers_count subscribers_count watchers "
    "watchers_count"
)


def reactions(url: str) -> Json:
    """Return reactions of nobody."""
    words = ("total_count", "+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
    return {"url": f"{url}/reactions", **dict.fromkeys(words, 0)}


class Rows:
    """The replies of one server, as one user sees them. A webhook has no user."""

    def __init__(self, world: World, viewer: User | None = None) -> None:
        self.world = world
        self.viewer = viewer

    @property
    def api(self) -> str:
        """Return the address of the API."""
        return f"{self.world.url}/api/v3"

    def user(self, user: User) -> Json:
        """An account."""
        url = f"{self.api}/users/{encoded(user.login)}"
        row: Json = {
            "login": user.login,
            "id": user.id,
            "node_id": f"U_{user.id}",
            "gravatar_id": "",
            "url": url,
        }
        row |= {
            "avatar_url": f"{self.world.url}/avatars/{user.id}",
            "html_url": f"{self.world.url}/{encoded(user.login)}",
        }
        row |= {f"{word}_url": f"{url}/{word}" for word in USER_URLS.split()}
        return row | {"type": user.kind, "site_admin": False}

    def me(self, user: User) -> Json:
        """Return the account whose token was sent."""
        texts = dict.fromkeys(("bio", "blog", "company", "email", "hireable", "location", "name"))
        numbers = dict.fromkeys(("followers", "following", "public_gists", "public_repos"), 0)
        when = dict.fromkeys(("created_at", "updated_at"), "2024-01-01T00:00:00Z")
        return self.user(user) | texts | numbers | when | {"user_view_type": "public"}

    def repo(self, repo: Repo) -> Json:
        """A repository."""
        url, web = f"{self.api}/repos/{repo.full_name}", f"{self.world.url}/{repo.full_name}"
        row: Json = {
            "id": repo.id,
            "node_id": f"R_{repo.id}",
            "name": repo.name,
            "full_name": repo.full_name,
        }
        row |= {
            "owner": self.user(repo.owner),
            "private": repo.private,
            "html_url": web,
            "url": url,
        }
        row |= {
            "description": None,
            "fork": repo.parent is not None,
            "default_branch": repo.branch,
            "topics": [],
        }
        row |= {f"{word}_url": f"{url}/{word}" for word in REPO_URLS.split()}
        row |= {
            "clone_url": f"{web}.git",
            "git_url": f"{web}.git",
            "ssh_url": f"git@127.0.0.1:{repo.full_name}.git",
        }
        row |= {
            "svn_url": web,
            "mirror_url": None,
            "homepage": None,
            "language": None,
            "license": None,
        }
        row |= dict.fromkeys(ZEROS.split(), 0)
        row |= dict.fromkeys(("has_issues", "has_downloads", "has_projects", "has_wiki"), True)
        row |= dict.fromkeys(("has_pages", "has_discussions", "archived", "disabled"), False)
        row |= {"visibility": "private" if repo.private else "public"}
        if self.viewer:
            row |= {
                "permissions": {
                    word: repo.allows(self.viewer, level) for word, level in RIGHTS.items()
                }
            }
        return row | {f"{word}_at": text(repo.created) for word in ("created", "updated", "pushed")}

    def label(self, repo: Repo, name: str) -> Json:
        """A label."""
        key = repo.labels[name]
        url = f"{self.api}/repos/{repo.full_name}/labels/{encoded(name)}"
        row = {"id": key, "node_id": f"LA_{key}", "url": url, "name": name, "color": "ededed"}
        return row | {"description": "", "default": False}

    def association(self, item: Issue, user: User) -> str:
        """Return the relation of an account to the repository."""
        if user is item.repo.owner:
            return "OWNER"
        return "COLLABORATOR" if item.repo.allows(user, "write") else "NONE"

    def _common(self, item: Issue, kind: str) -> Json:
        """Return the fields that issues and pull requests share."""
        here = f"{self.api}/repos/{item.repo.full_name}"
        issue = f"{here}/issues/{item.number}"
        web = f"{self.world.url}/{item.repo.full_name}/{'pull' if isinstance(item, Pull) else 'issues'}/{item.number}"
        row: Json = {
            "id": item.id + (kind == "pulls"),
            "node_id": f"N_{item.id}",
            "number": item.number,
        }
        row |= {
            "url": f"{here}/{kind}/{item.number}",
            "html_url": web,
            "comments_url": f"{issue}/comments",
        }
        row |= {
            "state": item.state,
            "locked": False,
            "title": item.title,
            "body": item.body or None,
        }
        row |= {
            "user": self.user(item.user),
            "labels": [self.label(item.repo, name) for name in item.labels],
        }
        people = [self.user(user) for user in item.assignees]
        row |= {"assignee": people[0] if people else None, "assignees": people, "milestone": None}
        row |= {
            "created_at": text(item.created),
            "updated_at": text(item.updated),
            "closed_at": text(item.closed),
        }
        return row | {
            "author_association": self.association(item, item.user),
            "active_lock_reason": None,
        }

    def issue(self, item: Issue) -> Json:
        """Return an issue, or a pull request in the form of an issue."""
        row = self._common(item, "issues")
        row |= {"events_url": f"{row['url']}/events", "labels_url": f"{row['url']}/labels{{/name}}"}
        row |= {
            "repository_url": f"{self.api}/repos/{item.repo.full_name}",
            "comments": len(item.comments),
            "reactions": reactions(row["url"]),
            "state_reason": item.reason if item.state == "closed" else None,
        }
        if isinstance(item, Pull):
            pull, web = row["url"].replace("/issues/", "/pulls/"), row["html_url"]
            links = {
                "url": pull,
                "html_url": web,
                "diff_url": f"{web}.diff",
                "patch_url": f"{web}.patch",
            }
            row |= {"pull_request": links | {"merged_at": text(item.merged)}, "draft": item.draft}
        return row

    def _end(self, repo: Repo | None, owner: User, ref: str, sha: str) -> Json:
        row = {"label": f"{owner.login}:{ref}", "ref": ref, "sha": sha, "user": self.user(owner)}
        return row | {"repo": self.repo(repo) if repo else None}

    def pull(self, pull: Pull) -> Json:
        """Return a pull request as it is in lists."""
        row = self._common(pull, "pulls")
        url, web = row["url"], row["html_url"]
        here, issue = f"{self.api}/repos/{pull.repo.full_name}", url.replace("/pulls/", "/issues/")
        links = {
            "commits_url": f"{url}/commits",
            "review_comments_url": f"{url}/comments",
            "issue_url": issue,
        }
        links |= {
            "statuses_url": f"{here}/statuses/{pull.head}",
            "diff_url": f"{web}.diff",
            "patch_url": f"{web}.patch",
        }
        row |= links | {"review_comment_url": f"{here}/pulls/comments{{/number}}"}
        row |= {
            "draft": pull.draft,
            "auto_merge": None,
            "merged_at": text(pull.merged),
            "merge_commit_sha": pull.merge_sha,
        }
        row |= {
            "requested_reviewers": [self.user(user) for user in pull.requested],
            "requested_teams": [],
        }
        owner = pull.source.owner if pull.source else pull.user
        row |= {"head": self._end(pull.source, owner, pull.branch, pull.head)}
        row |= {"base": self._end(pull.repo, pull.repo.owner, pull.base, pull.base_sha)}
        places = {
            "self": url,
            "html": web,
            "issue": issue,
            "comments": row["comments_url"],
            "commits": f"{url}/commits",
        }
        places |= {"statuses": row["statuses_url"], "review_comments": f"{url}/comments"}
        places |= {"review_comment": row["review_comment_url"]}
        return row | {"_links": {name: {"href": place} for name, place in places.items()}}

    def whole_pull(self, pull: Pull, known: bool) -> Json:
        """Return a complete pull request. Whether it can be merged may not be known yet."""
        base = repositories.tip(pull.repo.path, pull.base)
        merges = (
            bool(repositories.merged_tree(pull.repo.path, base, pull.head))
            if known and not pull.merged
            else None
        )
        commits, files, added, removed = repositories.counts(
            pull.repo.path, pull.base_sha, pull.head
        )
        row = self.pull(pull) | {
            "merged": bool(pull.merged),
            "mergeable": merges,
            "rebaseable": merges,
        }
        row |= {"mergeable_state": "unknown" if merges is None else "clean" if merges else "dirty"}
        row |= {
            "commits": commits,
            "changed_files": files,
            "additions": added,
            "deletions": removed,
        }
        row |= {
            "comments": len(pull.comments),
            "review_comments": sum(len(one.comments) for one in pull.reviews),
        }
        return row | {
            "merged_by": pull.merged_by and self.user(pull.merged_by),
            "maintainer_can_modify": False,
        }

    def comment(self, item: Issue, comment: Comment) -> Json:
        """A comment."""
        here = f"{self.api}/repos/{item.repo.full_name}/issues"
        row = {
            "id": comment.id,
            "node_id": f"IC_{comment.id}",
            "url": f"{here}/comments/{comment.id}",
        }
        row |= {
            "issue_url": f"{here}/{item.number}",
            "html_url": f"{self._web(item)}#issuecomment-{comment.id}",
        }
        row |= {
            "user": self.user(comment.user),
            "body": comment.body,
            "performed_via_github_app": None,
        }
        row |= {"created_at": text(comment.created), "updated_at": text(comment.updated)}
        row |= {
            "author_association": self.association(item, comment.user),
            "reactions": reactions(f"{here}/comments"),
        }
        return row

    def _web(self, item: Issue) -> str:
        return str(self._common(item, "issues")["html_url"])

    def _about(self, pull: Pull, anchor: str) -> Json:
        """Return the address of a comment or review of a pull request."""
        url = f"{self.api}/repos/{pull.repo.full_name}/pulls/{pull.number}"
        web = f"{self._web(pull)}#{anchor}"
        links = {"html": {"href": web}, "pull_request": {"href": url}}
        return {"html_url": web, "pull_request_url": url, "_links": links}

    def review(self, pull: Pull, review: Review) -> Json:
        """Return a review. A pending one has no time yet."""
        row: Json = {"id": review.id, "node_id": f"PRR_{review.id}", "user": self.user(review.user)}
        row |= {
            "body": review.body,
            "state": "DISMISSED" if review.dismissed else review.state,
            "commit_id": review.sha,
        }
        row |= {"author_association": self.association(pull, review.user)}
        row |= {} if review.state == "PENDING" else {"submitted_at": text(review.at)}
        return row | self._about(pull, f"pullrequestreview-{review.id}")

    def inline(self, pull: Pull, review: Review, comment: Inline) -> Json:
        """Return a line comment of a review."""
        url = f"{self.api}/repos/{pull.repo.full_name}/pulls/comments/{comment.id}"
        row: Json = {
            "id": comment.id,
            "node_id": f"PRRC_{comment.id}",
            "url": url,
            "pull_request_review_id": review.id,
        }
        row |= {
            "path": comment.path,
            "line": comment.line,
            "side": comment.side,
            "body": comment.body,
        }
        row |= {
            "diff_hunk": comment.hunk,
            "commit_id": review.sha,
            "original_commit_id": review.sha,
        }
        row |= {"position": 1, "original_position": 1, "user": self.user(review.user)}
        row |= {"created_at": text(review.at), "updated_at": text(review.at)}
        row |= {"author_association": self.association(pull, review.user)}
        row |= self._about(pull, f"discussion_r{comment.id}")
        return row | {"_links": row["_links"] | {"self": {"href": url}}}

    def status(self, repo: Repo, status: Status) -> Json:
        """A commit status."""
        url = f"{self.api}/repos/{repo.full_name}/statuses/{status.sha}"
        row = {"id": status.id, "node_id": f"SC_{status.id}", "url": url, "state": status.state}
        row |= {
            "context": status.context,
            "description": status.description,
            "target_url": status.target_url,
        }
        row |= {
            "created_at": text(status.at),
            "updated_at": text(status.at),
            "creator": self.user(status.user),
        }
        return row | {"avatar_url": f"{self.world.url}/avatars/{status.user.id}"}

    def check_run(self, repo: Repo, run: CheckRun) -> Json:
        """A check run."""
        url = f"{self.api}/repos/{repo.full_name}/check-runs/{run.id}"
        page = f"{self.world.url}/{repo.full_name}/runs/{run.id}"
        completed = text(run.at) if run.conclusion else None
        output = {
            "title": run.output.get("title"),
            "summary": run.output.get("summary"),
            "text": run.output.get("text"),
            "annotations_count": 0,
            "annotations_url": f"{url}/annotations",
        }
        app = {
            "id": run.app.id,
            "slug": run.app.slug,
            "node_id": f"A_{run.app.id}",
            "name": run.app.slug,
            "description": None,
            "owner": self.user(self.world.user("acme", "Organization")),
            "external_url": page,
            "html_url": f"{self.world.url}/apps/{run.app.slug}",
            "events": [],
            "permissions": {"checks": "write"},
            "created_at": "2024-01-01T00:00:00Z",
            "updated_at": "2024-01-01T00:00:00Z",
        }
        return {
            "id": run.id,
            "node_id": f"CR_{run.id}",
            "head_sha": run.sha,
            "external_id": run.external_id,
            "url": url,
            "html_url": page,
            "details_url": run.details_url or page,
            "status": run.status,
            "conclusion": run.conclusion,
            "started_at": text(run.at),
            "completed_at": completed,
            "output": output,
            "name": run.name,
            "check_suite": {"id": run.app.id},
            "app": app,
            "pull_requests": [],
        }

    def event(self, item: Issue, event: Event) -> Json | None:
        """Return a row of the timeline, or None for an event without a row there."""
        data, user = event.data, partial(self.user)
        if event.kind in ("opened", "edited", "comment_edited") or (
            data.get("review") and data["review"].state == "PENDING"
        ):
            return None
        url = f"{self.api}/repos/{item.repo.full_name}/issues/events/{event.id}"
        row: Json = {
            "id": event.id,
            "node_id": f"E_{event.id}",
            "url": url,
            "actor": user(event.actor),
        }
        row |= {
            "event": event.kind,
            "created_at": text(event.at),
            "commit_id": data.get("sha"),
            "commit_url": None,
        }
        row |= {"performed_via_github_app": None}
        if event.kind == "pushed":
            return (
                row | {"event": "head_ref_force_pushed"}
                if data["force"]
                else self._committed(item, event)
            )
        if event.kind == "commented":
            return self.comment(item, data["comment"]) | {
                "event": "commented",
                "actor": user(event.actor),
            }
        if event.kind == "reviewed":
            assert isinstance(item, Pull)
            return self.review(item, data["review"]) | {"event": "reviewed"}
        more: dict[str, Any] = {}
        if "label" in data:
            more = {"label": {"name": data["label"], "color": "ededed"}}
        if "assignee" in data:
            more = {"assignee": user(data["assignee"])}
        if "reviewer" in data:
            more = {
                "review_requester": user(event.actor),
                "requested_reviewer": user(data["reviewer"]),
            }
        if event.kind == "renamed":
            more = {"rename": {"from": data["before"], "to": data["after"]}}
        if event.kind == "review_dismissed":
            words = {"state": data["review"].state.lower(), "review_id": data["review"].id}
            more = {"dismissed_review": words | {"dismissal_message": data["message"]}}
        return row | more

    def commit(self, repo: Repo, status: Status) -> Json:
        """Return the commit of a status, as webhooks show it."""
        url = f"{self.api}/repos/{repo.full_name}/commits/{status.sha}"
        who = {"name": "Test", "email": "test@example.org", "date": text(status.at)}
        unsigned = {
            "verified": False,
            "reason": "unsigned",
            "signature": None,
            "payload": None,
            "verified_at": None,
        }
        inner = {"author": who, "committer": who, "message": "", "comment_count": 0, "url": url}
        inner |= {"tree": {"sha": status.sha, "url": url}, "verification": unsigned}
        row = {
            "sha": status.sha,
            "node_id": f"C_{status.sha}",
            "url": url,
            "html_url": url,
            "comments_url": url,
        }
        return row | {"author": None, "committer": None, "parents": [], "commit": inner}

    def git_commit(self, repo: Repo, sha: str) -> Json:
        """Return a commit, as the database of git shows it."""
        here = f"{self.api}/repos/{repo.full_name}/git"
        page = f"{self.world.url}/{repo.full_name}/commit"
        tree, parents, date, message = git(
            repo.path, "show", "--no-patch", "--format=%T%n%P%n%aI%n%s", sha
        ).split("\n")[:4]
        who = {"name": "Test", "email": "test@example.org", "date": date}
        unsigned = {
            "verified": False,
            "reason": "unsigned",
            "signature": None,
            "payload": None,
            "verified_at": None,
        }
        return {
            "sha": sha,
            "node_id": f"C_{sha}",
            "url": f"{here}/commits/{sha}",
            "html_url": f"{page}/{sha}",
            "author": who,
            "committer": who,
            "message": message,
            "tree": {"sha": tree, "url": f"{here}/trees/{tree}"},
            "parents": [
                {"sha": each, "url": f"{here}/commits/{each}", "html_url": f"{page}/{each}"}
                for each in parents.split()
            ],
            "verification": unsigned,
        }

    def _committed(self, item: Issue, event: Event) -> Json:
        """Return a commit of a push, which has neither a number nor an actor."""
        sha = event.data["sha"]
        url = f"{self.api}/repos/{item.repo.full_name}/git/commits/{sha}"
        who = {"name": "Test", "email": "test@example.org", "date": text(event.at)}
        parents = [{"sha": event.data["before"], "url": url, "html_url": url}]
        unsigned = {
            "verified": False,
            "reason": "unsigned",
            "signature": None,
            "payload": None,
            "verified_at": None,
        }
        row = {
            "event": "committed",
            "sha": sha,
            "node_id": f"C_{sha}",
            "url": url,
            "html_url": url,
            "message": item.title,
        }
        return (
            row
            | {"author": who, "committer": who, "tree": {"sha": sha, "url": url}}
            | {
                "parents": parents,
                "verification": unsigned,
            }
        )
