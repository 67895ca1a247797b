"""Which folder of the server plays which role: configured name, SPECIAL-USE (RFC 6154), usual name, or a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from keepword.agent.ports import Folder

SPECIAL_USE: dict[Folder, str] = {Folder.SENT: "\\sent", Folder.DRAFTS: "\\drafts"}

DEFAULTS: dict[Folder, str] = {
    Folder.INBOX: "INBOX",
    Folder.SENT: "Sent",
    Folder.DRAFTS: "Drafts",
    Folder.QUARANTINE: "Quarantine",
}

USUAL: dict[Folder, tuple[str, ...]] = {
    Folder.SENT: (
        "Sent", "Sent Items", "Sent Mail", "Sent Messages", "Gesendet", "Gesendete Objekte", "Gesendete Elemente",
        "Envoyés", "Éléments envoyés", "Messages envoyés", "Enviados", "Elementos enviados", "Correo enviado",
        "Itens enviados", "Posta inviata", "Inviati", "Verzonden", "Verzonden items", "Skickat", "Skickade objekt",
        "Sendt", "Sendte elementer", "Sendt post", "Lähetetyt", "Wysłane", "Elementy wysłane", "Odeslané",
        "Odeslaná pošta", "Elküldött", "Gönderilmiş Öğeler", "Отправленные", "Надіслані", "送信済み",
        "送信済みアイテム", "已发送", "已发送邮件", "寄件備份", "보낸편지함",
    ),
    Folder.DRAFTS: (
        "Drafts", "Draft", "Entwürfe", "Brouillons", "Borradores", "Rascunhos", "Bozze", "Concepten", "Utkast",
        "Kladder", "Luonnokset", "Kopie robocze", "Wersje robocze", "Koncepty", "Piszkozatok", "Taslaklar",
        "Черновики", "Чернетки", "下書き", "草稿", "草稿箱", "임시보관함",
    ),
}  # fmt: skip
"""Names that mail programs and providers give these folders, best known first; compared without case."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One folder of a LIST answer: attributes lower-cased, the delimiter of its levels (empty where there are none)."""

    name: str
    attributes: frozenset[str] = frozenset()
    delimiter: str = "/"

    @property
    def usable(self) -> bool:
        """Whether it can hold mail (RFC 9051, 7.3.1)."""
        return not self.attributes & {"\\noselect", "\\nonexistent"}

    @property
    def last(self) -> str:
        """The last level of its name, for comparing: lower-cased."""
        return (self.name.rsplit(self.delimiter, 1)[-1] if self.delimiter else self.name).casefold()


@dataclass(frozen=True, slots=True)
class Choice:
    """The name of a folder, and whether it must be made first."""

    name: str
    missing: bool = False


def choose(role: Folder, configured: str, listed: Sequence[Listed], prefix: str = "", delimiter: str = "/") -> Choice:
    """Choose the folder for a role; `prefix` and `delimiter` are those of the personal namespace (RFC 2342).

    >>> choose(Folder.SENT, "", [Listed("INBOX"), Listed("Gesendet")])
    Choice(name='Gesendet', missing=False)
    """
    if role is Folder.INBOX and not configured:
        return Choice("INBOX")
    usable = [folder for folder in listed if folder.usable]
    if configured:
        return _named(configured, usable, prefix, delimiter)
    found = _by_use(role, usable) or _by_usual_name(role, usable)
    return Choice(found) if found else _named(DEFAULTS[role], usable, prefix, delimiter)


def _named(name: str, usable: Sequence[Listed], prefix: str, delimiter: str) -> Choice:
    """Take the name as it stands, else below the namespace's prefix, else to be made there."""
    if name.upper() == "INBOX":
        return Choice("INBOX")
    levels = name.replace("/", delimiter) if delimiter else name
    below = levels if levels.startswith(prefix) else prefix + levels
    there = {folder.name for folder in usable}
    return next((Choice(n) for n in (name, levels, below) if n in there), Choice(below, missing=True))


def _by_use(role: Folder, usable: Sequence[Listed]) -> str | None:
    wanted = SPECIAL_USE.get(role)
    return next((folder.name for folder in usable if wanted in folder.attributes), None)


def _by_usual_name(role: Folder, usable: Sequence[Listed]) -> str | None:
    """Take the best known name; of two alike the one nearest to the top."""
    by_name: dict[str, str] = {}
    for folder in sorted(usable, key=lambda f: (f.name.count(f.delimiter) if f.delimiter else 0, f.name)):
        by_name.setdefault(folder.last, folder.name)
    return next((by_name[name.casefold()] for name in USUAL.get(role, ()) if name.casefold() in by_name), None)
