"""A tracker with one issue, which comes from the command line. It discards all writes."""

from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.models import Issue, Status, Submission
from coordinator.trackers import Comment, ListedIssue, ReviewRequest, Tracker
from coordinator.trackers.kind import TrackerKind


class LocalTracker(Tracker):
    """Has one given issue, which is in review. It accepts every write and discards it."""

    name = "local"
    me = "coordinator"
    statuses: tuple[str, ...] = ()

    def __init__(self, submission: Submission) -> None:
        assert submission.given is not None
        self._entry = submission.entry
        self._issue = submission.given

    async def begin(self, **_: object) -> tuple[tuple[ReviewRequest, ...], str]:
        return (), ""

    async def entries(self, after: str) -> tuple[tuple[ReviewRequest, ...], str]:
        return (), after

    async def entry(self, key: str) -> ReviewRequest:
        return ReviewRequest(id=self._entry, issue=key, at=0.0, actor="")

    async def last_change(self, _key: str) -> str:
        return self._entry

    async def issue(self, _key: str) -> Issue:
        return self._issue

    async def issues(self, *_: object, **__: object) -> tuple[ListedIssue, ...]:
        return ()

    async def comments(self, _key: str) -> tuple[Comment, ...]:
        return ()

    async def post_once(self, key: str, text: str, **_: object) -> Comment:
        """Return the comment without posting it. The command line prints the verdict itself."""
        return Comment(id="", issue=key, author=self.me, text=text)

    async def move(self, _key: str, to: Status, **_: object) -> Issue:
        return self._issue.model_copy(update={"status": to})

    override = move

    async def label(self, *_: object) -> None:
        """Do nothing."""

    async def retrigger(self, *_: object) -> str:
        return "no author to start"


def _missing_settings(_config: Config) -> list[str]:
    return []


def _make_tracker(_config: Config) -> Tracker:
    raise ConfigError("the tracker local cannot be configured", fix="name another tracker")


LOCAL = TrackerKind(
    name="local",
    abilities=frozenset(),
    facts=frozenset({"Identifier", "Title", "Description", "URL"}),
    make=_make_tracker,
    missing_settings=_missing_settings,
    issue_source="from a file",
)
