"""Thousands of people over real WebSockets, in processes of their own, growing until it bends.

**The mix**, for each table of four: every fifth has a bot in its last seat; each laid table is drafted twice
while its player thinks; one move in a hundred is followed by a reload of the page; every tenth table has a
spectator, every tenth a slow phone, which reads nothing for 0.2 to 1 s after every message. Games that end
are followed by another at the same table. People call from an address of their own for each table.

A time runs from the sending of a move until everybody at the table has seen it, slow phones aside: they are
not waited for, and their own moves do not count, since they read the answer up to a second late.
"""
