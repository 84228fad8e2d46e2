"""What a run of a workflow records: where it went and why, what was printed, judged and said, and how it ended."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue

from coordinator.models import Issue, Submission, Value
from coordinator.workflow.dialect.stage_triggers import Gated, Judged

JOB = "run"
# Started by the daemon, which goes on with it; one that somebody stopped is left to them
WATCHED = "watched run"
JOBS = (JOB, WATCHED)
TOPIC = "event"  # where a run hears of the world outside
# Where it finds how a person lets it go on after an end, under the number of that end
RESUME = "resume"
LONG = 2_000  # characters of a text that stand in the event itself; longer ones are kept beside it

Cause = (
    Literal[
        "entry",
        "message",
        "judge_verdict",
        "run_failed",
        "gate_result",
        "output_matches",
        "stage_timeout",
    ]
    | Literal["pr_merged", "pr_closed", "pr_conditions", "resumed"]
)
Kind = Literal["inject", "verdict", "gate", "failure", "nudge", "person", "notice", "reply"]
ResultKind = Literal["completed", "failed", "escalated", "error"]


class RunRequest(Value):
    """What a run is started with; the workflow is kept as it was written then. `given` is an issue of no tracker.

    Where nothing is said of an issue, the run has none, and `given` only names the workflow.
    `why` says what has started it, where that was nobody; `held` why a person has to let it begin.
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
        """The issue of no tracker, as one that is submitted."""
        return Submission(id="", tracker="local", entry="", key=self.key, given=self.given)

    @property
    def subject(self) -> str:
        """What a run is about, for the list of all that was done about it; all issues that are given have one key."""
        return f"workflow:{self.tracker}:{self.given.title if self.given else self.key}"


class RunSettings(Value):
    """What of the configuration decides about a run, fixed at its start, and what every random word is made from."""

    seed: str
    agent: str
    max_visits: int
    deadline: float
    input: int
    inputs: int
    output: int


class Worktree(Value):
    """Where the work happens: a folder, the commit it began at, and the branch that was made for it, if one was.

    An `exact` base is a commit of ours beside the history: what was there, also what was not committed.
    """

    folder: str
    base: str
    exact: bool = False
    branch: str = ""
    repo: str = ""


class MoveReason(Value):
    """What led to a stage."""

    kind: Cause
    detail: str = ""


class Decision(Value):
    """What a person decides in place of a stage that came to nothing: whether it passes, and why."""

    verdict: Judged
    reason: str
    by: str


class StageMove(Value):
    """A stage that is led to, and what its agent is told there first.

    A return has the agent go on where it last worked: the stage does nothing again. With a decision it does what is
    left to do once its command, judge and gate are settled.
    """

    to: str
    why: MoveReason
    told: str = ""
    returns: bool = False
    decided: Decision | None = None


class Visit(Value):
    """One stay in a stage: the number of all visits, and the how-many-th of this stage."""

    number: int
    stage: str
    nth: int
    why: MoveReason
    at: float
    came_from: str = ""
    skipped: tuple[str, ...] = ()


class CommandResult(Value):
    """A command that has ended; `output` is the hash of the `StageOutput` that it left."""

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
    """The content of an output: what was read as JSON, and for a command all that it printed."""

    data: dict[str, JsonValue] = Field(default_factory=dict)
    stdout: str = ""
    stderr: str = ""
    exit_code: int | None = None

    def visible(self) -> dict[str, JsonValue]:
        """What templates and gates see; the command's own keys come first."""
        streams: dict[str, JsonValue] = {
            "stdout": self.stdout,
            "stderr": self.stderr,
            "exit_code": self.exit_code,
        }
        return (streams if self.exit_code is not None else {}) | self.data

    def value(self, path: str) -> JsonValue:
        """Return what they see at a dotted path; None where there is nothing."""
        value: JsonValue = self.visible()
        for part in path.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    def printed(self) -> str:
        """Return what the command printed, and how it ended."""
        ending = "" if self.exit_code is None else f"exit code {self.exit_code}"
        return "\n".join(
            part for part in (self.stdout.rstrip(), self.stderr.rstrip(), ending) if part
        )


class JudgeInputs(Value):
    """What a judge was given to read, or why there was nothing; `texts` is the hash of the inputs as JSON."""

    names: tuple[str, ...] = ()
    bytes: int = 0
    cut: tuple[str, ...] = ()
    texts: str = ""
    error: str = ""
    # Changed files that the judge was not shown in full.
    unshown: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)


class StageJudgement(Value):
    """What a judge stage came to: a verdict, or why there is none. `output` is the hash of its `StageOutput`."""

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
    """What a gate came to; `skipped` is a missing output that counts as pass."""

    stage: str
    verdict: Gated | Literal["skipped"]
    detail: str


class TranscriptLine(Value):
    """One line of the transcript; a long text is shortened here and kept whole under its hash."""

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
    """How a person lets a run go on that has ended: from a stage, with words to the agent, or with a decision.

    Words alone reach the agent where it last worked. `once` tells what was sent on the dashboard from other such words.
    """

    by: str
    stage: str = ""
    say: str = ""
    decision: Decision | None = None
    once: str = ""


class PullRequestEnd(Value):
    """What became of the pull request."""

    kind: Literal["pull"] = "pull"
    event: Literal["pr_merged", "pr_closed"]


class PullRequestFact(Value):
    """What is known of the pull request from now on; `at` is when somebody last commented on it."""

    kind: Literal["fact"] = "fact"
    ci: str | None = None
    reviews: str | None = None
    at: float | None = None


Outside = Annotated[PullRequestEnd | PullRequestFact, Field(discriminator="kind")]
