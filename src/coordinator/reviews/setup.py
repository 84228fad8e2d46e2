"""All that reviews need, put together once per process and checked before anything is spent."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from coordinator.agents import Agent, MissingAgent, PersonAgent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.budget import BudgetTracker
from coordinator.config.seats import AgentConfig
from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import ConfigError
from coordinator.models import Case, Submission
from coordinator.panels.asker import Asker
from coordinator.panels.panel import Panel
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.panels.protocols import needed_seats
from coordinator.reviews.intake import Intake
from coordinator.reviews.publish import Publisher
from coordinator.reviews.record import ReviewConfiguration, ReviewReader
from coordinator.trackers import Tracker
from coordinator.workspace.check_setup import CheckSetup
from coordinator.workspace.sandbox import sandbox_for
from coordinator.workspace.sources import EvidenceSources, ExperimentRunner

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSetup:
    """The seats and the rules of a panel, and who answers for the seats."""

    config: Config
    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)

    def convene(self, case: Case, sources: EvidenceSources, setup: CheckSetup, budget: BudgetTracker) -> Panel:
        work = sources.workspace
        runner = sources.runner = ExperimentRunner(work, setup, self.config.review)
        return Panel(
            seats=self.config.panel,
            config=self.config.review,
            builder=PromptBuilder(case, self.config, experiments=not runner.why_none()),
            sources=sources,
            setup=setup,
            asker=Asker(
                agents=self.agents,
                fallbacks=self.fallbacks,
                folder=work.folder,
                base=work.base.folder,
                runner=runner,
                budget=budget,
            ),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewContext(PanelSetup):
    """The tracker, the seats and the rules that reviews are held with."""

    intake: Intake
    publisher: Publisher

    def panel(self, case: Case, sources: EvidenceSources, check: Callable[[str], Awaitable[None]]) -> Panel:
        budget = self.intake.record.spending.budget(self.config.review.budget, case.review)
        return replace(self.convene(case, sources, self.intake.setup, budget), on_round=check)


class ReviewContexts:
    """Makes the context of each review, of the configuration that it was begun with.

    The configuration of now is checked at once, unless all is about one review, which was `begun` with another.
    """

    def __init__(self, config: Config, tracker: Tracker, record: ReviewReader, begun: str = "") -> None:
        self._config = config
        self._tracker = tracker
        self._record = record
        # For what ends before it has a context
        self.publisher = Publisher(tracker=tracker, config=config)
        self._now = ReviewConfiguration.of(config)
        if record.configuration(begun) in (None, self._now):
            review_context(config, tracker, record)

    async def open(self, run: Run, submission: Submission) -> ReviewContext:
        """Return the context of the configuration that the review was begun with, which is put on record first."""
        begun = await run.record("configuration", self._record.configuration(submission.again) or self._now)
        config = self._config.model_copy(update=dict(begun))
        return review_context(config, self._tracker, self._record, begun_before=True)


def review_context(
    config: Config, tracker: Tracker, record: ReviewReader, *, begun_before: bool = False
) -> ReviewContext:
    """Return the context for this configuration; raise a ConfigError that says which seat is missing or wrong.

    In a review that was begun before, a seat that cannot be asked any more abstains and says why.
    """

    def made(make: Callable[[AgentConfig, Config, Tracker], Made], seat: AgentConfig) -> Made | MissingAgent:
        try:
            return make(seat, config, tracker)
        except ConfigError as error:
            if begun_before:
                return MissingAgent(str(error))
            raise

    setup = check_setup(config)
    if config.sandbox == "required":
        setup.get_sandbox()  # raises the error that says what is missing
    seats = needed_seats(config)
    return ReviewContext(
        config=config,
        intake=Intake(tracker=tracker, config=config, record=record, setup=setup),
        publisher=Publisher(tracker=tracker, config=config),
        agents={seat.name: made(agent_for, seat) for seat in seats},
        fallbacks={seat.name: made(fallback_agent, seat.fallback) for seat in seats if seat.fallback is not None},
    )


def check_setup(config: Config) -> CheckSetup:
    return CheckSetup(config.setup, config.home / "checks", partial(sandbox_for, config))
