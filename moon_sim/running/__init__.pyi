from .children import end_with_parent as end_with_parent
from .children import listen as listen
from .children import run_program as run_program
from .compiling import compiled_once as compiled_once
from .processes import Workers as Workers
from .threads import Progress as Progress
from .threads import run_jobs as run_jobs
from .threads import thread_count as thread_count
