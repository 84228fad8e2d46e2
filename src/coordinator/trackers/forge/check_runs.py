"""Show verdicts as check runs of our GitHub App.

Everybody who can write to a repository can set a commit status of any name. Only an App can write
check runs, and a rule of the branch can demand that they come from this App.
"""

import logging
from collections.abc import Mapping

from coordinator.trackers.forge.commit_status import SetStatus, State, context_of, parse_status
from coordinator.trackers.forge.github import LONGEST_DESCRIPTION, GitHub, NotPermitted
from coordinator.trackers.forge.pulls import Pull
from coordinator.trackers.http import Row

log = logging.getLogger("coordinator")

# The conclusions of our check runs. A check run without one is still in progress.
CONCLUSIONS: Mapping[State, str] = {
    "success": "success",
    "failure": "failure",
    "error": "cancelled",
}
_STATES = {conclusion: state for state, conclusion in CONCLUSIONS.items()}


class AppGitHub(GitHub):
    """A client of GitHub that is signed in as an App. Its statuses are check runs."""

    _warned = False

    async def statuses(self, pull: Pull, creator: str) -> list[SetStatus]:
        """Return our check runs for the head and base of a pull request, oldest first.

        The commit statuses that earlier versions of coordinator set come first.
        """
        found = await super().statuses(pull, creator)
        for row in await self._own_runs(pull, creator):
            shown = _STATES.get(row["conclusion"] or "", "pending")
            status = parse_status(row["output"]["title"] or "", shown)
            if status:
                found.append(status)
        return found

    async def set_status(self, pull: Pull, state: State, text: str, link: str) -> None:
        """Write a check run for the head and base of a pull request.

        A repeated call updates the same check run.
        """
        try:
            await self._write_run(pull, state, text, link)
        except NotPermitted as error:
            if not self._warned:
                log.warning(
                    "the verdict is shown as a commit status, which others can forge; for a check "
                    "run, give the App the permission Checks: write (%s)",
                    error,
                )
            self._warned = True
            await super().set_status(pull, state, text, link)
            return
        # If a commit has a status and a check run with the same name, a branch rule requires both.
        if await super().statuses(pull, await self.me()):
            await super().set_status(pull, state, text, link)

    async def _write_run(self, pull: Pull, state: State, text: str, link: str) -> None:
        external_id = f"{pull.key} {state}"
        body: Row = {
            "name": context_of(pull.base),
            "external_id": external_id,
            "output": {"title": text[:LONGEST_DESCRIPTION], "summary": text},
        }
        if state in CONCLUSIONS:
            body |= {"status": "completed", "conclusion": CONCLUSIONS[state]}
        else:
            body["status"] = "in_progress"
        if link:
            body["details_url"] = link
        path = f"/repos/{pull.repo}/check-runs"
        runs = await self._own_runs(pull, await self.me())
        # A branch rule looks only at the newest check run, so another state needs a new check run.
        if runs and runs[-1]["external_id"] == external_id:
            await self.write("PATCH", f"{path}/{runs[-1]['id']}", body)
        else:
            await self.write("POST", path, {**body, "head_sha": pull.head})

    async def _own_runs(self, pull: Pull, creator: str) -> list[Row]:
        """Return the check runs of our App for a pull request's head and base, oldest first."""
        name = context_of(pull.base)
        found = list[Row]()
        page = 1
        while True:
            answer = await self.get(
                f"/repos/{pull.repo}/commits/{pull.head}/check-runs",
                check_name=name,
                filter="all",
                page=page,
                **self.page_size,
            )
            rows = answer["check_runs"]
            for row in rows:
                app = row.get("app") or {}
                if row["name"] == name and f"{app.get('slug')}[bot]" == creator:
                    found.append(row)
            if len(rows) < self.page_size["per_page"]:
                return sorted(found, key=lambda row: int(row["id"]))
            page += 1
