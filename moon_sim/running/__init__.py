"""Work on all cores: kernels compiled once, jobs in threads, in processes and on a cluster.

Jobs come in and their results go out in the jobs' order, the same whatever does them. Long work is
done in pieces, which are kept in a file as they are finished, so that it goes on where it was.
Files appear whole or not at all.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
