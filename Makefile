# make play: set everything up and play.   make test: set everything up and run all tests.
PYTHON ?= python3
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
WEB := src/cactustown/_web/index.html
PAGE := $(shell find web/src web/public web/index.html web/vite.config.ts -type f 2>/dev/null)
SPOKEN := $(wildcard src/cactustown/server/*.py) src/cactustown/seatview.py src/cactustown/rules/events.py
COMPILED := $(shell find src/cactustown/engine src/cactustown/rules src/cactustown/bots src/cactustown/reading.py \
  src/cactustown/seatwords.py src/cactustown/variables.py -name '*.py' 2>/dev/null)

.PHONY: play test browser measure pictures setup web check packages format golden variables fingerprint docs bench peers soak leavers attack lock audit paired fair ladder load crash restore clean help

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

play: setup web  ## play the game in the browser
	@$(BIN)/cactustown serve --browser

test: setup check web packages  ## run all tests
	cd web && npm run --silent test
	$(BIN)/python -m pytest -n $(JOBS)

browser: setup web packages  ## whole games in browsers over every set-up, with pictures of the screens
	$(BIN)/python -m pytest tests/browser -n $(JOBS) -m ''

measure: setup web packages  ## how fast the page is: first board, animation, first game
	$(BIN)/python -m tests.browser.measure

pictures: setup web packages  ## write the pictures of docs/ anew, and the film; ONLY="home film" some of them
	$(BIN)/python -m tests.browser.pictures $(ONLY)

packages:
	@.ci/packages

setup: $(STAMP)  ## virtual environment and compiled engine; quick when nothing changed

$(STAMP): pyproject.toml setup.py requirements/dev.lock $(COMPILED)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV) …"; $(PYTHON) -m venv $(VENV); } \
	  || { echo "python3 -m venv failed; on Debian install the package python3-venv"; exit 1; }
	@echo "installing and compiling (a minute or two the first time) …"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@find src -name '*.so' -delete
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .
	@$(BIN)/python -c 'from cactustown._plain import is_compiled as c; print("the engine is", "compiled" if c() else "not compiled: it runs as plain Python, slower")'
	@touch $@

web: $(WEB)  ## the page, built into the Python package

web/node_modules: web/package-lock.json
	@command -v npm >/dev/null || { echo "npm is needed to build the page; on Debian install the package npm"; exit 1; }
	@echo "installing the page's packages …"
	@cd web && { npm ci --silent --no-audit --no-fund || npm install --silent --no-audit --no-fund; }
	@touch $@

web/src/protocol.d.ts: $(STAMP) web/node_modules web/types.js $(SPOKEN)
	@$(BIN)/cactustown schema > web/schema.json
	@cd web && npm run --silent types

$(WEB): web/src/protocol.d.ts $(PAGE)
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

check: setup web/src/protocol.d.ts  ## ruff, mypy --strict, svelte-check, eslint
	$(BIN)/ruff check src tests setup.py
	$(BIN)/ruff format --check src tests setup.py
	$(BIN)/mypy
	cd web && npm run --silent check

format: setup  ## let ruff format the code
	$(BIN)/ruff check --fix src tests setup.py
	$(BIN)/ruff format src tests setup.py

variables:  ## write the class of all variables anew, from the declarations of the modules
	@test -x $(BIN)/python || $(MAKE) setup
	@mkdir -p build
	CACTUSTOWN_PLAIN=1 $(BIN)/python -m cactustown.rules.declared > build/variables.py
	mv build/variables.py src/cactustown/variables.py

fingerprint: setup  ## what is played, as one number a player: an engine built anew must play the same games
	$(BIN)/python -m tests.laws.fingerprint

golden: setup  ## write the golden play-throughs anew; look at the diff
	$(BIN)/python -m tests.golden.playthrough

docs: setup  ## write the generated pages of docs/
	$(BIN)/python -m tests.rules.coverage

bench: setup  ## how fast the engine is, beside its peers where they are installed
	$(BIN)/cactustown bench

peers: setup  ## install the engines that make bench compares with
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[bench]' --no-build-isolation

soak: GAMES ?= 20000
soak: setup  ## the laws on GAMES=20000 random games over all set-ups; SOLO=1: solo, in every town
	$(BIN)/python -m tests.laws.soak --games $(GAMES) --jobs $(JOBS) $(if $(SOLO),--solo)

paired: GAMES ?= 200
paired: setup  ## greedy for random in every seat of every set-up, GAMES=200 a pair
	$(BIN)/python -m tests.bots.paired --games $(GAMES) --jobs $(JOBS)

fair: PAIRS ?= 10000
fair: setup  ## bots move alike in PAIRS=10000 pairs of states that look alike to them
	$(BIN)/python -m tests.bots.fair --pairs $(PAIRS) --jobs $(JOBS)

ladder: setup  ## how strong every bot is: docs/ladder.md written anew; Ctrl-C keeps what there is
	$(BIN)/cactustown ladder --jobs $(JOBS)

load: setup  ## 1,000 games with 4,000 sockets for a minute: moves a second, time to the ack
	$(BIN)/python -m tests.drills.load --games 1000 --seconds 60 --rate 540

KILLS ?= 100
crash: setup packages  ## the server killed KILLS=100 times while people play, then on PostgreSQL
	$(BIN)/python -m tests.drills.crash --kills $(KILLS)
	$(BIN)/python -m tests.drills.crash --kills $(KILLS) --database postgresql

restore: setup packages  ## a backup while people play, a crash, the backup restored; then on PostgreSQL
	$(BIN)/python -m tests.drills.restore
	$(BIN)/python -m tests.drills.restore --database postgresql

leavers: setup  ## 1,000 games that people leave at random: every one ends
	$(BIN)/python -m tests.drills.leavers --jobs $(JOBS)

attack: setup  ## every known way to stall, flood, fill or cheat a server, against a bystander's game
	$(BIN)/python -m tests.drills.attack

lock:  ## the newest dependencies that pyproject.toml allows, for make setup and for releases
	@PYTHON=$(PYTHON) .ci/lock

audit:  ## known vulnerabilities in the dependencies of Python and of the page; needs a network
	@PYTHON=$(PYTHON) .ci/audit

clean:  ## remove what was built
	rm -rf $(VENV) .tools build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name '*.so' -path './src/*' -delete
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
