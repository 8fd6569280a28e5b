"""Probing: the scenarios played against an endpoint that is there now, and judged; nothing is kept."""
