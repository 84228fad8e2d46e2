"""The panel of one review, and the protocol that leads it from a case to a verdict."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from coordinator.config.review import ReviewConfig
from coordinator.config.seats import PanelConfig, ProtocolName
from coordinator.engine import Run
from coordinator.judgement.statistics.independence import concerns, family_of
from coordinator.models import Ask, Case, Purpose, Verdict
from coordinator.panels.asker import Asker
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sources import EvidenceSources


async def never_overtaken(_round: str) -> None:
    """Do nothing. This `on_round` is for panels whose issue and work cannot change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """The seats of one review, with everything needed to ask them and to read their replies.

    `on_round` is called before every round with the name of the round's first ask. It raises an
    error if the issue or the work has changed since the review began.
    """

    seats: PanelConfig
    config: ReviewConfig
    builder: PromptBuilder
    sources: EvidenceSources
    setup: CheckSetup
    asker: Asker
    on_round: Callable[[str], Awaitable[object]] = never_overtaken

    def about(self, case: Case) -> Panel:
        """Return a copy of this panel for the same case with more facts, such as results of probes.

        Both panels share the evidence sources, so the sources of this panel get the new case, too.
        """
        self.sources.case = case
        return replace(self, builder=replace(self.builder, case=case))

    def prepare_ask(
        self,
        purpose: Purpose,
        seat: str,
        number: int,
        variables: Mapping[str, object] | None = None,
        part: int = 0,
    ) -> Ask:
        """Return an ask to a seat in the round `number`. `variables` fill in the template.

        `part` is the number of the part of the diff that the ask shows, if there are several.
        """
        agent = self.asker.agent(seat)
        ask = self.builder.ask(purpose, seat, number, agent, variables or {}, part)
        if len(self.seats.judges) < 2:
            # No other ask repeats the prompt of a single judge, and caching a prompt costs extra.
            return ask.model_copy(update={"shared": 0})
        return ask

    def concerns(self, seats: Sequence[str]) -> tuple[str, ...]:
        """Return the facts that limit the independence of these seats."""
        families = {seat: self.asker.agent(seat).family for seat in seats}
        return concerns(families, family_of(self.seats.author))


@dataclass(frozen=True, slots=True, kw_only=True)
class Protocol:
    """A procedure that leads a panel from a case to a verdict.

    `name` is the value of `review.protocol`. `missing_seats` returns the keys of coordinator.yaml
    that the protocol needs and this panel lacks. If it returns any, no review begins. `in_parts`
    says whether the protocol can show judges a large diff in several parts.
    """

    name: ProtocolName
    run: Callable[[Run, Case, Panel], Awaitable[Verdict]]
    missing_seats: Callable[[PanelConfig], list[str]]
    in_parts: bool = False
