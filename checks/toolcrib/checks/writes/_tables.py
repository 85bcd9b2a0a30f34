"""What counts as a write and what does not: the vocabulary, as data.

Room: checks, middle. Data only; the page writes.md describes it. Touch it to teach a library, a verb or an exception.
Not here: how a call is matched with it (`_sinks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._types import Kind, Weight

# --- bounds ---------------------------------------------------------------------------------------------

MAX_DEPTH: Final = 60  # nested expressions and calls that are looked through for one value
MAX_CONTEXTS: Final = 100  # calls of one function that are told apart by their arguments
MAX_CALLS: Final = 25  # calls on the way from a tool to its evidence
MAX_AGAIN: Final = 2  # calls of one function inside itself
MAX_FRAMES: Final = 1_000  # calls that are followed for one tool
MAX_STEPS: Final = 50_000  # expressions that are looked at for one tool
MAX_EVIDENCE: Final = 20  # pieces that are kept for one tool

# --- how calls pass things on ---------------------------------------------------------------------------

BUILTINS: Final = word_set(
    "open getattr setattr hasattr print super type list dict set tuple str int float bool bytes bytearray len range "
    "enumerate zip map filter sorted reversed sum min max any all isinstance issubclass iter next repr vars dir eval "
    "exec compile __import__ callable format id hash input abs round frozenset object property staticmethod classmethod"
)
GIVES_ATTRIBUTE: Final = word_set("builtins.getattr")
CASTS: Final = word_set("typing.cast typing_extensions.cast")
PARTIAL: Final = word_set("partial partialmethod")
HANDS_THROUGH: Final = word_set(
    "asyncio.run asyncio.wait_for asyncio.shield asyncio.create_task asyncio.ensure_future copy.copy copy.deepcopy "
    "builtins.list builtins.tuple builtins.set builtins.sorted builtins.reversed builtins.iter builtins.str "
    "builtins.next contextlib.closing contextlib.aclosing contextlib.nullcontext weakref.proxy textwrap.dedent "
    "inspect.cleandoc urllib.parse.quote urllib.parse.quote_plus urllib.parse.unquote yarl.URL httpx.URL"
)
"""Calls that give back their first argument, or something that stands for it."""
PATHS: Final = word_set(
    "pathlib.Path pathlib.PurePath pathlib.PosixPath anyio.Path os.path.join os.path.abspath os.path.expanduser "
    "os.path.realpath os.path.normpath os.fspath upath.UPath"
)
"""Calls that make a path of what they are given: it stays where that was (`Path(tempfile.mkdtemp())`)."""
HANDS_ON_SECOND: Final = word_set("urllib.parse.urljoin requests.compat.urljoin")
HANDS_THROUGH_NAMES: Final = word_set("enter_async_context enter_context dedent")
SQL_TEXTS: Final = word_set("text SQL sql TextClause RawSQL literal_column")
"""Calls that make a statement of a text."""
RUNNERS: Final = word_set(
    "to_thread run_in_executor run_sync run_in_threadpool submit partial call_soon call_soon_threadsafe retry "
    "run_coroutine_threadsafe sync_to_async async_to_sync run_blocking start_soon create_task add_task map apply "
    "apply_async gather wait_for execute_with_retry"
)
"""Calls that call what they are given: a method that is handed to one of them is called."""
RUN_METHODS: Final = word_set(
    "_run _arun run arun forward __call__ execute invoke ainvoke call acall on_invoke_tool main"
)
"""Methods in which a tool that is a class does its work."""

# --- names --------------------------------------------------------------------------------------------------

WRITE_VERBS: Final = word_set(
    "abort accept activate add allocate append apply approve archive assign associate attach authorize block bulk "
    "cancel clear clone close commit complete copy create deactivate deallocate decline delete deploy deregister "
    "destroy detach disable disassociate dismiss drop duplicate edit empty enable enqueue erase expire finalize "
    "flush follow force forward grant import increment insert install invite kill launch leave link lock mark merge "
    "modify move mute open overwrite patch pause persist pin post provision publish purge push put reboot register "
    "reject release remove rename reopen replace reply reset resize restart restore resume revoke rotate save "
    "schedule send set share star start stop store submit subscribe suspend tag terminate transfer trash truncate "
    "unarchive unassign unblock unfollow uninstall unlink unlock unpin unshare unstar unsubscribe untag update "
    "upload upsert wipe write"
)
"""Verbs of a service's client (`client.create_issue`) that change something there."""
CLIENT_SAFE: Final = word_set(
    "open close start stop register set clear add append apply flush lock release send commit mark bulk copy store "
    "put push pause resume subscribe unsubscribe schedule link import post"
)
"""Of those, verbs that as a whole name may also be about the client object itself or a local thing."""
CLIENT_OBJECTS: Final = word_set(
    "header headers auth authentication cookie cookies timeout option options retry retries proxy proxies adapter hook "
    "hooks middleware callback callbacks handler handlers listener listeners plugin interceptor logger level agent"
)
"""What is set on the client object itself (`client.update_headers`)."""
CLIENT_NEVER: Final = word_set("close open flush lock release register leave finalize import_module replace")
"""Whole names that are about the client object itself."""
READ_VERBS: Final = word_set(
    "browse calculate check compare compute count describe detect diff discover download estimate examine explain "
    "export fetch filter find get head inspect is iter list load lookup match peek ping poll preview query read "
    "resolve retrieve scan search select show status stat summarize tail test validate verify view"
)
READ_OPERATIONS: Final = word_set(
    "start_query start_query_execution stop_query stop_query_execution start_live_tail batch_get_item "
    "batch_execute_statement put_metric_data put_telemetry_records put_trace_segments start_session "
    "create_presigned_url create_session send_ping open_session set_trace start_span set_attribute set_status "
    "set_tag set_context batch_get set_options set_header set_debug_level set_stream_logger create_default_context "
    "set_event_loop open_connection create_sql_query"
)
"""Operations whose verb sounds like a write and that read, by convention, or that only report (telemetry)."""

