"""Programs to read and to run: ``python -m coalbaron_fast.envs.examples.learn --help``."""
