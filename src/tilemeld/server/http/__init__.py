"""HTTP: endpoints and calls, the listener, static files, former addresses."""
