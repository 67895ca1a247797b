"""Bytes to text, whatever the mail says about its charset (RFC 2045 section 2.2, WHATWG Encoding for the labels).

Labels are looked up in a table of our own: a label is untrusted, and Python's registry also holds codecs that are no
charsets (`idna`, `hex`, `zlib`) and imports a module for every name it is asked for.
"""

from __future__ import annotations

import re
from encodings.aliases import aliases

from keepword.threading.mime.charset_guess import guess_codec

_NAMES = """
ascii big5 big5hkscs cp037 cp1026 cp1125 cp1140 cp1250 cp1251 cp1252 cp1253 cp1254 cp1255 cp1256 cp1257 cp1258
cp437 cp500 cp720 cp737 cp775 cp850 cp852 cp855 cp856 cp857 cp858 cp860 cp861 cp862 cp863 cp864 cp865 cp866
cp869 cp874 cp932 cp949 cp950 euc_jis_2004 euc_jisx0213 euc_jp euc_kr gb18030 gb2312 gbk hp_roman8 hz
iso2022_jp iso2022_jp_1 iso2022_jp_2 iso2022_jp_2004 iso2022_jp_3 iso2022_jp_ext iso2022_kr iso8859_1
iso8859_10 iso8859_11 iso8859_13 iso8859_14 iso8859_15 iso8859_16 iso8859_2 iso8859_3 iso8859_4 iso8859_5
iso8859_6 iso8859_7 iso8859_8 iso8859_9 johab koi8_r koi8_t koi8_u kz1048 latin_1 mac_cyrillic mac_greek
mac_iceland mac_latin2 mac_roman mac_turkish ptcp154 shift_jis shift_jis_2004 shift_jisx0213 tis_620 utf_16
utf_16_be utf_16_le utf_32 utf_32_be utf_32_le utf_7 utf_8 utf_8_sig
"""
_CODECS = _NAMES.split()

# What senders write and what they mean: the wider set where a label is used for it (WHATWG Encoding, section 4.2).
_MEANT = {
    "ascii": "ascii",
    "big5": "cp950",
    "cp0": "",
    "euckr": "cp949",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "iso2022jp": "iso2022_jp_ext",
    "iso88591": "cp1252",
    "iso88599": "cp1254",
    "iso885911": "cp874",
    "latin1": "cp1252",
    "shiftjis": "cp932",
    "tis620": "cp874",
    "usascii": "ascii",
}
_MISSPELT = {
    "ansi": "cp1252",
    "ansix31101983": "cp1252",
    "cp10000": "mac_roman",
    "cp65001": "utf_8",
    "eucgb2312cn": "gb18030",
    "xeucjp": "euc_jp",
    "xeuckr": "cp949",
    "xeuctw": "cp950",
    "gb2312": "gb18030",
    "xgbk": "gb18030",
    "iso10646ucs2": "utf_16_be",
    "unicode11utf7": "utf_7",
    "unicode11utf8": "utf_8",
    "unicode": "utf_16",
    "isoutf8": "utf_8",
    "utf": "utf_8",
    "uft8": "utf_8",
    "utf8mb4": "utf_8",
    "uf8": "utf_8",
    "utf8n": "utf_8",
    "utf8sig": "utf_8_sig",
    "xutf8": "utf_8",
    "xsjis": "cp932",
    "xmssjis": "cp932",
    "sjis": "cp932",
    "windows31j": "cp932",
    "ms932": "cp932",
    "cswindows31j": "cp932",
    "shiftjisms": "cp932",
    "xcp1250": "cp1250",
    "xcp1251": "cp1251",
    "xcp1252": "cp1252",
    "xmacroman": "mac_roman",
    "xmaccyrillic": "mac_cyrillic",
    "macintosh": "mac_roman",
    "koi8": "koi8_r",
    "koi8ru": "koi8_u",
    "iso88598i": "iso8859_8",
    "iso88598e": "iso8859_8",
    "iso88596i": "iso8859_6",
    "iso88596e": "iso8859_6",
    "logical": "iso8859_8",
    "visual": "iso8859_8",
    "ksc56011987": "cp949",
    "ksc5601": "cp949",
    "ksx1001": "cp949",
    "windows949": "cp949",
    "windows874": "cp874",
    "windows936": "gb18030",
    "windows950": "cp950",
    "big5eten": "cp950",
    "xxbig5": "cp950",
    "cnbig5": "cp950",
    "cngb": "gb18030",
    "xwindows949": "cp949",
}
_NOT_LETTERS = re.compile(r"[^a-z0-9]+")
_PLAIN_ESCAPES = re.compile(rb"\x1b\$[@B]|\x1b\([BJI]|\x1b\$\(D")
_UNUSABLE = frozenset({"", "xunknown", "unknown", "unknown8bit", "default", "8bit", "7bit", "none", "iso", "binary"})


