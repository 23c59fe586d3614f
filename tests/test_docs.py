"""What the documents say is so."""

import doctest
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import exactree

ROOT = Path(__file__).resolve().parents[1]
MODULES = ["exactree"] + [
    module.name
    for module in pkgutil.walk_packages(exactree.__path__, "exactree.")
    if not module.name.endswith((".__main__", "._core"))
]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_in_a_docstring_runs(name):
    outcome = doctest.testmod(importlib.import_module(name))
    assert outcome.failed == 0


def public_things():
    """The public classes with their methods, and the public functions."""
    for name in exactree.__all__:
        thing = getattr(exactree, name)
        if inspect.isclass(thing):
            yield pytest.param(thing, id=name)
            for method_name, method in inspect.getmembers(thing, inspect.isfunction):
                if not method_name.startswith("_") and method.__module__.startswith("exactree"):
                    yield pytest.param(method, id=f"{name}.{method_name}")
        elif inspect.isfunction(thing):
            yield pytest.param(thing, id=name)


@pytest.mark.parametrize("thing", list(public_things()))
def test_every_public_name_has_a_text_with_an_example(thing):
    assert doctest.DocTestFinder(recurse=False).find(thing, "thing")[0].examples


def test_the_package_runs_its_example():
    done = subprocess.run(
        [sys.executable, "-m", "exactree"], capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.stderr == ""
    assert "below freezing at dawn?" in done.stdout
    assert "status: optimal" in done.stdout
    assert re.search(r"^time: +\d+\.\d+ s", done.stdout, re.MULTILINE)


def commands_of_the_readme():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


def test_the_readme_runs_and_tests_with_one_command_each():
    assert len(commands_of_the_readme()) == 2


def test_what_the_readme_calls_the_test_is_what_is_run_before_a_merge():
    test = commands_of_the_readme()[1]
    assert test in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


PAGES = [
    "README.md",
    "docs/metrics-and-fairness.md",
    "docs/objectives.md",
    "docs/sizes.md",
    "docs/tables.md",
    "docs/weights-and-costs.md",
    "docs/your-own-objective.md",
]


@pytest.mark.parametrize("page", PAGES)
def test_the_python_of_a_page_runs(page):
    outcome = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert outcome.attempted > 0
    assert outcome.failed == 0
