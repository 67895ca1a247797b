"""Which thread a mail belongs to: each rule by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from keepword.threading.message import Address, Message
from keepword.threading.resolve import MAX_LOOKUPS, is_forward, lookup_ids, resolve, subject_key, token_thread
from keepword.threading.tokens import mint_message_id, mint_reply_address, new_thread_id
from keepword.threading.verdicts import Known, Resolution, Rule

SECRET = b"0123456789abcdef0123456789abcdef"
OTHER = b"another installation's own secret"
OWN = ("support@example.com",)
THREAD = new_thread_id(SECRET, "<q@x>", "0")
OURS = mint_message_id(SECRET, THREAD, "<q@x>", "0", "example.com")
ANNA, BOB = "e_anna", "e_bob"


def mail(
    subject: str = "Re: Invoice",
    *,
    parent: str = "",
    refs: tuple[str, ...] = (),
    author: str = "anna@example.net",
    to: tuple[str, ...] = OWN,
    **fields: object,
) -> Message:
    """Make a mail of Anna's."""
    plain = Message(digest="d1", size=1, message_id="<m@x>", synthetic_id=None, from_=(Address(author),))
    named = {"subject": subject, "in_reply_to": (parent,) if parent else (), "references": refs}
    return replace(plain, **named, to=tuple(Address(a) for a in to), **fields)


def known(thread: str, owner: str = ANNA, *, ghost: bool = False, subject: str = "Invoice", **fields: object) -> Known:
    """Make an entry of the index: a mail of the thread's owner, or a ghost that a mail of his named."""
    entry = Known(thread, owner, None if ghost else "d0", subject, owner)
    return replace(entry, **fields)


def place(message: Message, index: dict[str, Known] | None = None, entity: str = ANNA, **fields: object) -> Resolution:
    """Resolve with nothing else known."""
    given = {"token": None, "own_entry": None, "subject_thread": None, "new_id": "t_new", **fields}
    return resolve(message, known=index or {}, entity_id=entity, **given)


def brief(found: Resolution) -> tuple[str, Rule]:
    """Return thread and rule."""
    return found.thread_id, found.rule


def test_a_mail_that_names_nothing_opens_a_thread() -> None:
    """Nothing named: a new thread, owned by its writer."""
    found = place(mail("Invoice"))
    assert Resolution("t_new", Rule.NEW, people=("anna@example.net", "support@example.com"), owner=ANNA) == found


def test_b12_in_reply_to_decides_before_references() -> None:
    """The id in In-Reply-To comes first, then References from the last to the first."""
    index = {"<a@x>": known("t_a"), "<b@x>": known("t_b"), "<c@x>": known("t_c")}
    assert ("t_a", Rule.IN_REPLY_TO) == brief(place(mail(parent="<a@x>", refs=("<b@x>", "<c@x>")), index))
    assert ("t_c", Rule.REFERENCES) == brief(place(mail(parent="<z@x>", refs=("<b@x>", "<c@x>")), index))
    assert ("t_b", Rule.REFERENCES) == brief(place(mail(refs=("<b@x>", "<z@x>")), index))


def test_b3_a_mere_likeness_of_ids_is_nothing() -> None:
    """An id counts whole and exact, or not at all."""
    index = {"<a@x>": known("t_a")}
    assert {("t_new", Rule.NEW)} == {brief(place(mail(parent=i), index)) for i in ("<a@y>", "<A@x>", "<aa@x>", "a@x")}


def test_b9_a_ghost_joins_what_was_never_seen() -> None:
    """Two mails of one person that share only an id that never came belong together."""
    first = place(mail(parent="<lost@x>"))
    assert ("<lost@x>",) == first.ghosts
    ghost = known(first.thread_id, ghost=True, people=first.people)
    assert ("t_new", Rule.GHOST) == brief(place(mail(parent="<lost@x>", message_id="<n@x>"), {"<lost@x>": ghost}))


