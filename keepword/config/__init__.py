"""The operator's settings: read, checked, all faults at once.

source      a TOML file with the line of every key
faults      one fault and how it reads: `file:line: key: what is wrong; what to do`
values      what may stand behind a key: durations, secrets, paths, addresses, templates
settings    the sections of `keepword.toml`, each setting declared once
rules       `promotion.toml`
policy      `policy.toml` (currencies: the codes of ISO 4217)
checks      what one key alone cannot tell
loading     all of it together
reference   every setting with its default, for the manual

A file is read as it was written by the operator; nothing is guessed, and nothing unknown is passed over.
"""

from keepword.config.loading import Settings, find, load, load_policy, load_rules, load_servers
from keepword.config.reference import SettingRow, defaults_table
from keepword.config.settings import (
    AppSettings,
    EmbeddingSettings,
    FolderSettings,
    GateSettings,
    GuardSettings,
    HealthSettings,
    ImapSettings,
    LimitSettings,
    MailboxSettings,
    MemorySettings,
    ModelSettings,
    Oauth2Settings,
    SmtpSettings,
    StoreSettings,
)
from keepword.config.values import MailAddress, Secret, split_listen

__all__ = [
    "AppSettings",
    "EmbeddingSettings",
    "FolderSettings",
    "GateSettings",
    "GuardSettings",
    "HealthSettings",
    "ImapSettings",
    "LimitSettings",
    "MailAddress",
    "MailboxSettings",
    "MemorySettings",
    "ModelSettings",
    "Oauth2Settings",
    "Secret",
    "SettingRow",
    "Settings",
    "SmtpSettings",
    "StoreSettings",
    "defaults_table",
    "find",
    "load",
    "load_policy",
    "load_rules",
    "load_servers",
    "split_listen",
]
