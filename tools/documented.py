"""Make the documented cassettes: record how the vendors' official SDKs talk to the stand-ins.

The extra ``oracles`` installs the SDKs. Each run writes the same bytes.
"""

import argparse
import sys
from pathlib import Path

from conformance.data import cassettes_folder
from conformance.recording.documented import record_all
from conformance.recording.errors import CassetteError, RecordingError
from toolwire.providers.errors import ClaimError


def main() -> int:
    """Make the cassettes that the command line selects."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("provider", nargs="?", help="only this provider; otherwise every owner of a dialect")
    parser.add_argument("--dialect", help="only this dialect")
    parser.add_argument("--scenario", help="only this scenario")
    parser.add_argument("--folder", type=Path, default=cassettes_folder(), help="write below this folder")
    chosen = parser.parse_args()
    try:
        made = sum(1 for _ in record_all(chosen.provider, chosen.dialect, chosen.scenario, chosen.folder))
    except (RecordingError, CassetteError, ClaimError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    print(f"{made} cassettes, in {chosen.folder}")
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
