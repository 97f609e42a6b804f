"""Work on all cores: kernels compiled once, jobs in threads and in processes.

Jobs come in and their results go out in the jobs' order, the same whatever the number of cores.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
