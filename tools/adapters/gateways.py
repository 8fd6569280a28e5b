"""Judge gateways: install each with uv or npm in its own environment, start it, and act as its client and provider.

``python tools/adapters/gateways.py NAME ...`` takes names from ``gateways.yaml``. Without names, it judges all
gateways. A gateway has a front, which is an address, for each dialect that its clients can speak. The tool writes
``reports/adapters/NAME-FRONT@VERSION.json`` for each front. ``tools/regenerate.py`` makes a table from these files.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import environments
import yaml
from libraries import GENERATED
from placeless import placeless
from rich.console import Console

from conformance.adapters.gateway import PORT, Unreachable, by_name, named, upstream_of
from conformance.adapters.gateway_headers import given
from conformance.judge.result import Result
from conformance.judge.subject import Dialect
from conformance.report import causes
from conformance.report.adapters import Library, of_cassettes, summarise, write
from conformance.scenarios import load, names
from conformance.suite.run import run_suite
from conformance.suite.selection import Selection, drawn

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
START_SECONDS: Final = 600


def main(asked: list[str]) -> None:
    """Judge the gateways with these names, or all gateways."""
    gateways = yaml.safe_load((HERE / "gateways.yaml").read_text(encoding="utf-8"))
    for name in asked or gateways:
        judge(name, gateways[name])


def judge(name: str, gateway: dict[str, Any]) -> None:
    """Judge a gateway at each of its fronts.

    The gateway is started again for each round of scenarios, so that rounds do not affect each other.
    """
    folder = ROOT / ".adapters" / name
    installed = install(folder, gateway)
    for front, stands in gateway["fronts"].items():
        results: dict[str, list[Result]] = {upstream: [] for upstream in stands["upstreams"]}
        for scenarios in rounds():
            with running(folder, gateway, spec(gateway, front, next(iter(results)))):
                for upstream, collected in results.items():
                    collected += played(spec(gateway, front, upstream), upstream, scenarios)
        with running(folder, gateway, spec(gateway, front, next(iter(results)))):
            for upstream, collected in results.items():
                chosen = drawn(str(Dialect(*upstream_of(upstream))), GENERATED)
                collected += run_suite(chosen, spec(gateway, front, upstream), 1, Console(stderr=True)).results.results
        found = {upstream: [placeless(result) for result in collected] for upstream, collected in results.items()}
        judged = tuple(
            summarise(Dialect(*upstream_of(upstream)), of_cassettes(collected)) for upstream, collected in found.items()
        )
        library = Library(
            name=f"{name}-{front}",
            version=next(iter(installed.values())),
            language="http",
            date=datetime.now(UTC).date().isoformat(),
            installed=installed,
            judged=judged,
            causes=causes.of_results(result for collected in found.values() for result in collected),
            generated=(GENERATED.count, GENERATED.seed),
        )
        written = write(library, ROOT / "reports" / "adapters")
        print(written.name)


def spec(gateway: dict[str, Any], front: str, upstream: str) -> str:
    """Return the name with which the suite loads a gateway as an adapter, for a front and an upstream provider.

    The name does not contain the values of headers. These values are put into environment variables. Each call of this
    function overwrites the variables.
    """
    stands = gateway["fronts"][front]
    headers = given(f"{name}={value}" for name, value in stands["upstreams"][upstream].items())
    return named(gateway["address"] + stands["path"], front, upstream, PORT, headers)


def rounds() -> tuple[tuple[str, ...], ...]:
    """Return the scenarios in three rounds: first ordinary scenarios, then refusals, then concurrent conversations."""
    scenarios = list(map(load, names()))
    beside = tuple(scenario.id for scenario in scenarios if scenario.beside)
    refused = tuple(scenario.id for scenario in scenarios if scenario.refused)
    return tuple(name for name in names() if name not in (*beside, *refused)), refused, beside


def played(spec: str, upstream: str, scenarios: tuple[str, ...]) -> tuple[Result, ...]:
    """Judge a gateway, and return the results. Only the cases of the provider behind the gateway are played.

    ``spec``: the adapter name of the gateway. ``upstream``: the provider. ``scenarios``: the scenarios to play.
    """
    provider, _ = upstream_of(upstream)
    chosen = Selection(providers=(provider,), scenarios=scenarios, deliveries="usual")
    ran = run_suite(chosen, spec, 1, Console(stderr=True))
    return ran.results.results


def install(folder: Path, gateway: dict[str, Any]) -> dict[str, str]:
    """Install a gateway.

    Return the versions of the packages that its description names, first the gateway's own version.
    """
    if "packages" in gateway:
        overrides: dict[str, str] = gateway.get("overrides", {})
        environments.install_node(folder, gateway["packages"], overrides)
        return environments.pinned(gateway["packages"]) | overrides
    environments.install_python(folder, gateway["requires"])
    versions = environments.installed(folder)
    names = [requirement.partition("==")[0].partition("[")[0] for requirement in gateway["requires"]]
    return {name: versions[name] for name in names}


@contextmanager
def running(folder: Path, gateway: dict[str, Any], spec: str) -> Iterator[None]:
    """Run the gateway for the duration of the ``with`` block. The block begins when the gateway can be reached.

    ``spec``: the adapter name of the gateway.
    """
    environment = os.environ | gateway.get("environment", {})
    command = [word.replace("$FOLDER", str(folder)).replace("$HERE", str(HERE)) for word in gateway["command"]]
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log) as process,
    ):
        try:
            wait(spec, process)
            yield
        finally:
            process.terminate()


def wait(spec: str, process: "subprocess.Popen[bytes]") -> None:
    """Wait until the gateway with the adapter name ``spec`` can be reached. ``process``: the gateway's process.

    Raises ``Unreachable`` if the process ends, or if the gateway is not reached within ``START_SECONDS``.
    """
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            by_name(spec)
        except Unreachable:
            if process.poll() is not None or time.monotonic() > until:
                raise
            time.sleep(1)
        else:
            return


if __name__ == "__main__":
    main(sys.argv[1:])
