# make play: set everything up and play.   make test: set everything up and run all tests.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
COMPILED := $(shell find src/cactustown/engine src/cactustown/rules src/cactustown/bots -name '*.py' 2>/dev/null)

.PHONY: play test setup check format golden docs bench peers soak clean help

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: setup  ## play the game
	@$(BIN)/cactustown play --text

test: setup check  ## run all tests
	$(BIN)/python -m pytest -n $(JOBS)

setup: $(STAMP)  ## virtual environment and compiled engine; quick when nothing changed

$(STAMP): pyproject.toml setup.py $(COMPILED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV) …"; $(PYTHON) -m venv $(VENV); } \
	  || { echo "python3 -m venv failed; on Debian install the package python3-venv"; exit 1; }
	@echo "installing and compiling (a minute or two the first time) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'setuptools>=77' 'mypy[mypyc]>=2.0'
	@find src -name '*.so' -delete
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation -e '.[dev]'
	@$(BIN)/python -c 'from cactustown._plain import is_compiled as c; print("the engine is", "compiled" if c() else "not compiled: it runs as plain Python, slower")'
	@touch $@

check: setup  ## ruff and mypy --strict
	$(BIN)/ruff check src tests setup.py
	$(BIN)/ruff format --check src tests setup.py
	$(BIN)/mypy

format: setup  ## let ruff format the code
	$(BIN)/ruff check --fix src tests setup.py
	$(BIN)/ruff format src tests setup.py

golden: setup  ## write the golden play-throughs anew; look at the diff
	$(BIN)/python -m tests.golden.playthrough

docs: setup  ## write the generated pages of docs/
	$(BIN)/python -m tests.rules.coverage

bench: setup  ## how fast the engine is, beside its peers where they are installed
	$(BIN)/cactustown bench

peers: setup  ## install the engines that make bench compares with
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]' --no-build-isolation

GAMES ?= 20000
soak: setup  ## the laws on GAMES=20000 random games over all set-ups
	$(BIN)/python -m tests.laws.soak --games $(GAMES) --jobs $(JOBS)

clean:  ## remove what was built
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name '*.so' -path './src/*' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
