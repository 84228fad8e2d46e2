"""Set up everything that reviews need, and check the configuration before any cost arises."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar

from coordinator.agents import Agent, MissingAgent, PersonAgent
from coordinator.agents.factory import agent_for, fallback_agent
from coordinator.agents.vendors import VendorPolicy, policy_for, repository_names
from coordinator.budget import BudgetTracker
from coordinator.config.seats import AgentConfig
from coordinator.config.settings import Config
from coordinator.engine import Run
from coordinator.errors import ConfigError
from coordinator.models import Case, Submission
from coordinator.panels.asker import Asker, no_folder
from coordinator.panels.panel import Panel
from coordinator.panels.prompt_parts import PromptBuilder
from coordinator.panels.protocols import needed_seats
from coordinator.reviews.intake import Intake
from coordinator.reviews.publish import Publisher
from coordinator.reviews.record import ReviewConfiguration, ReviewReader
from coordinator.trackers import Tracker
from coordinator.workspace.checks.experiment_runner import ExperimentRunner
from coordinator.workspace.checks.setup import CheckSetup
from coordinator.workspace.sandbox.sandbox import sandbox_for
from coordinator.workspace.sources import EvidenceSources

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSetup:
    """The configuration of a panel, and the agents of its seats."""

    config: Config
    agents: Mapping[str, Agent | PersonAgent]
    fallbacks: Mapping[str, Agent] = field(default_factory=dict)

    def convene(
        self,
        case: Case,
        sources: EvidenceSources,
        setup: CheckSetup,
        budget: BudgetTracker,
        policy: VendorPolicy | None = None,
    ) -> Panel:
        """Return the panel for one case. By default the vendor policy is that of its repository."""
        work = sources.workspace
        names = repository_names(case.work.repo, issue=case.issue)
        runner = ExperimentRunner(work.merged, setup, self.config.review)
        sources.runner = runner
        asker = Asker(
            agents=self.agents,
            fallbacks=self.fallbacks,
            folder=work.folder,
            base=work.merged.base.folder if work.work.repo else no_folder,
            add_base_files=work.add_base_files,
            runner=runner,
            budget=budget,
            policy=policy or policy_for(self.config.models, names),
        )
        return Panel(
            seats=self.config.panel,
            config=self.config.review,
            builder=PromptBuilder(case, self.config, experiments=not runner.why_none()),
            sources=sources,
            setup=setup,
            asker=asker,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewContext(PanelSetup):
    """The panel, the intake and the publisher that a review works with."""

    intake: Intake
    publisher: Publisher

    def panel(
        self, case: Case, sources: EvidenceSources, check: Callable[[str], Awaitable[None]]
    ) -> Panel:
        """Return the panel for one case. `check` is called before every round."""
        budget = self.intake.record.spending.budget(self.config.review.budget, case.review)
        return replace(self.convene(case, sources, self.intake.setup, budget), on_round=check)


class ReviewContexts:
    """Makes the context of each review from the configuration that the review began with.

    If this process only continues or repeats one review, `begun` is the id of that review.
    Otherwise it is empty. The constructor raises ConfigError if the current configuration is wrong,
    but it skips this check if the review `begun` began with another configuration.
    """

    def __init__(
        self, config: Config, tracker: Tracker, record: ReviewReader, begun: str = ""
    ) -> None:
        self._config = config
        self._tracker = tracker
        self._record = record
        # Used by reviews that fail before they have a context.
        self.publisher = Publisher(tracker=tracker, config=config)
        self._now = ReviewConfiguration.of(config)
        if record.configuration(begun) in (None, self._now):
            review_context(config, tracker, record)

    async def open(self, run: Run, submission: Submission) -> ReviewContext:
        """Return the context of a review, and record the configuration that it begins with."""
        wanted = self._record.configuration(submission.again) or self._now
        begun = await run.record("configuration", wanted)
        config = self._config.model_copy(update=dict(begun))
        return review_context(config, self._tracker, self._record, begun_before=True)


def review_context(
    config: Config, tracker: Tracker, record: ReviewReader, *, begun_before: bool = False
) -> ReviewContext:
    """Return the context for this configuration. Raise ConfigError if a seat is missing or wrong.

    If `begun_before` is true, a seat that can no longer be asked abstains and says why.
    """
    setup = check_setup(config)
    if config.sandbox == "required":
        setup.get_sandbox()  # raises an error that names the missing part
    agents: dict[str, Agent | PersonAgent] = {}
    fallbacks: dict[str, Agent] = {}
    for seat in needed_seats(config):
        agents[seat.name] = _make(agent_for, seat, config, tracker, begun_before)
        if seat.fallback is not None:
            fallback = _make(fallback_agent, seat.fallback, config, tracker, begun_before)
            fallbacks[seat.name] = fallback
    return ReviewContext(
        config=config,
        intake=Intake(tracker=tracker, config=config, record=record, setup=setup),
        publisher=Publisher(tracker=tracker, config=config),
        agents=agents,
        fallbacks=fallbacks,
    )


def _make(
    make: Callable[[AgentConfig, Config, Tracker], Made],
    seat: AgentConfig,
    config: Config,
    tracker: Tracker,
    begun_before: bool,
) -> Made | MissingAgent:
    try:
        return make(seat, config, tracker)
    except ConfigError as error:
        if begun_before:
            return MissingAgent(str(error))
        raise


def check_setup(config: Config) -> CheckSetup:
    cache = config.home / "checks"
    return CheckSetup(config.setup, cache, partial(sandbox_for, config), config.registries)
