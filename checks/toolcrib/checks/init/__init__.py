"""`init`: draft the manifest of a repository that has none.

Room: checks. In: a `Surface` and a person's answers. Out: the texts of the files to write, as values.
Not here: reading the source (`toolcrib.checks.surface`), prompting and writing (`toolcrib.checks.cli`).
"""

from toolcrib.checks.init._answers import (
    UNGATED,
    Answer,
    AnswerError,
    AnswerProblems,
    Answers,
    Pattern,
    Question,
    Subject,
)
from toolcrib.checks.init._answers import parse_answer as parse_answer
from toolcrib.checks.init._answers import unused as unused_answers
from toolcrib.checks.init._draft import (
    CLIENTS,
    draft,
    draft_of,
    draft_row,
    merged,
    reads_the_same,
    stated_description,
    stated_mutates,
    subject_of,
)
from toolcrib.checks.init._evidence import hints_for, rows_with_evidence, with_evidence
from toolcrib.checks.init._files import InitError, InitProblems, Written, plan_files
from toolcrib.checks.init._questions import (
    OpenQuestion,
    Standing,
    edits_for,
    grouped,
    left_open,
    questions_behind,
    questions_in,
    questions_of,
    without_answered_questions,
)
from toolcrib.checks.init._servers import Sharing, area_of, only_serves
from toolcrib.checks.init._text import manifest_text, pins_text, questions
from toolcrib.checks.init._types import (
    OPEN,
    Draft,
    DraftAcknowledgement,
    DraftAgent,
    DraftCapability,
    DraftManifest,
    DraftRow,
    Open,
)

__all__ = [
    "CLIENTS",
    "OPEN",
    "UNGATED",
    "Answer",
    "AnswerError",
    "AnswerProblems",
    "Answers",
    "Draft",
    "DraftAcknowledgement",
    "DraftAgent",
    "DraftCapability",
    "DraftManifest",
    "DraftRow",
    "InitError",
    "InitProblems",
    "Open",
    "OpenQuestion",
    "Pattern",
    "Question",
    "Sharing",
    "Standing",
    "Subject",
    "Written",
    "area_of",
    "draft",
    "draft_of",
    "draft_row",
    "edits_for",
    "grouped",
    "hints_for",
    "left_open",
    "manifest_text",
    "merged",
    "only_serves",
    "parse_answer",
    "pins_text",
    "plan_files",
    "questions",
    "questions_behind",
    "questions_in",
    "questions_of",
    "reads_the_same",
    "rows_with_evidence",
    "stated_description",
    "stated_mutates",
    "subject_of",
    "unused_answers",
    "with_evidence",
    "without_answered_questions",
]
