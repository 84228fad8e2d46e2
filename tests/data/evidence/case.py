"""The work that the corpus is about: an issue, the files before and after, what checks and a tool said."""

from __future__ import annotations

ISSUE = """## Discounts in the cart

The **total** of a cart must apply `percent_off` to each line, and never go below zero.

- Orders over 100 EUR ship free; see [the price list](https://shop.example/prices).
- Reject a discount above 90 percent with a *clear* error.
1. Keep the old `legacy_total` out of the code base.
2. The page shows the discount as <b>bold</b> text.

> Do not touch the tax module.

各行に割引を適用し、合計は決して負にしないこと。
"""

BASE = {
    "src/shop/cart.py": '''"""The cart."""

from decimal import Decimal


class Cart:
    def __init__(self, lines):
        self.lines = lines

    def total(self):
        amount = Decimal(0)
        for line in self.lines:
            amount += line.price * line.quantity
        return amount

    def legacy_total(self):
        return sum(float(line.price) for line in self.lines)

    def is_empty(self):
        return not self.lines
''',
    "src/shop/tax.py": '''"""Value added tax."""

RATE = 19


def with_tax(amount):
    return amount * (100 + RATE) / 100


def without_tax(amount):
    return amount * 100 / (100 + RATE)
''',
    "src/shop/old_prices.py": """def read_prices(path):
    with open(path) as file:
        return [float(row) for row in file]
""",
    "web/cart.ts": """export function label(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
""",
}

WORK = BASE | {
    "src/shop/cart.py": '''"""The cart."""

from decimal import Decimal

MOST = 90  # percent
FREE_SHIPPING = Decimal("100.00")


class DiscountError(ValueError):
    """A discount that the shop does not give."""


class Cart:
    def __init__(self, lines, percent_off=0):
        if percent_off > MOST:
            raise DiscountError(f"{percent_off} percent is more than {MOST} percent")
        self.lines = lines
        self.percent_off = percent_off

    def total(self):
        amount = Decimal(0)
        for line in self.lines:
            amount += line.price * line.quantity * (100 - self.percent_off) / 100
        return max(amount, Decimal(0))

    def shipping(self):
        # TODO: ask the carrier
        return Decimal(0) if self.total() > FREE_SHIPPING else Decimal("4.90")

    def is_empty(self):
        return not self.lines

    def is_valid(self):
        return True

    def describe(self):
        text = "cart of\\t%d lines\\n" % len(self.lines)
        if not self.is_empty():
            text += 'total: "%s"' % self.total()
        return text
''',
    "tests/test_cart.py": """import pytest

from shop.cart import Cart, DiscountError


def test_total_takes_the_discount_off():
    assert Cart([line(10, 2)], percent_off=50).total() == 10


def test_total_of_nothing_is_zero():
    assert Cart([]).total() == 0


@pytest.mark.skip(reason="flaky")
def test_a_discount_above_90_percent_is_refused():
    with pytest.raises(DiscountError):
        Cart([], percent_off=91)
""",
    "web/cart.ts": """export function label(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}

export function discount(percent: number): string {
  if (!isFinite(percent)) {
    return "";
  }
  return `<b>${percent} % off</b>`;
}
""",
    "web/cart.html": """<p class="total">Total: &euro; <span id="total">0.00</span></p>
<p class="hint">Orders over &euro; 100 ship free &mdash; see prices.</p>
""",
    "cmd/priced/main.go": """package main

import "fmt"

func main() {
	prices := map[string]int{"apple": 120, "pear": 95}
	for name, price := range prices {
		fmt.Printf("%s costs %d\\n", name, price)
	}
}
""",
    "db/0007_discounts.sql": """ALTER TABLE carts ADD COLUMN percent_off INTEGER NOT NULL DEFAULT 0;
CREATE INDEX carts_by_customer ON carts (customer_id, created_at DESC);
UPDATE carts SET percent_off = 0 WHERE percent_off IS NULL;
""",
    "scripts/deploy.sh": """#!/bin/sh
set -eu
rsync -a --delete build/ "$HOST:/srv/shop"
ssh "$HOST" systemctl restart shop
""",
    "docs/discounts.md": """# Discounts

A discount is *always* given in percent. It is **never** above 90.

| percent | allowed |
|---------|---------|
| 0       | yes     |
| 91      | no      |

割引は各行に適用されます。
""",
    "config/limits.json": """{
  "max_lines": 500,
  "currency": "EUR",
  "retries": {"payment": 3, "mail": 10}
}
""",
}
REMOVED = ("src/shop/old_prices.py",)

CHECKS = {
    "tests": (
        "red",
        "exit 1",
        "collected 13 items\n\ntests/test_cart.py ..F.........s\n\n"
        "    assert Cart([line(10, 2)], percent_off=50).total() == 10\nE   NameError: name 'line' is not defined\n\n"
        "FAILED tests/test_cart.py::test_total_takes_the_discount_off\n11 passed, 1 failed, 1 skipped in 0.42s\n",
    ),
    "lint": ("green", "exit 0", "All checks passed!\n"),
    "Type check": ("green", "exit 0", "Success: no issues found in 10 source files\n"),
}
TOOLS = {
    "grep": "src/shop/cart.py:14:    def __init__(self, lines, percent_off=0):\n"
    "db/0007_discounts.sql:1:ALTER TABLE carts ADD COLUMN percent_off INTEGER NOT NULL DEFAULT 0;\n",
    "coverage": "src/shop/cart.py     41     3    93%\nsrc/shop/tax.py       6     6     0%\n",
}
