"""Verify genuine servers that serve the same small model: llama.cpp twice, and any other servers.

    python tools/verify/genuine.py [--cases N] [--repeats N] [--folder FOLDER] [NAME=ADDRESS ...]

The tool starts llama.cpp twice. NAME is a provider whose server is already running, such as
``transformers=http://127.0.0.1:8000`` (tools/transformers). It writes reports/verify/genuine.md. It needs the extras
``record``, ``verify`` and ``llamacpp``.
"""

import argparse
import json
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import yaml

TOOLS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TOOLS), str(TOOLS / "llamacpp")]

from dialogues import Sampler  # noqa: E402
from record_local import llamacpp  # noqa: E402

from conformance.cli.app import app  # noqa: E402

KEPT = TOOLS.parent / "reports/verify"
MODEL = "tiny-toolcaller"
TEMPERATURE = 0.7
CHOICES = {"auto": 0.7, "required": 0.1, "none": 0.1, "named": 0.1}
"""The tool choices of cases, each with its share of the cases."""
SEED = 20_261_128


def cases(number: int) -> Iterator[dict[str, Any]]:
    """Yield ``number`` cases.

    Each case has tools, a tool choice, and a question as in the training data of the model.
    """
    sampler, drawn = Sampler(SEED), random.Random(SEED)
    while number:
        dialogue = sampler.pattern()
        if not dialogue.tools:
            continue
        (choice,) = drawn.choices([*CHOICES], [*CHOICES.values()])
        function = {"type": "function", "function": {"name": dialogue.tools[0]["function"]["name"]}}
        first = next(n for n, message in enumerate(dialogue.messages) if message["role"] == "assistant")
        yield {
            "id": str(number),
            "messages": dialogue.messages[:first],
            "tools": dialogue.tools,
            "tool_choice": function if choice == "named" else choice,
            "temperature": TEMPERATURE,
            "expected_tool_call": choice != "none" and (choice != "auto" or "tool_calls" in dialogue.messages[first]),
        }
        number -= 1


def study(addresses: dict[str, tuple[str, str]], repeats: int) -> dict[str, Any]:
    """Return the content of ``study.yaml``. The first endpoint is the reference.

    ``addresses``: the provider and the address of each endpoint, by the endpoint's name.
    """
    return {
        "model": MODEL,
        "cases": "cases.jsonl",
        "repeats": repeats,
        "max_output_tokens": 128,
        "endpoints": {
            name: {"base_url": f"{address}/v1", "model": MODEL, "provider": provider, "concurrency": 1}
            | ({"reference": True} if n == 0 else {})
            for n, (name, (provider, address)) in enumerate(addresses.items())
        },
    }


def main() -> None:
    """Ask the servers, judge the answers, and keep the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--folder", type=Path, help="the folder for all files; without it only the report is kept")
    parser.add_argument("others", nargs="*", metavar="NAME=ADDRESS")
    options = parser.parse_args()
    with ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        names = ("llamacpp", "llamacpp-again")
        addresses = {name: ("llamacpp", stack.enter_context(llamacpp())[0]) for name in names}
        addresses |= {name: (name, address) for name, _, address in (each.partition("=") for each in options.others)}
        lines = (json.dumps(case, ensure_ascii=False) for case in cases(options.cases))
        (folder / "cases.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "study.yaml").write_text(yaml.safe_dump(study(addresses, options.repeats)), encoding="utf-8")
        app(["verify", str(folder / "study.yaml"), "--folder", str(folder / "kept")], standalone_mode=False)
        shutil.rmtree(KEPT / "plots", ignore_errors=True)
        shutil.copytree(folder / "kept/report/plots", KEPT / "plots")
        shutil.copy(folder / "kept/report/report.md", KEPT / "genuine.md")


if __name__ == "__main__":
    main()
