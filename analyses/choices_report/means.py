"""Means of skewed numbers that come in clusters, with intervals."""

from moon_sim.stats import FEWEST, mean_by, share_by

__all__ = ["FEWEST", "mean_by", "share_by"]
