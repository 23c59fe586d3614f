# What there is to run. Everything that is Python wants a virtual environment to be active.

# List the recipes
[private]
default:
    @just --list --unsorted

# Install the package with what its tests and linters need
build:
    python -m pip install '.[test,lint]'

# Install what the tests need and run them all, but for the slow ones
test:
    python -m pip install '.[test]' && cargo test --workspace && python -m pytest

# Run the tests that take minutes: deep proofs of published optima
test-slow: build
    cargo test --workspace --release -- --ignored
    python -m pytest -m slow

# Run the core's unit tests with NEON, in an emulator; or others, as in `just test-arm --test laws degenerate`
test-arm *arguments:
    bash .ci/test-arm {{ arguments }}

# Check format, code, types and documentation
lint:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items
    ruff check
    ruff format --check
    mypy
    python -m mypy.stubtest exactree._core

# Bring all code into shape
fmt:
    cargo fmt --all
    ruff check --fix
    ruff format

# Write the documentation of the crates, private rooms included, and open it
docs:
    cargo doc --workspace --no-deps --document-private-items --open

# Install exactree and its peers for the benchmarks
bench-install:
    python -m pip install . --requirement benchmarks/requirements.txt

# Run a benchmark by the name of its definition, and keep a dated record
bench name='versus' *arguments: bench-install
    python -m benchmarks {{ name }} {{ arguments }}

# Compare with the peers, side by side on the same tables
bench-versus *arguments: (bench 'versus' arguments)

# Prove the deep trees that others need hours for
bench-hard *arguments: (bench 'hard' arguments)

# Compare regression trees of least squares with pystreed
bench-squares *arguments: (bench 'squares' arguments)

# Compare trees whose leaves have a price with pystreed and gosdt
bench-penalty *arguments: (bench 'penalty' arguments)

# Compare the best trees of every size, in one call, with a search for each
bench-sizes *arguments: (bench 'sizes' arguments)

# See what weights of rows cost
bench-weights *arguments: (bench 'weights' arguments)

# See how time and memory grow with the number of rows
bench-rows *arguments: (bench 'rows' arguments)

# See what more threads bring
bench-threads *arguments: (bench 'threads' arguments)

# See what reading and cutting a table takes
bench-door *arguments: (bench 'door' arguments)

# See how soon a search stops after its time limit or Ctrl-C
bench-stopping *arguments: (bench 'stopping' arguments)

# Compare the kernel with the machine's own popcount limit
bench-kernel:
    cargo bench --package exactree-core --bench kernel

# Measure what each part of the search brings
bench-parts:
    cargo bench --package exactree-core --bench parts
