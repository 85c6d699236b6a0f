# make play and make test are all a newcomer needs; make help lists the rest.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PLAY_STAMP := $(VENV)/.play-stamp
STAMP := $(VENV)/.setup-stamp
BENCH_STAMP := $(VENV)/.bench-stamp
FRONT := $(VENV)/.front-stamp
CLIENT_STAMP := $(VENV)/.client-stamp
CLIENT := $(filter-out %.md,$(wildcard client/*.* $(shell find client/src client/public -type f 2>/dev/null)))
SAY := @printf '\033[1m== %s\033[0m\n'

# Tests start many processes: what is compiled once is kept, also where the surroundings (containers) forbid it.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.PHONY: anew cluster quick costs lowest ready help setup play play-terminal client client-lint client-types client-tests screenshots browser test check coverage format lint types imports docs pictures bench nightly package bare lock clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

# A .venv/ whose Python is gone (moved, or replaced by a newer one) is rebuilt, whatever its stamps say.
ifneq ($(wildcard $(VENV)),)
ifneq ($(shell $(BIN)/python -c 'print("works")' 2>/dev/null),works)
$(PLAY_STAMP): anew
endif
endif

setup: ready  ## everything the other targets need, in .venv/
	@$(BIN)/tilemeld --version

ready: $(STAMP) $(FRONT) $(CLIENT_STAMP)

# What playing needs: the runtime lock, tilemeld itself, its kernel.
$(PLAY_STAMP): requirements.lock pyproject.toml hatch_build.py $(wildcard src/tilemeld/solver/*/c/*.c src/tilemeld/solver/*/c/*.h)
	@$(PYTHON) tools/set_up.py play && touch $@

# What checks and tests need on top of it.
$(STAMP): $(PLAY_STAMP) requirements-dev.lock tools/installer.lock
	@$(PYTHON) tools/set_up.py dev && touch $@

# The front end is built here and nowhere else: after the setup, and when its sources change.
$(FRONT): $(PLAY_STAMP) $(CLIENT)
	@$(BIN)/python hatch_build.py && touch $@

$(CLIENT_STAMP): $(FRONT) client/package-lock.json
	@$(BIN)/python hatch_build.py --dev && touch $@

play: $(FRONT)  ## play in the browser, at http://127.0.0.1:8000 (PORT=8000; LAN=1 for phones)
	@$(BIN)/tilemeld serve --port $(PORT) $(if $(LAN),--lan)

play-terminal: $(PLAY_STAMP)  ## play against bots in this terminal
	@$(BIN)/tilemeld play

quick: $(STAMP) $(FRONT)  ## format, lint, types and the fast tests, for between two edits
	$(SAY) "Checking format, lint and types"
	@$(BIN)/ruff format --check -q src tests bench tools hatch_build.py
	@$(BIN)/ruff check -q src tests bench tools hatch_build.py
	@$(BIN)/mypy
	$(SAY) "Running the fast tests"
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m 'not slow' tests

test: ready browser  ## all tests
	$(SAY) "Running the tests"
	$(BIN)/python -m pytest -n 2 --dist worksteal

# The floor has a run of its own: what another test left in a cache is never traced (docs/testing.md).
FLOOR := -m floor --cov=tilemeld.engine --cov=tilemeld.solver --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=99

LOCK := PATH="$(abspath $(BIN)):$$PATH" uv pip compile -q --universal --no-strip-extras --python-version 3.11 --generate-hashes --no-header

SYNC := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

check: ready browser  ## what CI runs: format, lint, types, import directions, client, tests, coverage
	@$(MAKE) --no-print-directory -j 2 $(SYNC) types client-lint client-types client-tests format lint imports
	$(SAY) "Running the tests of the engine and the solver, with their branch coverage"
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/engine tests/solver $(FLOOR)
	$(SAY) "Running all other tests"
	$(BIN)/python -m pytest -n 2 --dist worksteal -m 'not floor' --durations=12

client: client-lint client-types client-tests  ## the client's form, imports, types and unit tests, with the Node of the wheel

client-lint: ready
	$(SAY) "Checking the client's form and the direction of its imports"
	@tools/node.sh npm run --silent lint

client-types: ready
	$(SAY) "Checking the client's types"
	@tools/node.sh npm run --silent check

client-tests: ready
	$(SAY) "Running the client's unit tests"
	@tools/node.sh npm run --silent test

coverage: ready  ## the floor alone: every branch of the engine and the solver
	$(SAY) "Measuring branch coverage of the engine and the solver"
	$(BIN)/python -m pytest -n 2 --dist worksteal tests/engine tests/solver $(FLOOR)

browser: ready
	$(SAY) "Looking for a browser for the journeys"
	$(BIN)/python -m tools.browser

format: ready
	$(SAY) "Checking the format"
	$(BIN)/ruff format --check src tests bench tools hatch_build.py

lint: ready
	$(SAY) "Linting"
	$(BIN)/ruff check src tests bench tools hatch_build.py

types: ready
	$(SAY) "Checking the types"
	$(BIN)/mypy

imports: ready
	$(SAY) "Checking the import directions"
	$(BIN)/lint-imports --no-cache

docs: ready  ## make what comes from the code: pages of docs/, types and vectors of the client
	$(BIN)/python -m tools.made_files

pictures: ready  ## draw the README's pictures of the terminal
	$(BIN)/python tools/pictures.py

screenshots: ready  ## pictures of every screen of the browser, in build/screenshots; the best in docs/pictures
	$(BIN)/python -m tools.screenshots --best

bench: $(BENCH_STAMP)  ## the benchmarks, side by side with peers; tables and plots in bench/out
	$(SAY) "The engine: a confirmed turn, whole random games"
	$(BIN)/python -m bench.engine
	$(SAY) "The solver compared with rummikub-solver and CP-SAT, each in its own process"
	$(BIN)/python -m bench.solver.run
	$(SAY) "The lexicon compared with a set, marisa-trie and dawg2; the word solver"
	$(BIN)/python -m bench.lexicon
	$(BIN)/python -m bench.words
	$(SAY) "The server: a durable move compared with a bare fan-out"
	$(BIN)/python -m bench.server
	$(SAY) "The public page of a tournament: a thousand viewers compared with a static answer"
	$(BIN)/python -m bench.public_page
	$(SAY) "The bots: games a second, where the time goes, answer times"
	$(BIN)/python -m bench.bots
	$(SAY) "The board: script and layout for each pointer move"
	$(BIN)/python -m bench.pointer
	$(SAY) "The table in ten windows: the width of tiles compared with the possible one"
	$(BIN)/python -m bench.layout
	$(SAY) "Seating compared with a best of shuffles and a greedy"
	$(BIN)/python -m bench.seating

$(BENCH_STAMP): $(STAMP) bench/requirements.lock
	$(SAY) "Installing the peers that the benchmarks compare with"
	$(BIN)/python -m pip install --disable-pip-version-check --require-hashes -r bench/requirements.lock
	@touch $@

nightly: ready browser  ## the long form of every test that repeats, and 10,000 checked random games of every profile
	$(SAY) "Running every test in its long form (tests/at_night.py)"
	TILEMELD_NIGHT=1 $(BIN)/python -m pytest -n 2 --dist worksteal
	$(BIN)/python -m bench.many_games --games 10000
	$(SAY) "An hour of games that end and begin: memory stays flat"
	$(BIN)/python -m bench.soak --tables 60 --rate 56 --minutes 60

cluster: ready  ## a whole installation on loopback: plays, loses one part of each kind, compares everything
	$(SAY) "PostgreSQL, Valkey, three servers, two workers and a proxy; about a minute"
	$(BIN)/python -m tools.cluster

costs: ready browser  ## what each test costs in CPU seconds; makes the list that make quick leaves out
	rm -f build/test-cpu.tsv
	$(BIN)/python -m pytest -q -n0 -p tools.measure_tests tests
	$(BIN)/python -m tools.measure_tests

lowest:  ## the lowest versions that pyproject.toml allows, and the smoke tests with them
	tools/lowest.sh

package: ready  ## sdist and wheel in dist/, what is inside them, and the wheel in an empty environment
	$(BIN)/python tools/package.py

bare:  ## make play and make test in a fresh clone with a bare PATH (NO_CC=1: without a compiler)
	tools/bare.sh

lock: $(STAMP)  ## rewrite the lock files: what playing needs, and what tests need on top
	$(LOCK) --extra server --group build pyproject.toml -o requirements.lock
	$(LOCK) --extra all --extra train --extra postgres --extra valkey --group dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	$(LOCK) --group installer -o tools/installer.lock
	$(LOCK) bench/requirements.in -o bench/requirements.lock

clean:  ## remove what setup and the tests made
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis bench/out client/node_modules src/tilemeld/server/static
