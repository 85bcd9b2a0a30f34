from elsewhere import EVERYONE

from toolcrib.manifest import Agent, Manifest, Pins, ToolRow

COUNT = 3
COUNT = 4
NAMES = ["chat"]
NAMES.append("bot")

TOOL_MANIFEST = Manifest(
    agents={"chat": Agent(empty_selection="nothing"), "bot": {"empty_selection": "none"}},
    capabilities={"schedules": {"feature": None}},
    tools={
        "list_schedules": ToolRow(
            description="List " + str(COUNT), capability="schedule", mutates=False, agents=EVERYONE
        ),
        "show_schedule": {"description": f"Show {COUNT}.", "capability": "schedules", "mutates": 0, "agents": NAMES},
        "drop_schedule": {"description": "x", "mutates": bool(COUNT), "agents": [n for n in NAMES if n]},
    },
    pins=Pins(mutating={"drop_schedule": "TODO"}),
)
