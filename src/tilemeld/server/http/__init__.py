"""HTTP: endpoints, dispatch, limits, problems, static files."""
