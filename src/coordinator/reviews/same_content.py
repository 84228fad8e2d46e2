"""Give the same answer to the same content in all issues and pull requests of a repository.

A verdict belongs to its content: the trees of head and base, the request, the checks, the rules and
the panel. Another pull request with the same content gets the same answer instead of a new panel,
as long as the base has not moved. A person can ask for a new panel.
"""

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from coordinator.engine.owner import is_held
from coordinator.errors import Unsettled
from coordinator.judgement.reasons import number_reasons
from coordinator.models import (
    CheckResult,
    Decided,
    Issue,
    PreviousReview,
    Reason,
    Submission,
    Superseded,
    Verdict,
    Work,
    request_of,
)
from coordinator.parsing.fields import comparable, squeeze
from coordinator.reviews.record import (
    REVIEW,
    Override,
    ReviewConfiguration,
    ReviewReader,
    ReviewRecord,
)
from coordinator.reviews.standing_accepts import is_withdrawn
from coordinator.storage.store import RunRow

# A parked local review has a time at which it resumes by itself. If it has not resumed this many
# seconds after that time, we no longer wait for it.
PARKED_SECONDS = 60.0

# Invisible characters that Python calls printable: joiners, fillers, selectors, and blank Braille.
_SHOWS_NOTHING = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
# The signs that begin a comment, a tag or code in Markdown. A backslash escapes a sign. A page does
# not show the rest of a line that opens a fence, so a comment or tag in that rest counts as a tag.
_SIGN = re.compile(
    r"\\[\\`<]|(?P<comment><!--)|(?P<tag><[A-Za-z/?!]|^ {0,3}(?:```|~~~)(?=[^<\n]*<))"
    r"|^ {0,3}(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})|(?P<ticks>`+)",
    re.MULTILINE,
)


class BaseTrees(NamedTuple):
    """The git trees of the base; both are empty for work without files.

    The diff compares the work with `compared`. Blind tests run on the merge into `present`.
    """

    compared: str
    present: str


def content_key(
    repository: str,
    issue: Issue,
    work: Work,
    base_trees: BaseTrees,
    checks: Sequence[CheckResult],
    configuration: ReviewConfiguration,
) -> str:
    """Return the hash of all facts that determine a verdict."""
    facts: dict[str, object] = {
        "repository": repository,
        "request": shown_text(request_of(issue, work)),
        "head": work.revision,
        "base": base_trees.compared,
        "words": "" if work.repo else squeeze(work.diff),
        "checks": [[check.name, check.status] for check in checks],
        # Defaults are left out, so that a key that we add later does not change the hash.
        "configuration": configuration.model_dump(mode="json", exclude_defaults=True),
    }
    # Earlier versions hashed only the tree of the diff. Their verdicts keep their key if the base
    # has not moved.
    if base_trees.present != base_trees.compared:
        facts["present base"] = base_trees.present
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode(errors="surrogatepass")).hexdigest()


def shown_text(request: str) -> str:
    """Return a request as a page shows it: without comments and invisible characters."""
    text = _SHOWS_NOTHING.sub("", _without_comments(request))
    # NFC joins only characters that look the same. NFKC would take x² for x2.
    return comparable(unicodedata.normalize("NFC", text))


