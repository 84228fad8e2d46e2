"""Find the agents on this machine that can judge.

Candidates are signed-in CLI agents, models with a key, and local model servers. Discovery sends no
prompt to a model, and checks only whether a secret exists.
"""

import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from http.client import HTTPException
from threading import Thread
from typing import Any, NamedTuple
from urllib.request import Request, build_opener

from coordinator.agents.providers import PROVIDERS, access_for
from coordinator.agents.small_models import judges_only_alone
from coordinator.cli_agents import CLI_AGENTS
from coordinator.cli_agents.cli_agent import CliAgent
from coordinator.config.environment import SECRET_NAME
from coordinator.config.seats import AgentConfig
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.judgement.statistics.independence import MAKERS, ModelFamily, family_of

WAYS = (
    f"sign in to a CLI agent: `{CLI_AGENTS[0].install_command}`, then `{CLI_AGENTS[0].name}`, "
    f"or {', '.join(agent.name for agent in CLI_AGENTS[1:])}; "
    "or set a key: ANTHROPIC_API_KEY with `pip install 'agent-coordinator[anthropic]'`, "
    "or OPENAI_API_KEY, GEMINI_API_KEY, OPENROUTER_API_KEY; "
    "or start a local model server: Ollama, LM Studio, llama.cpp, vLLM; "
    "`coordinator doctor` looks again; `coordinator demo` needs none of them"
)

# Ollama, LM Studio, llama.cpp, vLLM, and our own small model.
SERVERS = tuple(f"http://127.0.0.1:{port}/v1" for port in (11434, 1234, 8080, 8000))
PATIENCE = 3.0  # seconds that a server has to list its models
LARGEST = 1_000_000  # bytes of the longest list of models
MODEL_NAME = re.compile(r"(?!.*(?:embed|rerank|whisper|tts|bge))[\w.:/@+-]{1,200}", re.IGNORECASE)


class Candidate(NamedTuple):
    """An agent that we can ask."""

    agent: Mapping[str, Any]  # the agent, as a seat in coordinator.yaml would describe it
    family: ModelFamily
    means: str  # a description for people of how we reach it
    priced: bool | None = False  # whether we know the price of an answer; None if answers are free
    only_alone: bool = False  # whether it judges only if there is no other candidate

    @property
    def name(self) -> str:
        """The name of the candidate's seat, such as `Judge-GPT`."""
        line = self.family.model
        if line not in MAKERS:
            line = self.means.partition(" ")[0]
        if line == "gpt":
            return "Judge-GPT"
        return f"Judge-{line.capitalize()}"


class Lacking(NamedTuple):
    """An agent that we cannot ask until the user does what `fix` says."""

    what: str
    why: str
    fix: str


class Found(NamedTuple):
    """Every agent that discovery found, with the preferred agents first."""

    candidates: tuple[Candidate, ...]
    lacking: tuple[Lacking, ...]


# -- looking around


def look_around(config: Config) -> Found:
    """Return every agent that we find on this machine, the preferred agents first.

    CLIs come before models, because CLIs read the work themselves. Agents of the author's model
    family come last.
    """
    candidates: list[Candidate] = []
    lacking: list[Lacking] = []
    for each in (*_cli_agents(config), *_models(config), *_servers(config)):
        if isinstance(each, Candidate):
            candidates.append(each)
        elif each not in lacking:
            lacking.append(each)
    author = family_of(config.panel.author)
    candidates.sort(key=lambda candidate: candidate.family == author)  # the author's family last
    return Found(tuple(candidates), tuple(lacking))


def _cli_agents(config: Config) -> Iterator[Candidate | Lacking]:
    for agent in CLI_AGENTS:
        if shutil.which(agent.judge_argv[0]) is None:
            continue
        if _is_signed_in(agent, config):
            family = family_of(agent.model_line)
            yield Candidate(
                agent={"command": agent.name},
                family=family,
                means=f"{agent.name} CLI",
                priced=agent.reports_price,
                only_alone=judges_only_alone(family, agent.model_line),
            )
        else:
            why = "is installed, but nobody is signed in"
            yield Lacking(agent.name, why, agent.how_to_sign_in)


