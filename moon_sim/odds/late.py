"""Tables of results that are made when they are first asked for.

What pandas makes takes a third of a second to load, more than an answer from the atlas takes; a
command that prints a few numbers can do without.
"""

from collections.abc import Callable
from typing import Generic, TypeVar, overload

T = TypeVar("T")


class Late(Generic[T]):
    """A field of a dataclass that takes its value, or a function that makes it."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, result: None, owner: type) -> "Late[T]": ...

    @overload
    def __get__(self, result: object, owner: type) -> T: ...

    def __get__(self, result: object | None, owner: type) -> "T | Late[T]":
        if result is None:
            raise AttributeError(self._name)  # so that the field has no default
        value = vars(result)[self._name]
        if callable(value):
            value = vars(result)[self._name] = value()
        made: T = value
        return made

    def __set__(self, result: object, value: T | Callable[[], T]) -> None:
        vars(result)[self._name] = value
