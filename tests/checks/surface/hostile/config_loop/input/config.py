TOOLS = [
    {"name": "cancel_order", "handler": "handlers:cancel", "enabled": True},
    {"name": "refund_order", "handler": "handlers:refund", "enabled": True},
]
