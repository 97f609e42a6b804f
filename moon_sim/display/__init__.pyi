from .result import Result as Result
from .result import html_of as html_of
from .text import listed as listed
from .text import new_table as new_table
from .text import percent as percent
from .text import percent_range as percent_range
from .text import starred as starred
from .text import trump_words as trump_words
