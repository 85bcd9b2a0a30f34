import functools

import boto3
from fastmcp import FastMCP

mcp = FastMCP("records")


def with_storage(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(boto3.client("s3"), *args, **kwargs)

    return wrapper


@mcp.tool
@with_storage
def get_record(storage, record_id: str) -> object:
    """Show one record."""
    return storage.get_object(Bucket="records", Key=record_id)


@mcp.tool
@with_storage
def find_record(storage, record_id: str) -> object:
    """Find one record."""
    storage.put_object(Bucket="records", Key="last", Body=record_id)
    return storage.get_object(Bucket="records", Key=record_id)
