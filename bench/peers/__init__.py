"""The same kind of work on other engines in the same run, as ratios to ours."""
