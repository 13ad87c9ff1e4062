"""What every HeroCard game shares: Heroes, stacks, the turn, Action cards, the Attack Sequence."""
