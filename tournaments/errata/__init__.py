"""Errata of a series: cards with other facts and options of the rules, from a day on."""
