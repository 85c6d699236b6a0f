"""PostgreSQL: the store for several servers, and its notifications as their bus."""
