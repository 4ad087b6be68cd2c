# The one interface to everything: `make help` lists it.
#
# PYTHON is the interpreter that .venv is made of, and Python packages go there
# alone. Targets that need a program of the system install it where they may
# (tools/need.sh); other Pythons are kept in ~/.cache/gnomon.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
STAMP := $(VENV)/.stamp
C_FILES := $(wildcard csrc/*/*.[ch])
BENCH_C_FILES := $(wildcard benchmarks/*.c benchmarks/*/*.c benchmarks/*/*/*.c)

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-19s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Set-up. Each stamp stands for what has been installed into .venv.

$(STAMP)-venv: tools/doctor.sh
	@tools/doctor.sh $(PYTHON)
	@echo "Making $(VENV) with $$($(PYTHON) -V) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --quiet --upgrade pip 'setuptools>=77' || \
	    { echo "gnomon: pip could not install setuptools: it needs a package index" >&2; exit 1; }
	@touch $@

$(addprefix $(STAMP)-,test coverage coverage-c lint bench dist docs workflows servers): $(STAMP)-%: pyproject.toml $(STAMP)-venv
	@echo "Installing what \`make $*\` needs ..."
	@$(PY) -m pip install --quiet --group $*
	@touch $@

$(STAMP)-build: setup.py pyproject.toml gnomon/__init__.py $(C_FILES) $(STAMP)-venv
	@echo "Building the extension ..."
	@PYTHONWARNINGS=ignore CC="$(CC)" \
	    $(PY) -m pip install --quiet --no-build-isolation --editable .
	@touch $@

# A PYTHON that somebody names must be the one that .venv was made of.
.PHONY: same-python
same-python: $(STAMP)-venv
ifneq ($(origin PYTHON),file)
	@test "$$($(PYTHON) -V)" = "$$($(PY) -V)" || \
	    { echo "gnomon: $(VENV) is of $$($(PY) -V): make clean first" >&2; exit 1; }
endif

.PHONY: build
build: same-python $(STAMP)-build ## make .venv and build the extension into it

.PHONY: run
run: build ## build, then show each function and what a call costs
	@$(PY) -m gnomon demo

# Tests.

.PHONY: test
test: build $(STAMP)-test ## run the whole Python test suite
	$(PY) -m pytest $(ARGS)

.PHONY: test-servers
test-servers: build $(STAMP)-test $(STAMP)-servers ## run real servers with the examples (UPDATE=1 writes the table of docs/servers.md)
	@tools/need.sh locale-gen=locales
	GNOMON_SERVERS=all $(if $(UPDATE),GNOMON_UPDATE=1) $(PY) -m pytest tests/integrations/servers $(ARGS)

.PHONY: test-protobuf
test-protobuf: build ## test gnomon.protobuf with protobuf 5.26 to 7, upb and pure Python (LONG=1: longer)
	@$(PY) tools/test_protobuf.py

.PHONY: test-c
test-c: ## test the core alone: optimised, under ASan, TSan, UBSan, MSan and valgrind, without timerfd
	@tools/need.sh clang=clang valgrind=valgrind
	@$(PYTHON) tools/test_c.py

.PHONY: test-windows
test-windows: ## test the core as mingw-w64 builds it, under Wine
	@tools/need.sh x86_64-w64-mingw32-gcc=gcc-mingw-w64-x86-64 wine=wine
	@$(MAKE) --no-print-directory -C csrc/tests check-windows

.PHONY: test-machines
test-machines: ## test the core on aarch64, s390x, i686 and musl, emulated (LONG=1: whole sweeps)
	@$(PYTHON) tools/machines.py $(if $(LONG),--long)

JOBS ?= 4
TEST_ALL = GNOMON_COMMAND="make $@$(if $(LONG), LONG=1)$(if $(WITHOUT), WITHOUT=$(WITHOUT))" \
    $(PYTHON) tools/test_all.py --jobs $(JOBS) $(if $(LONG),--long)

.PHONY: test-all
test-all: ## the whole suite on each Python, 3.11 to 3.15, and under ASan (LONG=1; ONLY="3.14 3.15"; WITHOUT=3.11)
	@$(TEST_ALL) $(if $(ONLY),$(ONLY),--part pythons $(addprefix --without ,$(WITHOUT)))

.PHONY: test-free-threaded
test-free-threaded: ## the whole suite on a Python without a GIL, which is made once
	@$(TEST_ALL) --long 3.13t

.PHONY: test-asan
test-asan: ## the whole suite with the extension under ASan and UBSan
	@$(TEST_ALL) asan

.PHONY: test-tsan
test-tsan: ## eight threads that do everything, without a GIL under TSan (LONG=1: some of the suite, too)
	@$(PYTHON) tools/test_tsan.py $(if $(LONG),--long)

# All but what is about C alone and takes long; and coverage loads what one test says
# is not loaded.
COVERING := $(addprefix --ignore-glob=tests/test_,clock*.py every*.py fork*.py \
    free_*.py leaks.py many*.py no_memory.py interpreters.py) \
    --deselect tests/test_cli.py::test_only_the_demo_loads_what_it_compares_with

.PHONY: coverage
coverage: build $(STAMP)-coverage ## fail unless each line and branch of the Python code is tested
	@rm -rf build/coverage && mkdir -p build/coverage
	GNOMON_SHORT=1 $(PY) -m coverage run -m pytest --junitxml=build/coverage.xml $(COVERING)
	@$(PY) -m coverage combine --quiet && $(PY) -m coverage report
	@$(PY) tools/figures.py coverage "make $@" build/coverage.xml \
	    "lines and branches of the Python code covered, %=$$($(PY) -m coverage report --format=total)"

