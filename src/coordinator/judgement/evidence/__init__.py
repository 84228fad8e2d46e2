"""Evidence and its verification: quotes, experiments, blind tests and generated inputs."""
