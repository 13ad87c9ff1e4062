"""Notifications for players who ask for them: on a phone by Web Push, by e-mail; asked for, written, sent."""
