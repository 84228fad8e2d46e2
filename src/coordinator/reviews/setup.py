"""All that reviews need, put together once per process and checked before anything is spent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from coordinator.agents import Agent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.person import PersonAgent
from coordinator.budget import BudgetTracker
from coordinator.config.seats import Seat
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.models import Case
from coordinator.panels.panel import Asker, Panel
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.reviews.intake import Intake
from coordinator.reviews.publish import Publisher
from coordinator.storage.review_record import ReviewReader
from coordinator.trackers import Tracker
from coordinator.workspace.check_setup import CheckSetup
from coordinator.workspace.sources import EvidenceSources


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewContext:
    """The tracker, the seats and the rules that reviews are held with."""

    config: Config
    intake: Intake
    publisher: Publisher
    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)

    def panel(self, case: Case, sources: EvidenceSources, check: Callable[[str], Awaitable[None]]) -> Panel:
        config = self.config.review
        budget = BudgetTracker(config.budget, today=self.intake.record.spent_today_by_others(case.review))
        return Panel(
            seats=self.config.panel,
            config=config,
            builder=PromptBuilder(case, self.config),
            sources=sources,
            asker=Asker(agents=self.agents, fallbacks=self.fallbacks, folder=sources.workspace.folder, budget=budget),
            on_round=check,
        )


def review_context(config: Config, tracker: Tracker, record: ReviewReader) -> ReviewContext:
    """Return the context for this configuration; raise a ConfigError that says which seat is missing or wrong."""
    seats, setup = needed_seats(config), CheckSetup(config.setup, config.home / "checks")
    return ReviewContext(
        config=config,
        intake=Intake(tracker=tracker, config=config, record=record, setup=setup),
        publisher=Publisher(tracker=tracker, config=config),
        agents={seat.name: agent_for(seat, config, tracker) for seat in seats},
        fallbacks={
            seat.name: fallback_agent(seat.fallback, config, tracker) for seat in seats if seat.fallback is not None
        },
    )


def needed_seats(config: Config) -> tuple[Seat, ...]:
    """Every seat that the protocol asks."""
    panel, protocol = config.panel, config.review.protocol
    missing = {
        "judge": {"panel.judge": panel.judge is None},
        "judge-with-debate": {
            "panel.meta_judge": panel.meta_judge is None,
            "panel.judges, two or more": len(panel.judges) < 2,
        },
        "tool-mad": {"panel.debaters": not panel.debaters, "panel.judge": panel.judge is None},
    }[protocol]
    if absent := [name for name, is_missing in missing.items() if is_missing]:
        what = f"{config.source}: protocol {protocol} needs {' and '.join(absent)}"
        raise ConfigError(what, fix="`coordinator init` writes a file to start from")
    return panel.seats
