"""Snapshots of what users and programs see: names, shapes and words, as text files beside this one.

`tests/project/test_behaviour.py` compares the files with the running code. Write them again with

    .venv/bin/python -m tests.behaviour

and read the difference before you commit it:

- `fixed/` is for programs: commands and options, keys of configuration and workflow files, JSON schemas, shapes of
  `--json`, exit codes, kinds of events, reply forms of models, spans and metrics. A line that changes or goes breaks
  somebody, so it needs an entry in the changelog. A line may be added.
- `words/` is for people and agents: help, and descriptions of tools. They may be reworded.

The files were first written by the code of 70a7387. The generated pages of `docs/` (`make docs`) are snapshots too:
`docs/output.schema.json` has the schema of `--json`, `docs/configuration.md` and `docs/workflow-dialect.md` the words
beside each key.

The record of runs, with every prompt, has no file here: `runs_again.py` takes the state that 70a7387 has written
(`tests/upgrade/70a7387`), runs its runs again and compares each event.

Modules of the package are named in `package.py` alone.
"""
