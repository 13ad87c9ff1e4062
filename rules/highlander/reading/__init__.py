"""Reading a position: what lies where, what is known of it, what holds of each player. Nothing here judges an entry or
changes anything."""