ASIDE_WORDS: Final = word_set(
    "auth authenticate authenticated authentication authorization oauth oauth2 oauth21 token tokens credential "
    "credentials creds login signin jwt logger logging log logs telemetry metric metrics tracing trace span analytics "
    "cache cached caching caches memoize progress heartbeat healthcheck notice notices consent banner"
)
"""Words of a helper's name that say it keeps house: signs in, logs, counts, caches. It is not followed."""
CACHE_WORDS: Final = word_set(
    "cache caches cached tmp temp tempdir tmpdir temporary log logs logfile logging lock lockfile pid pidfile token "
    "tokens credentials telemetry history_file"
)
"""Words of a path that say a file is kept for the program itself: caches, temporary files, logs, locks, tokens."""

# --- HTTP ---------------------------------------------------------------------------------------------------

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

# --- SQL ----------------------------------------------------------------------------------------------------

SQL_CALLS: Final = word_set(
    "execute executemany executescript execute_query execute_sql execute_statement executemany_async query run_query "
    "run sql fetch fetchrow fetchval fetch_all fetch_one fetch_val raw exec_driver_sql execute_async query_df command "
    "run_sql select scalar scalars exec executeQuery ExecuteQuery execute_write query_raw execute_raw submit"
)
DB_ROOTS: Final = word_set(
    "sqlite3 aiosqlite psycopg psycopg2 asyncpg pymysql MySQLdb mysql mariadb duckdb cx_Oracle oracledb pyodbc pymssql "
    "snowflake sqlalchemy databases clickhouse_connect clickhouse_driver trino prestodb pyhive teradatasql ibm_db "
    "redshift_connector vertica_python aiomysql asyncmy psycopg_pool sqlmodel flask_sqlalchemy peewee django neo4j "
    "turso libsql libsql_client pyathena databricks hdbcli pg8000 asyncodbc aioodbc ibis"
)

# --- processes ----------------------------------------------------------------------------------------------

