"""Names under packages that write: files, mappers, stores, mail, queues.

Room: checks, middle. Data only. Touch it to teach a library. Not here: how a call is matched with it (`_sinks`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from toolcrib.checks.writes._names import word_set
from toolcrib.checks.writes._types import Kind, Weight


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
    _sink(Kind.FILE, "numpy", "save savez savez_compressed savetxt tofile memmap", _LIKELY, "writes a file"),
    _sink(
        Kind.FILE,
        "git",
        "commit add remove move checkout write create_head create_tag create_remote create_submodule delete_head "
        "delete_tag delete_remote clone clone_from init pull reset merge_tree apply set_reference "
        "set_commit set_url rename",
        _CERTAIN,
        "changes a repository",
    ),
    _sink(Kind.FILE, "git", "push", _CERTAIN, "changes a repository elsewhere"),
    _sink(
        Kind.FILE,
        "pygit2 dulwich",
        "commit create_commit create_branch create_tag push add add_all remove checkout reset stage do_commit "
        "branch_create branch_delete tag_create tag_delete rm merge",
        _LIKELY,
        "changes a repository",
    ),
    # processes, the registry, other machines
    _sink(Kind.PROCESS, "psutil", "kill terminate suspend resume send_signal nice", _CERTAIN, "changes a process"),
    _sink(
        Kind.FILE,
        "winreg",
        "SetValue SetValueEx CreateKey CreateKeyEx DeleteKey DeleteKeyEx DeleteValue",
        _CERTAIN,
        "changes the registry",
    ),
    _sink(Kind.MESSAGE, "socket", "send sendall sendto sendmsg sendfile", _LIKELY, "sends data to another program"),
    _sink(
        Kind.MESSAGE,
        "telnetlib telnetlib3 serial usb can smbus",
        "write send",
        _LIKELY,
        "sends data to a device",
    ),
    _sink(
        Kind.FILE,
        "ftplib aioftp pysftp paramiko asyncssh smbclient smb",
        "storbinary storlines delete remove rename mkd rmd mkdir rmdir put putfo put_d put_r upload upload_stream "
        "posix_rename chmod chown symlink truncate unlink rmtree copyfile storeFile deleteFiles",
        _CERTAIN,
        "changes files of another machine",
    ),
    _sink(
        Kind.MESSAGE,
        "imaplib aioimaplib imap_tools",
        "store append copy expunge delete create rename move flag subscribe unsubscribe",
        _LIKELY,
        "changes a mailbox",
    ),
    _sink(
        Kind.MESSAGE,
        "netmiko napalm",
        "send_config_set send_config_from_file commit_config load_merge_candidate "
        "load_replace_candidate rollback save_config",
        _CERTAIN,
        "changes a device",
    ),
    _sink(Kind.FILE, "urllib", "urlretrieve", _LIKELY, "writes a file"),
    _sink(
        Kind.FILE, "openpyxl docx pptx PIL fitz pypdf PyPDF2 nbformat h5py", "save save_as", _LIKELY, "writes a file"
    ),
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
BY_NAME: Final[Mapping[str, tuple[Sink, ...]]] = {
    name: tuple(sink for sink in SINKS if name in sink.names) for name in {n for sink in SINKS for n in sink.names}
}
"""The sinks that know a name, in their order."""
