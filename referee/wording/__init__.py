"""What the engines say, in the reader's language: engines speak English, pages translate by these books."""
