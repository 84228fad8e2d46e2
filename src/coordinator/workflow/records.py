"""The records of a workflow run: its request, visits, results, transcript and end."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from coordinator.models import Issue, OwnedPath, Submission, Value
from coordinator.workflow.dialect.stage_triggers import Gated, Judged

JOB = "run"
# The job of a run that the daemon has started. The daemon continues the run unless a person has
# stopped it.
WATCHED = "watched run"
JOBS = (JOB, WATCHED)
TOPIC = "event"  # the topic of events from outside
# The topic of resumptions. A resumption after the first end of a run has the number 1 in its key, a
# resumption after the second end has the number 2, and so on.
RESUME = "resume"
LONGEST_WAIT = 14 * 24 * 3600.0  # of runs that an earlier version has started
LONG = 2_000  # characters of a text in the event itself. A longer text is stored separately.

Cause = Literal[
    "entry",
    "message",
    "judge_verdict",
    "run_failed",
    "gate_result",
    "output_matches",
    "stage_timeout",
    "pr_merged",
    "pr_closed",
    "pr_conditions",
    "resumed",
]
PullRequestEnding = Literal["pr_merged", "pr_closed"]
Kind = Literal["inject", "verdict", "gate", "failure", "nudge", "person", "notice", "reply"]
ResultKind = Literal["completed", "failed", "escalated", "error"]


class RunRequest(Value):
    """The request for a run, with the text of its workflow at that time.

    `given` is an issue that is in no tracker. A run without an issue has a `given` with only the
    name of the workflow. `why` says what started the run if no person did. `held` says why the run
    does not start before a person releases it.
    """

    label: str
    text: str
    tracker: str
    key: str
    given: Issue | None = None
    has_issue: bool = True
    repo: str = ""
    base: str = ""
    in_place: bool = False
    inputs: dict[str, str] = Field(default_factory=dict)
    agent: str = ""
    why: str = ""
    held: str = ""

    @property
    def submission(self) -> Submission:
        """The given issue as a submission."""
        return Submission(id="", tracker="local", entry="", key=self.key, given=self.given)

    @property
    def subject(self) -> str:
        """The subject of the run. Runs about the same issue have the same subject."""
        # Use the title of a given issue, because all given issues have the same key.
        about = self.given.title if self.given else self.key
        return f"workflow:{self.tracker}:{about}"


class RunSettings(Value):
    """The configuration of a run, fixed at its start.

    `input`, `inputs` and `output` are limits in bytes: of one input of a judge, of all inputs of a
    judge together, and of one output. The random marks around quoted texts in prompts are made from
    `seed`. `longest_wait` is the limit in seconds for a wait in a stage without a timeout.
    """

    seed: str
    agent: str
    max_visits: int
    deadline: float
    longest_wait: float = LONGEST_WAIT
    input: int
    inputs: int
    output: int


class Worktree(Value):
    """The working copy of a run: its folder, the commit at its start, and its new branch, if any.

    If `exact` is true, `base` is a commit that coordinator made and that is in no branch. It has
    the changes that were not committed when the run started.
    """

    folder: str
    base: str
    exact: bool = False
    branch: str = ""
    repo: str = ""


class MoveReason(Value):
    """The reason for a move to a stage."""

    kind: Cause
    detail: str = ""


class Decision(Value):
    """A person's decision on whether a stage without a result passes, and the reason."""

    verdict: Judged
    reason: str
    by: str


class StageMove(Value):
    """A move to a stage, and a message for its agent.

    If `returns` is true, the agent continues in the stage where it last worked, and no action of
    the stage runs again. If `decided` is set, this decision of a person replaces the command, the
    judge and the gate of the stage. The other actions run.
    """

    to: str
    why: MoveReason
    told: str = ""
    returns: bool = False
    decided: Decision | None = None


class Visit(Value):
    """One visit of a stage; `number` counts all visits of the run, `nth` those of the stage."""

    number: int
    stage: str
    nth: int
    why: MoveReason
    at: float
    came_from: str = ""
    skipped: tuple[str, ...] = ()


