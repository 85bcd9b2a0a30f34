from enum import StrEnum


class Feature(StrEnum):
    BILLING = "billing.read"
    REFUNDS = "billing.refund"
