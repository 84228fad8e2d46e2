"""Read models for all interfaces: lists, the inbox, one review, one run, graphs, and texts."""
