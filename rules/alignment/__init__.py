"""Two logs of one game, laid beside each other: what agrees, what each knows of the other, where they part.

    alignment = align(game, first, second)

``telling`` says whether two entries tell the same, and what both know of it together. ``edit_path`` pairs the entries
of two logs by that; around what is left unpaired (``windows``), ``explanations`` lists in how few slips of the pen the
two could have become what they are, and ``hypotheses`` lets the engine judge each: the cheapest that the rules bear out
is taken (``search``). What comes of it is the ``merged`` log, and the first entries that cannot both stand.
"""
