"""The use cases that all interfaces share. They return values and print nothing."""
