"""Tests of pages whose commands take minutes, and of the GitLab job that a page shows."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
import yaml

from ....docs.shown import ROOT, Entry
from ..walking import LONG, Walking, follow


@pytest.mark.parametrize("page", LONG)
def test_the_commands_of_a_page_do_what_it_shows(page: str, clone: Path) -> None:
    follow(page, clone)


def test_the_job_of_gitlab_writes_its_report_for_an_adapter_that_fails(clone: Path) -> None:
    [job] = [text for text in re.findall(r"^```yaml\n(.*?)^```", (ROOT / "docs/gate.md").read_text(), re.S | re.M)
             if text.startswith("conformance:\n")]  # fmt: skip
    steps = yaml.safe_load(job)["conformance"]["script"]
    assert steps[0].startswith("pip install ")  # from the network
    [command] = steps[1:]
    with ExitStack() as stack:
        walk = Walking(clone)
        walk.prepare(stack, ("your-adapter",))
        module = clone / "yourpackage/module.py"
        right = module.read_text()
        wrong = right.replace('last["arguments"] +=', 'last["arguments"] =')
        assert wrong != right
        module.write_text(wrong)
        assert walk.run(stack, Entry(run=command, ends=1)) == ""
    assert "<failure" in (clone / "conformance.xml").read_text()