def test_a_mail_that_comes_after_its_answer_joins_it() -> None:
    """The index holds this mail's own id as a ghost: order of arrival does not matter."""
    found = place(mail("Invoice"), own_entry=known("t_a", ghost=True))
    assert ("t_a", Rule.GHOST, "<m@x>") == (*brief(found), found.parent)


def test_a_mail_that_we_have_counts_before_a_ghost() -> None:
    """A ghost is what another mail said; what we have ourselves is better."""
    index = {"<a@x>": known("t_a", ghost=True), "<b@x>": known("t_b")}
    found = place(mail(parent="<a@x>", refs=("<b@x>", "<a@x>")), index)
    assert ("t_b", Rule.REFERENCES, ("t_a",)) == (*brief(found), found.merge_from)


def test_a_late_mail_merges_two_threads_of_one_person() -> None:
    """Its parent in one, its answer in another, both its writer's own: they are one."""
    found = place(mail(parent="<a@x>"), {"<a@x>": known("t_a")}, own_entry=known("t_b", ghost=True))
    assert ("t_a", Rule.IN_REPLY_TO, ("t_b",)) == (*brief(found), found.merge_from)


@pytest.mark.parametrize(
    ("entity", "one", "other"),
    [
        (ANNA, ANNA, BOB),
        (ANNA, BOB, ANNA),
        (BOB, ANNA, ANNA),
        (ANNA, ANNA, ""),
        (ANNA, "", ANNA),
        ("", "", ""),
    ],
)
def test_b1_threads_of_two_people_never_merge(entity: str, one: str, other: str) -> None:
    """Whoever names both, and whatever is not known of an owner: two people's threads stay two."""
    index = {
        "<a@x>": known("t_a", one, entity_id=entity),
        "<b@x>": known("t_b", other, entity_id=entity),
        "<c@x>": known("t_c", other, entity_id=entity, ghost=True),
    }
    found = place(
        mail(parent="<a@x>", refs=("<c@x>", "<b@x>")), index, entity, own_entry=known("t_d", other, ghost=True)
    )
    assert ("t_a", ()) == (found.thread_id, found.merge_from)


def test_b4_a_new_writer_joins_and_owns_nothing() -> None:
    """A mail that names another person's thread is routed there; the thread stays its owner's."""
    found = place(mail(parent="<a@x>", author="bob@example.org"), {"<a@x>": known("t_a")}, BOB)
    assert ("t_a", Rule.IN_REPLY_TO, ANNA) == (*brief(found), found.owner)


def test_b5_strangers_who_name_one_unseen_mail_stay_apart() -> None:
    """Answers to a newsletter that we never saw are not one conversation."""
    anna = place(mail(parent="<news@x>"))
    ghost = known("t_a", ghost=True, people=anna.people)
    bob = mail(parent="<news@x>", author="bob@example.org")
    assert ("t_new", Rule.NEW) == brief(place(bob, {"<news@x>": ghost}, BOB))
    assert ("t_a", Rule.GHOST) == brief(place(bob, {"<news@x>": ghost}, BOB, strangers=True))


def test_people_who_write_to_each_other_share_a_ghost() -> None:
    """Who was written to, or writes to whom, takes part in the same conversation, though its first mail is lost."""
    ghost = known("t_a", ghost=True, people=("anna@example.net", "support@example.com"))
    copied = replace(ghost, people=("anna@example.net", "bob@example.org"))
    to_anna = mail(parent="<lost@x>", author="bob@example.org", to=("support@example.com", "anna@example.net"))
    to_us = mail(parent="<lost@x>", author="bob@example.org")
    assert [("t_a", Rule.GHOST)] * 2 == [
        brief(place(m, {"<lost@x>": g}, BOB)) for m, g in ((to_anna, ghost), (to_us, copied))
    ]


def test_people_who_share_a_chain_of_ghosts_belong_together() -> None:
    """Two lost mails in a row are a conversation, not a newsletter."""
    ghosts = {i: known("t_a", ghost=True) for i in ("<a@x>", "<b@x>")}
    found = place(mail(refs=("<a@x>", "<b@x>"), author="bob@example.org"), ghosts, BOB)
    assert ("t_a", Rule.GHOST, ANNA) == (*brief(found), found.owner)


