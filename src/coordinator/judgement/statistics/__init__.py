"""Figures about panels and seats: rates of error, their intervals, and independence."""
