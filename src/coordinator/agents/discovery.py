"""Who can judge on this machine: signed-in CLI agents, models for which there is a key, and servers of models.

Looking around asks nobody anything, and of secrets only whether they are there. Whom of those found to seat is decided
by `choose`, which knows nothing else.
"""

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from http.client import HTTPException
from threading import Thread
from typing import Any, NamedTuple
from urllib.request import Request, build_opener

from coordinator.agents.cli_presets import PRESETS
from coordinator.agents.providers import PROVIDERS, access_for
from coordinator.config.environment import SECRET_NAME
from coordinator.config.review import BudgetConfig
from coordinator.config.seats import AgentConfig, PanelConfig
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.judgement.independence import MAKERS, ModelFamily, family_of

MOST_JUDGES = 3
# Of a review where none is configured: 20 asks whose price is not known
BUDGET = BudgetConfig(usd=Decimal(5))
WAYS = (
    "sign in to a CLI agent: `npm install -g @anthropic-ai/claude-code`, then `claude`, or codex, gemini, opencode, "
    "copilot; or set a key: ANTHROPIC_API_KEY with `pip install 'agent-coordinator[anthropic]'`, or OPENAI_API_KEY, "
    "GEMINI_API_KEY, OPENROUTER_API_KEY; or start a server of models here: Ollama, LM Studio, llama.cpp, vLLM; "
    "`coordinator doctor` looks again, and `coordinator demo` needs none of them"
)

# Ollama, LM Studio, llama.cpp, vLLM, and the small model of ours.
SERVERS = tuple(f"http://127.0.0.1:{port}/v1" for port in (11434, 1234, 8080, 8000))
PATIENCE = 3.0  # seconds that they have to say which models they serve
LARGEST = 1_000_000  # bytes of what they say
MODEL_NAME = re.compile(r"(?!.*(?:embed|rerank|whisper|tts|bge))[\w.:/@+-]{1,200}", re.IGNORECASE)
# Such as qwen3:1.7b
SMALL_MODEL = re.compile(r"(?<![\d.])[0-6](?:\.\d+)?b(?![a-z])|\d+m(?![a-z])", re.IGNORECASE)


class Candidate(NamedTuple):
    """Somebody who can be asked."""

    agent: Mapping[str, Any]  # as a seat of coordinator.yaml names it
    family: ModelFamily
    means: str  # how it is reached, for people
    priced: bool | None = False  # whether the price of an answer is known; None if it has none
    only_alone: bool = False  # it is small, or may be of the same family as another

    @property
    def name(self) -> str:
        line = self.family.model if self.family.model in MAKERS else self.means.partition(" ")[0]
        if line == "gpt":
            return "Judge-GPT"
        return f"Judge-{line.capitalize()}"


class Lacking(NamedTuple):
    """Somebody who could be asked if this were mended."""

    what: str
    why: str
    fix: str


class Found(NamedTuple):
    """Everybody there is, the preferred first."""

    candidates: tuple[Candidate, ...]
    lacking: tuple[Lacking, ...]


def choose(candidates: Iterable[Candidate], most: int = MOST_JUDGES) -> tuple[Candidate, ...]:
    """Return the first of each maker of models, at most so many; who only sits alone, where there is nobody else."""
    makers = dict[str, Candidate]()
    alone = list[Candidate]()
    for each in candidates:
        if each.only_alone:
            alone.append(each)
        else:
            makers.setdefault(MAKERS.get(each.family.model) or each.family.model, each)
    return tuple(makers.values())[:most] or tuple(alone[:1])


def choose_from(found: Found, most: int = MOST_JUDGES) -> tuple[Candidate, ...]:
    """Return whom to seat of those found; where there is nobody, raise a ConfigError that says what to do."""
    if chosen := choose(found.candidates, most):
        return chosen
    almost = "".join(f"; {each.what} {each.why}: {each.fix}" for each in found.lacking)
    raise ConfigError(f"nobody who can judge was found on this machine{almost}", fix=WAYS)


def panel_of(chosen: Sequence[Candidate]) -> dict[str, Any]:
    """Return the section `panel` for these: the one judge, or the judges, of whom the first also writes the rubric."""
    judges = [{"name": each.name, **each.agent} for each in chosen]
    if judges[1:]:
        return {"meta_judge": dict(chosen[0].agent), "judges": judges}
    return {"judge": judges[0]}


def cost(chosen: Sequence[Candidate], budget: BudgetConfig) -> str:
    """Return what a review by these costs at most, as far as it can be known."""
    if all(each.priced is None for each in chosen):
        return "it costs nothing"
    unknown = ", ".join(each.name for each in chosen if each.priced is False)
    counted = (
        f" (no price known of {unknown}: an ask counts ${budget.unknown_ask_usd})"
        if unknown
        else ""
    )
    return (
        f"at most ${budget.usd:.2f}" if budget.usd is not None else "no limit in money"
    ) + counted


