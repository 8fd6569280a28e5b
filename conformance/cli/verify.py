"""``conformance verify``: compare endpoints with a reference that serves the same model."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from conformance.cli import overlay
from conformance.cli.formats import Verification
from conformance.cli.output import check_apart, console, fail, give, remark, say, writable
from conformance.judge.exit_codes import Exit, worst

if TYPE_CHECKING:
    from conformance.verify.folder import Folder
    from conformance.verify.report import Report


def verify(
    study: Annotated[Path | None, typer.Argument(help="The YAML file that describes the study.")] = None,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Keep all answers and reports here. A stopped run continues from here."),
    ] = None,
    again: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Judge the answers in a folder again, offline.")
    ] = None,
    compare: Annotated[
        tuple[Path, Path] | None,
        typer.Option(metavar="A B", help="Compare two recorded endpoints, each FOLDER/NAME. B is the reference."),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only show the number of requests and the cost.")] = False,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Judge on the Dask cluster of this scheduler. Needs the extra 'cluster'."),
    ] = None,
    format: Annotated[Verification, typer.Option(help="The format.")] = Verification.text,  # noqa: A002
    output: Annotated[
        Path | None, typer.Option(callback=writable, help="Write to this file instead of to stdout.")
    ] = None,
    *,
    data: overlay.Folders,
) -> None:
    """Verify that endpoints serve the model that they claim to serve. The command repeats requests, and compares the
    answers with a reference.

    The verdict is same, different or inconclusive. Exit code 0: all verdicts are same; 1: an endpoint is
    different; 3: the run gave up on an endpoint that did not answer in time; 5: no endpoint is different, but an
    endpoint is inconclusive; 6: no endpoint answered, or a file could not be read or written. Needs the extra 'verify'.
    """
    overlay.use(data)
    compared = [endpoint.parent for endpoint in compare or ()]
    read_from = [path for path in (study, again, *compared) if path is not None]
    check_apart({"--output": output}, read_from, made=[] if folder is None else [folder])
    if find_spec("statsmodels") is None:
        fail("verify needs the extra 'verify': in a clone, run pip install '.[verify]'", Exit.USAGE)
    from conformance.survey.errors import ClusterError
    from conformance.verify import rendering
    from conformance.verify.errors import StudyError
    from conformance.verify.folder import open_folder
    from conformance.verify.report import pair, report

    if sum(given is not None for given in (study, again, compare)) != 1:
        fail("expected exactly one of STUDY, --again FOLDER and --compare A B", Exit.USAGE)
    hung = False
    try:
        if compare is not None:
            made = pair(*compare, cluster)
        else:
            opened, hung = (open_folder(again), False) if again is not None else _run(study, folder, output, plan=plan)
            made = report(opened, cluster)
            rendering.write_all(made, opened.path / "report")
    except (StudyError, ClusterError) as error:
        fail(str(error), Exit.UNREADABLE)
    except OSError as error:
        fail(f"the report cannot be written: {error}", Exit.UNREADABLE)
    shown = {
        Verification.text: rendering.to_text, Verification.markdown: rendering.to_markdown,
        Verification.json: rendering.to_json, Verification.csv: rendering.to_csv, Verification.html: rendering.to_html,
    }  # fmt: skip
    give(shown[format](made), output)
    raise typer.Exit(worst({_code(made), Exit.ADAPTER_BROKE} if hung else {_code(made)}))


def _code(made: "Report") -> Exit:
    if not any(column.kept for column in made.columns):
        return Exit.UNREADABLE
    verdicts = {comparison.verdict for comparison in made.comparisons}
    if "different" in verdicts:
        return Exit.NOT_CONFORMANT
    return Exit.CONFORMANT if verdicts == {"same"} else Exit.NOTHING_JUDGED


def _run(path: Path | None, folder: Path | None, output: Path | None, *, plan: bool) -> "tuple[Folder, bool]":
    """Run the study in the file ``path``. Return the study's folder, and whether the run gave up on an endpoint that
    did not answer in time.

    If ``plan`` is true, only show the numbers of requests and the costs, and end the command.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from conformance.recording.live import NoKey
    from conformance.recording.lock import alone
    from conformance.verify import case_set
    from conformance.verify.budget import estimates
    from conformance.verify.folder import create
    from conformance.verify.run import run
    from conformance.verify.study import read

    assert path is not None
    study = read(path)
    own = study.cases == case_set.SCENARIOS
    check_apart({"--output": output}, [] if own else [path.parent / study.cases])
    cases = case_set.of_scenarios() if own else case_set.load(path.parent / study.cases)
    for estimate in estimates(study, cases):
        usd = "at an unknown price" if estimate.usd is None else f"at most ${estimate.usd:.2f}"
        say(
            f"{estimate.endpoint}: {estimate.requests} requests, about {estimate.tokens[0]} input tokens, at most "
            f"{estimate.tokens[1]} output tokens, {usd}"
        )
    if plan:
        raise typer.Exit
    if folder is None:
        fail("expected --folder FOLDER, which keeps all answers and reports", Exit.USAGE)
    screen = console()
    total = len(cases) * len(study.modes) * study.repeats
    with Progress(
        TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
        console=screen, transient=True, disable=not screen.is_terminal,
    ) as bars:  # fmt: skip
        tasks = {endpoint.name: bars.add_task(endpoint.name, total=total) for endpoint in study.endpoints}
        try:
            with alone(folder):
                opened = create(folder, study, cases)
                stopped = run(opened, lambda name, number: bars.advance(tasks[name], number))
        except NoKey as error:
            fail(str(error), Exit.USAGE)
        except KeyboardInterrupt:
            _interrupted(folder)
    for name, why in stopped.given_up.items():
        say(f"{name}: cannot be reached, so it gets no more requests: {why}")
    for name in sorted(stopped.hung):
        say(f"{name}: did not answer in time for many requests in a row, so it gets no more requests")
    if stopped.over_budget:
        say("the budget is used up: the remaining requests were not sent")
    spent = stopped.spent
    remark(f"used: {spent.requests} requests, {spent.tokens} tokens, ${spent.usd:.2f} as far as prices are known")
    return opened, bool(stopped.hung)


def _interrupted(folder: Path) -> NoReturn:
    say(f"stopped: run the same command again to continue with the answers in {folder}")
    raise KeyboardInterrupt
