"""coordinator.yaml and the environment as one typed tree."""
