from core import Tool


class Cancel(Tool):
    label = "cancel_order"


class Refund(Tool):
    label = "refund_order"
