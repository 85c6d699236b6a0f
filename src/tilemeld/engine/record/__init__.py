"""Game records: the codec, records that can be verified, their schema."""