def _is_signed_in(agent: CliAgent, config: Config) -> bool:
    """Return whether a CLI has a key in a variable, or files from a sign-in."""
    for variable in agent.variables:
        is_key = SECRET_NAME.search(variable) and variable != agent.sign_in_key
        if is_key and config.secret(variable):
            return True
    folder = config.secret(agent.settings_folder_variable)
    if not folder:
        folder = os.path.join(os.path.expanduser("~"), agent.settings_folder)
    files = list(agent.sign_in_files or agent.settings_files[:1])
    if sys.platform == "darwin":
        files += agent.keychain_files
    return any(os.path.isfile(os.path.join(folder, file)) for file in files)


def _models(config: Config) -> Iterator[Candidate | Lacking]:
    for provider in PROVIDERS:
        key = _first_key(provider.keys, config)
        address = config.secret(provider.address_variable)
        # For another server with OpenAI's API, `_servers` asks the server for its models.
        if not key or (address and provider.name == "openai"):
            continue
        for model in provider.models:
            name = f"{provider.name}:{model}"
            seat: object = name
            if address:
                seat = {"name": name, "base_url": address, "key": key}
            candidate = Candidate({"model": seat}, family_of(name), means=key, priced=not address)
            yield _usable(candidate, config)


def _first_key(variables: Iterable[str], config: Config) -> str:
    """Return the name of the first variable that holds a key; empty if none does."""
    for variable in variables:
        if config.secret(variable).strip():
            return variable
    return ""


def _servers(config: Config) -> Iterator[Candidate | Lacking]:
    variable = "OPENAI_BASE_URL"
    named = config.secret(variable).rstrip("/")
    key_variables = dict.fromkeys(SERVERS, "")
    if named:
        # The named server comes first, with a key if there is one.
        key = "OPENAI_API_KEY" if config.secret("OPENAI_API_KEY") else ""
        key_variables.pop(named, None)
        key_variables = {named: key, **key_variables}
    keys = {address: config.secret(key) for address, key in key_variables.items()}
    for address, models in _list_models(keys).items():
        if address == named and not models:
            why = f"is set, but {address} does not list its models"
            yield Lacking(variable, why, "start the server")
        for model in models:
            yield _usable(_served_model(model, address, key_variables[address]), config)


def _served_model(model: str, address: str, key_variable: str) -> Candidate:
    seat = {"name": f"openai:{model}", "base_url": address}
    if key_variable:
        seat["key"] = key_variable
    family = family_of(f"openai:{model}")
    is_local = "//127.0.0.1" in address or "//localhost" in address
    return Candidate(
        agent={"model": seat},
        family=family,
        means=f"{model} at {address}",
        priced=None if is_local else False,
        only_alone=judges_only_alone(family, model),
    )


def _usable(found: Candidate, config: Config) -> Candidate | Lacking:
    """Return the candidate, or the reason why we cannot ask it, such as a missing package."""
    spec = AgentConfig.model_validate(found.agent).model
    assert spec is not None
    try:
        access_for(spec, config)
    except ConfigError as error:
        where = found.means.rpartition(" ")[2]  # the address, so a server is reported once
        why = f"was found, but {error.what.removeprefix(f'{spec.name}: ')}"
        return Lacking(where, why, error.fix)
    return found


def _list_models(keys: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the models of all servers, by address. `keys` has the key for each address.

    The servers are asked at the same time. A server that answers too late, or is not a model
    server, has no models in the result.
    """
    served: dict[str, list[str]] = {}
    # Do not use a thread pool. It would wait for a server that never finishes its answer.
    threads = []
    for address, key in keys.items():
        thread = Thread(target=_ask_server, args=(address, key, served), daemon=True)
        thread.start()
        threads.append(thread)
    until = time.monotonic() + PATIENCE
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return {address: served.get(address, []) for address in keys}


def _ask_server(address: str, key: str, served: dict[str, list[str]]) -> None:
    """Ask one server for its models, and put them into `served`."""
    request = Request(f"{address}/models")
    if key:
        request.add_header("Authorization", f"Bearer {key}")
    try:
        with build_opener().open(request, timeout=PATIENCE) as answer:
            listed = json.loads(answer.read(LARGEST))["data"]
            names = [str(model["id"]) for model in listed]
            served[address] = [name for name in names if MODEL_NAME.fullmatch(name)]
    except (OSError, HTTPException, ValueError, LookupError, TypeError, RecursionError):
        return  # nothing listens there, or another kind of server