def test_b4_a_strangers_ghost_does_not_take_a_mail_over() -> None:
    """Who names the id of a mail to come, without having met its writer, does not draw it into his thread."""
    ghost = known("t_b", BOB, ghost=True, people=("bob@example.org", "support@example.com"))
    assert ("t_new", Rule.NEW, ANNA) == (*brief(found := place(mail("Invoice"), own_entry=ghost)), found.owner)


@pytest.mark.parametrize("prefix", ["Fwd", "WG", "TR", "RV", "I", "VS", "转发"])
def test_b7_b8_b21_a_forward_opens_a_linked_thread(prefix: str) -> None:
    """A forward answers nothing, whatever it names, and its ids are no ghosts of its thread."""
    forward = mail(f"{prefix}: Invoice", parent="<a@x>", refs=("<z@x>", "<a@x>"))
    found = place(forward, {"<a@x>": known("t_a")})
    assert ("t_new", Rule.NEW, "t_a", ()) == (*brief(found), found.linked_to, found.ghosts)
    assert ("<a@x>",) == lookup_ids(forward, SECRET)


def test_b7_an_answer_to_a_forward_stays_with_the_forward() -> None:
    """`Re: Fwd:` names the forwarded conversation too; only its nearest id counts."""
    answer = mail("Re: Fwd: Invoice", parent="<f@x>", refs=("<a@x>", "<f@x>"))
    assert ("<f@x>",) == lookup_ids(answer, SECRET)
    assert ("t_new", Rule.NEW) == brief(place(answer, {"<a@x>": known("t_a")}))
    assert ("t_f", Rule.IN_REPLY_TO) == brief(place(answer, {"<a@x>": known("t_a"), "<f@x>": known("t_f")}))


def test_vs_in_a_finnish_mail_is_an_answer() -> None:
    """`VS:` is a forward, unless the quoted mail stands under Finnish headings."""
    assert is_forward(mail("VS: Lasku"))
    assert not is_forward(mail("VS: Lasku", full_text="Kiitos!\n\nLähettäjä: Support\nVastaanottaja: Anna"))


def test_a_changed_subject_opens_a_linked_thread() -> None:
    """A reply under another subject is another matter; an empty one, a prefix or a tag is no other subject."""
    index = {"<a@x>": known("t_a")}
    found = place(mail("Re: Delivery", parent="<a@x>"), index)
    assert ("t_new", Rule.NEW, "t_a") == (*brief(found), found.linked_to)
    for subject in ("AW: [shop] INVOICE", "", "Invoice (was: Delivery)"):
        assert "t_a" == place(mail(subject, parent="<a@x>"), index).thread_id


def test_a_changed_subject_leaves_the_old_ids_alone() -> None:
    """Ids named before the subject changed are the old thread's; nearer ones are this one's."""
    index = {"<b@x>": known("t_a")}
    assert ("<c@x>",) == place(mail("Re: Delivery", refs=("<a@x>", "<b@x>", "<c@x>")), index).ghosts


def test_a_late_mail_under_another_subject_is_left_alone() -> None:
    """An answer that changed the subject does not draw the mail that it answered after it."""
    found = place(mail("Invoice"), own_entry=known("t_b", ghost=True, subject="Delivery"))
    assert ("t_new", Rule.NEW) == brief(found)


def test_a_subject_changed_back_finds_its_thread() -> None:
    """Of several threads named, the first of the same subject is the mail's."""
    index = {"<b@x>": known("t_b", subject="Delivery"), "<a@x>": known("t_a")}
    assert ("t_a", Rule.REFERENCES) == brief(place(mail(parent="<b@x>", refs=("<a@x>", "<b@x>")), index))


