"""The chain of stages of an event on the site: chosen by its organiser, and what each asks of its matches."""
