from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from fastmcp import FastMCP
from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

mcp = FastMCP("billing")


@dataclass(frozen=True)
class Where:
    account_no: str
    page: int = field(default=0)


class Span(NamedTuple):
    customer_ref: str


class Keys(TypedDict, total=False):
    teamPk: int


class Filter(BaseModel):
    model_config = ConfigDict(populate_by_name=True)

    plain: str = ""
    p: Annotated[str, Field(alias="workspaceId")] = ""
    org_id: str = Field(default="", validation_alias=AliasChoices("orgSlug", "organisation"))


@mcp.tool
def list_invoices(
    project_ids: list[str],
    where: Where,
    spans: list[Span],
    keys: Keys | None = None,
    filter: "Filter | None" = None,
    later: "Later | None" = None,
    u: Annotated[str, Field(alias="userId", description="Who asks")] = "",
) -> list[str]:
    """List invoices."""
    return []


class Later(BaseModel):
    client_uid: str
