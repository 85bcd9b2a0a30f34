"""Tests leave no cache behind: a folder of cases is compared with what a check sees, and is read-only in spirit."""

from __future__ import annotations

import os

# For this process and for every command that a test starts. The tests of the cache make one for themselves.
os.environ["TOOLCRIB_NO_CACHE"] = "1"
