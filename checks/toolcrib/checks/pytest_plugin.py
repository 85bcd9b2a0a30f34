"""The pytest plugin: one test a rule and manifest, where a manifest is configured.

Room: checks, edge. pytest loads this module in every run of everybody's tests, so it imports next to nothing.
"""

from __future__ import annotations
