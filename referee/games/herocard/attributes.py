"""The three Attributes of a Hero, as the position and the rulebook name them."""

ATTRIBUTES = (("body", "Body"), ("mind", "Mind"), ("x", "Attribute X"))
