"""The suite that ships with the package, as part of our own tests: every check of every cassette."""

from conformance.suite.conftest import adapter, shut_network
from conformance.suite.test_conformance import pytest_generate_tests, test_conformance

__all__ = ["adapter", "pytest_generate_tests", "shut_network", "test_conformance"]
