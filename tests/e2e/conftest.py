"""What end-to-end tests have: one GreenMail for the whole run, users whom no other test has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot_post import DovecotPost
from faulty_link import FaultyLink
from greenmail import Greenmail, User, running
from model_server import ModelServer, turn
from shop import Customer, Shop


@pytest.fixture(scope="session")
def greenmail() -> Iterator[Greenmail]:
    """Return GreenMail: a named one, a container, or the jar; where none works, fail and say what to install."""
    server = running()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def post() -> Iterator[DovecotPost]:
    """Return Dovecot with an SMTP front that fails by script; where there is none, fail and say what to install."""
    server = DovecotPost()
    yield server
    server.stop()


@pytest.fixture
def link(post: DovecotPost) -> Iterator[FaultyLink]:
    """Return a link to Dovecot's IMAP that fails by script."""
    made = FaultyLink(post.address.imap)
    made.start()
    yield made
    made.stop()


@pytest.fixture
def support(greenmail: Greenmail) -> User:
    """Return a fresh support mailbox."""
    return greenmail.user("support")


@pytest.fixture
def anna(greenmail: Greenmail) -> User:
    """Return a fresh customer's mailbox."""
    return greenmail.user("anna", domain="example.org")


@pytest.fixture
def shop(tmp_path: Path, greenmail: Greenmail, support: User) -> Shop:
    """Return a shop with one support mailbox that answers by itself, with the offline model."""
    shop = Shop(tmp_path / "shop", greenmail)
    shop.desk(support)
    return shop


@pytest.fixture
def customer(shop: Shop, anna: User) -> Customer:
    """Return a customer of the shop."""
    return Customer(shop, anna)


@pytest.fixture
def model() -> Iterator[ModelServer]:
    """Return a model server; tests set its `answer`."""
    server = ModelServer(lambda _: turn("Thank you for your mail."))
    yield server
    server.stop()


@pytest.fixture
def asked(tmp_path: Path, greenmail: Greenmail, support: User, model: ModelServer) -> Shop:
    """Return a shop that asks the model server."""
    shop = Shop(tmp_path / "asked", greenmail)
    shop.model(model.url)
    shop.desk(support)
    return shop
