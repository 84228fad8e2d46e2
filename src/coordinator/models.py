"""The values of the domain: issues, work, evidence, rubrics, ballots, verdicts, cases.

All are frozen. This module uses no clock, no disk and no network.
"""

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from coordinator.errors import Cause

Status = Literal["backlog", "todo", "in_progress", "in_review", "done", "blocked", "cancelled"]
Importance = Literal["essential", "important", "optional", "pitfall", "regression"]
Priority = Literal["high", "medium", "low"]
Outcome = Literal["accept", "reject", "escalate", "error"]
Found = Literal["verified", "moved", "not found", "no source"]
Language = Literal["python", "sh", "bash", "node", "go", "ruby", "php"]  # languages of experiments
Standing = Literal["resolved", "open"]
FailureWeight = Literal["normal", "rare", "leftover"]
ProbeKind = Literal["demand", "sibling", "keep"]
ReviewPurpose = Literal["rubric", "probe", "judge", "debate", "argue", "rule"]
RunPurpose = Literal["work", "stage"]
CouncilPurpose = Literal["propose", "vote", "revise", "synthesise", "merge", "plan"]
Purpose = Literal[ReviewPurpose, RunPurpose, CouncilPurpose]


class Value(BaseModel):
    """A frozen value with keyword-only fields; an unknown field is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


# -- requests and delivered work


class AttachedFile(Value):
    """A file attached to an issue; `size` is in bytes, `text` is empty if the file is not text."""

    name: str
    size: int
    text: str = ""


class Issue(Value):
    """An issue as it is in the tracker now.

    `author` made the work in review: the assignee at the time of submission, or the submitter if
    nobody was assigned. Only comments and attachments of the author belong to the work.
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
    # The commit that has to be reviewed, if the tracker names one.
    head: str = Field(default="", exclude_if=lambda head: not head)
    labels: tuple[str, ...] = ()
    priority: str = ""
    url: str = ""  # the address of the issue's page
    attachments: tuple[AttachedFile, ...] = ()

    @property
    def request(self) -> str:
        """The whole request: title, text and attachments."""
        parts = [self.title, self.text]
        for file in self.attachments:
            head = f"Attached to the request, {file.name} ({file.size} bytes):"
            text = file.text or "(not text)"
            parts.append(f"{head}\n{text}")
        return "\n\n".join(parts).strip()

    @property
    def addressee(self) -> str:
        """The one who gets rejected work back: the assignee, or else the author."""
        return self.assignee or self.author


class Submission(Value):
    """An issue that was submitted for review; `given` is the issue itself if it is in no tracker.

    An issue gets a new `entry` each time it enters review. If the issue or the work changes during
    the review, a new review of the same entry begins, with the next `attempt` number. If an earlier
    review is repeated, or its accept is checked again, `again` is the id of the earlier review, and
    its configuration is used.
    """

    id: str
    tracker: str
    entry: str
    key: str
    given: Issue | None = None
    # Records leave out an attempt of 1: older versions of coordinator did not record the attempt.
    attempt: int = Field(default=1, exclude_if=lambda number: number == 1)
    again: str = Field(default="", exclude_if=lambda review: not review)
    # The right verdict on a canary, which is work of known quality.
    truth: Literal["", "accept", "reject"] = Field(default="", exclude_if=lambda truth: not truth)
    # The person who asked for a new panel, even if the same content already has an answer.
    asked_by: str = Field(default="", exclude_if=lambda person: not person)
    # The new commit of the base, if accepted work is checked again because its base has moved.
    moved_to: str = Field(default="", exclude_if=lambda commit: not commit)


class ChangedFile(Value):
    """A changed path: A added, M modified, D deleted, R renamed, T type changed."""

    path: str
    change: Literal["A", "M", "D", "R", "T"]
    blob: str = ""


class OwnedPath(Value):
    """A changed path that only a person may accept, and its owners if there are any."""

    path: str
    owners: tuple[str, ...] = ()


