"""The flow of a turn: for each verb its ``perform``, the Phases, and what follows when something happens. Imports all
floors below but not the verbs of cards, which the game hands out by name."""
