"""Penalties: given by what the policy says, stepped up, replaced, taken back; and what follows from them."""
