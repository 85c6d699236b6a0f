"""HTTP and WebSockets around the service; ``app.create_app`` is the only place that wires things."""
