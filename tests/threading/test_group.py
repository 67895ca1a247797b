"""Many mails into threads: the same threads in whatever order, number and state they are found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from keepword.threading.group import Grouped, Thread, group
from keepword.threading.message import Address, Message
from keepword.threading.tokens import mint_message_id, new_thread_id
from keepword.threading.verdicts import Rule

SECRET = b"0123456789abcdef0123456789abcdef"
START = datetime(2026, 1, 1, tzinfo=UTC)


def mail(
    n: int, *named: str, author: str = "anna@example.net", subject: str = "Invoice", minutes: int | None = None
) -> Message:
    """Make mail number `n`, which answers the last of the ids named."""
    return Message(
        digest=f"d{n}",
        size=1,
        message_id=f"<{n}@x>",
        synthetic_id=None,
        from_=(Address(author),),
        subject=subject,
        date=START + timedelta(minutes=n if minutes is None else minutes),
        in_reply_to=named[-1:],
        references=named,
    )


def files(mails: Iterable[Message]) -> list[tuple[str, Message]]:
    """Give each mail the name of a file."""
    return [(f"{m.digest}.eml", m) for m in mails]


def sets(threads: Iterable[Thread]) -> set[frozenset[str]]:
    """Return the threads as sets of ids."""
    return {frozenset(g.message_id for g in t.messages) for t in threads}


def test_threads_and_rules() -> None:
    """Each mail is listed with its file and the rule that tied it, parents first."""
    mails = [
        mail(1),
        mail(2, "<1@x>", author="support@example.com", subject="Re: Invoice"),
        mail(3, "<1@x>", "<lost@x>", subject="Re: Invoice"),
        mail(4, "<never@x>", subject="Re: Delivery"),
        mail(5, "<never@x>", subject="Re: Delivery", author="bob@example.org"),
        mail(6, "<1@x>", subject="Fwd: Invoice"),
        mail(7, "<6@x>", subject="Re: Fwd: Invoice"),
    ]
    found = group(files(reversed(mails)))
    listed = [(t.subject, [(g.file, g.rule.value) for g in t.messages]) for t in found]
    assert listed == [
        ("Invoice", [("d1.eml", "new"), ("d2.eml", "in-reply-to"), ("d3.eml", "references")]),
        ("Delivery", [("d4.eml", "new"), ("d5.eml", "ghost")]),
        ("Invoice", [("d6.eml", "new"), ("d7.eml", "in-reply-to")]),
    ]


def test_b1_tokens_count_with_the_secret_only() -> None:
    """Our signed id ties a mail whose question is not at hand; without the secret it is an id like any other."""
    thread = new_thread_id(SECRET, "<q@x>", "0")
    ours = mint_message_id(SECRET, thread, "<q@x>", "0", "example.com")
    answer = files([mail(1, ours)])
    with_secret, without = group(answer, SECRET), group(answer)
    assert [(thread, Rule.TOKEN)] == [(t.thread_id, t.messages[0].rule) for t in with_secret]
    assert [Rule.NEW] == [t.messages[0].rule for t in without]


def test_b5_an_id_signed_with_no_secret_is_no_token() -> None:
    """Where there is no secret nobody can sign, and an answer to the mail itself is tied by its id."""
    forged = mint_message_id(b"", new_thread_id(b"", "<q@x>", "0"), "<q@x>", "0", "example.com")
    asked = replace(mail(1), message_id=forged)
    assert [[Rule.NEW, Rule.IN_REPLY_TO]] == [
        [g.rule for g in t.messages] for t in group(files([mail(2, forged), asked]))
    ]


def test_b20_the_same_content_twice_is_one_mail_in_two_files() -> None:
    """Every file is accounted for, in one place."""
    found = group([("b.eml", mail(1)), ("a.eml", mail(1))])
    assert [(Grouped("a.eml", "<1@x>", Rule.NEW), Grouped("b.eml", "<1@x>", Rule.NEW))] == [t.messages for t in found]


def test_b19_the_same_id_with_other_content_is_another_mail() -> None:
    """Two mails under one Message-ID are two threads, unless what they name ties them."""
    one, other = mail(1), replace(mail(2), message_id="<1@x>")
    assert [1, 1] == [len(t.messages) for t in group(files([one, other]))]
    tied = [mail(0), *(replace(m, in_reply_to=("<0@x>",)) for m in (one, other))]
    assert [3] == [len(t.messages) for t in group(files(tied))]


def test_b1_a_mail_that_names_two_peoples_threads_joins_one() -> None:
    """The other thread stays as it was."""
    bridge = mail(3, "<1@x>", "<2@x>", author="eve@example.net")
    mails = files([mail(1), mail(2, author="bob@example.org"), bridge])
    assert {frozenset({"<1@x>"}), frozenset({"<2@x>", "<3@x>"})} == sets(group(mails))


def test_two_threads_of_one_person_become_one() -> None:
    """A mail that names both proves them one, under either's name, its mails in the order in which they came."""
    mails = [mail(1), mail(2), mail(3), mail(4, "<2@x>"), mail(5, "<1@x>", "<4@x>"), mail(6, "<1@x>")]
    found = group(files(mails))
    assert [["<1@x>", "<2@x>", "<4@x>", "<5@x>", "<6@x>"], ["<3@x>"]] == [
        [g.message_id for g in t.messages] for t in found
    ]


