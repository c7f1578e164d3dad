"""Two builds of the engine side by side: times as ratios with intervals, instructions as counts."""
