"""How a turn goes on: phases and steps that wait, priority, sides, what a purge brings back, the start and the end."""
