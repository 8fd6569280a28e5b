"""``conformance dispute``: list an installed package's claims about models that observed exchanges contradict."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from conformance.cli.feed import kept
from conformance.cli.formats import Page
from conformance.cli.output import fail, give, say, writable
from conformance.judge.exit_codes import Exit
from conformance.report.feed.claim import PackageError, claims_of
from conformance.report.feed.dispute import Dispute, again, disputes, issue, title


def dispute(
    package: Annotated[str, typer.Argument(help="An installed package: litellm or pydantic-ai.")],
    format: Annotated[  # noqa: A002
        Page, typer.Option(help="The format. 'markdown' writes the text of an issue for each claim.")
    ] = Page.text,
    output: Annotated[Path | None, typer.Option(callback=writable, help="Write here instead of to stdout.")] = None,
) -> None:
    """List an installed package's claims that observations contradict. The claims are about models, and each has an
    exchange that contradicts it.

    A claim is compared only with observations of the same model. Neither documentation nor missing observations
    contradict a claim. Exit code 0: no claim is contradicted; 1: a claim is contradicted; 2: the package's claims
    cannot be read; 5: no claim is about an observed model.
    """
    feed = kept()
    try:
        claims = claims_of(package, feed)
    except PackageError as error:
        fail(str(error), Exit.USAGE)
    for provider, why in claims.unread.items():
        say(f"the claims about {provider} cannot be read: {why}")
    if not claims.claims:
        fail(f"{package} has no claim about a model that was observed", Exit.NOTHING_JUDGED)
    found = [*disputes(claims.claims, feed)]
    texts = {Page.text: _text, Page.json: _json, Page.markdown: _markdown}
    give(texts[format](found, len(claims.claims)), output)
    raise typer.Exit(Exit.NOT_CONFORMANT if found else Exit.CONFORMANT)


def _text(found: list[Dispute], asked: int) -> str:
    lines = [
        f"{title(each)} ({each.mode}, {each.fact.evidence}, {each.fact.date})\n    {again(each.evidence)}"
        for each in found
    ]
    return "\n".join([*lines, f"observations contradict {len(found)} of {asked} claims about observed models"]) + "\n"


def _json(found: list[Dispute], asked: int) -> str:
    entries = [{**msgspec.to_builtins(each), "again": again(each.evidence), "issue": issue(each)} for each in found]
    return msgspec.json.format(msgspec.json.encode({"claims": asked, "disputes": entries})).decode() + "\n"


def _markdown(found: list[Dispute], asked: int) -> str:
    del asked
    return "\n".join(map(issue, found))