def seat_found(config: Config, found: Found, most: int = MOST_JUDGES) -> tuple[Config, str]:
    """Return the configuration with a panel of those found, and a line that says whom, and what it costs at most.

    What is configured stays: the protocol, which otherwise follows from the seats, and the budget.
    """
    given = config.review.model_fields_set
    review = config.review
    chosen = choose_from(found, 1 if "protocol" in given and review.protocol == "judge" else most)
    usual: dict[str, Any] = {
        "budget": BUDGET,
        "protocol": "judge-with-debate" if chosen[1:] else "judge",
    }
    review = review.model_copy(
        update={name: value for name, value in usual.items() if name not in given}
    )
    panel = PanelConfig.model_validate(panel_of(chosen) | {"author": config.panel.author})
    names = " and ".join(
        ", ".join(f"{each.name} ({each.means})" for each in chosen).rsplit(", ", 1)
    )
    line = f"{names}{'' if chosen[1:] else ', a single opinion'}; {cost(chosen, review.budget)}"
    return config.model_copy(update={"panel": panel, "review": review}), line


def look_around(config: Config) -> Found:
    """Return who can be asked and who could be: CLIs first, which look at the work themselves, then models."""
    found = [*_clis(config), *_models(config), *_servers(config)]
    candidates = [each for each in found if isinstance(each, Candidate)]
    author = family_of(config.panel.author)
    return Found(
        # Who is not of the author's family first
        tuple(sorted(candidates, key=lambda each: each.family == author)),
        tuple(dict.fromkeys(each for each in found if isinstance(each, Lacking))),
    )


def _clis(config: Config) -> Iterator[Candidate | Lacking]:
    for name, preset in PRESETS.items():
        if shutil.which(preset.argv[0]) is None:
            continue
        folder = config.secret(preset.folder_variable) or os.path.join(
            os.path.expanduser("~"), preset.folder
        )
        files = preset.sign_in or preset.settings[:1]
        files += preset.keychain if sys.platform == "darwin" else ()
        keys = [
            key for key in preset.variables if SECRET_NAME.search(key) and key != preset.not_enough
        ]
        if any(map(config.secret, keys)) or any(
            os.path.isfile(os.path.join(folder, file)) for file in files
        ):
            yield Candidate(
                {"command": name},
                family_of(preset.line),
                f"{name} CLI",
                preset.priced,
                not preset.line,
            )
        else:
            yield Lacking(name, "is installed, but nobody is signed in", preset.how_to_sign_in)


def _models(config: Config) -> Iterator[Candidate | Lacking]:
    for vendor, provider in PROVIDERS.items():
        key = next((key for key in provider.keys if config.secret(key).strip()), "")
        address = config.secret(provider.elsewhere)
        # Whose other servers say themselves which models they have
        if not key or (address and vendor == "openai"):
            continue
        for name in (f"{vendor}:{model}" for model in provider.models):
            model = {"name": name, "base_url": address, "key": key} if address else name
            yield _usable(Candidate({"model": model}, family_of(name), key, not address), config)


def _servers(config: Config) -> Iterator[Candidate | Lacking]:
    variable = PROVIDERS["openai"].elsewhere
    named = config.secret(variable).rstrip("/")
    key = "OPENAI_API_KEY" if config.secret("OPENAI_API_KEY") else ""
    keys = ({named: key} if named else {}) | {
        address: "" for address in SERVERS if address != named
    }
    for address, models in _ask_all(
        {address: config.secret(key) for address, key in keys.items()}
    ).items():
        if address == named and not models:
            yield Lacking(
                variable, f"is set, but {address} does not say which models it has", "start it"
            )
        for model in models:
            seat = {"name": f"openai:{model}", "base_url": address} | (
                {"key": keys[address]} if keys[address] else {}
            )
            family = family_of(f"openai:{model}")
            weak = family.model not in MAKERS or SMALL_MODEL.search(model) is not None
            price = None if "//127.0.0.1" in address or "//localhost" in address else False
            yield _usable(
                Candidate({"model": seat}, family, f"{model} at {address}", price, weak), config
            )


def _usable(found: Candidate, config: Config) -> Candidate | Lacking:
    """Return a model that can be asked, or what is missing for that, such as a package."""
    spec = AgentConfig.model_validate(found.agent).model
    assert spec is not None
    try:
        access_for(spec, config)
    except ConfigError as error:
        where = found.means.rpartition(" ")[2]  # a server once, however many models it has
        return Lacking(
            where, f"is there, but {error.what.removeprefix(f'{spec.name}: ')}", error.fix
        )
    return found


def _ask_all(addresses: Mapping[str, str]) -> dict[str, list[str]]:
    """Ask these servers at once, each with its key, which models they have: none if one is late or something else."""
    served = dict[str, list[str]]()

    def ask(address: str, key: str) -> None:
        request = Request(
            f"{address}/models", headers={"Authorization": f"Bearer {key}"} if key else {}
        )
        try:
            with build_opener().open(request, timeout=PATIENCE) as answer:
                names = [str(each["id"]) for each in json.loads(answer.read(LARGEST))["data"]]
                served[address] = [name for name in names if MODEL_NAME.fullmatch(name)]
        except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError):
            return  # something else listens there, or nothing does

    # Not a pool, which would wait for a server that never comes to an end.
    threads = [Thread(target=ask, args=each, daemon=True) for each in addresses.items()]
    for thread in threads:
        thread.start()
    until = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return {address: served.get(address, []) for address in addresses}
