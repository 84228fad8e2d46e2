"""Mask secrets in the text of the work before anything is stored or sent.

The rules are in `secret_rules.toml`, in RE2 syntax. So a search takes time linear in the text, and
no part of the text is searched more than a few times. A search can still be slow. Run it with
`workers.pool.run_apart`, not on the event loop.
"""

import math
import os
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from coordinator.models import Issue
from coordinator.parsing.excerpt import Excerpt
from coordinator.workspace.masking.private_keys import key_spans

LONGEST = 16_384  # bytes of the longest secret, such as a key block; no cut splits such a secret
BLOCK = 131_072  # bytes of a stream that are searched at once
# Bytes at each end of an output that are searched in addition to the bytes that an excerpt keeps.
MARGIN = 262_144
LISTED = 20  # the most secrets for which there is a notice
SNIFFED = 8_000  # a NUL in this many first bytes makes a file binary, as in git

PRIVATE_KEY = "private key"  # the kind whose rule finds only the beginning of a key

LEAST_ENTROPY = 2.5  # bits per byte of a secret, unless its rule says otherwise

# Values that a run gives to its commands. A command can print them, so they are masked like
# secrets while this variable has them.
RUN_SECRETS: ContextVar[frozenset[str]] = ContextVar("run secrets", default=frozenset())

_LATER_LINES = re.compile(rb"\n([+ -]?)[^\n]*")
_MARK = re.compile(r"\[withheld: ([a-z0-9 ]+)\]")


