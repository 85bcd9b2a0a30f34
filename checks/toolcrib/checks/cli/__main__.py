"""`python -m toolcrib.checks.cli`, for an environment whose scripts are not on the PATH."""

import sys

from toolcrib.checks.cli import main

sys.exit(main())