def _table() -> dict[str, str]:
    names = {key(c): c for c in _CODECS}
    names |= {key(alias): codec for alias, codec in aliases.items() if codec in _CODECS}
    names |= {f"windows{c[2:]}": c for c in _CODECS if c.startswith("cp125")}
    wider = {name: _MEANT[key(codec)] for name, codec in names.items() if key(codec) in _MEANT}
    return names | wider | _MEANT | _MISSPELT


def key(label: str) -> str:
    """Return the label as it is looked up: letters and digits alone, lower-cased."""
    return _NOT_LETTERS.sub("", label[:80].lower())


_BY_LABEL: dict[str, str] = {}


def codec(label: str) -> str | None:
    """Return Python's name of the codec that a charset label means, or None where it means nothing."""
    if not _BY_LABEL:
        _BY_LABEL.update(_table())
    return _BY_LABEL.get(key(label.split("*")[0])) or None


def decode(data: bytes, label: str | None = None) -> tuple[str, str | None]:
    """Decode bytes by their label, else by what they look like; second comes the defect, if there is one.

    Never raises: what cannot be read becomes U+FFFD. NUL bytes, which no text holds, are dropped.
    """
    text, defect = _decode(data, label)
    if "\x00" in text:
        return text.replace("\x00", ""), defect or "charset: NUL bytes in text"
    return text, defect


def _decode(data: bytes, label: str | None) -> tuple[str, str | None]:
    name = codec(label) if label else "ascii"
    if name is None:
        quiet = key(label or "") in _UNUSABLE
        return guess(data), None if quiet else f"charset: unknown {label[:40] if label else ''!r}"
    if name == "ascii" and _PLAIN_ESCAPES.search(data) is not None:
        return guess(data), None
    try:
        return data.decode(name), None
    except (UnicodeError, ValueError):
        return _in_spite_of(data, name, label)


def _in_spite_of(data: bytes, name: str, label: str | None) -> tuple[str, str | None]:
    """Decode what is not in the charset that it is said to be in."""
    if name == "ascii":
        text = guess(data)
        return text, "charset: 8-bit bytes without a charset" if not label else f"charset: not {label[:40]!r}"
    try:
        return data.decode("utf-8"), f"charset: not {(label or name)[:40]!r} but utf-8"
    except UnicodeError:
        pass
    text = data.decode(name, "replace")
    seven_bit = name.startswith("iso2022") and _PLAIN_ESCAPES.search(data) is None
    if name == "cp1252" or seven_bit or text.count("\ufffd") * 10 > len(text):
        text = guess(data)
    return text, f"charset: not all is {(label or name)[:40]!r}"


def guess(data: bytes) -> str:
    """Decode bytes that come without a usable label: UTF-8, ISO-2022-JP, old ones by their looks, else Windows-1252."""
    for name in ("utf-8", "iso2022_jp_ext") if _PLAIN_ESCAPES.search(data) is None else ("iso2022_jp_ext", "utf-8"):
        try:
            return data.decode(name)
        except UnicodeError:
            continue
    codec = guess_codec(data)
    return windows_1252(data) if codec is None else data.decode(_WIDER.get(codec, codec), "replace")


_WIDER = {"euc_kr": "cp949", "gb2312": "gb18030", "big5": "cp950"}


def windows_1252(data: bytes) -> str:
    """Decode as browsers decode Windows-1252: its five holes are the C1 controls, so nothing fails."""
    try:
        return data.decode("cp1252")
    except UnicodeError:
        return "".join(_HOLES.get(c, c) for c in data.decode("cp1252", "surrogateescape"))


_HOLES = {chr(0xDC00 + b): chr(b) for b in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