.PHONY: leaks
leaks: build $(STAMP)-test ## call each function a million times on each path, and count what is left
	GNOMON_CALLS=1000000 $(PY) -m pytest --junitxml=build/leaks.xml --verbose tests/test_leaks.py
	@$(PY) tools/figures.py leaks "make $@" build/leaks.xml

.PHONY: coverage-c
coverage-c: $(STAMP)-coverage-c ## which C lines and branches the tests run (ONLY=core or binding)
	@$(PY) tools/coverage_c.py $(if $(ONLY),--only $(ONLY)) $(ARGS)

MINUTES := 1

.PHONY: fuzz
fuzz: ## fuzz each format of the core (MINUTES=1 each, or RUNS=100000000; ONLY=duration)
	@tools/need.sh clang=clang
	@$(MAKE) --no-print-directory -C csrc/fuzz
	@$(PYTHON) tools/fuzz.py --minutes $(MINUTES) $(if $(RUNS),--runs $(RUNS)) \
	    $(if $(ONLY),--only $(ONLY)) $$($(MAKE) --no-print-directory -C csrc/fuzz names)

SAMPLE := 40
SEED := 1

.PHONY: mutate
mutate: ## change the core a little, and expect a test to fail (SAMPLE=40 SEED=1, or LONG=1: all; GROUP=clock)
	@$(PYTHON) tools/mutate.py $(if $(LONG),,--sample $(SAMPLE) --seed $(SEED)) \
	    $(if $(GROUP),--group $(GROUP)) $(FILES)

.PHONY: model
model: ## check the clock's protocol with the model checker spin
	@tools/need.sh spin=spin
	@csrc/model/check.sh

.PHONY: prove
prove: ## every proof in turn (LONG=1; RECORD=1 only writes docs/reliability; PARTS="model fuzz")
	@$(PYTHON) tools/prove.py $(if $(LONG),--long) $(if $(RECORD),--record) $(PARTS)

# Checks.

.PHONY: lint
lint: build $(STAMP)-lint $(STAMP)-test check-layers ## formats, warnings, types, stubs, layers
	@echo clang-format; $(VENV)/bin/clang-format --dry-run --Werror $(C_FILES) $(BENCH_C_FILES)
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(PY) -m mypy.stubtest gnomon
	@tools/need.sh node=nodejs
	$(VENV)/bin/pyright
	@mkdir -p build/strict
	GNOMON_STRICT=1 $(PY) setup.py --quiet build_ext --force --build-temp build/strict --build-lib build/strict

.PHONY: check-layers
check-layers: ## fail where a layer reaches above itself
	@$(PYTHON) tools/check_layers.py

.PHONY: check-workflows
check-workflows: $(STAMP)-workflows ## audit the workflows: actions pinned by hash, least permissions
	@$(VENV)/bin/zizmor --offline --quiet --min-severity=medium .github/workflows

.PHONY: format
format: $(STAMP)-lint ## lay out C and Python as the checks want them
	$(VENV)/bin/clang-format -i $(C_FILES) $(BENCH_C_FILES)
	$(VENV)/bin/ruff format --quiet
	$(VENV)/bin/ruff check --quiet --fix

.PHONY: man
man: build ## write docs/gnomon.1 from the texts of --help
	$(PY) tools/man_page.py

# Measurements.

$(STAMP)-peers: pyproject.toml $(STAMP)-venv
	@echo "Installing the peers ..."
	@$(PY) benchmarks/install_peers.py
	@touch $@

$(STAMP)-limit-peers: benchmarks/install_peers.py $(STAMP)-venv
	@$(PY) benchmarks/install_peers.py --quick
	@touch $@

.PHONY: bench
bench: build $(STAMP)-bench $(if $(QUICK),$(STAMP)-limit-peers,$(STAMP)-peers) ## measure beside floors and peers (QUICK=1: within a minute)
	@$(PY) benchmarks/bench.py $(if $(QUICK),--quick)

.PHONY: bench-c
bench-c: ## measure the core alone beside Rust, Go and Java (QUICK=1: within a minute)
	@cd benchmarks && $(PYTHON) -m native.bench $(if $(QUICK),--quick)

.PHONY: bench-servers
bench-servers: build $(STAMP)-bench $(STAMP)-servers ## measure servers under load with wrk (QUICK=1: within a minute)
	@tools/need.sh wrk=wrk taskset=util-linux
	@cd benchmarks && ../$(PY) -m servers.bench $(if $(QUICK),--quick)

.PHONY: instructions
instructions: ## count the instructions of each core function (UPDATE=1 records them)
	@tools/need.sh valgrind=valgrind
	@cd benchmarks && $(PYTHON) -m native.instructions $(if $(UPDATE),--update)

# Releases and documentation.

.PHONY: dist
dist: build $(STAMP)-dist ## build the sdist and the wheel, and prove them (LONG=1: by the whole suite)
	@$(PY) tools/dist.py $(if $(LONG),--long)

.PHONY: docs
docs: build $(STAMP)-docs ## build the documentation, warnings as errors, and run its examples
	@GNOMON_PEERS=1 $(PY) -m pytest --quiet docs tests/integrations/test_migration.py
	@$(PY) tools/screens.py docs/screens
	@$(PY) -m sphinx --quiet --fail-on-warning --keep-going --fresh-env docs build/docs
	@echo "Read build/docs/index.html"

.PHONY: clean
clean: ## remove .venv and everything that was built
	rm -rf $(VENV) build dist gnomon.egg-info gnomon/*.so gnomon/include .hypothesis .*_cache
