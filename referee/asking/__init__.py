"""A question of the rules, asked by filling in a few fields; the engine gives the verdict."""