class BaseMerge(Value):
    """The merge of the work into the present commit of its base branch, which has moved on.

    The result is the merged `tree`, the files with `conflicts`, or a `problem` that prevented the
    merge.
    """

    branch: str
    onto: str
    tree: str = ""
    conflicts: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    problem: str = Field(default="", exclude_if=lambda text: not text)

    @property
    def name(self) -> str:
        """A name for the merge, for messages."""
        return f"the merge into {self.branch} {self.onto[:10]}"

    @property
    def notice(self) -> str:
        """A message that names the tree on which checks and blind tests ran."""
        moved = f"{self.branch} has moved on to {self.onto[:10]} since the work began"
        if self.tree:
            return f"{moved}: checks and blind tests ran on the merge of both"
        if self.problem:
            return f"{moved}, but checks and blind tests ran on the work alone: {self.problem}"
        return f"{moved}, and the two do not merge"


# Why changed bytes of a file were not shown to the judges.
UnshownReason = Literal["", "too large", "withheld", "binary", "cut", "long line", "not UTF-8"]
# Files of these classes may be accepted although some of their bytes were not shown.
ExemptClass = Literal["", "image", "font", "lock file", "generated", "deleted"]

NAMED_IN_SUMMARY = 10  # the summary of a ledger names at most this many files


class LedgerRow(Value):
    """How many of the changed bytes of one file the judges were shown, and how many not.

    `masked` bytes are secret values. `secret` names the kinds of the secret values that the change
    adds.
    """

    path: str
    shown: int = 0
    masked: int = 0
    not_shown: int = 0
    reason: UnshownReason = ""
    exempt: ExemptClass = ""
    secret: str = Field(default="", exclude_if=lambda kinds: not kinds)

    @property
    def size(self) -> int:
        """The number of changed bytes of the file."""
        return self.shown + self.masked + self.not_shown

    @property
    def holds_up(self) -> bool:
        """Whether only a person can accept the work, because no judge saw all of this file."""
        return bool(self.reason) and not self.exempt

    @property
    def said(self) -> str:
        return f"{printable(self.path)} ({self.exempt or self.reason})"


class Ledger(Value):
    """How many of the changed bytes of each file the judges were shown, and how many not.

    The rows of files that were not shown in full come first. The number of rows is limited. `more`
    is the number of files without a row, and `more_held` is the number of those files that only a
    person can accept.
    """

    rows: tuple[LedgerRow, ...] = ()
    more: int = 0
    more_held: int = 0
    more_not_shown: int = 0

    @property
    def held(self) -> tuple[str, ...]:
        """The files that keep the work from being accepted without a person."""
        paths = [row.path for row in self.rows if row.holds_up]
        if self.more_held:
            paths.append(f"and {self.more_held} more files")
        return tuple(paths)

    @property
    def secrets(self) -> tuple[str, ...]:
        """The files to which the change adds secret values, with the kinds of the values."""
        found = [row for row in self.rows if row.secret]
        return tuple(f"{printable(row.path)}: {row.secret}" for row in found)

    @property
    def summary(self) -> str:
        """A message about the files that were not shown in full; empty if all were shown."""
        unseen = [row for row in self.rows if row.reason]
        number = len(unseen) + self.more_not_shown
        if not number:
            return ""
        files = len(self.rows) + self.more
        named = [row.said for row in unseen[:NAMED_IN_SUMMARY]]
        if number > len(named):
            named.append(f"{number - len(named)} more")
        return f"shown {files - number} of {files} changed files; not shown: {', '.join(named)}"


def printable(text: str) -> str:
    """Return a text, such as a path, on one line. Special characters are written as JSON."""
    if text.isprintable():
        return text
    return json.dumps(text)