class CommandResult(Value):
    """The result of a command; `output` is the hash of its `StageOutput`."""

    stage: str
    command: str
    exit_code: int
    timed_out: bool = False
    seconds: float = 0.0
    bucket: str = ""
    output: str
    pulls: tuple[str, ...] = ()

    @property
    def failed(self) -> bool:
        return self.timed_out or self.exit_code != 0


class StageOutput(Value):
    """The content of an output: its JSON data, and the streams of a command."""

    data: dict[str, JsonValue] = Field(default_factory=dict)
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None

    def visible(self) -> dict[str, JsonValue]:
        """Return the values for templates and gates.

        A key of the JSON data replaces a stream of the same name.
        """
        if self.exit_code is None:
            return dict(self.data)
        streams: dict[str, JsonValue] = {
            "stdout": self.stdout,
            "stderr": self.stderr,
            "exit_code": self.exit_code,
        }
        return {**streams, **self.data}

    def value(self, path: str) -> JsonValue:
        """Return the visible value at a dotted path, or None."""
        value: JsonValue = self.visible()
        for part in path.split("."):
            if not isinstance(value, dict):
                return None
            value = value.get(part)
        return value

    def printed(self) -> str:
        """Return the streams of the command, and its exit code."""
        parts = [self.stdout.rstrip(), self.stderr.rstrip()]
        if self.exit_code is not None:
            parts.append(f"exit code {self.exit_code}")
        return "\n".join(part for part in parts if part)


class JudgeInputs(Value):
    """The inputs of a judge, or why there are none; `texts` is the hash of the inputs as JSON."""

    names: tuple[str, ...] = ()
    bytes: int = 0
    cut: tuple[str, ...] = ()
    texts: str = ""
    error: str = ""
    # Changed files that the judge was not shown in full.
    unshown: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    # Changed paths that only a person may accept.
    owned: tuple[OwnedPath, ...] = Field(default=(), exclude_if=lambda paths: not paths)


class StageJudgement(Value):
    """The verdict of a judge stage, or why there is none; `output` is the hash of its output."""

    stage: str
    by: str
    verdict: Judged | Literal[""]
    summary: str
    required_fixes: tuple[str, ...] = ()
    findings: int = 0
    bucket: str = ""
    output: str = ""
    error: str = ""
    escalates: bool = False


class GateOutcome(Value):
    """The result of a gate; `skipped` means that it passes because the output is missing."""

    stage: str
    verdict: Gated | Literal["skipped"]
    detail: str


class TranscriptLine(Value):
    """One line of the transcript; `whole` is the hash of a long text, which is shortened here."""

    number: int
    visit: int
    at: float
    kind: Kind
    who: str
    to: str = ""
    text: str
    whole: str = ""


class RunResult(Value):
    """How a run ended, and where its work is."""

    kind: ResultKind
    stage: str
    reason: str
    visits: int = 0
    folder: str = ""
    branch: str = ""


class Resumption(Value):
    """How a person resumes a run: from a stage, with a message to the agent, or with a decision.

    If there is only a message, the agent continues in the stage where it last worked. `once`
    identifies one submission of the dashboard's form.
    """

    by: str
    stage: str = ""
    say: str = ""
    decision: Decision | None = None
    once: str = ""


class PullRequestEnd(Value):
    """The pull request was merged or closed. An empty `url` means every pull request of the run."""

    kind: Literal["pull"] = "pull"
    event: PullRequestEnding
    url: str = Field(default="", exclude_if=lambda url: not url)


class PullRequestFact(Value):
    """New facts about the pull request. `at` is the time of its last comment."""

    kind: Literal["fact"] = "fact"
    ci: str | None = None
    reviews: str | None = None
    at: float | None = None


Outside = Annotated[PullRequestEnd | PullRequestFact, Field(discriminator="kind")]
