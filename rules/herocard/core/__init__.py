"""The core that both HeroCard games share: Heroes, stacks, the turn, Action cards, the Attack Sequence."""
