"""Read trees with both front ends and print where their facts differ.

    python tests/benchmarks/readers.py TREE… [--every N] [--show N]

Exit code 1 when any file differs. Not here: what the facts mean (`surface`), the cases (`tests/checks/surface`).
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections import Counter
from pathlib import Path

from toolcrib.checks.surface import _facts_json, _read


def first_difference(one: object, other: object, way: tuple[object, ...] = ()) -> tuple[tuple[object, ...], str]:
    """The way to the first value that differs, and both values."""
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other) and one[:1] == other[:1]:
        for index, (left, right) in enumerate(zip(one, other, strict=True)):
            if left != right:
                return first_difference(left, right, (*way, index))
    return way, f"{json.dumps(one)[:300]}\n    {json.dumps(other)[:300]}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Read trees with both front ends of `read`.")
    parser.add_argument("trees", nargs="+", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    spent = {"ast": 0.0, "LibCST": 0.0}
    paths = sorted(p for tree in options.trees for p in ([tree] if tree.is_file() else tree.rglob("*.py")))
    for path in paths[:: options.every]:
        if not path.is_file():
            continue
        data = path.read_bytes()
        found: dict[str, str | None] = {}
        for reader in ("ast", "LibCST"):
            start = time.process_time()
            try:
                facts = _read.read(path.name, data, reference=reader == "LibCST")
                spent[reader] += time.process_time() - start
                counts[f"{reader}: read by {facts.reader}"] += 1
                found[reader] = _facts_json.dumps(facts.body)
            except _read.SurfaceError as error:
                found[reader] = json.dumps(f"error: {error}")
        gc.collect(0)
        counts["files"] += 1
        if found["ast"] == found["LibCST"]:
            counts["errors" if (found["ast"] or "").startswith('"') else "same"] += 1
            continue
        counts["different"] += 1
        if counts["different"] <= options.show:
            way, values = first_difference(*(json.loads(found[r] or "null") for r in ("ast", "LibCST")))
            print(f"{path} {'/'.join(map(str, way))}\n    {values}", flush=True)
    print(dict(counts), {k: round(v, 1) for k, v in spent.items()})
    return 1 if counts["different"] else 0


if __name__ == "__main__":
    sys.exit(main())
