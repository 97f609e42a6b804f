from .comparison import trial as trial
from .results import Trial as Trial
from .text import trial_parts as trial_parts
