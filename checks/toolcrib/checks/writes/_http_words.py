"""Packages, methods and addresses of requests.

Room: checks, middle. Data only. Not here: how a request is judged (`_http`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

HTTP_ROOTS: Final = word_set(
    "requests httpx httpx2 aiohttp urllib3 niquests curl_cffi requests_oauthlib authlib aiohttp_retry "
    "httpx_retries requests_cache cloudscraper tls_client primp hishel http"
)
HTTP_VERBS: Final = word_set("post put patch delete")
HTTP_SAFE: Final = word_set("get head options trace connect propfind")
HTTP_REQUEST: Final = word_set(
    "request stream _request request_raw raw_request build_request Request fetch api_request"
)
HTTP_READ_WORDS: Final = word_set(
    "search searches query queries graphql find lookup list listing filter count aggregate aggregations analyze "
    "analyse analytics read fetch get batchget match suggest autocomplete validate preview estimate calculate simulate "
    "oauth oauth2 auth token tokens login authorize authentication introspect signin embeddings "
    "embedding completions generate infer predict predictions rerank translate similarity msearch scroll explain "
    "retrieve runreport rank summarize extract crawl scrape evaluate"
)
"""Words of an address that say a POST reads, by convention: searches, queries, signing in, models."""
