# Everything happens in .venv, which is made here; only Python 3.11 or newer with pip has to be there.
#   make play    a game in this terminal
#   make install what "damka run" needs, and nothing else
#   make test    all checks and all tests
#   make audit   whether weaknesses are known of the packages that constraints.txt pins; asks the internet
#   make bench   the benchmarks, each beside what it is measured against
#   make soak    hours: the program killed hundreds of times, and a million random inputs

ifeq ($(origin PYTHON), undefined)
PYTHON := $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
endif
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet --constraint constraints.txt
FROM := pyproject.toml setup.py constraints.txt

.PHONY: play install test lint audit bench soak texts clean

play: .venv/.playing texts
	@$(BIN)/damka console

install: .venv/.playing texts

# What keeps data is tried twice: in files, and on a PostgreSQL server that the tests start, if it is installed.
# Which tests those are is told by what they import (tests/conftest.py).
test: lint
	$(BIN)/pytest -n 2
	DAMKA_TEST_DATABASE=postgresql $(BIN)/pytest -n 2

lint: .venv/.developing texts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# In an environment of its own: what looks at the packages is none of them.
audit: .venv/audit/.made
	@.venv/audit/bin/pip-audit --strict --requirement constraints.txt --no-deps --disable-pip --progress-spinner off || { \
		echo "Not clean: either something is listed above, or what is known could not be fetched." >&2; exit 1; }

bench: .venv/.developing texts
	@for benchmark in benchmarks/[a-z]*.py; do echo "== $$benchmark"; $(BIN)/python $$benchmark || exit; done

soak: .venv/.developing texts
	@for soak in benchmarks/soak/[a-z]*.py; do echo "== $$soak"; $(BIN)/python $$soak || exit; done

texts: .venv/.playing
	@$(BIN)/python -m bot.texts.compile

clean:
	rm -rf .venv build dist *.egg-info bot/texts/*/LC_MESSAGES

# What the build needs comes first, by the same pins, and then serves every later build without a download.
.venv/.playing: $(FROM) | .venv/.made
	@echo "Installing Damka into .venv ..."
	@$(INSTALL) setuptools babel
	@$(INSTALL) --no-build-isolation --editable .
	@touch $@

.venv/.developing: $(FROM) .venv/.playing
	@echo "Installing what the checks and tests need into .venv ..."
	@$(INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

.venv/audit/.made: | .venv/.made
	@$(BIN)/python -m venv --without-pip --clear .venv/audit
	@$(BIN)/python -m pip --python .venv/audit/bin/python install --disable-pip-version-check --quiet pip-audit
	@touch $@

# Debian splits ensurepip off into python3-venv: without it the pip that is there installs one into .venv.
.venv/.made:
	@$(or $(PYTHON),false) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Damka needs Python 3.11 or newer, and none was found. If it has another name or place, say" \
			"so: make PYTHON=/path/to/python3"; exit 1; } >&2
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || { \
		$(PYTHON) -c 'import ensurepip' 2>/dev/null && $(PYTHON) -m venv --clear .venv; } || { \
		$(PYTHON) -m venv --clear --without-pip .venv && $(PYTHON) -m pip --python $(BIN)/python \
			install --disable-pip-version-check --quiet pip; } || { \
		echo "Python cannot make a virtual environment here: install its venv module" \
			"(Debian, Ubuntu: apt install python3-venv) and try again."; exit 1; } >&2
	@touch $@
