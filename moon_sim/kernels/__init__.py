"""Compiled kernels: they know integers and arrays, and nothing else of the package.

Their wrappers check every argument; in here nothing is validated, raised, printed or random.
"""
