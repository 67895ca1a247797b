"""Which folder plays which role."""

from __future__ import annotations

import pytest

from keepword.agent.mail.imap.folders import USUAL, Choice, Listed, choose
from keepword.agent.ports import Folder

INBOX = Listed("INBOX")


@pytest.mark.parametrize(
    ("role", "configured", "listed", "choice"),
    [
        (Folder.INBOX, "", [INBOX], Choice("INBOX")),
        (Folder.INBOX, "inbox", [INBOX], Choice("INBOX")),
        (Folder.INBOX, "Support", [INBOX, Listed("Support")], Choice("Support")),
        (Folder.SENT, "", [INBOX, Listed("X", frozenset({"\\sent"})), Listed("Sent")], Choice("X")),
        (Folder.SENT, "Sent", [INBOX, Listed("X", frozenset({"\\sent"})), Listed("Sent")], Choice("Sent")),
        (Folder.SENT, "", [INBOX, Listed("gesendet")], Choice("gesendet")),
        (Folder.SENT, "", [INBOX, Listed("Old/Sent"), Listed("Sent Items")], Choice("Old/Sent")),
        (Folder.SENT, "", [INBOX, Listed("Old/Sent"), Listed("Sent")], Choice("Sent")),
        (Folder.SENT, "", [INBOX, Listed("Sent", frozenset({"\\noselect"}))], Choice("Sent", missing=True)),
        (Folder.DRAFTS, "", [INBOX, Listed("[Gmail]/Entwürfe", frozenset({"\\drafts"}))], Choice("[Gmail]/Entwürfe")),
        (Folder.DRAFTS, "", [INBOX, Listed("下書き")], Choice("下書き")),
        (Folder.DRAFTS, "", [INBOX], Choice("Drafts", missing=True)),
        (Folder.QUARANTINE, "Quarantine", [INBOX], Choice("Quarantine", missing=True)),
        (Folder.QUARANTINE, "", [INBOX], Choice("Quarantine", missing=True)),
    ],
)
def test_roles(role: Folder, configured: str, listed: list[Listed], choice: Choice) -> None:
    """The operator's name first, then what the server says, then usual names, then a new folder."""
    assert choose(role, configured, listed) == choice


@pytest.mark.parametrize(
    ("configured", "there", "choice"),
    [
        ("Quarantine", ["INBOX", "INBOX.Quarantine"], Choice("INBOX.Quarantine")),
        ("INBOX.Quarantine", ["INBOX", "INBOX.Quarantine"], Choice("INBOX.Quarantine")),
        ("Support/Quarantine", ["INBOX"], Choice("INBOX.Support.Quarantine", missing=True)),
        ("INBOX/Quarantine", ["INBOX"], Choice("INBOX.Quarantine", missing=True)),
    ],
)
def test_folders_below_a_prefix(configured: str, there: list[str], choice: Choice) -> None:
    """Where personal folders lie below a prefix and are parted by dots, the operator may write slashes and leave it out."""
    listed = [Listed(name, delimiter=".") for name in there]
    assert choose(Folder.QUARANTINE, configured, listed, "INBOX.", ".") == choice


def test_usual_names_name_one_role_each() -> None:
    """No usual name stands for two roles."""
    assert {n.casefold() for n in USUAL[Folder.SENT]} & {n.casefold() for n in USUAL[Folder.DRAFTS]} == set()
