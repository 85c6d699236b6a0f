"""Records, reviews and the solver over HTTP."""
