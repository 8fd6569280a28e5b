"""A plugin of pytest that fails a run of the suite in which nothing was judged."""

from typing import Any

import pytest

from conformance.judge.checks import CHECKS

ADAPTER_CHECKS = {check.name for check in CHECKS if check.party == "adapter"}


class Declined:
    """A plugin that fails a run if the adapter declined every case, because then all of its checks are only skipped.

    The checks of providers do not count, because they need no adapter.
    """

    def __init__(self) -> None:
        self._declined = self._judged = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" or not report.nodeid.endswith("]") or "::test_conformance[" not in report.nodeid:
            return
        if report.nodeid[:-1].rpartition("/")[2] in ADAPTER_CHECKS:
            self._judged |= not report.skipped or "does not support a part of the case" in str(report.longrepr)
            self._declined |= report.skipped and "unsupported" in str(report.longrepr)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if self._declined and not self._judged and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED
            reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
            reporter.section("conformance", red=True)
            reporter.line("nothing was judged: the adapter declined every case; pytest -rs shows the reasons", red=True)
