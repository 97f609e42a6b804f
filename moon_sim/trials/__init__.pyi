from .comparison import trial as trial
from .results import Trial as Trial
from .text import trial_parts as trial_parts
from .truth import Truth as Truth
