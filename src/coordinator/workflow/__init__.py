"""YAML workflows: stages that run commands, prompt agents and judge their work."""
