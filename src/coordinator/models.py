"""The words of coordinator as frozen values; nothing here touches a clock, a disk or a network."""

from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from coordinator.errors import Cause

Status = Literal["backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled"]
Importance = Literal["essential", "important", "optional", "pitfall"]
Priority = Literal["high", "medium", "low"]
Outcome = Literal["accept", "reject", "escalate", "error"]
Found = Literal["verified", "moved", "not found", "no source"]
Language = Literal["python", "sh", "bash", "node", "go", "ruby", "php"]  # of an experiment
Standing = Literal["resolved", "open"]
ReviewPurpose = Literal["rubric", "probe", "judge", "debate", "argue", "rule"]
RunPurpose = Literal["work", "stage"]
CouncilPurpose = Literal["propose", "vote", "revise", "synthesise", "merge", "plan"]
Purpose = Literal[ReviewPurpose, RunPurpose, CouncilPurpose]


class Value(BaseModel):
    """A frozen value with keyword-only fields; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# -- what was asked and what was delivered


class AttachedFile(Value):
    """A file of an issue, so long in bytes, and its text if it has any."""

    name: str
    size: int
    text: str = ""


class Issue(Value):
    """What was asked, as the tracker has it now; empty text means the tracker has none.

    `author` is who made the work that is in review, which the tracker tells: whoever was assigned when it was
    submitted, or whoever submitted it where nobody was. Only what the author wrote and attached is the work.
    """

    key: str
    title: str
    text: str = ""
    status: Status = "todo"
    version: int = 0
    creator: str = ""
    assignee: str = ""
    author: str = ""
    repo: str = ""
    base: str = ""
    # The commit that has to be the work
    head: str = Field(default="", exclude_if=lambda head: not head)
    labels: tuple[str, ...] = ()
    priority: str = ""
    url: str = ""  # of its page
    attachments: tuple[AttachedFile, ...] = ()

    @property
    def request(self) -> str:
        """Title, text and what others than the author have attached: everything that was asked."""
        parts = [self.title, self.text]
        for file in self.attachments:
            parts.append(
                f"Attached to the request, {file.name} ({file.size} bytes):\n{file.text or '(not text)'}"
            )
        return "\n\n".join(parts).strip()

    @property
    def addressee(self) -> str:
        """Who is sent back to work: the assignee, or the author where nobody is assigned."""
        return self.assignee or self.author


class Submission(Value):
    """One entry of an issue into review; `id` is unique to it. `given` is the issue where no tracker holds it.

    What changes while it is reviewed is reviewed again: the same entry, and the next `attempt`. `again` is the review
    that somebody wants to have once more, with the configuration it had.
    """

    id: str
    tracker: str
    entry: str
    key: str
    given: Issue | None = None
    # As it was recorded before there were more
    attempt: int = Field(default=1, exclude_if=lambda number: number == 1)
    again: str = Field(default="", exclude_if=lambda review: not review)
    # Of a canary
    truth: Literal["", "accept", "reject"] = Field(default="", exclude_if=lambda truth: not truth)


class ChangedFile(Value):
    """One path the work touched: A added, M modified, D deleted, R renamed, T type changed."""

    path: str
    change: Literal["A", "M", "D", "R", "T"]
    blob: str = ""


class Work(Value):
    """What was delivered, frozen at `revision` (a git tree) with a bounded diff against `base`.

    It is `commit` where it has a `head`: what it was pushed as, or HEAD. Without one it is the files as they were.
    """

    repo: str
    head: str = ""
    base: str
    commit: str
    revision: str
    diff: str
    diff_bytes: int
    changed: tuple[ChangedFile, ...] = ()
    withheld: tuple[str, ...] = ()
    too_large: tuple[str, ...] = ()  # files that are not copied, and shown in part at most
    for_agents: tuple[str, ...] = ()  # what tells agents what to do, and is in no judge's copy
    uncommitted: tuple[str, ...] = ()  # where the files differ from the commit
    unlisted: int = 0  # changed files beyond as many as are listed
    # Changed files that nobody was shown in full; reviews of earlier versions have none on record.
    unshown: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    # Of the repository, as the base has them
    rules: str = Field(default="", exclude_if=lambda text: not text)

    @property
    def notices(self) -> tuple[str, ...]:
        """What nobody could look at, in the words of a verdict."""
        withheld = tuple(f"withheld, may hold secrets: {path}" for path in self.withheld)
        return withheld + tuple(
            f"too large to copy, shown in part at most: {path}" for path in self.too_large
        )

    @property
    def name(self) -> str:
        """The commit or the tree that is judged; empty where the work is words."""
        if not self.repo:
            return ""
        if self.head:
            return f"commit {self.commit}"
        return f"tree {self.revision}"


def request_of(issue: Issue, work: Work) -> str:
    """Everything that was asked: the issue, and the rules of its repository."""
    if work.rules:
        return f"{issue.request}\n\nRules of the repository:\n\n{work.rules}"
    return issue.request


# -- evidence


class Quote(Value):
    """Text claimed to stand in `source`: `path:line`, `diff`, `changed paths`, `check:NAME`, `tool:NAME`, `issue`."""

    kind: Literal["quote"] = "quote"
    source: str
    text: str


class Absence(Value):
    """A claim that a pattern matches nothing in the files of a glob."""

    kind: Literal["absence"] = "absence"
    pattern: str
    where: str


class Experiment(Value):
    """A claim that what a script prints shows this: on the work, on the base, or on the work and not on the base."""

    kind: Literal["experiment"] = "experiment"
    run: str
    language: Language
    shows: str
    on: Literal["work", "base", "both"] = "work"


class ExperimentRun(Value):
    """How a script ended and what it printed; without a code it did not end in time. It is green if that is 0."""

    on: Literal["work", "base"]
    code: int | None
    output: str


Evidence = Annotated[Quote | Absence | Experiment, Field(discriminator="kind")]


class Proof(Value):
    """What code found when it looked for a piece of evidence, and where."""

    evidence: Evidence
    found: Found
    at: str = ""
    # Why it shows nothing of the work, though found
    weak: str = Field(default="", exclude_if=lambda why: not why)
    # Of an experiment
    runs: tuple[ExperimentRun, ...] = Field(default=(), exclude_if=lambda runs: not runs)


class CheckResult(Value):
    """How one deterministic check ended; `error` means it could not be carried out."""

    name: str
    status: Literal["green", "red", "error"]
    blocks: bool
    summary: str
    output: str = ""
    seconds: float = 0.0
    detected: bool = False
    unsandboxed: bool = False
    # Of a probe: script and runs
    probe: Proof | None = Field(default=None, exclude_if=lambda proof: proof is None)

    @property
    def said(self) -> str:
        """How it ended, in the words that people and judges read."""
        if self.status == "error":
            return "not measured"
        return self.status

    @property
    def is_red_probe(self) -> bool:
        return self.probe is not None and self.status == "red"


# -- the rubric


class Item(Value, extra="ignore"):  # rubrics of earlier versions have a category
    """One yes/no question of the checklist; for a pitfall, yes is bad.

    `quote` has the words of the request that demand it. Where code has not found them there it is not `binding`: its
    answers are advice. `ambiguity` is the question to put to a person where the request can be read in two ways.
    """

    id: str
    question: str
    importance: Importance
    rationale: str = ""
    quote: str = ""
    ambiguity: str = ""
    binding: bool = True


class Dimension(Value):
    """One scored axis, 1 to 5, with what the scores look like; `quote` as with an item."""

    name: str
    description: str
    weight: Decimal
    instruction: str = ""
    anchors: dict[str, str] = Field(default_factory=dict)
    quote: str = ""


class Probe(Value):
    """A test written from the request and the base alone: red on the base if it is a demand, green if it is to keep."""

    id: str
    kind: Literal["demand", "keep"]
    title: str
    quote: str = ""
    script: Experiment


class Rubric(Value):
    """The criteria of one issue, frozen before anyone sees the work; what is `left_out` quotes nothing of it.

    `probes` are None before any are written. Those that are red on the work under review are items too.
    """

    form: Literal["anchored", "banded"] = "anchored"
    checklist: tuple[Item, ...]
    dimensions: tuple[Dimension, ...]
    left_out: tuple[Dimension, ...] = Field(
        default=(), exclude_if=lambda dimensions: not dimensions
    )
    probes: tuple[Probe, ...] | None = Field(default=None, exclude_if=lambda probes: probes is None)


# -- what judges say


class Answer(Value):
    """One judge's answer to one checklist item; `yes` is None where the item does not apply.

    `case` says of an answer against the work whether that is so in the normal case or in a rare one.
    """

    item: str
    yes: bool | None
    case: Literal["normal", "rare"] = "normal"
    note: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def said(self) -> str:
        word = {True: "yes", False: "no", None: "not applicable"}[self.yes]
        if self.case == "normal":
            return word
        return f"{word}, in a rare case"


class Score(Value):
    """One judge's 1 to 5 on one dimension."""

    dimension: str
    score: int
    reasoning: str = ""
    placement: str = ""
    evidence: tuple[Evidence, ...] = ()


