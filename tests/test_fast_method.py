"""Fast methods by themselves, without protobuf: they behave as functions of a class."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import pickle
import weakref
from typing import Any

import isolated
import pytest

from gnomon import _core


class Moment:
    """Has the fields of a Timestamp, and methods like its own."""

    def __init__(self, seconds: Any = 0, nanos: Any = 0) -> None:
        self.seconds = seconds
        self.nanos = nanos

    def ToJsonString(self) -> str:
        """Print it."""
        return f"original {self.seconds!r} {self.nanos!r}"

    def FromJsonString(self, value: object) -> str:
        """Read it."""
        return f"original {value!r}"


ORIGINALS: dict[str, Any] = {
    name: vars(Moment)[name] for name in ("ToJsonString", "FromJsonString")
}
for _name, _original in ORIGINALS.items():
    _fast = _core.fast_method(f"Timestamp.{_name}", _original)
    setattr(Moment, _name, functools.update_wrapper(_fast, _original))

TO_JSON_STRING: Any = Moment.ToJsonString
FROM_JSON_STRING: Any = Moment.FromJsonString
EPOCH = "1970-01-01T00:00:00Z"


def test_it_is_fast() -> None:
    moment = Moment()
    assert moment.ToJsonString() == EPOCH
    moment.FromJsonString("1970-01-01T00:00:01.5Z")
    assert (moment.seconds, moment.nanos) == (1, 500_000_000)


def test_it_asks_the_original() -> None:
    assert Moment(10**20).ToJsonString() == "original 100000000000000000000 0"
    assert Moment().FromJsonString("now") == "original 'now'"


def test_it_binds_as_a_function_does() -> None:
    moment = Moment()
    bound = moment.ToJsonString
    assert inspect.ismethod(bound)
    assert bound.__self__ is moment
    assert bound.__func__ is Moment.ToJsonString is vars(Moment)["ToJsonString"]
    assert Moment.ToJsonString(moment) == bound() == EPOCH
    assert Moment.ToJsonString.__get__(None, Moment) is Moment.ToJsonString


@pytest.mark.parametrize("name", ORIGINALS)
def test_it_looks_like_the_original(name: str) -> None:
    fast, original = getattr(Moment, name), ORIGINALS[name]
    assert inspect.signature(fast) == inspect.signature(original)
    assert inspect.unwrap(fast) is original
    assert inspect.isroutine(fast)
    for attribute in ("__name__", "__qualname__", "__module__", "__doc__"):
        assert getattr(fast, attribute) == getattr(original, attribute)


def test_other_ways_to_call() -> None:
    """Whatever is not the usual call is the original's, with its errors."""
    moment = Moment()
    assert moment.FromJsonString(value=EPOCH) == f"original {EPOCH!r}"
    for name, args in (
        ("ToJsonString", (1,)),
        ("FromJsonString", ()),
        ("FromJsonString", (1, 2)),
    ):
        with pytest.raises(TypeError) as expected:
            ORIGINALS[name](moment, *args)
        with pytest.raises(TypeError) as got:
            getattr(moment, name)(*args)
        assert str(got.value) == str(expected.value)
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        TO_JSON_STRING()
    with pytest.raises(TypeError, match="unexpected keyword argument 'when'"):
        TO_JSON_STRING(moment, when=1)


class Int(int):
    pass


@pytest.mark.parametrize("value", [0.0, True, Int(0), "0", None])
def test_only_an_int_is_an_int(value: object) -> None:
    assert Moment(value, 0).ToJsonString() == f"original {value!r} 0"
    assert Moment(0, value).ToJsonString() == f"original 0 {value!r}"


class Failing:
    """Whose attributes fail, and count how often they were asked for."""

    def __init__(self, error: BaseException) -> None:
        vars(self).update(error=error, asked=0)

    @property
    def seconds(self) -> int:
        vars(self)["asked"] += 1
        raise vars(self)["error"]

    def __setattr__(self, name: str, value: object) -> None:
        vars(self)["asked"] += 1
        raise vars(self)["error"]


