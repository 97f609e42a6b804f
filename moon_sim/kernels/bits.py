"""Bit operations on masks, one machine instruction each.

The plain functions are what Python runs with compilation switched off; numba takes the
intrinsics below instead.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic, overload


def popcount(mask: int) -> int:
    """Return the number of bits set."""
    return int(mask).bit_count()


def lowest(mask: int) -> int:
    """Return the index of the lowest bit set; `mask` is not 0."""
    return (int(mask) & -int(mask)).bit_length() - 1


def highest(mask: int) -> int:
    """Return the index of the highest bit set, and -1 for no bit."""
    return int(mask).bit_length() - 1


def variable(number: int) -> int:
    """Return a constant as a variable: for each constant argument numba compiles a kernel anew."""
    return int(number)


@intrinsic
def _ctpop(_typing: Any, _mask: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _cttz(_typing: Any, _mask: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        undefined_at_0 = context.get_constant(types.boolean, True)
        return builder.cttz(args[0], undefined_at_0)

    return types.int64(types.int64), generate


@intrinsic
def _ctlz(_typing: Any, _mask: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        undefined_at_0 = context.get_constant(types.boolean, False)
        return builder.ctlz(args[0], undefined_at_0)

    return types.int64(types.int64), generate


overload(variable)(lambda number: lambda number: np.int64(number))
overload(popcount)(lambda mask: lambda mask: _ctpop(mask))  # type: ignore[call-arg]
overload(lowest)(lambda mask: lambda mask: _cttz(mask))  # type: ignore[call-arg]
overload(highest)(lambda mask: lambda mask: 63 - _ctlz(mask))  # type: ignore[call-arg]
