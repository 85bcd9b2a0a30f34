"""Build the two trees that the speed benchmark runs over, from packages of the registry and this interpreter's library.

    python tests/benchmarks/trees.py TARGET

`TARGET/dense`: some thirty MCP server packages, the densest case. `TARGET/mixed`: the same, Django's source and the
standard library without its tests: about a million lines, of which one or two files in a hundred declare tools. Each is
a git repository with everything committed. Downloads with pip; nothing of it belongs in this repository.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

SERVERS = [
    "aws-api", "aws-documentation", "aws-pricing", "aws-iac", "aws-location", "aws-dataprocessing",
    "aws-healthomics", "aws-network", "aws-iot-sitewise", "aws-serverless", "amazon-bedrock-agentcore",
    "bedrock-kb-retrieval", "billing-cost-management", "cloudwatch", "cloudwatch-applicationsignals", "documentdb",
    "dynamodb", "ecs", "eks", "iam", "lambda-tool", "memcached", "mysql", "openapi", "postgres", "prometheus",
    "redshift", "s3-tables", "stepfunctions-tool", "valkey", "aurora-dsql", "finch",
]  # fmt: skip
DJANGO = "Django==5.2"
LIBRARY_WITHOUT = ("site-packages", "test", "lib-dynload", "__pycache__", "idle_test", "ensurepip")


def download(what: list[str], into: Path, *options: str) -> None:
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", *options, "-d", str(into), *what]
    subprocess.run(command, check=True)


def build(target: Path) -> None:
    parts = target / "parts"
    dense, mixed = target / "dense", target / "mixed"
    download([f"awslabs.{name}-mcp-server" for name in SERVERS], parts, "--only-binary=:all:")
    download([DJANGO], parts, "--no-binary=:all:")
    for wheel in sorted(parts.glob("awslabs*.whl")):
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(dense / wheel.name.partition("-")[0])
    shutil.copytree(dense, mixed / "servers")
    for archive_file in sorted([*parts.glob("[Dd]jango-*.tar.gz")]):
        with tarfile.open(archive_file) as source:
            source.extractall(mixed / "django", filter="data")
    skipped = shutil.ignore_patterns(*LIBRARY_WITHOUT, "config-3*", "*.pyc")
    shutil.copytree(sysconfig.get_path("stdlib"), mixed / "library", ignore=skipped)
    for tree in (dense, mixed):
        commit(tree)
        files = [path for path in tree.rglob("*.py") if path.is_file()]
        lines = sum(path.read_bytes().count(b"\n") for path in files)
        print(f"{tree.name}: {len(files):,} Python files, {lines:,} lines")


def commit(tree: Path) -> None:
    quiet = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    who = ["-c", "user.name=benchmark", "-c", "user.email=benchmark@example.invalid"]
    for command in (["init", "-q"], ["add", "-A", "-f"], [*who, "commit", "-q", "-m", "the tree as it was built"]):
        subprocess.run(["git", *command], cwd=tree, env=quiet, check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, help="an empty folder outside any repository")
    target: Path = parser.parse_args().target
    target.mkdir(parents=True, exist_ok=True)
    if any(target.iterdir()):
        parser.error(f"{target} is not empty")
    build(target)


if __name__ == "__main__":
    main()