class SecretSpan(NamedTuple):
    """The start and end of a secret in a text, and its kind."""

    start: int
    end: int
    kind: str  # empty for a known value, which no rule has found


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    kind: str
    pattern: Any
    entropy: float
    excused: tuple[Any, ...]

    def matches(self, text: bytes) -> Iterator[Any]:
        """Yield all matches that are short enough for a secret, in time linear in the text."""
        for match in self.pattern.finditer(text):
            if match.end() - match.start() <= LONGEST:
                yield match
                continue
            # A match that is too long for one secret can consist of several. The windows overlap,
            # so each secret is whole in one of them. A new search after every match would take time
            # quadratic in the length of the match.
            for start in range(match.start(), match.end(), LONGEST // 2):
                yield from self.pattern.finditer(text, start, min(start + LONGEST, match.end()))

    def secrets(self, text: bytes, match: Any) -> list[tuple[int, int]]:
        """Return the spans of the secrets in a match."""
        if self.kind == PRIVATE_KEY:
            return key_spans(text, match.start(), match.end(), LONGEST)
        secret = self._secret(match)
        if secret:
            return [secret]
        return []

    def _secret(self, match: Any) -> tuple[int, int] | None:
        """Return the span of the secret in a match; None if the match is not a secret."""
        start, end = match.span(self._first_group(match))
        text = match[0][start - match.start() : end - match.start()]
        if _entropy(text) < self.entropy or any(excused.search(text) for excused in self.excused):
            return None
        return start, end

    def _first_group(self, match: Any) -> int:
        """Return the first group that is not empty; 0, the whole match, if all groups are empty."""
        for number in range(1, self.pattern.groups + 1):
            if match[number]:
                return number
        return 0


def _entropy(text: bytes) -> float:
    """Return the entropy of a text, in bits per byte."""
    entropy = 0.0
    for count in Counter(text).values():
        share = count / len(text)
        entropy -= share * math.log2(share)
    return entropy


@cache
def _rules() -> tuple[Any, dict[bytes, list[_Rule]]]:
    """Return a pattern that finds the keywords of all rules, and the rules for each keyword."""
    import re2  # noqa: PLC0415  most commands read no work

    options = re2.Options()
    # A byte that is not UTF-8 must not hide the text around it.
    options.encoding = re2.Options.Encoding.LATIN1
    file = Path(__file__).with_name("secret_rules.toml")
    by_word: dict[bytes, list[_Rule]] = {}
    patterns: dict[bytes, bytes] = {}
    for entry in tomllib.loads(file.read_text(encoding="utf-8"))["rules"]:
        words = [word.encode() for word in entry["words"]]
        either = b"(?:" + b"|".join(map(re2.escape, words)) + b")"
        pattern = entry["pattern"].encode().replace(b"WORD", either)
        rule = _Rule(
            kind=entry["id"].replace("-", " "),
            pattern=re2.compile(pattern, options),
            entropy=entry.get("entropy", LEAST_ENTROPY),
            excused=tuple(re2.compile(text.encode(), options) for text in entry.get("excused", ())),
        )
        for word in words:
            by_word.setdefault(word, []).append(rule)
            patterns[word] = re2.escape(word)
            if pattern.startswith(b"(?i)"):
                patterns[word] = b"(?i:" + re2.escape(word) + b")"
    longest_first = sorted(by_word, key=len, reverse=True)
    for word in longest_first:
        # The pattern finds a longer word instead of a shorter word inside it.
        for shorter in by_word:
            if shorter != word and shorter.lower() in word.lower():
                by_word[word].extend(by_word[shorter])
    found = re2.compile(b"|".join(patterns[word] for word in longest_first), options)
    return found, by_word


def load_rules() -> None:
    """Read the rules now, for a process that can open no files later."""
    _rules()


def _secrets(text: bytes) -> list[SecretSpan]:
    """Return the secrets of a text in order, without overlaps."""
    words, by_word = _rules()
    rules: dict[_Rule, None] = {}  # in the order of their words in the text
    hit = words.search(text)
    while hit:
        # If case does not matter, the rules write a word in lower case.
        for rule in by_word.get(hit[0]) or by_word[hit[0].lower()]:
            rules[rule] = None
        # The next word can begin inside this one, as in `datadoghp_`.
        hit = words.search(text, hit.start() + 1)
    found = []
    for rule in rules:
        for match in rule.matches(text):
            for start, end in rule.secrets(text, match):
                found.append(SecretSpan(start, end, rule.kind))
    for value in RUN_SECRETS.get():
        # In a diff, each further line of the value has one more character at its beginning.
        pattern = re.escape(value.encode(errors="surrogateescape")).replace(b"\\\n", rb"\n[+ -]?")
        for match in re.finditer(pattern, text):
            found.append(SecretSpan(match.start(), match.end(), "secret of the run"))
    return _joined(found)


def _joined(found: Iterable[SecretSpan]) -> list[SecretSpan]:
    """Return the secrets in order, with overlapping secrets joined into one."""
    apart: list[SecretSpan] = []
    for secret in sorted(found):
        if apart and secret.start < apart[-1].end:
            last = apart[-1]
            apart[-1] = last._replace(end=max(secret.end, last.end))
        else:
            apart.append(secret)
    return apart


def _masked(text: bytes, secrets: Sequence[SecretSpan]) -> bytes:
    """Return the text with a mark instead of each secret.

    The number of lines and the first column of a diff do not change.
    """
    pieces = []
    at = 0
    for start, end, kind in secrets:
        _, newline, later = text[start:end].partition(b"\n")
        mark = f"[withheld: {kind}]" if kind else "[...]"
        pieces.append(text[at:start])
        pieces.append(mark.encode())
        pieces.append(_LATER_LINES.sub(rb"\n\1", newline + later))
        at = end
    pieces.append(text[at:])
    return b"".join(pieces)


def _masked_until(text: bytes, secrets: Sequence[SecretSpan], until: int) -> bytes:
    """Return the text up to `until`, with a mark instead of each secret.

    `until` must not be inside a secret.
    """
    return _masked(text[:until], [secret for secret in secrets if secret.end <= until])


def withhold(text: str) -> str:
    """Return the text with a mark instead of each secret."""
    raw = text.encode("utf-8", "replace")
    found = _secrets(raw)
    if found:
        return _masked(raw, found).decode("utf-8", "replace")
    return text


def withhold_bytes(text: bytes) -> bytes:
    """Return the text as UTF-8 with a mark instead of each secret."""
    return withhold(text.decode("utf-8", "replace")).encode()


def mask_issue(issue: Issue) -> Issue:
    """Return the issue with a mark instead of each secret in its texts."""
    attached = []
    for file in issue.attachments:
        attached.append(file.model_copy(update={"text": withhold(file.text)}))
    return issue.model_copy(
        update={
            "title": withhold(issue.title),
            "text": withhold(issue.text),
            "attachments": tuple(attached),
        }
    )


class _KnownValues:
    """Finds given values in a text."""

    def __init__(self, values: Collection[str]) -> None:
        encoded = sorted(map(os.fsencode, values), key=len, reverse=True)
        self.longest = len(encoded[0])
        self._pattern = re.compile(b"|".join(map(re.escape, encoded)))

    def find(self, text: bytes) -> list[SecretSpan]:
        matches = self._pattern.finditer(text)
        return [SecretSpan(match.start(), match.end(), "") for match in matches]


class MaskedStream:
    """Passes on a stream of bytes with a mark instead of each secret, in bounded memory.

    If `known` values are given, only these are masked. A value is found even if it arrives in
    several pieces. Bytes are passed on as soon as possible.
    """

    def __init__(self, take: Callable[[bytes], object], known: Collection[str] = ()) -> None:
        self.found = False
        self._take = take
        self._held = bytearray()
        self._find: Callable[[bytes], list[SecretSpan]] = _secrets
        self._block = BLOCK
        self._longest = LONGEST
        if known:
            values = _KnownValues(known)
            self._find = values.find
            self._block = values.longest
            self._longest = values.longest

    def feed(self, chunk: bytes) -> None:
        """Take the next piece. Hold back its end, because a secret can continue in the next one."""
        self._held += chunk
        if len(self._held) >= self._block:
            text = bytes(self._held)
            found = self._find(text)
            room = len(text) - self._longest
            # Cut after a line, if possible. If that would pass nothing on, cut inside a line, or
            # else everything could be held back for ever.
            until = _outside(text.rfind(b"\n", 0, room) + 1, found) or _outside(room, found)
            self._pass_on(text, found, until)

    def finish(self) -> None:
        text = bytes(self._held)
        self._pass_on(text, self._find(text), len(text))

    def _pass_on(self, text: bytes, found: Sequence[SecretSpan], until: int) -> None:
        self.found = self.found or bool(found)
        self._take(_masked_until(text, found, until))
        del self._held[:until]


def _outside(place: int, secrets: Sequence[SecretSpan]) -> int:
    """Return `place`, or a place nearby if a cut there would split a secret.

    The cut moves to the start of that secret, or to its end if it is too long to hold back.
    """
    for start, end, _ in secrets:
        if start < place < end:
            place = start if end - start <= LONGEST else end
    return place


class StreamEnds(NamedTuple):
    """The head and the tail of a stream, and the number of bytes and lines between them.

    If nothing is left out between them, the tail goes on where the head ends.
    """

    head: bytes
    tail: bytes
    left_out: int
    lines_left_out: int


class MaskedExcerpt:
    """Keeps the head and the tail of a stream, with a mark instead of each secret.

    `feed` does not search, so the event loop can call it. `mask_ends` masks the `ends`, and
    `keep` takes the result. In a long stream, only the two ends are searched. Bytes where a secret
    could have been cut are not kept.
    """

    def __init__(self, limit: int) -> None:
        self._excerpt = Excerpt(limit)
        self._room = limit // 2 + MARGIN
        self._head = bytearray()
        self._tail = bytearray()
        self._left_out = 0
        self._lines_left_out = 0

    def feed(self, chunk: bytes) -> None:
        """Take the next piece of the stream."""
        room = self._room - len(self._head)
        self._head += chunk[:room]
        self._tail += chunk[room:]
        if len(self._tail) > 2 * self._room:
            count = len(self._tail) - self._room
            self._left_out += count
            self._lines_left_out += self._tail.count(b"\n", 0, count)
            del self._tail[:count]

    @property
    def held(self) -> int:
        """The number of bytes in the two ends, which have to be searched for secrets."""
        return len(self._head) + len(self._tail)

    def ends(self) -> StreamEnds:
        """Return the two ends of the stream, which have to be searched for secrets."""
        return StreamEnds(
            bytes(self._head), bytes(self._tail), self._left_out, self._lines_left_out
        )

    def keep(self, masked: StreamEnds) -> Excerpt:
        """Return the excerpt of the whole stream, made from its masked ends."""
        self._excerpt.feed(masked.head)
        if masked.left_out:
            self._excerpt.leave_out(masked.left_out, masked.lines_left_out)
            self._excerpt.feed(masked.tail)
        return self._excerpt

    def finish(self) -> Excerpt:
        """Mask the secrets in this process, and return the excerpt of the whole stream."""
        return self.keep(mask_ends(self.ends()))


def mask_ends(ends: StreamEnds) -> StreamEnds:
    """Return the ends of a stream with a mark instead of each secret, without bytes at the cuts.

    If nothing is left out between the ends, the result has the whole stream as its head.
    """
    if not ends.left_out:
        whole = ends.head + ends.tail
        return StreamEnds(_masked(whole, _secrets(whole)), b"", 0, 0)
    head = ends.head
    in_head = _secrets(head)
    until = _outside(len(head) - LONGEST, in_head)
    in_tail = _secrets(ends.tail)
    begin = LONGEST
    for start, end, _ in in_tail:
        if start < begin < end:
            begin = end
    later = []
    for start, end, kind in in_tail:
        if start >= begin:
            later.append(SecretSpan(start - begin, end - begin, kind))
    cut = head[until:] + ends.tail[:begin]
    return StreamEnds(
        head=_masked_until(head, in_head, until),
        tail=_masked(ends.tail[begin:], later),
        left_out=ends.left_out + len(cut),
        lines_left_out=ends.lines_left_out + cut.count(b"\n"),
    )


def mask_file(path: Path) -> None:
    """Mask the secrets in a text file that coordinator wrote, in this process."""
    with path.open("r+b") as file, TemporaryFile() as scratch:
        mask_open_file(file.fileno(), scratch.fileno())


def mask_open_file(file: int, scratch: int) -> None:
    """Mask the secrets in an open text file. A file without secrets stays as it is.

    `scratch` is another open file, which is overwritten.
    """
    os.lseek(file, 0, os.SEEK_SET)
    if b"\0" in _read(file, SNIFFED):
        return
    os.lseek(file, 0, os.SEEK_SET)
    _empty(scratch)
    stream = MaskedStream(lambda masked: _write(scratch, masked))
    while chunk := os.read(file, BLOCK):
        stream.feed(chunk)
    stream.finish()
    if stream.found:
        _empty(file)
        os.lseek(scratch, 0, os.SEEK_SET)
        while chunk := os.read(scratch, BLOCK):
            _write(file, chunk)


def replace_open_file(file: int, change: Callable[[bytes], bytes], limit: int) -> None:
    """Replace the content of an open file with the result of `change`.

    `change` gets the first `limit` bytes of the old content.
    """
    os.lseek(file, 0, os.SEEK_SET)
    changed = change(_read(file, limit))
    _empty(file)
    _write(file, changed)


def _read(file: int, count: int) -> bytes:
    """Return the next `count` bytes of a file, or fewer at its end."""
    data = b""
    while len(data) < count and (chunk := os.read(file, count - len(data))):
        data += chunk
    return data


def _write(file: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(file, rest) :]


def _empty(file: int) -> None:
    os.ftruncate(file, 0)
    os.lseek(file, 0, os.SEEK_SET)


def notices(texts: Mapping[str, str]) -> list[str]:
    """Return the place and the kind of each withheld secret, never the secret itself."""
    notices_in_order: dict[str, None] = {}
    for label, text in texts.items():
        for path, part in _parts_by_path(label, text):
            for mark in _MARK.finditer(part):
                notices_in_order[f"withheld, a secret: {path}: {mark[1]}"] = None
    found = list(notices_in_order)
    if len(found) > LISTED:
        return [*found[:LISTED], f"withheld, {len(found) - LISTED} more secrets"]
    return found


def _parts_by_path(label: str, text: str) -> Iterator[tuple[str, str]]:
    """Yield each part of a diff with the path of its file, or any other text with its label."""
    if not text.startswith("diff --git "):
        yield label, text
        return
    for part in text.split("\ndiff --git "):
        first_line = part.partition("\n")[0]
        yield first_line.rpartition(" b/")[2], part
