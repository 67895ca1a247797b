"""Whole mails as particular programs and help desks write them."""

from __future__ import annotations

import pytest

from keepword.threading.visible.text import visible

MAILS = {
    "answer, quote, farewell": (
        "Mine.\n\nOn 04/19/2011 07:10 AM, Anna wrote:\n\n>\n> Theirs\n\nRegards, Bob",
        "Mine.\n\nRegards, Bob",
    ),
    "no blank line": ("Thanks\nOn 11-Apr-2011, at 6:54 PM, Anna <anna@example.com> wrote:\n\nTheirs", "Thanks"),
    "no blank line, name first": ("Thanks\nAnna <anna@example.com> wrote:\n\nTheirs", "Thanks"),
    "a date over a name": ("See you on 3 May 2024\nAnna <anna@example.com> wrote:\n\nTheirs", "See you on 3 May 2024"),
    "nested": (
        "Mine.\nOn 04/19/2011 07:10 AM, Anna wrote:\n\n>Theirs\n>On 04/18/2011 07:10 AM, Bob wrote:\n>\n>> Older.\n",
        "Mine.",
    ),
    "no colon": ("Mine.\n2011/4/7 Anna <anna@example.com>\n\n>  Theirs\n>\n>", "Mine."),
    "two fields": ("Mine.\n\nFrom: anna@example.com\nDate: Wed, 16 May 2012 00:15:02 -0600\n\nTheirs", "Mine."),
    "no sender": ("Mine.\n\nDate: Wed, 16 May 2012 00:15:02 -0600\nTo: bob@example.com\n\nTheirs", "Mine."),
    "wrapped sender": (
        (
            "Mine.\n\n*From:* Anna [mailto:\nanna@example.com]\n*Sent:* Wednesday, June 27, 2012 3:05 PM\n"
            "*To:* Bob\n*Subject:* Hi\n\nTheirs"
        ),
        "Mine.",
    ),
    "android": ("Mine.\n\n---- Anna Smith wrote ----\n\n> Theirs", "Mine."),
    "horde": ("Mine.\n\nQuoting Anna <anna@example.com>:\n\n> Theirs\n", "Mine."),
    "address over three rows": (
        (
            "Mine.\n\nOn Nov 30, 2011, at 12:47 PM, Anna <\n"
            "416ffd3258d4d2fa4c85cfa4c44e1721d66e3e8f4@example.com\n> wrote:\n\nTheirs\nMore"
        ),
        "Mine.",
    ),
    "device in the attribution": (
        "Mine.\n\nSent from Samsung Mobile\n\n-------- Original message --------\nFrom: Anna\n\nTheirs",
        "Mine.",
    ),
    "orange": (
        (
            "Mine.\n\n> Message du 01/02/16 18:32\n> De : Anna <anna@example.com>\n> A : Bob\n> Copie à : \n"
            "> Objet : a\n>\n> Leurs mots"
        ),
        "Mine.",
    ),
    "help desk": ("Mine.\n\n##- Please type your reply above this line -##\n\nTheirs", "Mine."),
    "help desk, plain": ("Mine.\n\n--- Reply above this line ---\n\nTheirs", "Mine."),
    "qq": (
        (
            'Mine.\n\n------------------ 原始邮件 ------------------\n发件人: "Anna"<anna@example.com>;\n'
            "发送时间: 2020年5月1日 上午10:00\n主题: a\n\nTheirs"
        ),
        "Mine.",
    ),
    "full width colons": (
        "Mine.\n\n发件人： Anna\n发送时间： 2020-05-01 10:00\n收件人： Bob\n主题： Re: a\n\nTheirs",
        "Mine.",
    ),
    "top and between": (
        "See below:\n\nOn 1/2/2020 10:00, Anna wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.\n",
        "See below:\n\n> One?\n\nYes.\n\n> Two?\n\nNo.",
    ),
    "marks that are no quote": (
        "Visit us now for assistance...\n>>> >>>  https://example.com <<<\nClick the link above",
        "Visit us now for assistance...\n>>> >>>  https://example.com <<<\nClick the link above",
    ),
    "own introduction of a quote": (
        "Hello,\nyour colleague wrote:\n> We will refund you.\nWhere is it?",
        "Hello,\nyour colleague wrote:\n> We will refund you.\nWhere is it?",
    ),
    "own table": ("This is what I wrote:\n\n| a | b |\n| 1 | 2 |", "This is what I wrote:\n\n| a | b |\n| 1 | 2 |"),
    "quoted proverb": ("Hello,\n\nthis is new.\n\n> A proverb\n", "Hello,\n\nthis is new."),
}


@pytest.mark.parametrize("kind", MAILS)
def test_f7_the_text_is_what_was_written_now(kind: str) -> None:
    """Nothing of the quoted mail stays, nothing of the writer's goes."""
    mail, expected = MAILS[kind]

    assert visible(mail, None, None).text == expected
