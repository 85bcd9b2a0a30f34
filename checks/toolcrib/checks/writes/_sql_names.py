"""Calls that run a statement, packages of databases, and words that guard a statement.

Room: checks, middle. Data only. Not here: what a statement does (`_sql`).
"""

from __future__ import annotations

from typing import Final

from toolcrib.checks.writes._names import word_set

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
GUARDS: Final = word_set(
    "read_only readonly is_read_only is_readonly is_select is_select_query validate_query validate_sql "
    "is_safe_query sqlglot sqlparse startswith _is_read_only READ_ONLY readonly_mode check_query"
)
"""Identifiers in a tool's function that say it looks at a statement before it is run."""
