"""Judges a JSON value by an SDK's type, more strictly than the SDK: a field that the type does not know is a fault.

The SDKs declare lists as iterables, which pydantic checks only while they are read, and let unknown fields of a typed
dictionary pass. So each typed dictionary is made anew, with lists and closed.
"""

from collections.abc import Iterable
from functools import cache
from typing import Annotated, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import NotRequired, Required, TypedDict, is_typeddict

WRAPPERS = (Annotated, Required, NotRequired)


def faults(kind, value):
    """What is wrong with `value` as a `kind`, place and reason; empty if it fits."""
    try:
        adapter(kind).validate_python(value)
    except ValidationError as error:
        # Every member of a union complains; the one that fits best complains deepest.
        complaints = sorted(error.errors(), key=lambda item: -len(item["loc"]))
        return [f"{place(item['loc'])}: {item['msg']}" for item in complaints]
    return []


def place(path):
    """Without the names of whole unions, which are longer than the page."""
    return ".".join(str(step) for step in path if not str(step).startswith("list["))


@cache
def adapter(kind):
    return TypeAdapter(closed(kind))


def closed(kind):
    if is_typeddict(kind):
        return closed_dictionary(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in WRAPPERS:
        return closed(arguments[0])
    if origin is Union:
        return Union[tuple(closed(member) for member in arguments if not is_reply(member))]
    if is_list(origin):
        return list[closed(arguments[0])]
    return kind


def is_reply(member):
    """Parts of replies may be given back as they are, as objects; what we send is JSON."""
    if get_origin(member) in WRAPPERS:
        return is_reply(get_args(member)[0])
    if get_origin(member) is Union:
        return all(is_reply(one) for one in get_args(member))
    return isinstance(member, type) and issubclass(member, BaseModel)


def is_list(origin):
    if origin in (list, Iterable):
        return True
    return getattr(origin, "__name__", "") == "SequenceNotStr"


@cache
def closed_dictionary(kind):
    hints = get_type_hints(kind, include_extras=True)
    fields = {
        name: (Required if is_required(kind, name, hint) else NotRequired)[closed(hint)]
        for name, hint in hints.items()
    }
    return with_config(ConfigDict(extra="forbid", arbitrary_types_allowed=True))(TypedDict(kind.__name__, fields))


def is_required(kind, name, hint):
    """The dictionary itself does not know: the SDKs write their types as strings."""
    return get_origin(hint) is Required or (
        get_origin(hint) is not NotRequired and name in kind.__required_keys__
    )
