"""What unpack() returns: loaded when it is first needed.

It is a class of Python, not a struct sequence, because in a build without a GIL
such classes alone count their instances for each thread apart: threads that
unpack would otherwise all write to the reference count of one type.
"""


class Fields(tuple[int, int, int, int, int, int, int]):
    """The fields of a packed word, in UTC: a named tuple of ints.

    year: 0 to 9999; month: 1 to 12; day: 1 to 31; hour: 0 to 23; minute and
    second: 0 to 59; weekday: 0 to 6, Monday is 0. unpack() makes them.

    >>> gnomon.unpack(gnomon.pack(784111777)).weekday
    6

    Source: the clock word of this library, see pack().
    """

    __slots__ = ()
    __module__ = "gnomon"  # where people find it, and pickle too
    __match_args__ = ("year", "month", "day", "hour", "minute", "second", "weekday")

    @property
    def year(self) -> int:
        """0 to 9999"""
        return self[0]

    @property
    def month(self) -> int:
        """1 to 12"""
        return self[1]

    @property
    def day(self) -> int:
        """1 to 31"""
        return self[2]

    @property
    def hour(self) -> int:
        """0 to 23"""
        return self[3]

    @property
    def minute(self) -> int:
        """0 to 59"""
        return self[4]

    @property
    def second(self) -> int:
        """0 to 59"""
        return self[5]

    @property
    def weekday(self) -> int:
        """0 to 6, Monday is 0"""
        return self[6]

    def __repr__(self) -> str:
        fields = zip(self.__match_args__, self, strict=False)
        return (
            f"gnomon.Fields({', '.join(f'{name}={value}' for name, value in fields)})"
        )
