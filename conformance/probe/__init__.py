"""Probes: a probe plays scenarios. It sends their requests to a running endpoint, and judges the answers. It writes no
cassettes.
"""
