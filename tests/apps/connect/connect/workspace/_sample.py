"""The first day: two projects of one builder, and one of another, who is nobody's business here."""

from __future__ import annotations

from datetime import date

from connect.permissions import Feature
from connect.workspace._records import (
    Activity,
    AlertRule,
    App,
    InfoSheet,
    Member,
    Playbook,
    Project,
    Recording,
    Schedule,
    Settings,
    Sheet,
    Spec,
    Topic,
    Update,
)

QUERIES = {
    "overdue_activities": "activities of :project_id in :workspace_id that are late",
    "open_topics": "info sheet topics of :project_id in :workspace_id without a disposition",
}


AGENTS = ("chat", "app-builder", "schedule-builder", "info-sheet", "means-methods", "update-writer")
EVERYTHING = frozenset(Feature)


def members() -> list[Member]:
    return [
        Member("ana", "arden", EVERYTHING, frozenset({"p-river", "p-hill"})),
        Member("bo", "arden", frozenset({Feature.PROJECTS, Feature.DRAWINGS}), frozenset({"p-hill"})),
        Member("zoe", "delta", EVERYTHING, frozenset({"p-mill"})),
    ]


def settings() -> list[Settings]:
    return [Settings(agent) for agent in AGENTS]


def projects() -> list[Project]:
    return [
        Project(
            "p-river",
            "arden",
            "River Bridge",
            "City of Arden",
            "building",
            ["ana", "bo"],
            {"deck poured": date(2026, 9, 1), "opened": date(2027, 3, 1)},
        ),
        Project(
            "p-hill", "arden", "Hill School", "County Schools", "planning", ["bo", "cy"], {"permit": date(2026, 5, 15)}
        ),
        Project("p-mill", "delta", "Mill Bridge", "Delta County", "planning", ["zoe"]),
    ]


def schedules() -> list[Schedule]:
    river = [
        Activity("a1", "Excavate", 10, done=True),
        Activity("a2", "Pour piers", 20, ("a1",)),
        Activity("a3", "Order steel", 15),
        Activity("a4", "Set girders", 8, ("a2", "a3")),
        Activity("a5", "Pour deck", 12, ("a4",)),
    ]
    earlier = tuple(Activity(a.id, a.name, a.days + (2 if a.id == "a2" else 0), a.after) for a in river[:4])
    return [
        Schedule("s-river", "p-river", "Bridge, baseline", date(2026, 6, 1), river, {"snap-1": earlier}),
        Schedule("s-hill", "p-hill", "School, concept", date(2026, 8, 3), [Activity("h1", "Survey", 5)]),
        Schedule("s-mill", "p-mill", "Mill, secret", date(2026, 9, 1), [Activity("m1", "Survey", 5)]),
    ]


def sheets() -> list[Sheet]:
    return [
        Sheet("S-101", "p-river", "structural", "Pier plan", ["Pier P1 at 12 m", "Pier P1 at 14 m, pier P2 added"]),
        Sheet("S-102", "p-river", "structural", "Deck section", ["Deck 220 mm on girders"]),
        Sheet("A-001", "p-hill", "architectural", "Site plan", ["Two wings, one court"]),
        Sheet("M-001", "p-mill", "structural", "Mill girders", ["Girders of the mill"]),
    ]


def specs() -> list[Spec]:
    return [
        Spec("03-30-00", "p-river", "03 30 00", "Concrete", "Class 40 in piers and deck.", ["mix design", "cure log"]),
        Spec("05-12-00", "p-river", "05 12 00", "Steel", "Girders of weathering steel.", ["mill certificates"]),
    ]


def recordings() -> list[Recording]:
    return [
        Recording(
            "r-1",
            "p-river",
            "Coordination, week 12",
            30,
            [("ana", "The steel is two weeks late."), ("bo", "Then the girders wait for steel.")],
        ),
        Recording("r-2", "p-hill", "Kick-off", 45, [("cy", "The county wants one court.")]),
        Recording("r-9", "p-mill", "Behind closed doors", 10, [("zoe", "The girders are ours.")]),
    ]


def updates() -> list[Update]:
    return [
        Update("u-1", "p-river", "March", "published", {"progress": "Excavation is done."}),
        Update("u-9", "p-mill", "April", "draft", {"progress": "Not yet public."}),
    ]


def info_sheets() -> list[InfoSheet]:
    return [
        InfoSheet(
            "p-river",
            {"structure": "girder bridge"},
            [
                Topic("t-1", "Which concrete class?", ["03 30 00: Class 40 in piers and deck."]),
                Topic("t-2", "Who supplies the steel?", []),
            ],
        )
    ]


def apps() -> list[App]:
    return [
        App("app-1", "p-river", "Pour log", True, {"main.js": "show(pours)", "about.md": "# Pour log"}),
        App("app-9", "p-mill", "Mill log", True, {"main.js": "show(mill)"}),
    ]


def playbooks() -> list[Playbook]:
    return [
        Playbook("pb-late", "Late deliveries", "chat", "Name the activity, its float and who was told."),
        Playbook("pb-app", "Small apps", "app-builder", "One screen, one question."),
    ]


def alert_rules() -> list[AlertRule]:
    return [
        AlertRule("al-1", "arden", "late activities", 3, ["a3 is two weeks late"]),
        AlertRule("al-2", "arden", "open topics", 10),
        AlertRule("al-9", "delta", "late activities", 1, ["m1 is late"]),
    ]
