"""Webhooks: endpoints of an event, and what is sent to them."""
