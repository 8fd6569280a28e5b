"""The command-line fixtures of ``tests/cli``."""

from tests.cli.conftest import *  # noqa: F403
