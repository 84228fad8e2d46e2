"""Read the changes of the watched pull requests, rarely if a repository is quiet."""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence

from coordinator import trackers
from coordinator.errors import ConfigError, TrackerError
from coordinator.trackers.forge.github import GitHub
from coordinator.trackers.forge.pulls import Pull

log = logging.getLogger("coordinator")

DAY = 86_400.0
IDLE = 20.0  # lists that we read per minute after a long time without changes
LONGEST_PAUSE = 60.0  # seconds between two polls of a repository
READS = 300.0  # the most lists that we read per minute, a third of GitHub's limit
# We have examined a change only if it was at least this many seconds old. Servers cut times to
# seconds, and record a push only after they have moved the head to its commit. After a webhook we
# examine younger changes, too, and once more when they are old enough.
SETTLED = 2.0
# All open reviews are compared after this many seconds, because a change of an issue that a pull
# request closes does not change the pull request.
COMPARE_ALL = 60.0


class PullFeed:
    """The pull requests of the watched repositories, as of the last poll.

    The number of API calls depends on the number of changes, not of pull requests.
    """

    def __init__(self, api: GitHub, repos: Sequence[str]) -> None:
        self._api = api
        self._repos = repos
        # By key: the pull requests that were open when we began, or have changed since
        self.pulls: dict[str, Pull] = {}
        self.newest: dict[str, float] = {}  # by repository: the newest change that is known
        self.now: dict[str, float] = {}  # by repository: the server's time at the last poll
        self.examined: dict[str, Pull] = {}  # by key: its state when we last looked for an entry
        # The repositories that we have polled since we last asked for the heads of base branches
        self.looked_at: set[str] = set()
        self._troubles: dict[str, str] = {}  # by repository or pull request: the last error
        self.began: dict[str, float] = {}  # by repository: the server's time at the first poll
        self._due: dict[str, float] = {}  # by repository: the time of the next poll
        self._news = asyncio.Event()
        self.is_woken = False  # whether a webhook has ended the last pause
        # By key: the pull requests that `changed` was last asked about, as they were then
        self._compared: dict[str, Pull | None] = {}
        self._compare_all_at = 0.0

    async def pause(self, seconds: float) -> None:
        """Wait until a webhook wakes us, at most this many seconds.

        Webhooks that come shortly after the last poll, however many, end the same pause.
        """
        least = len(self._repos) * 60 / READS  # even if webhooks wake us
        await asyncio.sleep(least)
        if any(map(self.is_new, self.pulls.values())):
            seconds = min(seconds, SETTLED / 2)
        self.is_woken = await trackers.is_set_within(self._news, max(seconds - least, 0.0))
        self._news.clear()

    def is_new(self, pull: Pull) -> bool:
        """Return whether the last change of a pull request is too young to be examined."""
        return self.now[pull.repo] - pull.updated < SETTLED

    def wake(self) -> None:
        """Poll all repositories now, because a webhook has reported a change."""
        self._due.clear()
        self._compare_all_at = 0.0
        self._news.set()

    def changed(self, keys: Collection[str]) -> list[str]:
        """Return the keys whose pull requests have changed since the last call.

        Return all keys after a webhook and once a minute.
        """
        now = time.monotonic()
        is_due = now >= self._compare_all_at
        if is_due:
            self._compare_all_at = now + COMPARE_ALL
        found = []
        compared = {}
        for key in keys:
            pull = self.pulls.get(key)
            compared[key] = pull
            if is_due or key not in self._compared or self._compared[key] != pull:
                found.append(key)
        self._compared = compared
        return found

    async def refresh(self) -> None:
        """Read the changes, with one request for each repository that is due.

        On GitHub, a request that finds no change does not count towards the rate limit.
        """
        if not self._repos:
            raise ConfigError("no repositories are configured", fix="list them in forge.repos")
        due = [repo for repo in self._repos if self._due.get(repo, 0.0) <= time.monotonic()]
        errors = await asyncio.gather(*map(self._refresh_repo, due))
        failed = [error for error in errors if error]
        if failed and len(failed) == len(self._repos):
            raise failed[0]

    async def _refresh_repo(self, repo: str) -> TrackerError | None:
        first = repo not in self.newest
        newest = self.newest.get(repo, 0.0)
        since = newest
        if self.now.get(repo, 0.0) - newest >= SETTLED:
            # No later change can have the same time stamp as the newest one, so skip that one.
            since += 1
        try:
            found, self.now[repo] = await self._api.changed(repo, since, first=first)
        except TrackerError as error:  # an error in one repository must not stop the others
            self.warn_once(repo, error)
            return error
        self.worked(repo)
        for pull in found:
            self.pulls[pull.key] = pull
            newest = max(newest, pull.updated)
        self.newest[repo] = newest
        self.looked_at.add(repo)
        self._forget_closed()
        # The longer a repository has had no changes, the less often we poll it.
        self.began.setdefault(repo, self.now[repo])
        quiet = self.now[repo] - max(newest, self.began[repo])
        if not self._news.is_set():  # a webhook since our request asks for a poll at once
            pause = min(quiet / 10, len(self._repos) * 60 / IDLE, LONGEST_PAUSE)
            self._due[repo] = time.monotonic() + pause
        return None

    def worked(self, about: str) -> None:
        """Forget the last error about a thing, after a request about that thing has succeeded."""
        self._troubles.pop(about, None)

    def _forget_closed(self) -> None:
        """Forget pull requests a day after they were closed."""
        for pull in list(self.pulls.values()):
            if pull.closed and self.now[pull.repo] - pull.closed > DAY:
                del self.pulls[pull.key]
                self.examined.pop(pull.key, None)

    def warn_once(self, about: str, error: TrackerError) -> None:
        """Log an error about a repository, branch or pull request.

        Do not log it if the last error about the same thing had the same message.
        """
        if self._troubles.get(about) != str(error):
            log.warning("%s: %s", about, error)
        self._troubles[about] = str(error)
