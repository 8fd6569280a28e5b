"""The pytest plugin: options for the suite, and nothing else until it is asked to run.

Every pytest run loads it wherever the package is installed, so it imports pytest alone.
"""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the suite's options."""
    group = parser.getgroup("conformance", "tool-calling conformance suite (pytest --pyargs conformance.suite)")
    group.addoption(
        "--conformance-adapter",
        default=None,
        metavar="NAME",
        help="the adapter under test: 'reference' (the default), 'package.module:Class', the name of an entry point, "
        "'command:PROGRAM' or 'gateway:URL?speaks=DIALECT&upstream=PROVIDER'; where no path is given, its cases are "
        "all that runs",
    )
    group.addoption(
        "--conformance-cassettes",
        default=None,
        metavar="FOLDER",
        help="judge the cassettes below this folder alone, <provider>/<dialect>/<scenario>.<plain|stream>.yaml",
    )
    group.addoption(
        "--conformance-data",
        action="append",
        default=[],
        metavar="DIR",
        help="lay the providers, scenarios and cassettes of this folder over ours; may be given several times",
    )
    group.addoption(
        "--conformance-baseline",
        default=None,
        metavar="FILE",
        help="known failures, each with a reason and a link; whatever else fails or is declined is red, and so is an "
        "entry that does not fail so",
    )
    group.addoption("--conformance-provider", default="", metavar="NAME,...", help="only cassettes of these providers")
    group.addoption("--conformance-scenario", default="", metavar="ID,...", help="only cassettes of these scenarios")


def pytest_configure(config: pytest.Config) -> None:
    """Run the suite alone if an adapter is given. Raises ``UsageError`` for a gateway and several workers."""
    asked = config.getoption("--conformance-adapter") is not None
    if asked and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.option.pyargs = True
        config.args = ["conformance.suite"]  # not the tests of the adapter's project: they have their own runs
    if "conformance.suite" in config.args and not hasattr(config, "workerinput"):
        from conformance.adapters.gateway import GATEWAY
        from conformance.suite.declined import Declined

        workers = len(config.getoption("tx", None) or ())  # pytest-xdist's
        if workers > 1 and (config.getoption("--conformance-adapter") or "").startswith(GATEWAY):
            raise pytest.UsageError("a gateway is played by one process, because it knows one address: leave -n out")
        config.pluginmanager.register(Declined())
