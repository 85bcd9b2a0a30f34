"""Packages as a whole: those that speak to a service, those that only tell, those that stay in the process.

Room: checks, middle. Data only. Not here: what is done with them (`_services`, `_sinks`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

SDK_ROOTS: Final = word_set(
    "boto3 botocore aioboto3 aiobotocore kubernetes kubernetes_asyncio azure msgraph github gitlab atlassian jira "
    "notion_client stripe asana trello todoist_api_python linear hubspot simple_salesforce shopify docker podman "
    "google googleapiclient googlemaps firebase_admin supabase postgrest gspread pygsheets dropbox boxsdk onedrive "
    "pyairtable airtable zenpy zendesk jenkins pagerduty pdpyras datadog datadog_api_client opsgenie_sdk cloudflare "
    "linode_api4 digitalocean pydo hcloud tweepy atproto mastodon praw asyncpraw facebook spotipy soco homeassistant "
    "plaid square paypalrestsdk caldav vobject exchangelib imaplib imap_tools O365 msal ldap3 paramiko fabric "
    "asyncssh pyVmomi proxmoxer openstack databricks snowflake_sdk wandb mlflow clearml dagster prefect "
    "airflow_client huggingface_hub modal runpod e2b composio zapier hvac consul etcd3 nomad minio obs oss2 qiniu "
    "b2sdk alpaca ccxt binance web3 solana telnyx intercom discourse wordpress_xmlrpc wikipediaapi mwclient "
    "pywikibot ghapi octokit bitbucket pygithub launchdarkly_api auth0 okta keycloak netbox pynetbox nornir netmiko "
    "napalm ansible_runner terrasnek pulumi sentry_sdk posthog segment mixpanel amplitude temporalio feast"
)
"""Packages that speak to a service; a write verb among their operations writes there."""
TELEMETRY_ROOTS: Final = word_set(
    "logging structlog loguru opentelemetry prometheus_client statsd datadog ddtrace sentry_sdk posthog segment "
    "mixpanel amplitude newrelic rich tqdm warnings logfire langfuse langsmith agentops"
)
"""Packages that log, count or trace: nothing they do is a write."""
QUIET_ROOTS: Final = word_set(
    "openai anthropic litellm cohere mistralai groq ollama together langchain langchain_core langchain_openai "
    "langgraph transformers torch numpy pandas polars pydantic mcp fastmcp fastapi starlette flask click typer "
    "argparse asyncio collections itertools functools typing contextvars threading queue concurrent inspect "
    "importlib re json yaml toml datetime time uuid hashlib base64 io string builtins dataclasses enum abc math "
    "random copy ast tokenize bs4 lxml jinja2 markdown playwright selenium tiktoken sympy networkx matplotlib plotly "
    "shapely jsonschema attrs attr cachetools diskcache dotenv keyring email html ssl socket select signal sys "
    "tempfile textwrap traceback types unittest weakref xml zoneinfo decimal fractions statistics heapq bisect array "
    "struct codecs locale gettext pprint anyio trio sniffio watchdog websockets uvicorn hypercorn"
)
"""Packages that work on things of their own process, or on models: no write verb of theirs counts by itself."""
