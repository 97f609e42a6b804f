"""The commands of `moon-sim`, a file each; `moon_sim.cli` lists them.

Modules that need numba or pandas are imported inside the commands, so that help comes at once.
"""
