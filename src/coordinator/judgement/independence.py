"""How independent the seats of a panel are of each other and of the author, as far as their families are known."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from coordinator.judgement.debate import evidence_of
from coordinator.models import Ballot
from coordinator.parsing.fields import squeeze


class ModelFamily(NamedTuple):
    """Where an agent's judgement comes from; empty where that is not known, as with people and recordings."""

    vendor: str = ""
    model: str = ""

    def __str__(self) -> str:
        return f"{self.vendor} {self.model}".strip() or "unknown"


# Model lines and their makers, where these are known; a model is of the first line that its own name contains.
MAKERS = {
    **{
        "claude": "anthropic",
        "gpt": "openai",
        "gemini": "google",
        "gemma": "google",
        "llama": "meta",
    },
    **{
        "qwen": "alibaba",
        "mistral": "",
        "deepseek": "deepseek",
        "grok": "xai",
        "command": "",
        "phi": "",
        "smollm": "",
    },
}


def family_of(name: str) -> ModelFamily:
    """Return the family of `vendor:model`, `vendor/model` or a model alone; one served by others is its maker's."""
    vendor, colon, model = name.partition(":")
    if not colon:
        vendor, _, model = name.rpartition("/")
    lowered = model.lower()
    line = next((line for line in MAKERS if line in lowered), "")
    if not line and re.match(r"o[1-9]\b", lowered):
        line = "gpt"
    return ModelFamily(vendor=MAKERS.get(line) or vendor, model=line or lowered)


def concerns(families: Mapping[str, ModelFamily], author: ModelFamily) -> tuple[str, ...]:
    """Return what limits the panel's independence, each in one line."""
    lines = []
    seated = dict[ModelFamily, list[str]]()
    for seat, family in sorted(families.items()):
        if family != ModelFamily():
            seated.setdefault(family, []).append(seat)
            if family == author:
                lines.append(f"{seat} is of the author's own family ({family})")
    for family, seats in seated.items():
        # They err together: three seats of one family decide no otherwise than one of them
        if len(seats) > 1:
            lines.append(
                f"{', '.join(seats[:-1])} and {seats[-1]} are of one family ({family}): one opinion"
            )
    return tuple(lines)


def repeated_reports(ballots: Sequence[Ballot]) -> tuple[str, ...]:
    """Return a line for each ballot that repeats another one which its judge should not have seen.

    A repetition is the same report, or the same reasoning on nearly the same evidence.
    """
    lines = []
    for number, own in enumerate(ballots):
        for peer in ballots[:number]:
            reports = [squeeze(ballot.report.model_dump_json().lower()) for ballot in (own, peer)]
            reasoning = [
                [squeeze(score.reasoning.lower()) for score in ballot.report.scores]
                for ballot in (own, peer)
            ]
            mine = set(evidence_of(own.report))
            theirs = set(evidence_of(peer.report))
            same_evidence = 10 * len(mine & theirs) > 9 * max(len(mine), len(theirs))
            if reports[0] == reports[1] or (reasoning[0] == reasoning[1] and same_evidence):
                lines.append(f"{own.seat} repeats the report of {peer.seat}")
    return tuple(lines)
