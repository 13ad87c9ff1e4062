"""Prizes by place: shown with the standings, and who wins what."""
