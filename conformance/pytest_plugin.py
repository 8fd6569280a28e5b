"""The pytest plugin of the suite. Unless a user runs the suite, it only adds options.

Every pytest run loads this module if the package is installed. So the module imports only pytest when it is loaded.
"""

from pathlib import Path

import pytest

_ADAPTER = "--conformance-adapter"
_SUITE = "conformance.suite"


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Add the suite's options, and the plugin that chooses what runs."""
    pluginmanager.register(_Choice(parser))
    group = parser.getgroup("conformance", "tool-calling conformance suite (pytest --pyargs conformance.suite)")
    group.addoption(
        _ADAPTER,
        default=None,
        metavar="NAME",
        help="the adapter under test: 'reference' (the default), 'package.module:Class', the name of an entry point, "
        "'command:PROGRAM' or 'gateway:URL?speaks=DIALECT&upstream=PROVIDER'. If you give no path, pytest runs only "
        f"the suite. To run your tests, too, add their paths and '--pyargs {_SUITE}'",
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


class _Choice:
    """A plugin that chooses what runs: the suite, or the tests at the paths that the user gives."""

    def __init__(self, parser: pytest.Parser) -> None:
        self._parser = parser

    def pytest_configure(self, config: pytest.Config) -> None:
        """Run only the suite if the user names an adapter, but no path.

        Raises ``UsageError`` if the adapter's name is empty, if the user names an adapter and paths, but not the suite,
        or if several workers would judge a gateway.
        """
        adapter = config.getoption(_ADAPTER)
        if adapter is not None and not adapter.strip():  # such as the value of a variable that is not set
            raise pytest.UsageError(f"{_ADAPTER}: expected the name of an adapter, got {adapter!r}")
        if adapter is not None and not self._has_path(config):
            config.option.pyargs = True
            config.args = [_SUITE]  # not the tests of the adapter's project: they have their own runs
        if (adapter is not None or any(map(_is_of_suite, config.args))) and not hasattr(config, "workerinput"):
            from conformance.adapters.gateway import GATEWAY
            from conformance.suite.declined import Declined

            workers = len(config.getoption("tx", None) or ())  # pytest-xdist's
            if workers > 1 and (adapter or "").startswith(GATEWAY):
                raise pytest.UsageError(
                    "a gateway sends requests to a single address, so a single process must judge it: leave -n out"
                )
            config.pluginmanager.register(Declined())

    def _has_path(self, config: pytest.Config) -> bool:
        """Return whether the user gave a path.

        Paths in ``testpaths`` do not count. If the adapter is named on the command line, paths in ``addopts`` do not
        count either, except paths of the suite. Raises ``UsageError`` if other paths are given there, because the
        adapter would not be judged.
        """
        if config.args_source is not pytest.Config.ArgsSource.ARGS:
            return False
        given = self._parser.parse_known_args(config.invocation_params.args)  # without addopts
        if given.conformance_adapter is None or any(map(_is_of_suite, config.args)):
            return True
        if given.file_or_dir:
            raise pytest.UsageError(
                f"{_ADAPTER}: the given paths do not include the suite: leave them out, or add --pyargs {_SUITE}"
            )
        return False


def _is_of_suite(path: str) -> bool:
    """Return whether an argument of pytest is a module, a folder or a file of the suite."""
    place = path.partition("::")[0]
    return f"{place}.".startswith(f"{_SUITE}.") or Path(place).absolute().is_relative_to(
        Path(__file__).parent / "suite"
    )
