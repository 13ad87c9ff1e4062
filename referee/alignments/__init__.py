"""Two logs of one game laid beside each other, for judges who do not play: found, kept, shown, merged."""