def test_b13_our_own_id_decides() -> None:
    """An id that we signed, in In-Reply-To or References, names the thread without a look-up."""
    for message in (mail(parent=OURS), mail(refs=(OURS,)), mail(parent="<z@x>", refs=("<a@x>", OURS, "<b@x>"))):
        assert (THREAD, ()) == (token_thread(message, SECRET, OWN, False), lookup_ids(message, SECRET))


def test_the_nearest_of_our_ids_decides() -> None:
    """In-Reply-To first, then the newest of References."""
    newer = new_thread_id(SECRET, "<r@x>", "0")
    second = mint_message_id(SECRET, newer, "<r@x>", "0", "example.com")
    assert newer == token_thread(mail(refs=(OURS, second)), SECRET, OWN, False)
    assert THREAD == token_thread(mail(parent=OURS, refs=(OURS, second)), SECRET, OWN, False)


def test_b1_b5_another_installations_id_is_an_ordinary_id() -> None:
    """A clone's token routes nothing by itself; it is looked up as any other id."""
    message = mail(parent=mint_message_id(OTHER, THREAD, "<q@x>", "0", "example.com"))
    assert (None, message.in_reply_to) == (token_thread(message, SECRET, OWN, True), lookup_ids(message, SECRET))


def test_b11_b15_a_signed_reply_address_decides_where_it_is_on() -> None:
    """Where all headers are stripped the address still knows the thread, if the mailbox has subaddresses."""
    message = mail(to=(mint_reply_address(SECRET, THREAD, OWN[0]).upper(),))
    assert [None, THREAD] == [token_thread(message, SECRET, OWN, on) for on in (False, True)]
    assert token_thread(message, OTHER, OWN, True) is None


def test_b7_a_forward_of_our_mail_is_no_answer_to_it() -> None:
    """A forward carries our id along and is another matter."""
    forward = mail("Fwd: Invoice", parent=OURS, refs=(OURS,))
    assert token_thread(forward, SECRET, OWN, True) is None


def test_the_token_is_the_first_rule() -> None:
    """A token wins over what the ids say, and takes the mail's own early thread along."""
    of_thread = Known(THREAD, ANNA, "", "Invoice", ANNA)
    late = known("t_b", ghost=True)
    found = place(mail(parent=OURS), {}, token=THREAD, token_known=of_thread, own_entry=late)
    assert (THREAD, Rule.TOKEN, ANNA, ("t_b",)) == (*brief(found), found.owner, found.merge_from)
    assert () == place(mail(parent=OURS), {}, BOB, token=THREAD, token_known=of_thread, own_entry=late).merge_from
    assert (THREAD, Rule.TOKEN) == brief(place(mail("Re: Other", parent=OURS), token=THREAD))


def test_a_token_under_another_subject_opens_a_linked_thread() -> None:
    """Who answers our mail to write of something else begins something else."""
    of_thread = Known(THREAD, ANNA, "", "Invoice", ANNA)
    found = place(mail("A quite different matter", parent=OURS), token=THREAD, token_known=of_thread)
    assert ("t_new", Rule.NEW, THREAD) == (*brief(found), found.linked_to)


def test_b17_the_subject_token_comes_last() -> None:
    """Only where no id leads anywhere, and never for a forward; the caller has seen that the writer takes part."""
    thread = known("t_s")
    index = {"<a@x>": known("t_a")}
    assert ("t_s", Rule.SUBJECT_TOKEN) == brief(place(mail("Re: Invoice [#7]"), subject_thread=thread))
    answer = mail("Re: Invoice [#7]", parent="<a@x>")
    assert ("t_a", Rule.IN_REPLY_TO) == brief(place(answer, index, subject_thread=thread))
    assert ("t_new", Rule.NEW) == brief(place(mail("Fwd: Invoice [#7]"), subject_thread=thread))


