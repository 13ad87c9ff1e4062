"""The last few of something that is dear to make, in the memory of this process.

What is kept is found by all that it was made from, so it is never out of date; what is not asked for gives way.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from threading import Lock
from typing import Any, Generic, TypeVar
from weakref import WeakSet

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)

_all: WeakSet[Memory[Any]] = WeakSet()


class Memory(Generic[T]):
    """Up to ``most`` things, of a total weight up to ``heaviest`` where ``weigh`` says what one weighs. Whoever asks
    for one that is being made waits for it. What weighs more than all may together is given and not kept.
    """

    def __init__(
        self, most: int, heaviest: int | None = None, weigh: Callable[[T], int] = lambda one: 0
    ) -> None:
        self._most = most
        self._heaviest = heaviest
        self._weigh = weigh
        self._weight = 0
        # Each with what it weighed when it was made: it is asked once, so that what comes in goes out again.
        self._kept: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()
        self._making: dict[Hashable, Lock] = {}
        _all.add(self)

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The one of this key."""
        while True:
            with self._lock:
                kept = self._kept.get(key)
                if kept is not None:
                    self._kept.move_to_end(key)
                    return kept[0]
                making = self._making.setdefault(key, Lock())
            # One makes it; who asks for another waits for nobody.
            with making:
                with self._lock:
                    if self._making.get(key) is not making:
                        continue  # it was made meanwhile, or could not be
                try:
                    made = make()
                    weight = self._weigh(made)
                    with self._lock:
                        self._keep(key, made, weight)
                finally:
                    with self._lock:
                        self._making.pop(key, None)
                return made

    def several(self, keys: Sequence[K], make: Callable[[Sequence[K]], Mapping[K, T]]) -> list[T]:
        """Those of these keys, in their order. The first that is not kept is made together with all behind it."""
        made: dict[K, T] = {}

        def one(place: int) -> T:
            if keys[place] not in made:
                made.update(make(keys[place:]))
            return made[keys[place]]

        return [self.get(key, partial(one, place)) for place, key in enumerate(keys)]

    def _keep(self, key: Hashable, made: T, weight: int) -> None:
        if self._heaviest is not None and weight > self._heaviest:
            return
        self._kept[key] = (made, weight)
        self._weight += weight
        while len(self._kept) > self._most or (self._heaviest is not None and self._weight > self._heaviest):
            _, (_, gone) = self._kept.popitem(last=False)
            self._weight -= gone

    def forget(self) -> None:
        """Empties it."""
        with self._lock:
            self._kept.clear()
            self._weight = 0


def forget_all() -> None:
    """Empties every memory. For tests, whose databases use the same keys again."""
    for memory in list(_all):
        memory.forget()
