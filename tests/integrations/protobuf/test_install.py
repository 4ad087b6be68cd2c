"""install, uninstall, accelerated, status."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import isolated
import pytest
from integrations.protobuf.schema import (
    BACKEND,
    VERSION,
    Duration,
    Timestamp,
    build_in_new_pool,
    google_protobuf,
    json_format,
    run_alone,
    well_known_types,
)

from gnomon import _core, protobuf

PLACES: list[tuple[Any, str]] = [
    (well_known_types.Timestamp, "ToJsonString"),
    (well_known_types.Timestamp, "FromJsonString"),
    (well_known_types.Duration, "ToJsonString"),
    (well_known_types.Duration, "FromJsonString"),
    (json_format._Printer, "_MessageToJsonObject"),
    (json_format._Parser, "ConvertMessage"),
]
LABELS = tuple(f"{owner.__name__}.{name}" for owner, name in PLACES)
FAST: Any = type(_core.fast_method("Timestamp.ToJsonString", print))


def present() -> list[object]:
    return [vars(owner)[name] for owner, name in PLACES]


def everything() -> list[list[tuple[str, object]]]:
    """All that the classes have, in its order."""
    return [list(vars(owner).items()) for owner, _ in PLACES]


ORIGINALS = present()


def is_fast() -> bool:
    fast = [type(method) is FAST for method in present()]
    assert all(fast) or present() == ORIGINALS
    return fast[0]


def test_nothing_happens_on_import() -> None:
    assert not is_fast()
    code = """
