"""The policy of the shop in `config/`, as the guard gets it."""

from __future__ import annotations

from decimal import Decimal

from keepword.memory.policy import Policy, Promise, Statement

POLICY = Policy(
    promises=(
        Promise("refund", Decimal("100.00"), "EUR", 10, ("order_number",)),
        Promise("credit", Decimal("25.00"), "EUR", 3, ("order_number",)),
        Promise("replacement", within_days=10, needs=("order_number",)),
        Promise("answer", within_days=3),
    ),
    statements=(
        Statement("returns", "Unused goods can be returned within 30 days."),
        Statement("double-charge", "If you were charged twice for one order, we refund the second charge."),
        Statement("hours", "Our team reads mail from Monday to Friday, 9:00 to 18:00."),
    ),
    link_domains=("example.com",),
)
