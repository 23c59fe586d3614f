"""What all tests share."""

from hypothesis import HealthCheck, settings

# The same problems in every run, so that a failure can be looked at again.
settings.register_profile(
    "exactree",
    max_examples=2_000,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("exactree")
