"""All protocols, by their names in `review.protocol` and in the judge stages of workflows."""

from coordinator.config.review import ReviewConfig
from coordinator.config.seats import Seat
from coordinator.config.settings import Config
from coordinator.errors import ConfigError
from coordinator.panels.judge import JUDGE, JUDGE_WITH_DEBATE
from coordinator.panels.panel import Protocol
from coordinator.panels.tool_mad import TOOL_MAD

ALL_PROTOCOLS: tuple[Protocol, ...] = (
    JUDGE,
    JUDGE_WITH_DEBATE,
    TOOL_MAD,
)
PROTOCOLS = {protocol.name: protocol for protocol in ALL_PROTOCOLS}


def needed_seats(config: Config) -> tuple[Seat, ...]:
    """Return every seat of the panel.

    Raise ConfigError if a seat that the protocol needs is missing.
    """
    protocol = PROTOCOLS[config.review.protocol]
    missing = protocol.missing_seats(config.panel)
    if missing:
        raise ConfigError(
            f"{config.source}: protocol {protocol.name} needs {' and '.join(missing)}",
            fix="`coordinator init` writes a starter file",
        )
    return config.panel.seats


def most_parts(config: ReviewConfig) -> int:
    """Return the largest number of parts in which a panel may be shown a large diff."""
    if PROTOCOLS[config.protocol].in_parts:
        return config.parts
    return 1
