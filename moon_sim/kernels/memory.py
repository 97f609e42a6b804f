"""A search's memory: one array of integers, and the only operations that reach past numba's safety.

Numba counts references to arrays, atomically and in the innermost loop too, and passes an array
to a function as seven words. So kernels lend their one array out as a bare address. That is safe
because of three things, which hold for all that is done here:

- The owner outlives the loan. `lend` is called by a kernel on an array that it got as an argument;
  whoever called the kernel holds a reference until it returns, and an address is never stored.
- An index is a constant of `moon_sim.kernels.state` plus a number that a table or a mask bounds:
  what stands where is laid out there, and `moon_sim.solver.memory` makes no array that is smaller.
- One thread writes to one array: each thread has its own.

With compilation switched off an address is the array itself, and NumPy checks each index: the tests
run the solver that way, too.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numpy.typing import NDArray

Address = Any
"""Where a lent array begins: a number in a kernel, the array in plain Python."""


def lend(memory: NDArray[np.int64]) -> Address:
    """Return the address of a one-dimensional array that the kernel's caller owns."""
    return memory


def word(at: Address, index: int) -> int:
    """Return the integer at an index."""
    return int(at[index])


def put(at: Address, index: int, value: int) -> None:
    """Write an integer."""
    at[index] = value


def byte(at: Address, index: int, offset: int) -> int:
    """Return one of the bytes that stand from the integer at an index on."""
    return int(at.view(np.uint8)[8 * index + offset])


@intrinsic
def _lend(_typing: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        struct = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.ptrtoint(struct.data, cgutils.intp_t)

    return types.int64(array), generate


@intrinsic
def _word(_typing: Any, _at: Any, _index: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        start = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        return builder.load(builder.gep(start, [args[1]]))

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _put(_typing: Any, _at: Any, _index: Any, _value: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        start = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        builder.store(args[2], builder.gep(start, [args[1]]))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), generate


@intrinsic
def _byte(_typing: Any, _at: Any, _index: Any, _offset: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        start = builder.inttoptr(args[0], ir.IntType(64).as_pointer())
        first = builder.bitcast(builder.gep(start, [args[1]]), ir.IntType(8).as_pointer())
        return builder.zext(builder.load(builder.gep(first, [args[2]])), ir.IntType(64))

    return types.int64(types.int64, types.int64, types.int64), generate


overload(lend)(lambda memory: lambda memory: _lend(memory))  # type: ignore[call-arg]
overload(word)(lambda at, index: lambda at, index: _word(at, index))  # type: ignore[call-arg]
overload(put)(lambda at, index, value: lambda at, index, value: _put(at, index, value))  # type: ignore[call-arg]
overload(byte)(lambda at, index, offset: lambda at, index, offset: _byte(at, index, offset))  # type: ignore[call-arg]
