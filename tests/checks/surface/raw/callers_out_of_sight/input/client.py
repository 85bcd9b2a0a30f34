"""Arguments of a model's call that a caller gives: seen, empty, or out of sight."""

import boto3
import litellm
from openai import OpenAI

client = OpenAI()
bedrock = boto3.client("bedrock-runtime")


def seen(**options):
    return client.chat.completions.create(model="m", **options)


def seen_without_tools(**options):
    return client.responses.create(model="m", **options)


def use():
    seen(messages=[], tools=[{"type": "function", "function": {"name": "given_by_its_caller", "parameters": {}}}])
    seen_without_tools(input="hello")


def out_of_sight(**options):
    return client.chat.completions.create(model="m", **options)


def as_a_parameter(messages, tools):
    return client.chat.completions.create(model="m", messages=messages, tools=tools)


def of_a_dictionary(request: dict):
    return bedrock.converse(**request)


def of_a_client(somebody, **options):
    return somebody.messages.create(**options)


def routed(**options):
    return litellm.completion(**options)


def no_model(repository, **options):
    repository.create(**options)
    return client.embeddings.create(**options)
