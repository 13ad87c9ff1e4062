"""HeroCard: the core rules, duels (``duel``) and Nightmare (``nightmare``) on the same core."""
