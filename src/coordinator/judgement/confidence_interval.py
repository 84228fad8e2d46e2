"""Compute how uncertain a measured rate is: its Wilson score interval of 95 %."""

from math import sqrt

from coordinator.models import Value

Z = 1.959964  # standard deviations on either side of the mean that hold 95 %


class Rate(Value):
    """How often something happened, of how many times it could have."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest plausible rate; 0 and 1 where nothing was measured."""
        if not self.of:
            return 0.0, 1.0
        rate = self.hits / self.of
        centre = rate + Z * Z / (2 * self.of)
        reach = Z * sqrt(rate * (1 - rate) / self.of + Z * Z / (4 * self.of * self.of))
        scale = 1 + Z * Z / self.of
        low = (centre - reach) / scale
        high = (centre + reach) / scale
        # Rounding must put neither end beyond the rate itself.
        return max(0.0, min(low, rate)), min(1.0, max(high, rate))
