"""The front of the pages: takes requests in, reads their bodies within limits, and has Django answer whole ones.

A request reaches one of the few threads that run Django when all of it is here, never before: who sends slowly waits
by himself. Decision 32 says why this is here and what it costs.
"""
