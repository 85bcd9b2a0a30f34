from toolcrib.manifest import Manifest

TOOL_MANIFEST = Manifest(
    agents={"chat": {"empty_selection": "defaults"}},
    capabilities={"schedules": {"feature": "schedules"}},
    tools={
        "list_schedules": {
            "description": "List the schedules of a project.",
            "capability": "schedules",
            "mutates": False,
            "agents": ["chat"],
        },
        # toolcrib: ignore[TC102] the exporter lives in another repository
        "export_schedule": {
            "description": "Export a schedule as a file.",
            "capability": "schedules",
            "mutates": False,
            "agents": ["chat"],
        },
    },
)
