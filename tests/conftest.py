"""The choice of tests by default: slow tests and tests with more requirements run only on request (CONTRIBUTING.md)."""

import gc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

APART = ("oracles", "cluster", "doors", "scans", "exhaustive", "fuzz", "power")

gc.disable()  # until all tests are collected: none of them is garbage

# Whoever runs the tests finds the same as everybody else, also on a busy machine; thorough runs choose other examples.
settings.register_profile(
    "same", derandomize=True, max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")


@given(st.none())
def _register_random(_: None) -> None:
    """Make Hypothesis register its random numbers before ``gc.freeze``.

    After ``gc.freeze``, ``gc`` of Python 3.14 does not find references to them, and Hypothesis warns about its own
    registration.
    """


@pytest.hookimpl(trylast=True)  # Hypothesis runs no test before its own hook
def pytest_sessionstart() -> None:
    _register_random()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    asked = any(collection_path.name in argument for argument in config.args)
    return True if collection_path.name in APART and not asked else None


def pytest_collection_finish() -> None:
    """Exempt the collected tests from garbage collection, because thousands of them stay in memory until the end."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)  # what is read in one test is mostly gone by the next
