"""Prepare the data that the interfaces show: lists, the inbox, one review or run, graphs, texts."""
