"""Tests that ``conformance.normalizer`` still gives ``toolwire``, with a warning."""

import subprocess
import sys

SCRIPT = """
from conformance.normalizer import Normalizer, ResponseStream
from conformance.normalizer.text import parse
from conformance.normalizer.registry import text_format
import toolwire, toolwire.registry, toolwire.text
assert Normalizer is toolwire.Normalizer and ResponseStream is toolwire.ResponseStream
assert parse is toolwire.text.parse and text_format is toolwire.registry.text_format
"""


def test_the_former_name_gives_the_same_and_warns() -> None:
    done = subprocess.run([sys.executable, "-W", "always", "-c", SCRIPT], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "DeprecationWarning: conformance.normalizer is now called toolwire" in done.stderr


def test_a_name_that_there_is_not_is_an_import_error() -> None:
    script = "from conformance.normalizer import Nothing"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "ImportError: cannot import name 'Nothing'" in done.stderr
