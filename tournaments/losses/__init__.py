"""What penalties cost at a table: games and matches that are lost, points that are taken."""