class Finding(Value):
    """A claim against the work, with the criterion it breaks and the evidence for it."""

    text: str
    priority: Priority = "medium"
    criterion: str = ""
    evidence: tuple[Evidence, ...] = ()
    suggestion: str = ""


class Report(Value, extra="ignore"):  # those of earlier versions have notes
    """What one judge reported."""

    answers: tuple[Answer, ...]
    scores: tuple[Score, ...]
    findings: tuple[Finding, ...] = ()
    summary: str = ""
    rework: dict[str, Standing] = Field(default_factory=dict)


class Usage(Value):
    """What an ask used; a cost that is not known is None, never zero."""

    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal | None = None

    def __add__(self, other: "Usage") -> "Usage":
        """Both together; one unknown cost makes the whole unknown."""
        usd = None if self.usd is None or other.usd is None else self.usd + other.usd
        tokens_out = self.tokens_out + other.tokens_out
        return Usage(tokens_in=self.tokens_in + other.tokens_in, tokens_out=tokens_out, usd=usd)


class Ask(Value):
    """One question to one seat; the reply must echo `reference`. `folder` is the seat's own copy of the work."""

    seat: str
    purpose: Purpose
    round: int = 0
    prompt: str
    template: str
    reference: str
    deadline: float
    review: int = 1
    issue: str = ""
    run: str = ""
    earlier: tuple[str, ...] = ()
    folder: str = ""
    was_parked: bool = False  # the time since it was asked may not have been the seat's to use
    again: str = ""  # why it is asked once more: what was wrong with the first reply
    prompts: str = ""  # where the user's own templates are
    # Whose proposal is which: for recorded replies alone
    letters: dict[str, str] = Field(default_factory=dict)
    experiments: bool = False  # whether the prompt offers them