PROCESS_CALLS: Final = word_set(
    "subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen "
    "subprocess.getoutput subprocess.getstatusoutput os.system os.popen os.execv os.execvp os.spawnv os.startfile "
    "asyncio.create_subprocess_exec asyncio.create_subprocess_shell asyncio.subprocess.create_subprocess_exec "
    "anyio.run_process anyio.open_process trio.run_process pexpect.spawn pexpect.run"
)
READ_COMMANDS: Final[dict[str, frozenset[str] | None]] = {
    "git": word_set(
        "log status diff show blame branch rev-parse ls-files ls-tree ls-remote describe cat-file rev-list shortlog "
        "remote config grep for-each-ref show-ref merge-base name-rev reflog symbolic-ref version help check-ignore"
    ),
    "kubectl": word_set("get describe logs top explain api-resources api-versions version config cluster-info diff"),
    "docker": word_set("ps images inspect logs info version stats top port history search events context"),
    "podman": word_set("ps images inspect logs info version stats top port history search"),
    "finch": word_set("ps images inspect logs info version stats top"),
    "gh": word_set("api search status auth"),
    "npm": word_set("ls list view info outdated search version audit"),
    "pip": word_set("list show freeze index check"),
    "uv": word_set("tree version pip"),
    "cargo": word_set("metadata tree search check version"),
    "go": word_set("list version env doc vet"),
    "terraform": word_set("show plan validate output version graph providers"),
    "helm": word_set("list get status history show search template version"),
    "aws": None,
    "az": None,
    "gcloud": None,
    "systemctl": word_set("status show list-units is-active is-enabled cat"),
    "brew": word_set("list info search outdated"),
    "apt": word_set("list show search policy"),
    **dict.fromkeys(
        sorted(
            word_set(
                "ls cat head tail grep rg egrep fgrep find fd wc sort uniq cut awk jq yq stat file du df ps top "
                "pgrep which where whereis whoami id groups uname hostname date uptime env printenv echo printf pwd "
                "tree diff cmp md5sum sha256sum ping dig nslookup host netstat ss lsof ifconfig ip arp traceroute "
                "ffprobe exiftool identify pdftotext tesseract sw_vers system_profiler ioreg vm_stat free lscpu "
                "nvidia-smi rocm-smi sysctl journalctl ast-grep sg ruff mypy pyright eslint shellcheck hadolint "
                "bandit semgrep trivy cfn-lint checkov ctags nm objdump readelf true test sleep"
            )
        ),
        None,
    ),
}
"""Commands that read, with the first arguments under which they do; None: under all."""
WRITE_COMMANDS: Final = word_set(
    "rm mv cp mkdir rmdir touch chmod chown ln dd tee truncate kill pkill killall reboot shutdown install scp rsync "
    "make cmake npx sudo su useradd userdel passwd crontab mount umount mkfs iptables service launchctl osascript "
    "open xdg-open notify-send say mail sendmail"
)

# --- files --------------------------------------------------------------------------------------------------

