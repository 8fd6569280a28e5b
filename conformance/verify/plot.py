"""The plot of an interval, as a small SVG image."""

from typing import Final

from markupsafe import Markup

_WIDTH: Final = 160
_HEIGHT: Final = 16


def interval(
    value: float, low: float, high: float, *, least: float, most: float, margin: float | None = None
) -> Markup:
    """Return the plot of a value with its interval, from ``low`` to ``high``. ``margin`` is drawn as a band around 0.

    The axis goes from ``least`` to ``most``.
    """

    def x(number: float) -> str:
        return f"{(min(max(number, least), most) - least) / (most - least) * (_WIDTH - 8) + 4:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{_HEIGHT}" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' role="img" aria-label="{value:+.3f}, from {low:+.3f} to {high:+.3f}">'
    ]
    if margin is not None:
        width = float(x(margin)) - float(x(-margin))
        parts.append(f'<rect x="{x(-margin)}" y="1" width="{width:.1f}" height="14" fill="#8885" />')
        parts.append(f'<line x1="{x(0)}" x2="{x(0)}" y1="0" y2="16" stroke="#888" />')
    parts.append(f'<line x1="{x(low)}" x2="{x(high)}" y1="8" y2="8" stroke="currentColor" stroke-width="2" />')
    parts.append(f'<circle cx="{x(value)}" cy="8" r="3.5" fill="currentColor" />')
    return Markup("".join(parts) + "</svg>")  # noqa: S704 - the text has only numbers