class Reply(Value):
    """The raw answer to an ask, and what it took; `fallback` says why the seat's own agent did not give it."""

    kind: Literal["reply"] = "reply"
    text: str
    seconds: float = 0.0
    usage: Usage = Usage()
    model: str = ""
    recorded: bool = False
    unsandboxed: bool = False
    blind: bool = False  # every command with which it wanted to look at the work has failed
    note: str = ""
    fallback: str = ""


class Ballot(Value):
    """A reply that parsed into a report, with its evidence looked up by code."""

    kind: Literal["ballot"] = "ballot"
    seat: str
    round: int
    report: Report
    proofs: tuple[Proof, ...] = ()
    overall: Fraction
    reverted: tuple[str, ...] = ()
    recorded: bool = False
    unsandboxed: bool = False
    blind: bool = False
    fallback: str = ""
    again: bool = False  # the first reply could not be used


class Abstention(Value):
    """Every other ending of an ask, with its cause; `usage` is what it took all the same, if that is known."""

    kind: Literal["abstention"] = "abstention"
    seat: str
    round: int
    cause: Cause
    detail: str = ""
    usage: Usage | None = None


class AskResult(Value):
    """How an ask ended, with its reference word and the hashes of its prompt and of the template behind that.

    `again` says why it was put once more, and is empty for a first ask; None if it never is put again, as to a person.
    """

    prompt: str
    template: str
    reference: str = ""
    seconds: float
    again: str | None = None
    # That was asked for, where it is known
    model: str = Field(default="", exclude_if=lambda model: not model)
    ending: Annotated[Reply | Abstention, Field(discriminator="kind")]


JudgeResult = Annotated[Ballot | Abstention, Field(discriminator="kind")]


# -- what code decided


class Reason(Value):
    """One numbered reason the author is sent back with."""

    id: str
    text: str
    requirement: str = ""
    proofs: tuple[Proof, ...] = ()
    seats: tuple[str, ...] = ()


class Verdict(Value, extra="ignore"):  # those of earlier versions have a stability
    """The outcome and the rule that decided it; `work` is the commit or tree it is about."""

    outcome: Outcome
    rule: str
    explanation: str
    reasons: tuple[Reason, ...] = ()
    advice: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    dissent: tuple[str, ...] = ()
    mean: Fraction | None = None
    bar: Fraction | None = None
    labels: tuple[str, ...] = ()
    work: str = ""


class PreviousReview(Value):
    """What earlier reviews of the same issue left: how often it was rejected, and the last reject.

    `abandoned` counts the panels that were left before their verdict; `held` is the escalated review to be decided.
    Where the last panel, `same`, had the same work, request and rules, its `answer` stands.
    """

    reviews: int = 0
    rejects: int = 0
    abandoned: int = 0
    held: str = ""
    same: str = ""
    answer: Verdict | None = None
    rubrics: dict[str, Rubric] = Field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    changed: tuple[ChangedFile, ...] = ()


class Case(Value):
    """Everything about one submission that a protocol may look at."""

    review: str
    issue: Issue
    work: Work
    checks: tuple[CheckResult, ...] = ()
    earlier: PreviousReview = PreviousReview()
    seed: str
    suspicions: tuple[str, ...] = ()

    @property
    def request(self) -> str:
        return request_of(self.issue, self.work)

    @property
    def number(self) -> int:
        """Which review of its issue this is, from 1."""
        return self.earlier.reviews + 1

    @property
    def touched(self) -> tuple[str, ...]:
        """The paths that differ from what the last rejecting review saw."""
        return tuple(sorted({file.path for file in {*self.earlier.changed} ^ {*self.work.changed}}))


class Decided(Value):
    """A review that ended in a verdict."""

    kind: Literal["decided"] = "decided"
    verdict: Verdict


class Superseded(Value):
    """A review that the world overtook: nothing was decided; `successor` is the next attempt, if there is one."""

    kind: Literal["superseded"] = "superseded"
    why: str
    successor: str = ""


Ending = Annotated[Decided | Superseded, Field(discriminator="kind")]
