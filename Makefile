# The one interface to everything: `make help` lists it.
#
# PYTHON is the interpreter that .venv is made of; everything is installed
# there, nothing elsewhere.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.stamp
C_FILES := $(wildcard csrc/*/*.[ch])

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Set-up. Each stamp stands for what has been installed into .venv.

$(STAMP)-venv: tools/doctor.sh
	@tools/doctor.sh $(PYTHON)
	@echo "Making $(VENV) with $$($(PYTHON) -V) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --upgrade pip 'setuptools>=77'
	@touch $@

$(STAMP)-test $(STAMP)-lint: $(STAMP)-%: pyproject.toml $(STAMP)-venv
	@echo "Installing what \`make $*\` needs ..."
	@$(PY) -m pip install --quiet --group $*
	@touch $@

$(STAMP)-build: setup.py pyproject.toml gnomon/__init__.py $(C_FILES) $(STAMP)-venv
	@echo "Building the extension ..."
	@PYTHONWARNINGS=ignore CC="$(CC)" \
	    $(PY) -m pip install --quiet --no-build-isolation --editable .
	@touch $@

.PHONY: build
build: $(STAMP)-build ## make .venv and build the extension into it

.PHONY: run
run: build ## build, then show each function and what a call costs
	@$(PY) -m gnomon demo

# Tests.

.PHONY: test
test: build $(STAMP)-test ## run the whole Python test suite
	$(PY) -m pytest $(ARGS)

.PHONY: test-c
test-c: ## test the core alone: optimised, then with ASan and UBSan, then without timerfd
	@$(MAKE) --no-print-directory -C csrc/tests check
	@$(MAKE) --no-print-directory -C csrc/tests check FLAVOUR=asan
	@$(MAKE) --no-print-directory -C csrc/tests check TIMER=posix

# Checks.

.PHONY: lint
lint: build $(STAMP)-lint $(STAMP)-test check-layers ## formats, warnings, types, stubs, layers
	$(VENV)/bin/clang-format --dry-run --Werror $(C_FILES)
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(PY) -m mypy.stubtest gnomon
	@mkdir -p build/strict
	GNOMON_STRICT=1 $(PY) setup.py --quiet build_ext --force --build-temp build/strict --build-lib build/strict

.PHONY: check-layers
check-layers: ## fail where a layer reaches above itself
	@$(PYTHON) tools/check_layers.py

.PHONY: format
format: $(STAMP)-lint ## lay out C and Python as the checks want them
	$(VENV)/bin/clang-format -i $(C_FILES)
	$(VENV)/bin/ruff format --quiet
	$(VENV)/bin/ruff check --quiet --fix

.PHONY: clean
clean: ## remove .venv and everything that was built
	rm -rf $(VENV) build dist gnomon.egg-info gnomon/*.so .hypothesis .*_cache
