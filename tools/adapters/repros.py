"""Make scripts that show the root causes of libraries, and run each script in the library's environment.

``python tools/adapters/repros.py NAME ...`` takes names from ``libraries.yaml``. Without names, it makes the scripts of
all libraries that have a template. It uses the environments that ``run.py`` made. A script is kept in
``reports/adapters/repro/NAME/`` if its output shows the root cause. ``proofs.json`` in that folder lists the causes
with a script, and the causes without a script, each with the reason.
"""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import environments
from libraries import ENVIRONMENTS, ROOT

from conformance.report.adapters import Library, read
from conformance.report.causes import LibraryCause
from conformance.report.repro.kept import FOLDER, Proof, Repros, file_of, write
from conformance.report.repro.proof import disproof
from conformance.report.repro.script import Script, has_template, script
from conformance.report.repro.situation import NoRepro

FILES: Final = ROOT / "reports" / "adapters"
SECONDS: Final = 120


def main(names: list[str]) -> None:
    """For each library in ``names``, make and run the scripts that show its root causes. If ``names`` is empty, take
    all libraries that have a template. Print the number of causes with a script, and each cause without a script.
    """
    for library in read(FILES):
        if library.name in names if names else has_template(library):
            made = prove_all(library)
            print(f"{library.name} {library.version}: {len(made.proven)} proven, {len(made.missing)} without a script")
            for cause, why in made.missing.items():
                print(f"    {cause}: {why}")


def prove_all(library: Library) -> Repros:
    """Make and run a script for each cause of a library, except harmless causes. Write and return the results.

    A script is written only if its output shows the cause. Otherwise, the results have the reason why it does not.
    """
    proven: dict[str, Proof] = {}
    missing: dict[str, str] = {}
    scripts: dict[str, str] = {}
    for cause in library.causes or ():
        if cause.is_harmless:
            continue
        try:
            made = prove(library, cause)
        except NoRepro as why:
            missing[cause.id] = str(why)
        else:
            proven[cause.id] = Proof(file=file_of(cause), evidence=made.evidence)
            scripts[file_of(cause)] = made.text
    today = datetime.now(UTC).date().isoformat()
    repros = Repros(version=library.version, date=today, proven=proven, missing=missing)
    write(repros, scripts, FILES / FOLDER / library.name)
    return repros


def prove(library: Library, cause: LibraryCause) -> Script:
    """Make the script of a cause, run it, and return it if its output shows the cause. Raises ``NoRepro`` otherwise."""
    made = script(library, cause)
    with TemporaryDirectory() as folder:
        path = Path(folder, file_of(cause))
        path.write_text(made.text, encoding="utf-8")
        try:
            ran = subprocess.run(
                [environments.python_of(ENVIRONMENTS / library.name), "-I", "-W", "ignore", path],
                capture_output=True, text=True, timeout=SECONDS, cwd=folder, env=os.environ | {"PYTHONUTF8": "1"},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise NoRepro("the script does not end") from None
    why = disproof(made.claim, ran.stdout, ran.stderr if ran.returncode else "")
    if why is not None:
        raise NoRepro(why)
    return made


if __name__ == "__main__":
    main(sys.argv[1:])
