"""Match points given or taken by staff in a round."""
