"""What all tests share: Hypothesis runs the same everywhere and never fails for being slow."""

from hypothesis import HealthCheck, settings

settings.register_profile("tilemeld", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tilemeld")
