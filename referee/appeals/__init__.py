"""Appeals to the head judge: of a ruling before play continues, of a result until the next round is published."""
