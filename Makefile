# Everything here sets itself up: Python 3.11 or newer and make are all that is needed.

# The system's own is built for speed; one that a version manager has built takes a third more time for everything.
FITS := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in /usr/bin/python3.11 python3.11 python3; do \
  "$$each" -c "$(FITS)" 2>/dev/null && command -v "$$each" && break; done)
BIN := .venv/bin
# Bytecode is kept, whatever the shell says: else every process of the tests compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=
CODE := bot.py $(wildcard bench cogs monitoring opponents pictures playground rules startup storage tables tests words)

# What matters most, and is quick: rules by their numbers, tables, storage, words, and the main ways through Discord.
QUICK := tests/rules/visby tests/rules/riga tests/rules/haithabu tests/rules/test_contract.py tests/rules/test_golden_games.py \
  tests/tables tests/storage tests/words tests/test_house_rules.py tests/test_rooms_of_games.py \
  tests/discord/test_visby.py tests/discord/test_lobby.py tests/discord/test_hands_and_pings.py
# Not among it: whole games at random, processes, files of older versions.
SLOW := $(addprefix --ignore=tests/rules/,riga/test_games.py riga/test_offers.py haithabu/test_games.py haithabu/test_quotes.py) \
  $(patsubst %,--ignore=tests/tables/test_%.py,about_me analysing computers gathering landed_file lessons pings replaying thinkers versions)

.PHONY: help run test thorough quick coverage lint bench browser screenshots constraints clean

help: ## say what can be made
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

# What is switched on, in the environment or in .env, is installed too.
SETTING = $(or $($(1)),$(shell sed -nE 's/^ *(export +)?$(1) *= *(.+)/\2/p' .env 2>/dev/null))

run: .venv/play $(if $(call SETTING,KONTOR_METRICS),.venv/metrics) $(if $(call SETTING,SENTRY_DSN),.venv/reports) $(if $(findstring ://,$(call SETTING,KONTOR_DB)),.venv/postgresql) ## play in the browser, or on Discord if there is a token (GAME=riga, FRESH=1, PORT=8611)
	@$(BIN)/python bot.py $(if $(GAME),--game $(GAME)) $(if $(FRESH),--fresh) $(if $(PORT),--port $(PORT))

test: lint ## check and test everything
	$(BIN)/python -m pytest

thorough: lint ## the same with all repetitions of what is random: for an evening
	THOROUGH=1 $(BIN)/python -m pytest

quick: lint ## check everything, test what matters most, on a file only: under a minute
	$(BIN)/python -m pytest $(QUICK) $(SLOW) -k "not postgresql"

coverage: .venv/dev ## say which lines no test has run
	$(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered

lint: .venv/dev ## style, types, layers, words
	@$(BIN)/ruff format --check --quiet $(CODE) || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet $(CODE)
# On a busy machine its workers may not be there in time: then it works alone.
	@$(BIN)/mypy --num-workers auto $(CODE) || { test $$? = 2 && $(BIN)/mypy $(CODE); }
	@$(BIN)/lint-imports
	@$(BIN)/python -m words

bench: .venv/bench ## measure speed against others, as ratios
	$(BIN)/python -m bench

browser: .venv/browser ## get a browser for the tests and the pictures
	@test -x /usr/bin/chromium || { as=$$(test "$$(id -u)" = 0 || command -v sudo); \
	  $$as apt-get update -qq && $$as apt-get install -qq -y --no-install-recommends chromium; } \
	  || { echo "Install the package chromium, so that there is /usr/bin/chromium."; exit 1; }

screenshots: browser ## take the pictures of the README and of the gallery anew
	$(BIN)/python -m playground.screenshots docs/pictures visby
	$(BIN)/python -m pictures gallery

constraints: .venv/bench ## write down every installed version
	(echo "# Every package at the version it was tested with. Made by: make constraints"; $(BIN)/pip freeze) > requirements/constraints.txt

clean: ## throw away what was set up
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

# One environment; each group of requirements leaves a stamp in it, so that a second run starts at once. Only what is
# imported is compiled, and then: compiling all of it was a third of the installation.
.venv/%: requirements/%.txt $(wildcard requirements/*.txt) | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -r $<
	@touch $@

.venv/bin/python:
	@"$(PYTHON)" -c "$(FITS)" 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed, with its venv (on Debian and Ubuntu the package python3-venv)."; exit 1; }
	$(PYTHON) -m venv .venv
# The one that came with Python reads long lists of versions at half the speed.
	-$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile pip==26.3
