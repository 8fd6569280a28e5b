"""Fixtures: the command line in this process, and cassettes that a test may change."""

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
import typer.testing
from typer.testing import CliRunner, Result

from conformance import data
from conformance.cli.app import app
from conformance.data import cassettes_folder

Conformance = Callable[..., Result]

typer.testing._get_command = cache(typer.testing._get_command)  # built anew it costs more than most commands do


@pytest.fixture
def conformance() -> Iterator[Conformance]:
    """Yield a function that runs a command. An unexpected exception fails the test."""

    def call(*arguments: object, stdin: bytes | None = None) -> Result:
        result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert "Traceback" not in result.stderr
        return result

    yield call
    data.use(data.ours())


@pytest.fixture
def cassettes(tmp_path: Path) -> Path:
    """Return a folder with two of the project's cassettes."""
    folder = tmp_path / "cassettes"
    for name in ("call-parallel.stream.yaml", "call-single.plain.yaml"):
        path = folder / "openai" / "openai_chat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(cassettes_folder() / "openai" / "openai_chat" / name, path)
    return folder


@pytest.fixture
def run(conformance: Conformance, cassettes: Path, tmp_path: Path) -> Conformance:
    """Return a function that runs ``conformance run`` with these cassettes. The results are in ``results``."""

    def call(*arguments: object) -> Result:
        return conformance("run", "--cassettes", cassettes, "--results", tmp_path / "results", *arguments)

    return call
