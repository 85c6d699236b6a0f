"""Messages of the catalogue, filled in: values and plural forms, for every room that speaks to people."""