class Work(Value):
    """The delivered work, frozen at `revision` (a git tree), with a shortened diff against `base`.

    If `head` is set (to a branch or HEAD), the work is the `commit`. If `head` is empty, the work
    is the files on disk.
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
    too_large: tuple[str, ...] = ()  # files that are not copied, and shown only in part
    for_agents: tuple[str, ...] = ()  # files that instruct agents; judges do not get these files
    uncommitted: tuple[str, ...] = ()  # files that differ from the commit
    unlisted: int = 0  # number of changed files that are not in `changed`
    # The changed files that prevent an accept, because no judge was shown them in full. If there is
    # a ledger, they are its `held` files.
    unshown: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    # The present commit of the base branch, if that has moved on since the work left it.
    base_now: str = Field(default="", exclude_if=lambda commit: not commit)
    merge: BaseMerge | None = Field(default=None, exclude_if=lambda merge: merge is None)
    # Changed paths that only a person may accept.
    owned: tuple[OwnedPath, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    # Older versions of coordinator did not keep a ledger.
    ledger: Ledger = Field(default=Ledger(), exclude_if=lambda ledger: not ledger.rows)
    # The length of each part of `diff` in characters, if judges are shown the diff in parts.
    parts: tuple[int, ...] = Field(default=(), exclude_if=lambda lengths: not lengths)
    # The rules of the repository, from the base.
    rules: str = Field(default="", exclude_if=lambda text: not text)

    @property
    def diff_parts(self) -> tuple[str, ...]:
        """The parts of the diff, each small enough for one prompt."""
        if not self.parts:
            return (self.diff,)
        texts = []
        start = 0
        for length in self.parts:
            texts.append(self.diff[start : start + length])
            start += length
        return tuple(texts)

    @property
    def notices(self) -> tuple[str, ...]:
        """Messages about the files that judges could not see in full, and about the merge."""
        withheld = tuple(f"withheld, may hold secrets: {path}" for path in self.withheld)
        too_large = tuple(
            f"too large to copy, shown in part at most: {path}" for path in self.too_large
        )
        summary = (self.ledger.summary,) if self.ledger.summary else ()
        merge = (self.merge.notice,) if self.merge else ()
        return summary + withheld + too_large + merge

    @property
    def ran_on(self) -> str:
        """The name of the tree that checks and blind tests run on, if it is not the work itself."""
        if self.merge is None or not self.merge.tree:
            return ""
        return self.merge.name

    @property
    def name(self) -> str:
        """The name of the commit or tree that is judged; empty if the work is only text."""
        if not self.repo:
            return ""
        if self.head:
            return f"commit {self.commit}"
        return f"tree {self.revision}"


def request_of(issue: Issue, work: Work) -> str:
    """Return the whole request: the issue and, if there are any, the rules of its repository."""
    if work.rules:
        return f"{issue.request}\n\nRules of the repository:\n\n{work.rules}"
    return issue.request


# -- evidence


class Quote(Value):
    """A claim that `source` contains a text.

    A source is `path:line`, `diff`, `changed paths`, `check:NAME`, `tool:NAME` or `issue`.
    """

    kind: Literal["quote"] = "quote"
    source: str
    text: str


class Absence(Value):
    """A claim that a pattern matches nothing in the files that match a glob."""

    kind: Literal["absence"] = "absence"
    pattern: str
    where: str


class Experiment(Value):
    """A judge's claim that the output of a script contains `shows`, as text or as a pattern.

    If `on` is `both`, the claim is that the output on the work contains it and the output on the
    base does not. The script of a probe is an experiment with an empty `shows`.
    """

    kind: Literal["experiment"] = "experiment"
    run: str
    language: Language
    shows: str
    on: Literal["work", "base", "both"] = "work"


class ExperimentRun(Value):
    """A run of a script. It is green if the exit code is 0. After a timeout, `code` is None."""

    on: Literal["work", "base"]
    code: int | None
    output: str


Evidence = Annotated[Quote | Absence | Experiment, Field(discriminator="kind")]


class Proof(Value):
    """A piece of evidence, the result of its verification, and the place where it was found."""

    evidence: Evidence
    found: Found
    at: str = ""
    # Why evidence that was found is not evidence of the work.
    weak: str = Field(default="", exclude_if=lambda why: not why)
    # The runs of an experiment or a probe.
    runs: tuple[ExperimentRun, ...] = Field(default=(), exclude_if=lambda runs: not runs)


class CheckResult(Value):
    """The result of one deterministic check; `error` means that it could not be run.

    If `blocks` is true, a red check rejects the work. `detected` is true if no person configured
    the check.
    """

    name: str
    status: Literal["green", "red", "error"]
    blocks: bool
    summary: str
    output: str = ""
    seconds: float = 0.0
    detected: bool = False
    unsandboxed: bool = False
    # The tree that the check ran on, if that is not the work itself.
    on: str = Field(default="", exclude_if=lambda tree: not tree)
    # The script and its runs, if the check is a probe.
    probe: Proof | None = Field(default=None, exclude_if=lambda proof: proof is None)

    @property
    def said(self) -> str:
        """The status in the words that people and judges read."""
        if self.status == "error":
            return "not measured"
        return self.status

    @property
    def is_red_probe(self) -> bool:
        return self.probe is not None and self.status == "red"


# -- the rubric


class Item(Value, extra="ignore"):  # rubrics of older coordinators have a category
    """One yes/no question of the checklist; for a pitfall, yes is bad.

    `quote` has the words of the request that demand the item. If the request does not contain these
    words, the item is not `binding`: the answers to it are only advice. A regression item is about
    something that works on the base, so it is binding without a quote. `ambiguity` is a question
    for a person, if the request can be read in two ways.
    """

    id: str
    question: str
    importance: Importance
    rationale: str = ""
    quote: str = ""
    ambiguity: str = ""
    binding: bool = True


class Dimension(Value):
    """One aspect of the work that judges score from 1 to 5.

    `anchors` describe scores, and `quote` has the words of the request that demand the dimension.
    """

    name: str
    description: str
    weight: Decimal
    instruction: str = ""
    anchors: dict[str, str] = Field(default_factory=dict)
    quote: str = ""


class Probe(Value):
    """A blind test, written from the request and the base alone, before anyone sees the work.

    A `demand` tests what the request asks for. A `sibling` tests another place with the same fault.
    Both have to be red on the base. A `keep` tests what has to go on working, and has to be green
    on the base.

    `certainty` is how sure the tester is, from 1 to 5, that all correct work passes. `answers` has
    the ids of the questions that the test answers if it is green.
    """

    id: str
    kind: ProbeKind
    title: str
    quote: str = ""
    script: Experiment
    # Earlier versions had no certainty and left every red test to the judges. So does the value 3.
    certainty: int = Field(default=3, ge=1, le=5, exclude_if=lambda certainty: certainty == 3)
    answers: tuple[str, ...] = Field(default=(), exclude_if=lambda items: not items)
    # Why the test is not used, if its own tester has shown that it cannot be met.
    dropped: str = Field(default="", exclude_if=lambda why: not why)


class FileEdit(Value):
    """A replacement of text in a file. If `old` is empty, `new` is the text of a new file."""

    path: str
    old: str
    new: str


class InputGenerator(Value):
    """A tester's script that prints inputs that the request does not list, each with its result.

    `trial` has the result of each input on the base with the tester's trial fix. If the script
    cannot be used, `dropped` says why.
    """

    script: Experiment
    trial: dict[str, str] = Field(default_factory=dict, exclude_if=lambda results: not results)
    dropped: str = Field(default="", exclude_if=lambda why: not why)


class InputCase(Value):
    """One generated input with its results. A result is None if the script printed none."""

    input: str
    base: str | None
    work: str | None
    trial: str

    @property
    def said(self) -> str:
        """The input and its results, each on a line of its own."""
        lines = [f"input: {printable(self.input)}"]
        results = {
            "before the work": self.base,
            "with the work": self.work,
            "with another solution": self.trial,
        }
        for name, result in results.items():
            shown = "(no result was printed)" if result is None else printable(result)
            lines.append(f"{name}: {shown}")
        return "\n".join(lines)


class InputComparison(Value):
    """The differences between the work and the tester's trial fix on generated inputs.

    A difference is a question for the judges and decides nothing. `shown` has some of the inputs
    with `differing` results. If nothing was compared, `dropped` says why.
    """

    compared: int = 0
    differing: int = 0
    shown: tuple[InputCase, ...] = ()
    dropped: str = Field(default="", exclude_if=lambda why: not why)

    @property
    def said(self) -> str:
        """The result in the words that people read."""
        if self.dropped:
            return f"generated inputs dropped: {self.dropped}"
        return f"{self.compared} generated inputs: {self.differing} differ"


class Rubric(Value):
    """The criteria of one issue, frozen before anyone sees the work.

    `left_out` has the dimensions that quote nothing from the issue. `probes` is None until a tester
    has written some. Each probe that is red on the work also becomes an item. `inputs` is None if
    the tester has written no generator.
    """

    form: Literal["anchored", "banded"] = "anchored"
    checklist: tuple[Item, ...]
    dimensions: tuple[Dimension, ...]
    left_out: tuple[Dimension, ...] = Field(
        default=(), exclude_if=lambda dimensions: not dimensions
    )
    probes: tuple[Probe, ...] | None = Field(default=None, exclude_if=lambda probes: probes is None)
    inputs: InputGenerator | None = Field(default=None, exclude_if=lambda inputs: inputs is None)


# -- asks, replies and reports of judges


# The words after an answer or a score
WEIGHT_WORDS: Mapping[FailureWeight, str] = {
    "normal": "",
    "rare": ", in a rare case",
    "leftover": ", a harmless leftover",
}
SATISFYING = 4  # the score of work that satisfies in every instance


class Answer(Value):
    """One judge's answer to one checklist item; `yes` is None if the item does not apply.

    `case` says how serious an answer against the work is: the work fails in the normal case, it
    fails only in a rare case, or it only leaves something harmless behind.
    """

    item: str
    yes: bool | None
    case: FailureWeight = "normal"
    note: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def said(self) -> str:
        word = {True: "yes", False: "no", None: "not applicable"}[self.yes]
        return word + WEIGHT_WORDS[self.case]


class Score(Value):
    """One judge's score, 1 to 5, on one dimension.

    `case` says how serious the failure is that lowers the score, as in `Answer`.
    """

    dimension: str
    score: int
    case: FailureWeight = Field(default="normal", exclude_if=lambda case: case == "normal")
    reasoning: str = ""
    placement: str = ""
    evidence: tuple[Evidence, ...] = ()

    @property
    def counted(self) -> int:
        """The score that the verdict uses.

        If only a rare case or a harmless leftover lowers the score, that is advice, and the score
        counts at least as `SATISFYING`.
        """
        if self.case == "normal":
            return self.score
        return max(self.score, SATISFYING)

    @property
    def said(self) -> str:
        return f"{self.score}{WEIGHT_WORDS[self.case]}"


class Finding(Value):
    """A claim against the work, with the criterion it breaks and the evidence for it.

    A finding without a criterion is advice to the author, and never rejects the work.
    """

    text: str
    priority: Priority = "medium"
    criterion: str = ""
    evidence: tuple[Evidence, ...] = ()
    suggestion: str = ""


class Report(Value, extra="ignore"):  # reports of older coordinators have notes or advice
    """The report of one judge; `rework` has the status of each earlier reason."""

    answers: tuple[Answer, ...]
    scores: tuple[Score, ...]
    findings: tuple[Finding, ...] = ()
    summary: str = ""
    rework: dict[str, Standing] = Field(default_factory=dict)


class Usage(Value):
    """The tokens and the price of an ask; an unknown price is None, never zero.

    `cached` is the number of input tokens that were read from the provider's prompt cache, and
    `stored` is the number that were written to it. `saved` is the money that the cache saved. It is
    negative if writing to the cache cost more than reading from it saved.
    """

    tokens_in: int = 0
    tokens_out: int = 0
    usd: Decimal | None = None
    cached: int = Field(default=0, exclude_if=lambda tokens: not tokens)
    stored: int = Field(default=0, exclude_if=lambda tokens: not tokens)
    saved: Decimal | None = Field(default=Decimal(0), exclude_if=lambda usd: usd == 0)

    @property
    def fresh(self) -> int:
        """The number of input tokens that were not read from the cache."""
        return self.tokens_in - self.cached

    def __add__(self, other: "Usage") -> "Usage":
        """Return the sum. A price is None if it is None in either usage."""
        return Usage(
            tokens_in=self.tokens_in + other.tokens_in,
            tokens_out=self.tokens_out + other.tokens_out,
            usd=_sum(self.usd, other.usd),
            cached=self.cached + other.cached,
            stored=self.stored + other.stored,
            saved=_sum(self.saved, other.saved),
        )


def _sum(first: Decimal | None, second: Decimal | None) -> Decimal | None:
    """Return the sum of two prices, or None if one is unknown."""
    if first is None or second is None:
        return None
    return first + second


class Ask(Value):
    """One question to one seat; `folder` is the seat's own copy of the work.

    The reply must contain the random word in `reference`, if there is one.
    """

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
    # The name of a folder in `folder` with the changed files as they were before; empty if none.
    before: str = ""
    was_parked: bool = False  # the run was parked; a tracker agent gets its full time again
    part: int = 0  # the number of the part of the diff that it shows, if there are several
    again: str = ""  # why the first reply was unusable, if this is the second ask
    prompts: str = ""  # the folder of the user's own templates
    # The letter of each proposal in a council, by author. Only recorded agents need the letters.
    letters: dict[str, str] = Field(default_factory=dict)
    experiments: bool = False  # whether the prompt offers experiments
    shared: int = 0  # the characters at the start of the prompt that other asks of the run repeat


class Reply(Value):
    """The raw reply to an ask, and its usage.

    If the seat's fallback gave the reply, `fallback` says why its own agent did not.
    """

    kind: Literal["reply"] = "reply"
    text: str
    seconds: float = 0.0
    usage: Usage = Usage()
    model: str = ""
    recorded: bool = False
    unsandboxed: bool = False
    blind: bool = False  # all commands with which the agent tried to read the work have failed
    # The files of its copy that a model has read with tools. Other agents do not report theirs.
    opened: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    note: str = ""
    fallback: str = ""


class ShownDiff(Value):
    """The amount of the diff that one seat was shown: bytes and number of parts.

    `missing` has the changed files that the seat was not shown in full.
    """

    parts: int
    shown: int
    size: int
    missing: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)


class Ballot(Value):
    """A reply that was read as a report, with its evidence verified by code.

    `reverted` lists changes of position that code has undone, each with the reason.
    """

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
    again: bool = False  # the first reply was unusable
    # None if the seat was shown the whole diff in one ask.
    shown: ShownDiff | None = Field(default=None, exclude_if=lambda shown: shown is None)


class Abstention(Value):
    """An ask without a usable reply, and the cause; `usage` is None if it is unknown."""

    kind: Literal["abstention"] = "abstention"
    seat: str
    round: int
    cause: Cause
    detail: str = ""
    usage: Usage | None = None


class AskResult(Value):
    """The outcome of an ask.

    `prompt` is the hash of the prompt, and `template` is the hash of the templates that it was made
    from.

    If the ask was made again, `again` says why the first reply was unusable. It is empty for a
    first ask, and None for an ask that is never made again, such as an ask to a person.
    """

    prompt: str
    template: str
    reference: str = ""
    seconds: float
    again: str | None = None
    # The model that was asked for, if it is known.
    model: str = Field(default="", exclude_if=lambda model: not model)
    ending: Annotated[Reply | Abstention, Field(discriminator="kind")]


JudgeResult = Annotated[Ballot | Abstention, Field(discriminator="kind")]


# -- verdicts and cases


class Reason(Value):
    """One numbered reason for a reject, which the author has to resolve."""

    id: str
    text: str
    requirement: str = ""
    proofs: tuple[Proof, ...] = ()
    seats: tuple[str, ...] = ()


class Verdict(Value, extra="ignore"):  # verdicts of older coordinators have a stability
    """The outcome, and the rule that decided; `work` names the judged commit or tree."""

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
    """The facts about earlier reviews of the same issue that the next review needs.

    `abandoned` is the number of panels that stopped without a verdict, because the issue or the
    work changed. `held` is the id of an escalated review that a person has to decide. If the last
    panel judged the same work, request and rules, `same` is the id of its review, and `answer` is
    its verdict, which is still valid. `elsewhere` is true if `same` is not a review of this issue.
    """

    reviews: int = 0
    rejects: int = 0
    abandoned: int = 0
    held: str = ""
    same: str = ""
    answer: Verdict | None = None
    elsewhere: bool = Field(default=False, exclude_if=lambda elsewhere: not elsewhere)
    rubrics: dict[str, Rubric] = Field(default_factory=dict)
    reasons: tuple[Reason, ...] = ()
    ballots: tuple[Ballot, ...] = ()
    changed: tuple[ChangedFile, ...] = ()


class Case(Value):
    """All data about one submission that a protocol can use."""

    review: str
    issue: Issue
    work: Work
    checks: tuple[CheckResult, ...] = ()
    earlier: PreviousReview = PreviousReview()
    seed: str
    suspicions: tuple[str, ...] = ()
    inputs: InputComparison | None = None

    @property
    def request(self) -> str:
        return request_of(self.issue, self.work)

    @property
    def number(self) -> int:
        """The number of this review among the reviews of its issue, from 1."""
        return self.earlier.reviews + 1

    @property
    def touched(self) -> tuple[str, ...]:
        """The paths that the author has changed since the last rejecting review."""
        differing = set(self.earlier.changed) ^ set(self.work.changed)
        return tuple(sorted({file.path for file in differing}))


class Decided(Value):
    """A review that ended in a verdict."""

    kind: Literal["decided"] = "decided"
    verdict: Verdict


class Superseded(Value):
    """A review that ended without a verdict, because the issue or the work changed during it.

    `successor` is the id of the review that replaces it, and empty if there is none.
    """

    kind: Literal["superseded"] = "superseded"
    why: str
    successor: str = ""


Ending = Annotated[Decided | Superseded, Field(discriminator="kind")]
