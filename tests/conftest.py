"""Tests leave no cache behind: a folder of cases is compared with what a check sees, and is read-only in spirit."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("untimed", deadline=None)  # how long a case takes is a benchmark's to say, not a test's
settings.load_profile("untimed")

# For this process and for every command that a test starts. The tests of the cache make one for themselves.
os.environ["TOOLCRIB_NO_CACHE"] = "1"