def test_an_error_of_a_field_is_raised_by_the_original() -> None:
    failing = Failing(AttributeError("no seconds"))
    with pytest.raises(AttributeError, match="no seconds") as caught:
        TO_JSON_STRING(failing)
    assert caught.value.__context__ is None
    # 3.15 keeps the frame of the first time, too: the field is the last one twice.
    assert "ToJsonString" in [entry.frame.code.name for entry in caught.traceback]
    assert FROM_JSON_STRING(failing, EPOCH) == f"original {EPOCH!r}"


def test_an_interruption_is_not_held_up() -> None:
    for call, *more in ((TO_JSON_STRING,), (FROM_JSON_STRING, EPOCH)):
        failing = Failing(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            call(failing, *more)
        assert vars(failing)["asked"] == 1


def test_pickled_by_name() -> None:
    for fast in (TO_JSON_STRING, FROM_JSON_STRING):
        assert pickle.loads(pickle.dumps(fast)) is fast
        assert copy.copy(fast) is copy.deepcopy(fast) is fast
    again = pickle.loads(pickle.dumps(Moment(1).ToJsonString))
    assert again() == "1970-01-01T00:00:01Z"


def test_weak_references_and_cycles() -> None:
    fast = _core.fast_method("Timestamp.ToJsonString", ORIGINALS["ToJsonString"])
    fast.itself = fast
    reference = weakref.ref(fast)
    del fast
    gc.collect()
    assert reference() is None


def test_the_original_may_hold_the_method() -> None:
    class Original:
        def __call__(self, *args: object) -> None: ...

    original = Original()
    fast = _core.fast_method("Timestamp.ToJsonString", original)
    vars(original)["fast"] = fast
    reference = weakref.ref(original)
    del original, fast
    gc.collect()
    assert reference() is None


def test_wrong_arguments() -> None:
    fast_method: Any = _core.fast_method
    with pytest.raises(ValueError, match=r"^there is no fast path for 'ToJsonString'$"):
        _core.fast_method("ToJsonString", print)
    for args in ((), ("Timestamp.ToJsonString",), (1, print)):
        with pytest.raises(TypeError, match="expected a name"):
            fast_method(*args)
    with pytest.raises(TypeError, match="cannot create"):
        type(TO_JSON_STRING)()


def test_a_path_of_json_format_needs_its_classes() -> None:
    def original(*args: object) -> str:
        return "original"

    for classes in ((), (Moment,), (Moment, int)):
        fast = _core.fast_method("_Printer._MessageToJsonObject", original, *classes)
        assert fast(Moment(), Moment()) == "original"
    fast = _core.fast_method("_Printer._MessageToJsonObject", original, str, Moment)
    assert fast("a printer", Moment()) == EPOCH
    assert fast(1, Moment()) == fast("a printer", 1) == "original"


IN_AN_INTERPRETER = """
import sys
sys.path.insert(0, {root!r})
from gnomon import _core

class Moment:
    seconds = nanos = 0

def original(*args):
    return "original"

Moment.ToJsonString = _core.fast_method("Timestamp.ToJsonString", original)
Moment.FromJsonString = _core.fast_method("Timestamp.FromJsonString", original)
assert Moment().ToJsonString() == "1970-01-01T00:00:00Z"
moment = Moment()
assert moment.FromJsonString("1970-01-01T00:00:01Z") is None
assert moment.seconds == 1 and moment.FromJsonString(1) == "original"
"""


def test_in_interpreters() -> None:
    code = f"""
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    import _xxsubinterpreters as interpreters
code = {IN_AN_INTERPRETER!r}.format(root=sys.path[0])
exec(code)
for _ in range(50):
    interpreter = interpreters.create()
    assert interpreters.run_string(interpreter, code) is None
    interpreters.destroy(interpreter)
assert Moment().ToJsonString() == "1970-01-01T00:00:00Z"
print("done")
"""
    assert isolated.run(code) == "done\n"
