"""What may stand behind a key, beyond the types of TOML.

Each reader takes the raw value and returns what the program uses, or raises ValueError: `what is wrong; what to do`.
None of them repeats a value that might be a secret.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from string import Formatter
from typing import Annotated, Any, TypedDict, cast

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, PlainValidator, ValidationInfo

from keepword.config.faults import shown


class Surroundings(TypedDict):
    """What the readers need to know: the environment, and the folder of the file."""

    env: Mapping[str, str]
    base: Path


@dataclass(frozen=True, slots=True, repr=False)
class Secret:
    """A password or key that no log, error, dump or repr shows."""

    _value: str

    def reveal(self) -> str:
        """Return the secret itself, to be given to the server that asks for it and to nobody else."""
        return self._value

    def __repr__(self) -> str:
        return "Secret(hidden)"


_REFERENCE = 'write { env = "NAME" } or { file = "path" }'


def read_secret(value: Any, info: ValidationInfo) -> Secret:
    """Follow a reference `{ env = "NAME" }` or `{ file = "path" }` to the secret; a file's last line end is dropped."""
    if isinstance(value, str):
        raise ValueError(f"a secret may not stand in the file; {_REFERENCE}")  # noqa: TRY004 - pydantic takes ValueError
    if not isinstance(value, dict) or len(value) != 1 or not all(isinstance(v, str) for v in value.values()):
        raise ValueError(f"is no reference to a secret; {_REFERENCE}")
    ((kind, target),) = value.items()
    if kind not in {"env", "file"}:
        raise ValueError(f"a secret cannot come from `{kind}`; {_REFERENCE}")
    return Secret(_from_env(target, info) if kind == "env" else _from_file(target, info))


def at_home(name: str) -> Path:
    """Return a path with `~` replaced; one whose home cannot be told stays as it is."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)


def _from_env(name: str, info: ValidationInfo) -> str:
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,99}", name):
        raise ValueError("env holds no name of an environment variable; write its name, not the secret")
    found = _surroundings(info)["env"].get(name, "")
    if not found:
        raise ValueError(f"the environment variable {name} is not set; set it before the start")
    return found


def _from_file(name: str, info: ValidationInfo) -> str:
    path = _surroundings(info)["base"] / at_home(name)
    try:
        found = path.read_text("utf-8").rstrip("\r\n")
    except (OSError, ValueError):
        raise ValueError(f"the secret's file {path} cannot be read; make it, readable for this user") from None
    if not found:
        raise ValueError(f"the secret's file {path} is empty; write the secret into it")
    return found


def _surroundings(info: ValidationInfo) -> Surroundings:
    return cast("Surroundings", info.context)


def _long(secret: Secret) -> Secret:
    if len(secret.reveal()) < MIN_SECRET:
        raise ValueError(
            f"the secret is shorter than {MIN_SECRET} characters; "
            "make one with: python3 -c 'import secrets; print(secrets.token_urlsafe(32))'"
        )
    return secret


MIN_SECRET = 32

_HIDDEN = PlainSerializer(lambda _: "(secret)", return_type=str)
SecretReference = Annotated[Secret, PlainValidator(read_secret), _HIDDEN]
SigningSecret = Annotated[Secret, PlainValidator(read_secret), AfterValidator(_long), _HIDDEN]


_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}
_DURATION = re.compile(r"([0-9]{1,10})([smhd])")
LONGEST = timedelta(days=36_500)


def read_duration(value: Any) -> timedelta:
    """Read `30s`, `5m`, `72h` or `90d`; nothing and more than a hundred years are impossible."""
    match = _DURATION.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise ValueError(f"{shown(value)} is no duration; write it like 30s, 5m, 72h or 90d")
    seconds = int(match[1]) * timedelta(**{_UNITS[match[2]]: 1}).total_seconds()
    if not 0 < seconds <= LONGEST.total_seconds():
        raise ValueError(f"{shown(value)} is an impossible duration; write one between 1s and {LONGEST.days}d")
    return timedelta(seconds=seconds)


_WRITTEN = ((86_400, "d", 7 * 86_400), (3_600, "h", 2 * 3_600), (60, "m", 120), (1, "s", 0))


def write_duration(value: timedelta) -> str:
    """Write a duration as people would: `90d`, `72h`, `5m`, `60s`."""
    seconds = int(value.total_seconds())
    size, unit = next((n, u) for n, u, least in _WRITTEN if seconds % n == 0 and seconds >= least)
    return f"{seconds // size}{unit}"


def _read_keep_for(value: Any) -> timedelta | None:
    return None if value == "forever" else read_duration(value)


def _given(reader: Any) -> Any:
    """Let a default (already a timedelta, or None) pass unread."""
    return PlainValidator(lambda v: v if v is None or isinstance(v, timedelta) else reader(v))


_AS_WRITTEN = PlainSerializer(lambda v: v and write_duration(v))
Duration = Annotated[timedelta, _given(read_duration), _AS_WRITTEN]
OptionalDuration = Annotated[timedelta | None, _given(read_duration), _AS_WRITTEN]
KeepFor = Annotated[timedelta | None, _given(_read_keep_for)]


def _beside_the_file(path: Path, info: ValidationInfo) -> Path:
    return (_surroundings(info)["base"] / at_home(str(path))).absolute()


def _named(value: Any) -> Any:
    if isinstance(value, str) and (not value.strip() or not value.isprintable()):
        raise ValueError("is no path; name a file or folder")
    return value


FilePath = Annotated[Path, BeforeValidator(_named), AfterValidator(_beside_the_file)]
"""A path; relative ones begin at the folder of the settings' file."""


