"""Rules at hand: every entry of the rulebooks and every card, to browse, to search and to see shown by an example."""
