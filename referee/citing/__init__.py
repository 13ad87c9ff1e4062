"""Rules, cards and precedents cited by rulings, answers and decisions: picked from search, kept, shown."""
