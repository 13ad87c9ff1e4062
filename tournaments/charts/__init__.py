"""What an event looks like as pictures: places over the rounds, how long matches took, which decks were played."""
