# Every target sets up what it needs: only Python 3.11 or newer and make must be installed.

# The system's Python is optimised; one built by a version manager is a third slower.
FITS := import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for each in /usr/bin/python3.11 python3.11 python3; do \
  "$$each" -c "$(FITS)" 2>/dev/null && command -v "$$each" && break; done)
BIN := .venv/bin
# Keep bytecode, whatever the shell says: otherwise every process of the tests compiles everything again.
export PYTHONDONTWRITEBYTECODE :=
CODE := bot.py $(wildcard bench cluster cogs leagues matching monitoring opponents pictures playground requirements rules startup storage tables tests words)

.PHONY: help run test thorough quick coverage lint bench browser screenshots constraints clean

help: ## list the targets
	@grep -E '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 14

# The value of a setting, from the environment or from .env: what is switched on is installed. A value that is empty or
# only a comment counts as not set.
SETTING = $(or $($(1)),$(shell sed -nE "s/^ *(export +)?$(1) *= *[\"']?([^\"'\# ].*)/\2/p" .env 2>/dev/null))

run: $(if $(call SETTING,DISCORD_TOKEN),.venv/bot,.venv/play) $(if $(call SETTING,KONTOR_METRICS),.venv/metrics) $(if $(call SETTING,SENTRY_DSN),.venv/reports) $(if $(findstring ://,$(call SETTING,KONTOR_DB)),.venv/postgresql) ## play in the browser, or on Discord if there is a token (GAME=riga, FRESH=1, PORT=8611)
	@$(BIN)/python bot.py $(if $(GAME),--game $(GAME)) $(if $(FRESH),--fresh) $(if $(PORT),--port $(PORT))

# Run lint in the background while the command $(1) runs. Lint's output follows when both are done. Fail if either fails.
beside_lint = log=$$(mktemp); $(MAKE) --no-print-directory lint >$$log 2>&1 & lint=$$!; \
  trap 'kill $$lint 2>/dev/null; rm -f $$log; exit 130' INT TERM; \
  $(1); tests=$$?; wait $$lint; lint=$$?; cat $$log; rm -f $$log; \
  if [ $$lint != 0 ]; then echo "make lint failed (see above)."; fi; \
  if [ $$tests != 0 ]; then echo "pytest failed (see further above)."; fi; \
  exit $$((lint || tests))

test: .venv/dev ## lint and test, as CI does: under five minutes
	@$(call beside_lint,$(BIN)/python -m pytest)

thorough: .venv/dev ## lint and all tests, with many more random games: up to an hour
	@$(call beside_lint,THOROUGH=1 $(BIN)/python -m pytest -m "")

quick: .venv/dev ## lint and the most important tests, on SQLite only: under a minute
	@$(call beside_lint,$(BIN)/python -m pytest -m "quick and not thorough and not postgresql")

coverage: .venv/dev ## list the lines that no test runs
	$(BIN)/python -m pytest --cov --cov-report=term-missing:skip-covered

lint: .venv/dev ## check style, types, layers of imports, catalogues
	@$(BIN)/ruff format --check --quiet $(CODE) || { echo "Run: $(BIN)/ruff format ."; exit 1; }
	@$(BIN)/ruff check --quiet $(CODE)
# On a busy machine its workers may not start in time (exit status 2): then run it without them.
	@$(BIN)/mypy --num-workers auto $(CODE) || { test $$? = 2 && $(BIN)/mypy $(CODE); }
	@$(BIN)/lint-imports
	@$(BIN)/python -m words

bench: .venv/bench ## measure speed, as ratios to other software
	$(BIN)/python -m bench

browser: .venv/browser ## install a browser for tests and screenshots
	@test -x /usr/bin/chromium || { as=$$(test "$$(id -u)" = 0 || command -v sudo); \
	  $$as apt-get update -qq && $$as apt-get install -qq -y --no-install-recommends chromium; } \
	  || { echo "Install the package chromium, so that there is /usr/bin/chromium."; exit 1; }

screenshots: browser ## take the pictures of the README and of the gallery again
	$(BIN)/python -m playground.screenshots docs/pictures visby
	$(BIN)/python -m pictures gallery

# Every group gets all packages that it needs, on every platform, with the hashes of all their files. Known versions are
# kept; to raise one, edit its .in file, or delete its line in constraints.txt and in the files of its groups.
LOCK = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --custom-compile-command "make constraints"
constraints: .venv/lock ## pin every package with the hashes of its files, and list them in the bill of materials
	$(LOCK) $(wildcard requirements/*.in) --output-file requirements/constraints.txt
	for group in $(basename $(notdir $(wildcard requirements/*.in))); do \
	  $(LOCK) --generate-hashes --constraints requirements/constraints.txt requirements/$$group.in --output-file requirements/$$group.txt || exit 1; done
	$(BIN)/python requirements/sbom.py

clean: ## delete everything that was set up
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

# One environment for everything. Each group of requirements leaves a stamp file in it, so that a second run starts at
# once. Packages are compiled when they are first imported: compiling all of them took a third of the installation.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes
.venv/%: requirements/%.txt $(wildcard requirements/*.txt) | .venv/pip
	$(INSTALL) --no-build-isolation -r $<
	@touch $@

# The pip that comes with Python takes twice as long to read long lists of versions. Without a setuptools of our own, pip
# would fetch one without a hash for each package that it builds.
.venv/pip: requirements/pip.txt | .venv/bin/python
	$(INSTALL) -r $<
	@touch $@

.venv/bin/python:
	@"$(PYTHON)" -c "$(FITS)" 2>/dev/null || \
	  { echo "Python 3.11 or newer is needed, with its venv (on Debian and Ubuntu the package python3-venv)."; exit 1; }
	$(PYTHON) -m venv .venv
