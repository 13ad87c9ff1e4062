"""Standings, pairings and brackets for other people's pages: made for nobody in particular, framed by anybody."""
