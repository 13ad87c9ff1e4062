"""The tables of logs and rulings in Django's admin, to be looked at: without what a seat or a judge alone may read."""

from tournaments.admin import show_tables

CLOSED = {
    "Appeal": ("words", "reason", "seat"),
    "Ask": ("agreed", "key"),
    "Citation": ("key", "heading"),
    "DeckAudit": ("contradictions", "failed"),
    "Dispute": ("question", "resolution"),
    "DisputePicture": ("body", "digest"),
    "DisputeRow": ("text", "payload", "seat", "seats"),
    "EntryNote": ("text", "was", "view"),
    "IssuedRuling": ("reason",),
    "LogPair": (
        "question",
        "divergence_first",
        "divergence_second",
        "same",
        "only_in_first",
        "only_in_second",
        "bound",
        "failed",
        "first_head",
        "second_head",
        "dispute",
    ),
    "LiveTable": ("confirmed", "open_hands"),
    "Precedent": ("text", "words", "open_text", "open_words"),
    "PlayedCard": ("key",),
    "PrecedentCheck": ("failures",),
    "PrecedentMention": ("key",),
    "Record": ("seats", "head", "signature", "sent_hash", "broken_how"),
    "RecordPart": ("body",),
    "Rejudged": ("entries", "outcome_before", "outcome_now", "differs"),
    "RulebookPassage": ("text",),
    "RulebookText": ("digest",),
    "SeatCode": ("code",),
    "Tap": ("key", "phone"),
}

show_tables("referee", CLOSED)
