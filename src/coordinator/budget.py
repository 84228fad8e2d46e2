"""Keep a run within its budget of money, tokens and minutes.

`BudgetTracker` reserves an amount before each ask, and replaces it with the amount used afterwards.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal

from coordinator.config.review import BudgetConfig
from coordinator.errors import LimitReached
from coordinator.models import Usage, Value

# Tokens reserved for a reply, in addition to the tokens of its prompt
REPLY_TOKENS = 2_000
CHARACTERS_PER_TOKEN = 4


class Spending(Value):
    """An amount of money, tokens and working minutes."""

    usd: Decimal = Decimal(0)
    tokens: int = 0
    minutes: Decimal = Decimal(0)

    def __add__(self, other: "Spending") -> "Spending":
        return Spending(
            usd=self.usd + other.usd,
            tokens=self.tokens + other.tokens,
            minutes=self.minutes + other.minutes,
        )

    def __sub__(self, other: "Spending") -> "Spending":
        return Spending(
            usd=self.usd - other.usd,
            tokens=self.tokens - other.tokens,
            minutes=self.minutes - other.minutes,
        )


def spending(usage: Usage, seconds: float, *, unknown: Decimal = Decimal(0)) -> Spending:
    """Return what an ask used in `seconds`. If its price is unknown, count the price `unknown`."""
    return Spending(
        usd=unknown if usage.usd is None else usage.usd,
        tokens=usage.tokens_in + usage.tokens_out,
        minutes=Decimal(str(seconds)) / 60,
    )


@dataclass(slots=True)
class BudgetTracker:
    """The amounts that one run has used and reserved, and its limits."""

    limits: BudgetConfig
    # Returns the spending of all other runs today
    today: Callable[[], Spending] = Spending
    # Returns the seconds to wait until fewer asks than the given number have ended in the last hour
    pause: Callable[[int], float] = lambda _asks: 0.0
    spent: Spending = field(default_factory=Spending)
    reserved: dict[str, Spending] = field(default_factory=dict)
    job: str = "review"

    def reserve(self, key: str, prompt: str) -> str:
        """Reserve an amount for an ask, and return an empty string.

        If the amount would exceed a limit of the budget, reserve nothing and return that limit.
        Raise LimitReached if the ask has to wait because of too many asks within an hour.
        """
        amount = Spending(
            usd=self.limits.unknown_ask_usd,
            tokens=len(prompt) // CHARACTERS_PER_TOKEN + REPLY_TOKENS,
        )
        over = self.excess(amount)
        if over:
            return over
        most = self.limits.asks_per_hour
        if most is not None:
            pause = self.pause(most - len(self.reserved))
            if pause:
                raise LimitReached(
                    f"the limit of {most} asks within an hour is reached",
                    pause=pause,
                    fix="raise budget.asks_per_hour",
                )
        self.reserved[key] = amount
        return ""

    def short_of(self, asks: int) -> str:
        """Return the limit that `asks` more asks with empty prompts would exceed, or ""."""
        least = Spending(usd=asks * self.limits.unknown_ask_usd, tokens=asks * REPLY_TOKENS)
        return self.excess(least)

    def excess(self, amount: Spending) -> str:
        """Return the limit that this additional amount would exceed, or an empty string."""
        limits = self.limits
        total = sum(self.reserved.values(), self.spent) + amount
        if limits.usd is not None and total.usd > limits.usd:
            return f"{total.usd} of {limits.usd} USD for this {self.job}"
        if limits.tokens is not None and total.tokens > limits.tokens:
            return f"{total.tokens} of {limits.tokens} tokens for this {self.job}"
        if limits.minutes is not None and total.minutes >= limits.minutes:
            return f"{total.minutes:.1f} of {limits.minutes} minutes for this {self.job}"
        if limits.usd_per_day is not None or limits.tokens_per_day is not None:
            day = self.today() + total
            if limits.usd_per_day is not None and day.usd > limits.usd_per_day:
                return f"{day.usd} of {limits.usd_per_day} USD for today"
            if limits.tokens_per_day is not None and day.tokens > limits.tokens_per_day:
                return f"{day.tokens} of {limits.tokens_per_day} tokens for today"
        return ""

    def settle(self, key: str, usage: Usage, seconds: float) -> None:
        """Replace the reserved amount of an ask with the amount that it has used.

        If the price is unknown, use the reserved price.
        """
        reserved = self.reserved.pop(key, Spending(usd=self.limits.unknown_ask_usd))
        self.spent += spending(usage, seconds, unknown=reserved.usd)

    def release(self, key: str) -> None:
        """Cancel the reserved amount of an ask that used nothing."""
        self.reserved.pop(key, None)