@pytest.mark.parametrize(
    ("subject", "fields", "rule"),
    [
        ("Re: INVOICE", {}, Rule.SUBJECT),
        ("Invoice", {}, Rule.SUBJECT),
        ("Invoice 2", {}, Rule.NEW),
        ("Fwd: Invoice", {}, Rule.NEW),
        ("", {}, Rule.NEW),
        ("Invoice", {"owner": BOB}, Rule.NEW),
        ("Invoice", {"owner": ""}, Rule.NEW),
    ],
)
def test_b15_grouping_by_subject_is_the_mailboxs_choice(subject: str, fields: dict[str, str], rule: Rule) -> None:
    """Given the writer's own recent thread, the very same subject joins it; nobody else's, and no other subject."""
    recent = replace(known("t_r"), **fields)
    assert [rule, Rule.NEW] == [place(mail(subject), recent=r).rule for r in (recent, None)]


def test_b15_what_a_mail_names_counts_before_its_subject() -> None:
    """A reply that leaves its thread by a changed subject does not slip into a third one."""
    index = {"<a@x>": known("t_a", subject="Delivery")}
    assert ("t_new", Rule.NEW) == brief(place(mail(parent="<a@x>"), index, recent=known("t_r")))


def test_b15_the_key_of_a_persons_subject() -> None:
    """One person's prefixes and case share a key; another person, subject or none at all do not."""
    keys = [subject_key(e, s) for e, s in ((ANNA, "Re: Invoice"), (ANNA, "INVOICE"), (BOB, "Invoice"), (ANNA, "Other"))]
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
    assert [None, None] == [subject_key(ANNA, "Re:"), subject_key("", "Invoice")]


def test_a22_an_id_that_a_relay_put_in_place_of_ours_is_known() -> None:
    """The index holds the relay's id beside ours: an answer to it is an answer to us."""
    index = {"<0102-7@eu-west-1.amazonses.com>": known("t_a")}
    answer = mail(parent="<0102-7@eu-west-1.amazonses.com>")
    assert ("t_a", Rule.IN_REPLY_TO) == brief(place(answer, index))


def test_b19_b20_another_mail_under_the_same_id_is_another() -> None:
    """The same Message-ID with other content takes nothing from the first."""
    assert ("t_new", Rule.NEW) == brief(place(mail("Invoice"), own_entry=known("t_a", BOB)))


def test_b19_the_same_mail_again_stays_where_it_is() -> None:
    """A claim of this very content is kept, whatever has become known since."""
    claim = known("t_a", digest="d1")
    assert ("t_a", Rule.NEW) == brief(place(mail(), own_entry=claim))
    found = place(mail(parent="<a@x>"), {"<a@x>": known("t_z")}, own_entry=claim)
    assert ("t_a", ()) == (found.thread_id, found.merge_from)
    assert ("t_a", Rule.IN_REPLY_TO) == brief(place(mail(parent="<a@x>"), {"<a@x>": known("t_a")}, own_entry=claim))


def test_c8_a_mail_without_an_id_is_threaded_by_what_it_names() -> None:
    """A synthetic id names the mail; its references work as any other's."""
    nameless = replace(mail(parent="<a@x>"), message_id=None, synthetic_id="<raw.1@synthetic.invalid>")
    assert ("t_a", Rule.IN_REPLY_TO) == brief(place(nameless, {"<a@x>": known("t_a")}))


def test_a_mail_that_names_itself_names_nothing() -> None:
    """Its own id in its own References is no parent."""
    assert () == lookup_ids(mail(parent="<m@x>", refs=("<m@x>",)), SECRET)


def test_c9_look_ups_are_bounded() -> None:
    """Of a million references the newest and the first are looked up, each once."""
    refs = tuple(f"<{n}@x>" for n in range(1_000_000))
    found = lookup_ids(mail(parent="<999999@x>", refs=refs), SECRET)
    assert MAX_LOOKUPS == len(found) == len(set(found))
    assert ("<999999@x>", "<999998@x>", "<0@x>") == (found[0], found[1], found[-1])
    short = tuple(f"<{n}@x>" for n in range(5))
    assert short[::-1] == lookup_ids(mail(refs=short * 3), SECRET)