WRITE_MODES: Final = frozenset("wax+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sink:
    """Names under some packages that write. An empty `roots`: whatever the receiver is."""

    kind: Kind
    roots: frozenset[str]
    names: frozenset[str]
    weight: Weight
    does: str


def _sink(kind: Kind, roots: str, names: str, weight: Weight, does: str) -> Sink:
    return Sink(kind=kind, roots=word_set(roots), names=word_set(names), weight=weight, does=does)


_CERTAIN, _LIKELY, _POSSIBLE = Weight.CERTAIN, Weight.LIKELY, Weight.POSSIBLE

SINKS: Final = (
    _sink(
        Kind.STORE,
        "pyiceberg deltalake",
        "append overwrite upsert delete dynamic_partition_overwrite add_files create_table drop_table rename_table "
        "create_namespace drop_namespace write_deltalake commit_transaction",
        Weight.CERTAIN,
        "changes a table",
    ),
    # files
    _sink(
        Kind.FILE,
        "os shutil aiofiles anyio",
        "remove unlink rename renames replace rmdir removedirs truncate link symlink chmod chown utime rmtree move "
        "copy copy2 copyfile copytree copymode unpack_archive make_archive write pwrite sendfile",
        _CERTAIN,
        "changes the file system",
    ),
    _sink(Kind.FILE, "os", "makedirs mkdir", _POSSIBLE, "makes a folder"),
    _sink(Kind.FILE, "pathlib anyio", "mkdir touch", _POSSIBLE, "makes a folder or an empty file"),
    _sink(
        Kind.FILE,
        "pathlib anyio",
        "write_text write_bytes unlink rename replace rmdir symlink_to hardlink_to chmod",
        _CERTAIN,
        "changes the file system",
    ),
    _sink(Kind.FILE, "", "write_text write_bytes", _LIKELY, "writes a file"),
    _sink(Kind.FILE, "", "unlink rmtree", _LIKELY, "deletes a file"),
    _sink(
        Kind.FILE,
        "",
        "to_csv to_excel to_parquet to_pickle to_feather to_hdf to_sql savefig save_pretrained write_csv write_parquet",
        _LIKELY,
        "writes a file",
    ),
    _sink(
        Kind.FILE,
        "zipfile tarfile",
        "extractall extract writestr write add",
        _LIKELY,
        "writes an archive or unpacks one",
    ),
    _sink(Kind.FILE, "urllib", "urlretrieve", _LIKELY, "writes a file"),
    _sink(
        Kind.FILE, "openpyxl docx pptx PIL fitz pypdf PyPDF2 nbformat h5py", "save save_as", _LIKELY, "writes a file"
    ),
    # object-relational mappers
    _sink(
        Kind.ORM,
        "sqlalchemy sqlmodel flask_sqlalchemy",
        "add add_all delete merge bulk_save_objects bulk_insert_mappings bulk_update_mappings commit flush "
        "create_all drop_all",
        _CERTAIN,
        "changes a database session",
    ),
    _sink(
        Kind.ORM,
        "django",
        "save delete create update bulk_create bulk_update get_or_create update_or_create asave adelete acreate "
        "aupdate abulk_create abulk_update aget_or_create aupdate_or_create add remove clear",
        _CERTAIN,
        "changes a model's rows",
    ),
    _sink(
        Kind.ORM,
        "tortoise ormar gino piccolo edgy saffier",
        "save delete create update bulk_create bulk_update get_or_create update_or_create insert remove",
        _CERTAIN,
        "changes a model's rows",
    ),
    _sink(
        Kind.ORM,
        "peewee",
        "save create delete delete_instance insert insert_many update bulk_create bulk_update get_or_create replace",
        _CERTAIN,
        "changes a model's rows",
    ),
    _sink(
        Kind.ORM,
        "beanie mongoengine odmantic bunnet umongo",
        "save insert insert_many insert_one delete delete_all update set replace save_changes create remove save_all",
        _CERTAIN,
        "changes documents",
    ),
    _sink(
        Kind.ORM,
        "",
        "bulk_create bulk_update get_or_create update_or_create add_all bulk_save_objects bulk_insert_mappings "
        "delete_instance save_changes",
        _LIKELY,
        "changes a model's rows",
    ),
    _sink(
        Kind.ORM,
        "sqlite3 aiosqlite psycopg psycopg2 asyncpg pymysql MySQLdb mysql mariadb pyodbc pymssql oracledb cx_Oracle "
        "aiomysql duckdb snowflake",
        "commit",
        _LIKELY,
        "commits a transaction",
    ),
    _sink(
        Kind.SQL,
        "asyncpg psycopg psycopg2 duckdb clickhouse_connect clickhouse_driver",
        "copy_records_to_table copy_to_table copy_from copy_expert insert_dataframe insert insert_df insert_arrow "
        "append",
        _CERTAIN,
        "changes a table",
    ),
    # document and key-value stores, search indexes
    _sink(
        Kind.STORE,
        "",
        "insert_one insert_many update_one update_many replace_one delete_one delete_many find_one_and_update "
        "find_one_and_replace find_one_and_delete bulk_write drop_collection delete_by_query update_by_query "
        "upsert_documents merge_or_upload_documents add_documents aadd_documents add_texts delete_collection",
        _LIKELY,
        "changes documents",
    ),
    _sink(
        Kind.STORE,
        "pymongo motor",
        "insert_one insert_many update_one update_many replace_one delete_one delete_many find_one_and_update "
        "find_one_and_replace find_one_and_delete bulk_write drop drop_collection create_collection rename "
        "drop_database create_index create_indexes drop_index drop_indexes insert update remove save",
        _CERTAIN,
        "changes documents",
    ),
    _sink(
        Kind.STORE,
        "redis aioredis valkey coredis aredis glide",
        "set setex setnx psetex mset msetnx getset getdel append setrange incr incrby incrbyfloat decr decrby hset "
        "hsetnx hmset hincrby hincrbyfloat hdel lpush rpush lpushx rpushx lpop rpop lset lrem ltrim linsert "
        "rpoplpush lmove blpop brpop sadd srem spop smove zadd zrem zincrby zremrangebyrank zremrangebyscore zpopmin "
        "zpopmax delete unlink expire expireat pexpire persist rename renamenx flushdb flushall xadd xdel xtrim xack "
        "publish pfadd geoadd setbit copy move restore json_set",
        _CERTAIN,
        "changes keys",
    ),
    _sink(
        Kind.STORE,
        "pymemcache aiomcache memcache pylibmc",
        "set add replace append prepend cas delete incr decr touch flush_all set_many delete_many set_multi",
        _CERTAIN,
        "changes keys",
    ),
    _sink(
        Kind.STORE,
        "elasticsearch opensearchpy elastic_transport",
        "index create update delete delete_by_query update_by_query bulk reindex put_mapping put_settings put_template "
        "put_alias delete_alias open close forcemerge",
        _CERTAIN,
        "changes documents",
    ),
    _sink(
        Kind.STORE,
        "qdrant_client chromadb pinecone weaviate pymilvus lancedb",
        "upsert upload_points upload_collection upload_records add add_texts update delete insert create_collection "
        "delete_collection get_or_create_collection create_index delete_index recreate_collection drop_collection "
        "set_payload overwrite_payload delete_vectors create insert_many delete_many delete_by_id modify drop_table "
        "create_table",
        _CERTAIN,
        "changes a vector store",
    ),
    _sink(
        Kind.STORE,
        "neo4j",
        "execute_write write_transaction",
        _LIKELY,
        "runs a write transaction",
    ),
    # mail and chat
    _sink(Kind.MESSAGE, "smtplib aiosmtplib", "sendmail send_message send", _CERTAIN, "sends mail"),
    _sink(
        Kind.MESSAGE,
        "sendgrid mailjet_rest postmarker resend mailchimp_transactional python_http_client mailgun yagmail emails "
        "redmail flask_mail fastapi_mail",
        "send send_message send_email create post",
        _CERTAIN,
        "sends mail",
    ),
    _sink(
        Kind.MESSAGE,
        "django",
        "send_mail send_mass_mail mail_admins mail_managers send send_messages",
        _CERTAIN,
        "sends mail",
    ),
    _sink(
        Kind.MESSAGE,
        "",
        "chat_postMessage chat_update chat_delete chat_postEphemeral chat_scheduleMessage conversations_create "
        "conversations_invite conversations_archive conversations_join reactions_add reactions_remove files_upload "
        "files_upload_v2 pins_add send_mail send_email sendMessage send_message_draft",
        _LIKELY,
        "sends a message",
    ),
    _sink(
        Kind.MESSAGE,
        "slack_sdk slack discord telegram telethon pyrogram twilio nio matrix_client vonage messagebird linebot "
        "aiogram telebot slack_bolt zulip mattermostdriver",
        "send send_message send_photo send_document send_file edit_message delete_messages create edit delete reply "
        "reply_text publish room_send post api_call",
        _LIKELY,
        "sends a message",
    ),
    # queues
    _sink(
        Kind.QUEUE,
        "",
        "basic_publish apply_async delay send_task send_messages schedule_message publish_message",
        _LIKELY,
        "publishes a job or message",
    ),
    _sink(
        Kind.QUEUE,
        "pika aio_pika kombu kafka aiokafka confluent_kafka nats stan paho aiomqtt stomp zmq azure google redis rq "
        "dramatiq arq faststream pulsar celery huey saq taskiq",
        "publish produce send send_and_wait basic_publish enqueue enqueue_job enqueue_call kiq send_task delay "
        "apply_async enqueue_in enqueue_at schedule",
        _CERTAIN,
        "publishes a job or message",
    ),
)

# --- clients of services --------------------------------------------------------------------------------------

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

BY_NAME: Final[Mapping[str, tuple[Sink, ...]]] = {
    name: tuple(sink for sink in SINKS if name in sink.names) for name in {n for sink in SINKS for n in sink.names}
}
"""The sinks that know a name, in their order."""
GUARDS: Final = word_set(
    "read_only readonly is_read_only is_readonly is_select is_select_query validate_query validate_sql "
    "is_safe_query sqlglot sqlparse startswith _is_read_only READ_ONLY readonly_mode check_query"
)
"""Identifiers in a tool's function that say it looks at a statement before it is run."""