import gnomon
assert "gnomon.protobuf" not in sys.modules
import gnomon.protobuf
print("google" in sys.modules)
"""
    assert isolated.run(code) == "False\n"


def test_uninstall_leaves_everything_as_it_was() -> None:
    before = everything()
    protobuf.install()
    assert is_fast()
    protobuf.uninstall()
    after = everything()
    assert after == before
    assert all(
        old is new
        for olds, news in zip(before, after, strict=True)
        for (_, old), (_, new) in zip(olds, news, strict=True)
    )


def test_install_is_idempotent() -> None:
    protobuf.install()
    methods = present()
    protobuf.install()
    assert all(a is b for a, b in zip(present(), methods, strict=True))
    protobuf.uninstall()
    assert not is_fast()
    protobuf.uninstall()
    assert not is_fast()


def test_it_reaches_what_exists_already() -> None:
    stamp, bound = Timestamp(seconds=1), Timestamp.ToJsonString
    other = build_in_new_pool()(optional_timestamp={"seconds": 1}).optional_timestamp
    with protobuf.accelerated():
        for message in (stamp, other):
            assert type(message.ToJsonString.__func__) is FAST
        assert bound is not Timestamp.ToJsonString
    for message in (stamp, other):
        assert message.ToJsonString.__func__ is bound


@pytest.mark.parametrize("index", range(6), ids=LABELS)
def test_a_fast_method_looks_like_the_original(index: int) -> None:
    original: Any = ORIGINALS[index]
    with protobuf.accelerated():
        fast: Any = present()[index]
        assert type(fast) is FAST
        assert inspect.signature(fast) == inspect.signature(original)
        assert inspect.unwrap(fast) is original
        assert pickle.loads(pickle.dumps(fast)) is fast
        for name in ("__name__", "__qualname__", "__module__", "__doc__"):
            assert getattr(fast, name) == getattr(original, name)


def test_blocks_nest() -> None:
    with protobuf.accelerated():
        with protobuf.accelerated():
            assert is_fast()
        assert is_fast()
    assert not is_fast()


def test_blocks_overlap() -> None:
    first, second = protobuf.accelerated(), protobuf.accelerated()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert is_fast()
    second.__exit__(None, None, None)
    assert not is_fast()


def test_a_block_ends_with_its_error() -> None:
    with pytest.raises(LookupError), protobuf.accelerated():
        raise LookupError
    assert not is_fast()


def test_a_block_decorates() -> None:
    @protobuf.accelerated()
    def fast() -> bool:
        return is_fast()

    assert fast()
    assert not is_fast()


def test_a_block_leaves_what_install_has_put() -> None:
    protobuf.install()
    with protobuf.accelerated():
        pass
    assert is_fast()
    with protobuf.accelerated():
        protobuf.uninstall()
        assert not is_fast()
        protobuf.install()
    assert is_fast()
    protobuf.uninstall()
    assert not is_fast()


def test_uninstall_within_a_block() -> None:
    with protobuf.accelerated():
        protobuf.uninstall()
        assert not is_fast()
    assert not is_fast()


@pytest.fixture
def replace() -> Iterator[Callable[[], Any]]:
    """Somebody else replaces Timestamp.ToJsonString by a wrapper of it."""

    def wrap() -> Any:
        inner = vars(well_known_types.Timestamp)["ToJsonString"]

        def wrapper(self: Any) -> str:
            return f"<{inner(self)}>"

        well_known_types.Timestamp.ToJsonString = wrapper
        return inner

    yield wrap
    well_known_types.Timestamp.ToJsonString = ORIGINALS[0]


WRAPPED = "<1970-01-01T00:00:00Z>"


def test_a_replacement_before_ours_is_left_alone(replace: Callable[[], Any]) -> None:
    replace()
    theirs = present()[0]
    protobuf.install()
    assert present()[0] is theirs
    assert json_format.MessageToDict(Timestamp()) == WRAPPED
    status = protobuf.status()
    assert (status.fast, status.foreign) == (LABELS[1:], LABELS[:1])
    protobuf.uninstall()
    assert present()[0] is theirs
    assert present()[1:] == ORIGINALS[1:]


def test_a_replacement_after_ours_is_left_alone(replace: Callable[[], Any]) -> None:
    protobuf.install()
    ours = replace()
    assert type(ours) is FAST
    theirs = present()[0]
    assert json_format.MessageToDict(Timestamp()) == WRAPPED
    assert protobuf.status().foreign == LABELS[:1]
    protobuf.install()
    protobuf.uninstall()
    assert present()[0] is theirs
    assert present()[1:] == ORIGINALS[1:]
    # They give back what they found, and so do we.
    well_known_types.Timestamp.ToJsonString = ours
    assert protobuf.status().fast == LABELS[:1]
    protobuf.uninstall()
    assert present() == ORIGINALS


def test_install_after_somebody_gave_the_original_back() -> None:
    protobuf.install()
    well_known_types.Timestamp.ToJsonString = ORIGINALS[0]
    assert protobuf.status().fast == LABELS[1:]
    protobuf.install()
    assert is_fast()
    protobuf.uninstall()
    assert present() == ORIGINALS


@pytest.mark.parametrize("name", ["Timestamp", "Duration"])
@pytest.mark.parametrize("kind", ["table", "_Printer", "_Parser"])
def test_what_the_shortcuts_leave_out_is_somebody_elses(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mine(*_: object) -> str:
        return "mine"

    if kind == "table":
        full_name = f"google.protobuf.{name}"
        monkeypatch.setattr(json_format._Printer, "_Mine", mine, raising=False)
        monkeypatch.setitem(json_format._WKTJSONMETHODS, full_name, ["_Mine", "_Mine"])
    elif kind == "_Printer":
        monkeypatch.setattr(json_format._Printer, "_GenericMessageToJsonObject", mine)
    else:
        monkeypatch.setattr(json_format._Parser, "_ConvertGenericMessage", mine)
    with protobuf.accelerated():
        assert protobuf.status().fast == LABELS[:4]
        if kind != "_Parser":
            message = {"Timestamp": Timestamp, "Duration": Duration}[name]()
            assert json_format.MessageToDict(message) == "mine"


def test_a_reload_forgets_nothing() -> None:
    code = """
import importlib
from gnomon import protobuf
def is_fast(): return bool(protobuf.status().fast)
with protobuf.accelerated():
    importlib.reload(protobuf)
print(is_fast())
protobuf.install()
importlib.reload(protobuf)
with protobuf.accelerated():
    pass
print(is_fast())
importlib.reload(protobuf)
protobuf.uninstall()
print(is_fast())
"""
    assert run_alone(code).split() == ["False", "True", "False"]


@pytest.mark.parametrize("forgotten", ["gnomon.protobuf", "gnomon"])
def test_uninstall_of_another_copy(forgotten: str) -> None:
    """The package is loaded anew, as notebooks and some servers do."""
    code = f"""
import gnomon.protobuf
from google.protobuf.internal.well_known_types import Timestamp
original = Timestamp.ToJsonString
gnomon.protobuf.install()
for name in [name for name in sys.modules if name.startswith({forgotten!r})]:
    del sys.modules[name]
