"""Judge how independent the seats of a panel are of each other and of the author."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coordinator.judgement.debate import evidence_of
from coordinator.models import Ballot, Report
from coordinator.parsing.fields import squeeze


class ModelFamily(NamedTuple):
    """The vendor and the product line of an agent's model. People and recordings have neither."""

    vendor: str = ""
    model: str = ""

    def __str__(self) -> str:
        return f"{self.vendor} {self.model}".strip() or "unknown"


# The maker of each product line, empty if it is unknown. A model belongs to the first product line
# whose name is part of the model's name.
MAKERS = {
    "claude": "anthropic",
    "gpt": "openai",
    "gemini": "google",
    "gemma": "google",
    "llama": "meta",
    "qwen": "alibaba",
    "mistral": "",
    "deepseek": "deepseek",
    "grok": "xai",
    "command": "",
    "phi": "",
    "smollm": "",
}


def family_of(name: str) -> ModelFamily:
    """Return the family of `vendor:model`, `vendor/model` or a model alone.

    If the maker of a model is known, the maker is the vendor, even if another vendor serves the
    model.
    """
    vendor, colon, model = name.partition(":")
    if not colon:
        vendor, _, model = name.rpartition("/")
    model = model.lower()
    line = _line_of(model)
    return ModelFamily(vendor=MAKERS.get(line) or vendor, model=line or model)


def _line_of(model: str) -> str:
    """Return the product line that a model belongs to, or an empty string."""
    for line in MAKERS:
        if line in model:
            return line
    if re.match(r"o[1-9]\b", model):
        return "gpt"
    return ""


def concerns(families: Mapping[str, ModelFamily], author: ModelFamily) -> tuple[str, ...]:
    """Return one message for each fact that limits the independence of a panel."""
    lines = []
    seats_by_family: dict[ModelFamily, list[str]] = {}
    for seat, family in sorted(families.items()):
        if family == ModelFamily():
            continue
        seats_by_family.setdefault(family, []).append(seat)
        if family == author:
            lines.append(f"{seat} uses a model of the author's family ({family})")
    for family, seats in seats_by_family.items():
        # Models of one family make the same errors, so their seats are one opinion.
        if len(seats) > 1:
            named = f"{', '.join(seats[:-1])} and {seats[-1]}"
            lines.append(f"{named} use models of one family ({family}): one opinion")
    return tuple(lines)


def repeated_reports(ballots: Sequence[Ballot]) -> tuple[str, ...]:
    """Return one message for each ballot that repeats another ballot.

    Judges must not see each other's reports. A repeated report suggests that one judge did.
    """
    lines = []
    for number, ballot in enumerate(ballots):
        for peer in ballots[:number]:
            if _is_repeated(ballot.report, peer.report):
                lines.append(f"{ballot.seat} repeats the report of {peer.seat}")
    return tuple(lines)


def _is_repeated(one: Report, other: Report) -> bool:
    """Return whether two reports are equal, or share their reasoning and nearly all evidence."""
    if _plain(one.model_dump_json()) == _plain(other.model_dump_json()):
        return True
    if _reasoning(one) != _reasoning(other):
        return False
    ours = set(evidence_of(one))
    theirs = set(evidence_of(other))
    shared = len(ours & theirs)
    return 10 * shared > 9 * max(len(ours), len(theirs))


def _reasoning(report: Report) -> list[str]:
    return [_plain(score.reasoning) for score in report.scores]


def _plain(text: str) -> str:
    return squeeze(text.lower())
