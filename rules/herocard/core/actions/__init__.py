"""The actions of players, one file for each concern of the rulebook: ``verify`` judges, ``perform`` carries out."""
