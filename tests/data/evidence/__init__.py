"""A corpus of evidence, honest and dishonest, about one piece of work."""
