"""The pytest plugin of the suite. Unless a user runs the suite, it only adds options.

Every pytest run loads this module if the package is installed. So the module imports only pytest when it is loaded.
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
        "'command:PROGRAM' or 'gateway:URL?speaks=DIALECT&upstream=PROVIDER'. If you give no path, pytest runs only "
        "the suite",
    )
    group.addoption(
        "--conformance-cassettes",
        default=None,
        metavar="FOLDER",
        help="judge only the cassettes below this folder: <provider>/<dialect>/<scenario>.<plain|stream>.yaml",
    )
    group.addoption(
        "--conformance-data",
        action="append",
        default=[],
        metavar="DIR",
        help="use the providers, scenarios and cassettes of this folder in addition to the suite's; may be given "
        "several times",
    )
    group.addoption(
        "--conformance-baseline",
        default=None,
        metavar="FILE",
        help="the file of known failures, each with a reason and a link. A test fails if its case fails or is "
        "declined, but the file does not list the case. It also fails if the file lists the case, but the case passes "
        "or fails in another way",
    )
    group.addoption("--conformance-provider", default="", metavar="NAME,...", help="only cassettes of these providers")
    group.addoption("--conformance-scenario", default="", metavar="ID,...", help="only cassettes of these scenarios")


def pytest_configure(config: pytest.Config) -> None:
    """Run only the suite if the user names an adapter, but no path.

    Raises ``UsageError`` if several workers would judge a gateway.
    """
    asked = config.getoption("--conformance-adapter") is not None
    if asked and config.args_source is not pytest.Config.ArgsSource.ARGS:
        config.option.pyargs = True
        config.args = ["conformance.suite"]  # not the tests of the adapter's project: they have their own runs
    if "conformance.suite" in config.args and not hasattr(config, "workerinput"):
        from conformance.adapters.gateway import GATEWAY
        from conformance.suite.declined import Declined

        workers = len(config.getoption("tx", None) or ())  # pytest-xdist's
        if workers > 1 and (config.getoption("--conformance-adapter") or "").startswith(GATEWAY):
            raise pytest.UsageError(
                "a gateway sends requests to a single address, so a single process must judge it: leave -n out"
            )
        config.pluginmanager.register(Declined())
