"""YAML workflows: stages that run commands, prompt agents and judge the result, with routes on the verdict."""
