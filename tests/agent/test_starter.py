"""The starter folder: whole, never over an operator's file, and without faults once the secrets are there."""

from __future__ import annotations

from pathlib import Path

import pytest

from keepword.agent.starter import write_starter
from keepword.config import load
from keepword.errors import ConfigurationError, UsageError

SECRETS = {"KEEPWORD_SECRET": "k" * 32, "KEEPWORD_SUPPORT_PASSWORD": "p"}


def test_a_starter_holds_what_a_shop_needs(tmp_path: Path) -> None:
    """Settings, rules, policy and knowledge are written."""
    written = {str(p.relative_to(tmp_path / "shop")) for p in write_starter(tmp_path / "shop")}
    assert {"keepword.toml", "promotion.toml", "policy.toml"} == {w for w in written if "/" not in w}
    assert {"knowledge/refunds.md", "knowledge/shipping.md", "knowledge/returns.md"} <= written


def test_a_starter_has_no_faults_once_the_secrets_are_set(tmp_path: Path) -> None:
    """`check` right after `init` passes, or names exactly the variables that remain to be set."""
    write_starter(tmp_path)
    assert ("support", ()) == (
        load(tmp_path / "keepword.toml", SECRETS).mailboxes[0].name,
        load(tmp_path / "keepword.toml", SECRETS).notes,
    )
    with pytest.raises(ConfigurationError) as caught:
        load(tmp_path / "keepword.toml", {})
    faults = str(caught.value).splitlines()
    assert [True] * 3 == [any(name in fault for name in SECRETS) for fault in faults]


def test_a_starter_overwrites_nothing(tmp_path: Path) -> None:
    """What the operator has stays as it is; what is missing is added; a second run writes nothing."""
    (tmp_path / "policy.toml").write_text("mine", "utf-8")
    written = write_starter(tmp_path)
    assert "mine" == (tmp_path / "policy.toml").read_text("utf-8")
    assert (False, []) == (tmp_path / "policy.toml" in written, write_starter(tmp_path))


def test_a_folder_that_cannot_be_written_is_a_usage_error(tmp_path: Path) -> None:
    """A file where the folder should be is told without a traceback."""
    (tmp_path / "shop").write_text("", "utf-8")
    with pytest.raises(UsageError, match=r"shop"):
        write_starter(tmp_path / "shop")
