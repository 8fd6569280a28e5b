"""Write the facts of a survey to the folders of the known providers.

The survey is a file that ``conformance check --survey SURVEY.json`` wrote.
"""

import argparse
from pathlib import Path

import msgspec

from conformance.report.canonical import indented
from conformance.survey.evidence import Evidence
from toolwire.providers import load, names, providers_folder
from toolwire.providers.evidence import FILE


def main() -> None:
    """Write a file for each known provider in the survey."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("survey", type=Path, help="the file that 'conformance check --survey' wrote")
    evidence = msgspec.json.decode(parser.parse_args().survey.read_bytes(), type=Evidence)
    for provider, dialects in evidence.providers.items():
        if provider in names():
            dialects = {name: surveyed for name, surveyed in dialects.items() if name in load(provider).dialects}
            path = providers_folder() / provider / FILE
            path.write_text(indented(msgspec.to_builtins(dialects)), encoding="utf-8")
            print(f"{provider}: {', '.join(f'{name} {surveyed.exchanges}' for name, surveyed in dialects.items())}")


if __name__ == "__main__":
    main()
