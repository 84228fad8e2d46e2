"""The demonstration: work is rejected, reworked and accepted; other work needs a person."""