def test_rings_end() -> None:
    """Mails that name each other, or themselves, are one thread."""
    ring = [mail(1, "<3@x>"), mail(2, "<1@x>"), mail(3, "<2@x>"), mail(4, "<4@x>")]
    assert {frozenset({"<1@x>", "<2@x>", "<3@x>"}), frozenset({"<4@x>"})} == sets(group(files(ring)))


def test_dates_that_lie_change_nothing() -> None:
    """An answer dated before its question, or not at all, comes after it all the same."""
    early = mail(2, "<1@x>", minutes=-500)
    undated = replace(mail(3, "<2@x>"), date=None)
    (found,) = group(files([undated, early, mail(1)]))
    assert ["<1@x>", "<2@x>", "<3@x>"] == [g.message_id for g in found.messages]


def test_mails_without_a_sender_are_grouped_too() -> None:
    """Who wrote it need not be known."""
    nameless = [replace(mail(n, *named), from_=()) for n, named in ((1, ()), (2, ("<1@x>",)), (3, ()))]
    assert {frozenset({"<1@x>", "<2@x>"}), frozenset({"<3@x>"})} == sets(group(files(nameless)))


def test_a_chain_of_ten_thousand_answers_is_one_thread() -> None:
    """Depth costs neither stack nor squares."""
    chain = [mail(0), *(mail(n, f"<{n - 1}@x>") for n in range(1, 10_000))]
    assert [10_000] == [len(t.messages) for t in group(files(reversed(chain)))]


def test_nothing_is_no_threads() -> None:
    """An empty folder has no threads."""
    assert [] == group([])


IDS = st.sampled_from([f"<{n}@x>" for n in range(9)])


@st.composite
def anything(draw: st.DrawFn) -> list[Message]:
    """Draw mails that name anything, collide, forward, change subjects."""
    size = draw(st.integers(1, 14))
    return [
        replace(
            mail(n, *draw(st.lists(IDS, max_size=3)), minutes=draw(st.integers(0, 3))),
            message_id=draw(IDS),
            from_=(Address(draw(st.sampled_from(["anna@example.net", "bob@example.net", "support@example.com"]))),),
            subject=draw(st.sampled_from(["A", "Re: A", "Re: B", "Fwd: A", "Re: Fwd: A", ""])),
        )
        for n in range(size)
    ]


@settings(max_examples=200, deadline=None)
@given(st.data(), anything())
def test_any_order_gives_the_same_threads(data: st.DataObject, mails: list[Message]) -> None:
    """Threads, their ids, their mails' order and rules do not depend on the order of the files."""
    assert group(files(mails)) == group(files(data.draw(st.permutations(mails))))


@settings(max_examples=200, deadline=None)
@given(st.data(), anything())
def test_doubling_gives_the_same_threads(data: st.DataObject, mails: list[Message]) -> None:
    """Copies of mails under other file names join their originals and move nothing."""
    given_files = [*files(mails), *(("copy-" + f, m) for f, m in files(data.draw(st.lists(st.sampled_from(mails)))))]
    doubled = group(given_files)
    assert sets(group(files(mails))) == sets(doubled)
    assert sorted(f for f, _ in given_files) == sorted(g.file for t in doubled for g in t.messages)


@settings(max_examples=200, deadline=None)
@given(st.data(), st.integers(1, 4), st.integers(1, 16))
def test_b9_loss_leaves_conversations_whole(data: st.DataObject, conversations: int, size: int) -> None:
    """Of conversations between customers and support any mails may be missing: what is left stays together and apart."""
    mails: list[Message] = []
    talk: dict[str, int] = {}
    for n in range(size):
        number = data.draw(st.integers(0, conversations - 1))
        before = [m for m in mails if talk[m.id] == number]
        parent = data.draw(st.sampled_from(before)) if before else None
        named = (*parent.references, parent.id) if parent else ()
        author = data.draw(st.sampled_from([f"anna{number}@example.net", "support@example.com", "bob@example.org"]))
        mails.append(mail(n, *named, author=author, subject=f"Matter {'abcd'[number]}"))
        talk[mails[-1].id] = number
    kept = data.draw(st.lists(st.sampled_from(mails), unique_by=lambda m: m.id))
    expected = {frozenset(m.id for m in kept if talk[m.id] == c) for c in range(conversations)} - {frozenset()}
    assert expected == sets(group(files(kept)))
