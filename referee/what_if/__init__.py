"""“What if”: play tried on the board from an entry of a log on, by touching, judged and not stored."""
