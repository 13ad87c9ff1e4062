"""What is punished how: a catalogue of infractions as data, ours or a series' own, and what each penalty does."""
