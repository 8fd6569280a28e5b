"""Tests of the shipped suite, run by pytest in the same way as by its users."""

import subprocess
import sys
from pathlib import Path

import pytest

from conformance import suite
from conformance.judge.exit_codes import Exit
from tests.cli.test_data import acme
from tests.cli.test_run import EACH, GOOD, PLAIN

WITHOUT = ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")  # which takes longer to load than the cases


__all__ = ["acme"]


def test_the_suite_in_pytest_fails_bad_cassettes_and_plays_the_others(cassettes: Path) -> None:
    (cassettes / PLAIN).write_bytes(b"interactions:\n- !!python/object/apply:os.system [exit 1]\n")
    (cassettes / "stray.yaml").write_text(GOOD)
    command = [sys.executable, "-m", "pytest", "-q", *WITHOUT, "--pyargs", "conformance.suite"]
    done = subprocess.run(
        [*command, "--conformance-cassettes", cassettes], cwd=cassettes, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert f"{cassettes / PLAIN}: line 2 column 3: could not determine a constructor" in done.stdout
    assert f"{cassettes / 'stray.yaml'}: expected a file name" in done.stdout
    assert f"{len(EACH) + 1} failed, {len(EACH) - 2} passed, 2 skipped" in done.stdout.splitlines()[-1]
    assert "Traceback" not in done.stdout


@pytest.mark.parametrize("named", ["conformance.suite", "conformance.suite.test_conformance", suite.__path__[0]])
def test_the_suite_in_pytest_is_not_green_for_an_adapter_that_declines_everything(cassettes: Path, named: str) -> None:
    (cassettes / "declining.py").write_text(
        "from conformance.adapters.codec import Unsupported\n\n\nclass Declines:\n    name = 'declines'\n\n"
        "    def encode(self, *given, **more):\n        raise Unsupported('not yet')\n\n"
        "    decode = decode_request = encode_response = encode\n"
    )
    command = [sys.executable, "-m", "pytest", "-q", *WITHOUT, "--pyargs", named]
    options = ["--conformance-cassettes", cassettes, "--conformance-adapter", "declining:Declines"]
    done = subprocess.run([*command, *options], cwd=cassettes, capture_output=True, text=True, check=False)
    assert done.returncode == Exit.NOTHING_JUDGED
    assert "nothing was judged: the adapter declined every case" in done.stdout


def test_the_suite_in_pytest(acme: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", *WITHOUT, "--pyargs"]
    options = ["conformance.suite", "--conformance-data", acme, "--conformance-provider", "acme"]
    done = subprocess.run([*command, *options], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout.splitlines()[-1]
