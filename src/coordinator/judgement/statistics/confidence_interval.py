"""Compute the uncertainty of a measured rate as its 95 % Wilson score interval."""

from math import sqrt

from coordinator.models import Value

Z = 1.959964  # 95 % of a normal distribution lie within this many standard deviations


class Rate(Value):
    """The number of times that something happened (`hits`), and could have happened (`of`)."""

    hits: int
    of: int

    @property
    def interval(self) -> tuple[float, float]:
        """The lowest and the highest plausible rate; 0 and 1 if `of` is 0."""
        if not self.of:
            return 0.0, 1.0
        rate = self.hits / self.of
        centre = rate + Z * Z / (2 * self.of)
        reach = Z * sqrt(rate * (1 - rate) / self.of + Z * Z / (4 * self.of * self.of))
        scale = 1 + Z * Z / self.of
        low = (centre - reach) / scale
        high = (centre + reach) / scale
        # Rounding must not move the rate itself out of the interval.
        return max(0.0, min(low, rate)), min(1.0, max(high, rate))
