"""The parts that every game shares: logs, verdicts, replay, knowledge of cards, secrets, scenarios."""
