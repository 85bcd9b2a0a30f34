"""A digest of a manifest, so that a record says by which one it was decided.

Room: registry, middle. Pure. Of the canonical text with its pins, names in order: comments and layout play no part.
"""

from __future__ import annotations

import hashlib
import json

from toolcrib.manifest import Manifest


def digest_of(manifest: Manifest) -> str:
    """`sha256:…` of what the manifest and its pins say."""
    said = json.dumps(manifest.model_dump(mode="json"), sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(said.encode('ascii')).hexdigest()}"
