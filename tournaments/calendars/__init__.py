"""Events for the calendars of phones and desks: one, or all of a series, as iCalendar (RFC 5545)."""
