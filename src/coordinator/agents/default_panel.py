"""Choose the judges among the agents that were found, if no panel is configured."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Any

from coordinator.agents.discovery import WAYS, Candidate, Found
from coordinator.config.review import BudgetConfig
from coordinator.config.seats import PanelConfig
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.judgement.statistics.independence import MAKERS

MOST_JUDGES = 3
# The budget of a review if no budget is configured. It is enough for 20 asks with an unknown price.
BUDGET = BudgetConfig(usd=Decimal(5))


def choose(candidates: Iterable[Candidate], most: int = MOST_JUDGES) -> tuple[Candidate, ...]:
    """Return the first candidate of each model maker, but at most `most` candidates.

    A candidate that is `only_alone` is chosen only if there is no other candidate.
    """
    makers: dict[str, Candidate] = {}
    alone: list[Candidate] = []
    for candidate in candidates:
        if candidate.only_alone:
            alone.append(candidate)
        else:
            line = candidate.family.model
            makers.setdefault(MAKERS.get(line) or line, candidate)
    if makers:
        return tuple(makers.values())[:most]
    return tuple(alone[:1])


def choose_from(found: Found, most: int = MOST_JUDGES) -> tuple[Candidate, ...]:
    """Return the judges.

    If there are no candidates, raise a ConfigError that says how to get one.
    """
    chosen = choose(found.candidates, most)
    if chosen:
        return chosen
    what = "no agent or model that can judge was found on this machine"
    for lacking in found.lacking:
        what += f"; {lacking.what} {lacking.why}: {lacking.fix}"
    raise ConfigError(what, fix=WAYS)


def panel_of(chosen: Sequence[Candidate]) -> dict[str, Any]:
    """Return the section `panel` of a configuration in which the chosen candidates judge.

    One candidate becomes `judge`, several become `judges`. The first candidate also writes the
    rubric and the blind tests, in separate asks that do not show the work.
    """
    judges = [{"name": candidate.name, **candidate.agent} for candidate in chosen]
    meta_judge = dict(chosen[0].agent)
    if len(judges) == 1:
        return {"meta_judge": meta_judge, "judge": judges[0]}
    return {"meta_judge": meta_judge, "judges": judges}


def cost(chosen: Sequence[Candidate], budget: BudgetConfig) -> str:
    """Return a text that states the maximum cost of a review by these judges."""
    if all(candidate.priced is None for candidate in chosen):
        return "free of charge"
    if budget.usd is None:
        text = "no cost limit"
    else:
        text = f"at most ${budget.usd:.2f}"
    unknown = [candidate.name for candidate in chosen if candidate.priced is False]
    if unknown:
        names = ", ".join(unknown)
        text += f" (the price of {names} is unknown: each ask counts as ${budget.unknown_ask_usd})"
    return text


def seat_found(config: Config, found: Found, most: int = MOST_JUDGES) -> tuple[Config, str]:
    """Return the configuration with a panel of candidates, and a line about panel and cost.

    Keep a configured protocol or budget. If no protocol is configured, choose it by the number of
    judges.
    """
    review = config.review
    given = review.model_fields_set
    if "protocol" in given and review.protocol == "judge":
        most = 1
    chosen = choose_from(found, most)
    is_single = len(chosen) == 1
    if "protocol" not in given:
        protocol = "judge" if is_single else "judge-with-debate"
        review = review.model_copy(update={"protocol": protocol})
    if "budget" not in given:
        review = review.model_copy(update={"budget": BUDGET})
    panel = PanelConfig.model_validate(panel_of(chosen) | {"author": config.panel.author})

    line = _enumerated([f"{candidate.name} ({candidate.means})" for candidate in chosen])
    if is_single:
        line += ", a single opinion"
    line += f"; {cost(chosen, review.budget)}"
    return config.model_copy(update={"panel": panel, "review": review}), line


def _enumerated(names: list[str]) -> str:
    """Return names as `A, B and C`."""
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
