"""Judge the recordings of each project without the evidence from that project, and count the false alarms.

``python tools/leave_one_out.py RECORDINGS ...`` reads folders of recordings. Each record names its project in
``source_repo``. The tool writes ``reports/claims/leave-one-out.json`` and ``.md``. The columns of the page are:

- False alarms: requests that break a MUST, although the provider accepted them.
- Off the form: accepted requests that deviate from the documented form in a way that no other project's recordings
  show. The judge would give advice on these requests. They are not false alarms.
- Off schema: answers that break the schema of the dialect's owner. Only answers from the owners are counted.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from rich.console import Console

from conformance.judge.checks import REQUEST_RULES, REQUEST_SCHEMA, RESPONSE_SCHEMA
from conformance.report.canonical import indented
from conformance.survey.run import survey
from conformance.survey.sight import REQUEST, Sight
from toolwire.dialects.dialect import DIALECTS
from toolwire.providers import owner

FOLDER = Path(__file__).resolve().parent.parent / "reports" / "claims"
MANY = 20
"""The smallest total for which a count is also shown in percent."""
_OF_REQUESTS = (REQUEST, REQUEST_RULES.name, REQUEST_SCHEMA.name)


class Project(msgspec.Struct, kw_only=True):
    """The figures of a project's recordings, judged without the evidence from that project."""

    accepted: int = 0
    """The number of accepted requests."""
    alarms: int = 0
    """The number of accepted requests that the claims expect to be refused."""
    untried: int = 0
    """The number of accepted requests that deviate from the documented form in a way that no other project's recordings
    show.
    """
    answers: int = 0
    """The number of answers from the owner of the answer's dialect."""
    off_schema: int = 0
    """The number of answers that are from the owner of the answer's dialect, but break the owner's schema."""

    def __add__(self, other: "Project") -> "Project":
        added = {name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__}
        return Project(**added)


class Report(msgspec.Struct, kw_only=True):
    """The figures of each project and of all projects, with the day on which they were made."""

    date: str
    projects: dict[str, Project]
    whole: Project


def figures(sights: Iterable[Sight]) -> dict[str, Project]:
    """Return the figures of each project, from its judged exchanges ``sights``."""
    named = [seen for seen in sights if seen.dialect in DIALECTS and seen.origin is not None]
    shown: dict[tuple[str | None, str | None, str], set[str]] = defaultdict(set)
    for seen in named:
        for form in _forms(seen):
            shown[seen.provider, seen.dialect, form].add(_repository(seen))
    projects: dict[str, Project] = defaultdict(Project)
    for seen in named:
        project = projects[_repository(seen)]
        _count_answer(project, seen)
        if seen.refused or seen.request_kept is None:
            continue
        project.accepted += 1
        project.alarms += any(remark.level == "MUST" and remark.check in _OF_REQUESTS for remark in seen.remarks)
        alone = {_repository(seen)}
        project.untried += any(shown[seen.provider, seen.dialect, form] <= alone for form in _forms(seen))
    return dict(sorted(projects.items()))


def _count_answer(project: Project, seen: Sight) -> None:
    if seen.refused or not seen.decoded or seen.provider is None or seen.provider != owner(seen.dialect or ""):
        return
    project.answers += 1
    project.off_schema += any(remark.check == RESPONSE_SCHEMA.name for remark in seen.remarks)


def _repository(seen: Sight) -> str:
    return seen.origin.repository if seen.origin else ""


def _forms(seen: Sight) -> tuple[str, ...]:
    return tuple(shown.id for shown in seen.shown if shown.kind == "form" and shown.outcome == "borne-out")


def markdown(report: Report) -> str:
    """Return the report as a page."""
    rows = [
        "| project | accepted requests | false alarms | off the form | answers of owners | off schema |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, project in (*report.projects.items(), ("**all**", report.whole)):
        rows.append(
            f"| {name} | {project.accepted} | {_share(project.alarms, project.accepted)} | "
            f"{_share(project.untried, project.accepted)} | {project.answers} | "
            f"{_share(project.off_schema, project.answers)} |"
        )
    return "\n".join(
        (
            "# Recordings of each project, judged without the evidence from that project",
            "",
            f"Made on {report.date} by `tools/leave_one_out.py`, which explains the columns. *Off the form* counts "
            "requests in a form that no other project shows. The documented forms and the rules are the same for all "
            "projects, and the authors of the rules knew many of these recordings. So only the undocumented forms are "
            "judged without the project's own evidence.",
            "",
            *rows,
            "",
        )
    )


def _share(number: int, of: int) -> str:
    return f"{number} ({number / of:.1%})" if number and of >= MANY else str(number)


def main() -> None:
    """Judge the recordings, and write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("recordings", type=Path, nargs="+", help="folders of recordings")
    seen = survey(parser.parse_args().recordings, Console(stderr=True))
    projects = figures(sight for sight in seen if isinstance(sight, Sight))
    report = Report(
        date=datetime.now(UTC).date().isoformat(), projects=projects, whole=sum(projects.values(), Project())
    )
    FOLDER.mkdir(parents=True, exist_ok=True)
    (FOLDER / "leave-one-out.json").write_text(indented(msgspec.to_builtins(report)), encoding="utf-8")
    (FOLDER / "leave-one-out.md").write_text(markdown(report), encoding="utf-8")
    whole = report.whole
    print(
        f"{len(projects)} projects: {whole.alarms} false alarms in {whole.accepted} accepted requests, "
        f"{whole.untried} in a form that no other project shows; "
        f"{whole.off_schema} of {whole.answers} answers off schema"
    )


if __name__ == "__main__":
    main()
