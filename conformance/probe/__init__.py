"""Probes: a probe plays scenarios to a running endpoint and judges the answers. It writes no cassettes."""
