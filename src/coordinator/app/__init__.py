"""The use cases, once for every door: they return values and print nothing."""
