from .compiling import compiled_once as compiled_once
from .processes import Workers as Workers
from .processes import deaf as deaf
from .processes import listen as listen
from .threads import Progress as Progress
from .threads import run_jobs as run_jobs
from .threads import thread_count as thread_count