def _without_comments(text: str) -> str:
    """Return the text with a space in place of each HTML comment. An unclosed comment stays."""
    parts = []
    position = 0
    for start, end in _comments(text):
        parts.append(text[position:start])
        position = end
    parts.append(text[position:])
    return " ".join(parts)


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each HTML comment, except those that a page shows as code."""
    position = 0
    shows_code_from = 0
    while sign := _SIGN.search(text, position):
        position = sign.end()
        if sign["comment"]:
            end = text.find("-->", position)
            if end < 0:
                return
            position = end + 3
            yield sign.start(), position
            # The rest of a line that begins with a comment is HTML, so it has no code.
            if position > shows_code_from:
                shows_code_from = _end_of_line(text, position)
        elif sign["tag"]:
            # Inside HTML, backticks and fences do not begin code. We cannot tell where HTML ends.
            shows_code_from = len(text)
        elif sign.start() >= shows_code_from:
            position = _end_of_code(text, sign)


def _end_of_code(text: str, sign: re.Match[str]) -> int:
    """Return the end of the code block or code span that `sign` opens.

    Return the end of `sign` itself if it opens neither.
    """
    if sign["fence"]:
        mark = sign["fence"]
        closing = re.compile(rf"^ {{0,3}}{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE)
        closed = closing.search(text, sign.end())
        return closed.end() if closed else len(text)
    if sign["ticks"]:
        closing = re.compile(rf"\n|(?<!`)`{{{len(sign['ticks'])}}}(?!`)")
        closed = closing.search(text, sign.end())
        if closed and closed[0] != "\n":  # few code spans have a line break
            return closed.end()
    return sign.end()


def _end_of_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return end if end >= 0 else len(text)


@dataclass(frozen=True, slots=True)
class SameContent:
    """Looks up the earlier reviews of the content of one review."""

    reader: ReviewReader
    run_id: str
    subject: str
    submission: Submission
    content: str

    def add_answer(self, previous: PreviousReview) -> PreviousReview:
        """Return `previous` with the answer that the same content received in any issue.

        Raise Unsettled if an earlier review of the content is still under way. An accept does not
        count if this issue has open reasons, because no judge has looked at them. It also does not
        count if a later check with a new base did not confirm it.
        """
        given = self.submission
        is_wanted = not (given.asked_by or given.again or given.truth or given.moved_to)
        if not self.content or not is_wanted or previous.answer is not None:
            return previous
        rows = self.reader.store.runs_with_content(self.content)
        self._wait_for_others(rows)
        previous = self._count_abandoned(previous, rows)
        for row in reversed(rows):
            review = self.reader.review(row.id)
            if row.id == self.run_id or review.submission.truth:
                continue
            if review.decisions and review.state == "accept":
                return previous  # only the person who accepted may do so again, so a panel judges
            verdict = _answer_of(review)
            if verdict is None:
                continue
            if verdict.outcome == "accept" and not self._may_repeat_accept(previous, row):
                return previous
            return self._with_answer(previous, row, verdict)
        return previous

    def _wait_for_others(self, rows: Sequence[RunRow]) -> None:
        own = [number for number, row in enumerate(rows) if row.id == self.run_id]
        if not own:  # a dry run waits for nobody, and is recorded in another store
            return
        for row in rows[: own[0]]:
            if row.state == "open" and self._goes_on(row, rows[own[0]]):
                raise Unsettled(f"the same content is being reviewed as {row.id}")

    def _goes_on(self, row: RunRow, own: RunRow) -> bool:
        """Return whether some process executes an open run or will continue it.

        Daemons continue each other's reviews. A review that the process of a command executes stops
        when that process ends.
        """
        if row.job == own.job == REVIEW or is_held(row.owner):
            return True
        store = self.reader.store
        is_parked = not row.owner and bool(store.last_park(row.id))
        return is_parked and row.not_before + PARKED_SECONDS > store.now()

    def _count_abandoned(self, previous: PreviousReview, rows: Sequence[RunRow]) -> PreviousReview:
        """Return `previous` with the abandoned panels of other issues added to its count.

        A panel is abandoned if it ends without a verdict after its first ballot.
        """
        abandoned = previous.abandoned
        for row in rows:
            if row.state == "done" and row.subject != self.subject:
                review = self.reader.without_decisions(row)
                if isinstance(review.ending, Superseded) and review.testimonies:
                    abandoned += 1
        return previous.model_copy(update={"abandoned": abandoned})

    def _may_repeat_accept(self, previous: PreviousReview, row: RunRow) -> bool:
        return not previous.reasons and not is_withdrawn(self.reader, row, self.subject)

    def _with_answer(
        self, previous: PreviousReview, row: RunRow, verdict: Verdict
    ) -> PreviousReview:
        elsewhere = row.subject != self.subject or row.job != REVIEW
        if elsewhere:
            # Reasons are numbered in each issue, so the same number can mean another reason here.
            unnumbered = [reason.model_copy(update={"id": ""}) for reason in verdict.reasons]
            reasons = number_reasons(unnumbered, previous.reasons)
            verdict = verdict.model_copy(update={"reasons": reasons})
        return previous.model_copy(
            update={"same": row.id, "answer": verdict, "elsewhere": elsewhere}
        )


def _answer_of(review: ReviewRecord) -> Verdict | None:
    """Return the reject that a person decided, or else the panel's verdict; None without either."""
    if review.decisions:
        return _rejected_by_person(review, review.decisions[-1].decision)
    if not review.asked or not isinstance(review.ending, Decided):
        return None
    if review.ending.verdict.outcome == "error":
        return None
    return review.ending.verdict


def _rejected_by_person(review: ReviewRecord, decision: Override) -> Verdict:
    found = review.verdict.reasons if review.verdict else ()
    own = Reason(id="", text=decision.reason, seats=(decision.by,))
    return Verdict(
        outcome="reject",
        rule=f"sent back by {decision.by}",
        explanation=decision.reason,
        reasons=(*found, *number_reasons((own,), found)),
    )
