"""Timestamps, Durations and texts for Hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

FIRST, LAST = -62135596800, 253402300799  # 0001-01-01T00:00:00Z, 9999-12-31T23:59:59Z
LONGEST = 315576000000  # seconds of a Duration

# Seconds where calendars and programs go wrong, each with its neighbours.
TURNS = {
    "first": FIRST,
    "last": LAST,
    "epoch": 0,
    "2000-02-29": 951782400,
    "2000-03-01": 951868800,
    "1900-03-01": -2203891200,  # the second before is of 28 February
    "year 100": -59011459200,
    "year 1000": -30610224000,
    "year 2000": 946684800,
    "2038-01-19T03:14:08": 2**31,
    "int32": -(2**31),
    "longest": LONGEST,
    "shortest": -LONGEST,
}
EDGE_SECONDS = sorted({turn + i for turn in TURNS.values() for i in (-1, 0, 1)})
EDGE_NANOS = [0, 1, 10, 999, 1_000, 1_001, 1_000_000, 1_000_001]
EDGE_NANOS += [123_456_789, 999_999_999]
BAD_NANOS = [-1, -1_000, -999_999_999, -1_000_000_000, 1_000_000_000, 2**31 - 1]
BAD_NANOS += [-(2**31)]

# Whatever the fields of a message can hold.
any_seconds = (
    st.integers(FIRST, LAST)
    | st.integers(-(2**63), 2**63 - 1)
    | st.sampled_from(EDGE_SECONDS)
)
fraction = st.one_of(
    st.just(0),
    st.integers(0, 999).map(lambda n: n * 1_000_000),
    st.integers(0, 999_999).map(lambda n: n * 1_000),
    st.integers(0, 999_999_999),
    st.sampled_from(EDGE_NANOS),
)
any_nanos = fraction | st.sampled_from(BAD_NANOS) | st.integers(-(2**31), 2**31 - 1)


def digits(
    least: int, most: int, alphabet: str = "0123456789"
) -> st.SearchStrategy[str]:
    return st.text(alphabet, min_size=least, max_size=most)


# Fields of every width, and those that int(), float() or strptime() take beside the
# digits of ASCII: other scripts, signs, spaces, underscores.
odd_digits = digits(0, 3, "0123456789٣६ _+-")
two = st.integers(0, 99).map(lambda n: f"{n:02}") | odd_digits
day = st.integers(0, 32).map(lambda n: f"{n:02}") | odd_digits
month = st.integers(0, 13).map(lambda n: f"{n:02}") | odd_digits
sixty = st.integers(0, 62).map(lambda n: f"{n:02}") | two
year = st.integers(0, 9999).map(lambda n: f"{n:04}") | digits(0, 5)
dot = st.sampled_from(["", ".", ",", ".."])
decimals = st.builds(
    "".join,
    st.tuples(dot, digits(0, 11) | st.sampled_from(["1_2", "9e-3", "1e2", "\u0665"])),
) | st.just("")
offset = st.one_of(
    st.just("Z"),
    st.builds(
        "{}{}:{}".format,
        st.sampled_from("+-"),
        st.integers(0, 26).map("{:02}".format),
        sixty,
    ),
    st.builds("{}{}{}{}".format, st.sampled_from(["+", "-", ""]), two, dot, two),
    st.sampled_from(["", "z", "ZZ", "Z ", "Z\n", "Z\0", "+", "-", "+00", "+0000"]),
    st.sampled_from(["+24:00", "+99:99", "+00:60", "+1:2:3", "+ 1: 30", "\u221201:00"]),
)
# Mostly right, so that what is wrong is wrong in one place.
timestamp_text = st.builds(
    "{}-{}-{}{}{}:{}:{}{}{}".format,
    st.integers(1, 9999).map("{:04}".format) | year,
    st.integers(1, 12).map("{:02}".format) | month,
    st.integers(1, 31).map("{:02}".format) | day,
    st.just("T") | st.sampled_from(["t", " ", "", "TT"]),
    st.integers(0, 23).map("{:02}".format) | two,
    st.integers(0, 59).map("{:02}".format) | sixty,
    st.integers(0, 59).map("{:02}".format) | sixty,
    decimals,
    offset,
)
duration_text = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["", "-", "+", " ", "--", "-0"]),
    st.integers(0, LONGEST + 1).map(str) | digits(0, 14) | odd_digits,
    decimals,
    st.just("s") | st.sampled_from(["", "S", "s ", "ss", "ms", "s\n", "s\0"]),
)
no_text: st.SearchStrategy[object] = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.binary()
    | st.lists(st.text(), max_size=1)
)


def edited(text: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """With one character replaced, put in or left out."""

    def edit(given: str, at: int, character: str, cut: int) -> str:
        at %= len(given) + 1
        return given[:at] + character + given[at + cut :]

    alphabet = st.sampled_from([*"0129TZtz:+-. s_", "", "\0", "\n", "é", "٣", "\ud800"])
    return st.builds(edit, text, st.integers(0, 40), alphabet, st.integers(0, 1))
