# All targets run in .venv, created on first use from pyproject.toml with venv and pip.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
RUNS := $(VENV)/.runs
STAMP := $(VENV)/.installed

# Tests start hundreds of programs, which would be compiled each time without bytecode files.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo quick warm test thorough plain coverage coverage-of-all lint site-pages docs release-check bench kernels distribution module page pictures clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 17

# `make demo` installs the runtime dependencies only, all other targets the tools as well. Bytecode
# is compiled on import; compiling all installed packages would double the installation time.
PIP = $(BIN)/python -m pip install --quiet --no-compile

$(RUNS): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	@touch $@

# The pip of older Pythons takes twice as long to resolve versions.
$(STAMP): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip
	$(PIP) --editable '.[dev]'
	@touch $(RUNS) $@

demo: $(RUNS) ## Solve the first sample tile and show the solution
	$(BIN)/chatuchak solve tile:1
	@echo "More: $(BIN)/chatuchak --help, or activate the environment: . $(BIN)/activate"

quick: $(STAMP) ## Run the quick tests, after each change
	@# Compile the kernels once, before two test processes need them.
	@$(BIN)/chatuchak warmup
	$(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not slow"

# Collect only files with such tests: collecting all tests takes longer than running these.
PLAIN = NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -n 2 --dist worksteal -m twin \
	$$(grep --recursive --files-with-matches --include='test_*.py' reference_for tests/unit)

# Otherwise three test processes would compile the same bytecode at the same time.
warm: $(STAMP)
	$(BIN)/chatuchak warmup
	-@$(BIN)/python -m pytest -qq --collect-only >/dev/null

test: $(STAMP) ## Run every test that CI runs; those of kernels in plain Python
	$(BIN)/chatuchak warmup
	@# On two cores: a fourth of the time is waiting, for browsers, processes and clusters.
	$(BIN)/python -m pytest -n 3 --dist worksteal
	$(PLAIN)

plain: $(STAMP) ## Run the kernels' tests in plain Python
	$(PLAIN)

coverage: $(STAMP) ## Run the kernels' tests in plain Python, and show their coverage
	$(PLAIN) --cov --cov-report=
	$(BIN)/python -m coverage report --include '*/kernels/*' --skip-covered --show-missing

coverage-of-all: coverage ## Run all tests as well, and show the total coverage
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-append --cov-report=
	$(BIN)/python -m coverage report --skip-covered

thorough: $(STAMP) ## Run the thorough tests and random mutants, and list mutants no test finds; an hour
	$(BIN)/python -m pytest -m thorough
	$(BIN)/python -m pip install --quiet 'cosmic-ray>=8.3'
	$(BIN)/python -m benchmarks faults

lint: $(STAMP) ## Check format, style and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

site-pages: $(STAMP)
	$(BIN)/python -m docs.schemas
	$(BIN)/python -m sphinx -W --keep-going -q -j 2 -b html docs dist/docs

docs: site-pages ## Build and check the documentation site in dist/docs
	$(BIN)/python -m pytest -q tests/site
	@echo "The site is in dist/docs; open dist/docs/index.html"

release-check: $(STAMP) ## Build and check the distributions of a release; see RELEASING.md
	$(BIN)/python -m pip install --quiet --editable '.[release]'
	$(BIN)/python .ci/release_check.py

bench: $(STAMP) ## Measure, and print the tables of benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

kernels: $(STAMP) ## Rebuild the intermediate code of kernels that have changed
	$(BIN)/python -m tools.kernels.build native

distribution: $(STAMP) ## Rebuild the shipped distribution from SURVEYS, files of `chatuchak survey`
	$(BIN)/python -m tools.distribution data/chatuchak_data $(SURVEYS)

module: $(STAMP) ## Rebuild the page's WebAssembly if its kernels have changed (needs wasm-ld)
	$(BIN)/python -m tools.kernels.build page

SITE := site

page: $(STAMP) ## Write the page as files into site/
	$(BIN)/chatuchak page --out $(SITE)

PICTURES := docs/pictures

pictures: $(STAMP) ## Redraw the pictures of the documentation
	$(BIN)/chatuchak render tile:7 --numbers -o $(PICTURES)/tile.svg
	$(BIN)/chatuchak render tile:7 --solve --kind strip --columns 7 -o $(PICTURES)/solution.svg
	$(BIN)/chatuchak render tile:7 --solve --kind animation -o $(PICTURES)/animation.svg
	$(BIN)/chatuchak render tile:7 --moves 12,13 --kind arrows -o $(PICTURES)/moves.svg
	$(BIN)/chatuchak render docs/examples/market_stand.json -o $(PICTURES)/stands.svg
	$(BIN)/chatuchak stand plan docs/examples/market_stand.json --post-mortem --player Ola --svg $(PICTURES)/best_stand.svg

clean: ## Remove the environment and every cache
	rm -rf $(VENV) .coverage dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
