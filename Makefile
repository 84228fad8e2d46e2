# `make` lists what there is to run. Everything sets up .venv by itself, once.
.DEFAULT_GOAL := help
.PHONY: help venv demo test bare browser smoke local agents check deploycheck bench cases panels faults soak adversary sbom release \
	audit docs screenshots clean

PYTHON ?= python3
SOAK ?= 10
MINUTES ?= 4
export PYTHON SOAK
# The tests start many interpreters; without what they compiled before, each would compile the package again.
unexport PYTHONDONTWRITEBYTECODE

RUN := .venv/bin/python -m
CODE := src tests docs/generate.py docs/screenshots.py $(wildcard bench)

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 13

venv: ## set up .venv: with uv if there is one, with pip otherwise
	@.ci/venv

demo: venv ## watch one piece of work get rejected, reworked and accepted; no key, no network
	@.venv/bin/coordinator demo

test: venv ## run the tests, without those of `make adversary`, `browser`, `local` and `agents`; WITHOUT=MARKER leaves out more
	@.ci/sandbox
	@.ci/faketime
	@.ci/octokit
	@TEST_DATABASE="$$(.ci/postgres fsync=off)" TMPDIR="$$(.ci/scratch)" $(RUN) pytest -m "not adversary and not soak and not browser and not local and not agents and not integration$(if $(WITHOUT), and not $(WITHOUT))"

bare: ## run demo and tests as on a machine with Python, make, git, a shell and small tools, and nothing else
	@.ci/bare

browser: venv ## run the tests of the dashboard in a real Chromium, installed for it from the system's packages
	@.ci/browser
	@$(RUN) pytest -m browser -n 0

smoke: venv ## have the configured panel review a throw-away issue on your Multica server, and delete it
	@$(RUN) tests.smoke

local: venv ## run the tests on a small real model, installed for it (some 100 MB)
	@.ci/local
	@$(RUN) pytest -m local -n 0

agents: venv ## run the tests on real CLI agents, installed for it (some 1.2 GB), with a scripted model on loopback
	@.ci/agents
	@$(RUN) pytest -m agents -n 2

check: venv ## lint, formatting, types, and the subjects of new commits
	@.ci/subjects
	@$(RUN) ruff check $(CODE)
	@$(RUN) ruff format --check $(CODE)
	@$(RUN) mypy --strict $(CODE)

deploycheck: venv ## lint the units, the container file and the manifest of deploy/
	@.ci/deploy

bench: venv ## measure, beside the floor and the peers; ONLY=reviews,startup some of it
	@TEST_DATABASE="$$(.ci/postgres)" $(RUN) bench $(addprefix --only ,$(ONLY))

cases: venv ## what checks, a panel, experiments and probes decide of ten small cases; CASE=NAME one, CONFIG=FILE your agents
	@$(RUN) bench.cases $(addprefix --case ,$(CASE)) $(addprefix --config ,$(CONFIG))

panels: venv ## how right our rules are on FILES="a.csv b.jsonl" of recorded judges, beside simpler ones
	@$(RUN) bench.panels $(FILES)

forge: venv ## run the tests of forges on a real Gitea, which it starts on loopback; GITEA=PROGRAM
	@$(RUN) tests.support.forge.program "$(GITEA)"

faults: venv ## everything goes wrong at once, for MINUTES=N (4); SEED=N repeats what went wrong
	@.ci/postgres >/dev/null
	@.ci/faketime
	@$(RUN) tests.soak --minutes $(MINUTES) $(addprefix --seed ,$(SEED))

soak: faults ## the same, and then long crash and fuzz runs; SOAK=N does N times the usual amount
	@TEST_DATABASE="$$(.ci/postgres)" $(RUN) pytest -m soak

adversary: venv ## what a hostile author tries, in a sandbox and where there is none
	@.ci/sandbox
	@$(RUN) pytest -m adversary -n 2 -q

sbom: venv ## write build/sbom.json: what .venv is made of, as CycloneDX
	@"$$(.ci/tools cyclonedx-py)" environment --pyproject pyproject.toml --output-reproducible -o build/sbom.json .venv/bin/python

release: venv ## build wheel, sdist, SBOM and notes into dist/, and check them; REHEARSE=1 before the version has its notes
	@.venv/bin/python .ci/release $(if $(REHEARSE),--rehearse)

audit: ## look up what is known against the locked packages; exit 1: something is, 2: not all could be looked up
	@.ci/audit

docs: venv ## write the generated pages of docs/ again
	@.venv/bin/python docs/generate.py

screenshots: venv ## make the pictures in docs/screenshots again; needs Chromium
	@.venv/bin/python docs/screenshots.py

clean: ## remove .venv and everything else that is made, and stop the PostgreSQL of the tests
	@.ci/postgres stop
	@rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info
	@find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true
