"""`doctor` and health on a real server: what is wrong is named, with what mends it."""

from __future__ import annotations

from typing import Any

from shop import Shop


def checks(shop: Shop, code: int) -> dict[str, dict[str, Any]]:
    """Return the checks of `doctor` by their names."""
    return {c["check"]: c for c in shop.json("doctor", expect=(code,))["checks"]}


def test_all_is_well(shop: Shop) -> None:
    """Real connections, nothing to do: exit code 0."""
    found = checks(shop, 0)
    assert {(True, None, None)} == {(c["ok"], c["error"], c["remedy"]) for c in found.values()}
    assert "no login: the relay must know us by our address" in found["support: smtp"]["notes"]
    assert "LACKING" not in shop.command("doctor").stdout


def test_a_sender_that_nobody_vouches_for_is_lacking(shop: Shop) -> None:
    """Without `authserv_id` the check does not read `ok`: exit code 1, and what to set."""
    path = shop.folder / "keepword.toml"
    path.write_text(path.read_text().replace('authserv_id = "mx.example.com"', 'authserv_id = ""'))
    text = shop.command("doctor", expect=(1,)).stdout
    assert "LACKING support: authentication (nobody is believed)" in text
    assert "needed: no authserv_id" in text


def test_a_refused_password(shop: Shop) -> None:
    """Both `doctor` and health say that the password is to be put right; no login command would help."""
    shop.env["PASSWORD_1"] = "wrong"
    remedy = checks(shop, 3)["support: imap"]["remedy"]
    assert "put the right user and password where [mailbox.imap] of support points" in remedy
    assert "keepword login" not in remedy
    assert "wrong" not in shop.command("doctor", expect=(3,)).stdout
    shop.command("run", "--once", expect=(3,))
    [problem] = shop.json("health", expect=(1,))["problems"]
    assert ("needs_reauth", True, False) == (
        problem["kind"],
        remedy in problem["remedy"],
        "keepword login" in problem["remedy"],
    )


def test_a_server_that_does_not_listen(shop: Shop) -> None:
    """Which host, port and tls are to be looked at."""
    path = shop.folder / "keepword.toml"
    where = shop.post.address
    path.write_text(path.read_text().replace(f"port = {where.smtp},", "port = 1,"))
    found = checks(shop, 3)
    assert (True, False) == (found["support: imap"]["ok"], found["support: smtp"]["ok"])
    assert "host, port and tls in [mailbox.smtp]" in found["support: smtp"]["remedy"]
    assert "→ see that the server runs" in shop.command("doctor", expect=(3,)).stdout


def test_two_mailboxes_of_which_one_is_not_read(shop: Shop) -> None:
    """The other one is polled, and what is said does not sound as if none was."""
    shop.desk(shop.post.user("sales"), name="sales")
    shop.env["PASSWORD_1"] = "wrong"
    done = shop.command("run", "--once", expect=(3,))
    assert "no new mail, but 1 of 2 mailboxes not read" in done.stdout
    assert "login of support" in done.stderr