def read_text(value: Any, info: ValidationInfo) -> str:
    """Take a text as it stands, or `{ file = "path" }`: the text of that file."""
    if isinstance(value, str):
        return value
    if not isinstance(value, dict) or set(value) != {"file"} or not isinstance(value["file"], str):
        raise ValueError('is no text; write it in quotes, or { file = "path" }')
    path = _surroundings(info)["base"] / at_home(value["file"])
    try:
        return path.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise ValueError(f"{path} cannot be read ({type(error).__name__}); make it, as UTF-8 text") from None


Prose = Annotated[str, PlainValidator(read_text)]

TEMPLATE_FIELDS = ("name", "subject", "mailbox")


def _filled(text: str) -> str:
    """See that a template names no other fields than there are."""
    try:
        fields = [f for _, f, _, _ in Formatter().parse(text) if f is not None]
    except ValueError:
        raise ValueError("has a brace without its partner; write {{ and }} for braces") from None
    unknown = [f for f in fields if f not in TEMPLATE_FIELDS]
    if unknown:
        choice = ", ".join(f"{{{f}}}" for f in TEMPLATE_FIELDS)
        raise ValueError(f"there is no field {{{unknown[0]}}}; use {choice}, or {{{{ and }}}} for braces")
    return text


Template = Annotated[str, PlainValidator(read_text), AfterValidator(_filled)]


_ADDRESS = re.compile(r'[^\s@<>,;:"\\]{1,64}@[^\s@<>,;:"\\.]{1,63}(\.[^\s@<>,;:"\\.]{1,63}){0,20}')


def _address(value: str) -> str:
    if not _ADDRESS.fullmatch(value):
        raise ValueError(f"{shown(value)} is no mail address; write local@domain and nothing round it")
    return value


def _address_or_domain(value: str) -> str:
    return value if value.startswith("@") and _ADDRESS.fullmatch(f"x{value}") else _address(value)


MailAddress = Annotated[str, AfterValidator(_address)]
AddressOrDomain = Annotated[str, AfterValidator(_address_or_domain)]


def _slug(value: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,62}", value):
        raise ValueError(f"{shown(value)} is no name; use small letters, digits, `_` and `-`, a letter first")
    return value


Slug = Annotated[str, AfterValidator(_slug)]


def _host(value: str) -> str:
    if not value or re.search(r"[\s/@]|://", value):
        raise ValueError("is no host; write a name or an IP address alone, without port or scheme")
    return value


def _header_name(value: str) -> str:
    """See that a name is one of RFC 5322, 3.6.8: printable ASCII without colon."""
    if not re.fullmatch(r"[!-9;-~]{1,80}", value):
        raise ValueError(f"{shown(value)} is no name of a header; write from, to, subject, or a name like X-Spam-Flag")
    return value


HeaderName = Annotated[str, AfterValidator(_header_name)]
Host = Annotated[str, AfterValidator(_host)]


def _url(value: str) -> str:
    if value and not re.fullmatch(r"https?://[^\s/]+\S*", value):
        raise ValueError("is no address of a server; write https://host/path")
    return value


Url = Annotated[str, AfterValidator(_url)]


def _login_url(value: str) -> str:
    """See that secrets go to a login server in the clear on this very machine only."""
    plain = re.fullmatch(r"http://(\[[^\]]*\]|[^/:]+).*", _url(value))
    if plain and not is_loopback(plain[1]):
        raise ValueError("is not protected; write https://")
    return value


LoginUrl = Annotated[str, AfterValidator(_login_url)]


def split_listen(value: str) -> tuple[str, int]:
    """Divide `127.0.0.1:9464` or `[::1]:9464` into host and port; raise ValueError for anything else."""
    match = re.fullmatch(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]+)):([0-9]{1,5})", value)
    if match is None or not 0 < int(match[3]) < 65_536:
        raise ValueError(f"{shown(value)} is no address to listen on; write host:port, like 127.0.0.1:9464")
    return match[1] or match[2], int(match[3])


def _listen(value: str) -> str:
    if value:
        split_listen(value)
    return value


Listen = Annotated[str, AfterValidator(_listen)]


def is_loopback(host: str) -> bool:
    """Say whether a host is this very machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower().rstrip(".") in {"localhost", "localhost.localdomain", "ip6-localhost"}


Flag = Annotated[bool, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=0)]
Positive = Annotated[int, Field(strict=True, ge=1)]
Port = Annotated[int, Field(strict=True, ge=1, le=65_535)]
Fraction = Annotated[float, Field(strict=True, ge=0.0, le=1.0)]