import gnomon.protobuf
assert len(gnomon.protobuf.status().fast) == {len(PLACES)}
ours = Timestamp.ToJsonString
gnomon.protobuf.install()
assert Timestamp.ToJsonString is ours
gnomon.protobuf.uninstall()
assert gnomon.protobuf.status().fast == ()
print(Timestamp.ToJsonString is original)
"""
    assert run_alone(code) == "True\n"


def test_a_method_of_the_message_class_comes_first() -> None:
    """Not the mixin's, but of Timestamp itself: json_format calls it."""

    def to_json_string(self: Any) -> str:
        return "theirs"

    def from_json_string(self: Any, value: str) -> None:
        self.seconds = len(value)

    Timestamp.ToJsonString = to_json_string
    Timestamp.FromJsonString = from_json_string
    try:
        with protobuf.accelerated():
            assert json_format.MessageToDict(Timestamp()) == "theirs"
            assert json_format.ParseDict("abc", Timestamp()).seconds == 3
            text = "1970-01-01T00:00:00Z"
            assert json_format.ParseDict(text, Timestamp()).seconds == len(text)
    finally:
        del Timestamp.ToJsonString, Timestamp.FromJsonString


def test_printers_of_somebody_else() -> None:
    class Printer(json_format._Printer):  # type: ignore[misc]
        def _GenericMessageToJsonObject(self, message: Any) -> str:
            return "theirs"

    class Parser(json_format._Parser):  # type: ignore[misc]
        def _ConvertGenericMessage(self, value: Any, message: Any, path: Any) -> None:
            message.seconds = len(value)

    with protobuf.accelerated():
        assert Printer()._MessageToJsonObject(Timestamp()) == "theirs"
        parser, message = Parser(False, None, 100), Timestamp()
        parser.ConvertMessage("1970-01-01T00:00:00Z", message, "")
        assert message.seconds == 20


def test_status() -> None:
    expected = (VERSION, BACKEND, True, (), ())
    status = protobuf.status()
    assert (*vars(status).values(),) == expected
    with protobuf.accelerated():
        assert protobuf.status().fast == LABELS
    assert BACKEND in ("upb", "python", "cpp")


@pytest.mark.parametrize("version", ["4.25.8", "5.25.3", "7.37.0", "8.0.0", "10.26.1"])
def test_unknown_versions(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(google_protobuf, "__version__", version)
    for start in (protobuf.install, protobuf.accelerated().__enter__):
        with pytest.raises(RuntimeError) as caught:
            start()
        assert str(caught.value) == (
            f"gnomon knows protobuf 5.26 to 7.36, not {version}: use "
            "install(force=True), or a gnomon that knows it"
        )
        assert not is_fast()
    assert protobuf.status().known is False
    for context in (None, protobuf.accelerated(force=True)):
        if context is None:
            protobuf.install(force=True)
        else:
            context.__enter__()
        assert protobuf.status().fast == LABELS[:4]
        assert present()[4:] == ORIGINALS[4:]
        assert Timestamp().ToJsonString() == "1970-01-01T00:00:00Z"
        if context is None:
            protobuf.uninstall()
        else:
            context.__exit__(None, None, None)
        assert not is_fast()


@pytest.mark.parametrize("version", ["5.26.0", "5.29.0rc1", "6.30.2", "7.36.99"])
def test_known_versions(version: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(google_protobuf, "__version__", version)
    with protobuf.accelerated():
        assert protobuf.status().known
        assert is_fast()


def test_without_protobuf() -> None:
    code = """
from gnomon import protobuf
print(protobuf.status())
protobuf.uninstall()
for start in (protobuf.install, protobuf.accelerated().__enter__):
    try:
        start()
    except ModuleNotFoundError as error:
        print(error)
"""
    status, *errors = isolated.run(code).splitlines()
    none = "protobuf=None, backend=None, known=False, fast=(), foreign=()"
    assert status == f"Status({none})"
    assert errors == ["protobuf is not installed: pip install protobuf"] * 2


def test_status_where_there_is_no_protobuf(monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        raise ModuleNotFoundError("google")

    monkeypatch.setattr(protobuf, "_version", version)
    assert protobuf.status() == protobuf.Status(None, None, False, (), ())
