"""Read models for every door: lists, the inbox, one review, one run, graphs, and their texts."""
