import os

WRITES = os.environ.get("ALLOW_WRITES") == "1"
NEVER = False
ALWAYS = True
