"""A game on paper: the codec, records that verify, their schema, the provable shuffle."""
