from .numbering import HANDS as HANDS
from .numbering import HOLDINGS as HOLDINGS
from .numbering import mask_of as mask_of
from .numbering import masks_of as masks_of
from .numbering import number_of as number_of
from .numbering import numbers_of as numbers_of
from .numbering import with_widows as with_widows
