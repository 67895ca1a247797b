"""By what a delivery report is known: signs in its structure, its sender, its subject and its words.

A report by structure (RFC 3464) is one. Else a machine's sign and words of failure are both needed, so that a person
who writes about a failed delivery, or sends such a report on, is still answered.
"""

from __future__ import annotations

from keepword.threading.bounce.report import Report
from keepword.threading.bounce.status import codes
from keepword.threading.bounce.words import patterns
from keepword.threading.mime.addresses import read_addresses
from keepword.threading.mime.encoded_words import decode_words
from keepword.threading.mime.headers import Block
from keepword.threading.mime.parts import Part

_DAEMON = patterns(
    r"""
    (?:mailer|mail|smtp|mta)[-_. ]?(?:daemon|delivery?|administrator|admin|system|error)
    poo?st ?master
    mdaemon
    bounces?\b|bounce[-_+]
    delivery (?:system|subsystem|service)
    (?:system|mail|ndr) administrator
    undeliver
    """,
    flags=0,  # held against lower-cased senders, of every mail: without regard to case it takes four times as long
)
_SUBJECTS = patterns(
    r"""
    undeliver|not delivered|could ?n[o']t be delivered|could not deliver|unable to deliver
    deliver\w{0,5}[\s-](?:status|failure|failed|problem|error|delay|report|notification)
    (?:failed|failure|fail)\b.{0,20}deliver
    failure notice
    returned? (?:mail|to sender)|returning (?:mail|message) to sender
    mail (?:system )?error|mail failed|mail delivery|error sending your mail|delayed mail
    message (?:you sent )?(?:was )?blocked
    delayed \d{1,4} hour
    warning: (?:message|could not)
    permanent error|user unknown|host unknown
    \bbounced?\b
    postmaster notify|notice: mail
    not (?:a )?members?\b
    non[- ]?remis|non distribu|échec de (?:la )?remise
    unzustellbar|nicht zugestellt|unzustellbarkeit
    no se (?:pudo|ha podido) entregar|no entregado
    non recapit|mancata consegna
    não (?:foi )?entreg
    onbestelbaar|niet bezorgd
    недоставлен|не доставлен
    配信|送信.{0,4}(?:エラー|失敗)|不达|退信
    """
)
_FAILURE = patterns(
    r"""
    (?:could ?n[o']t|cannot|can't|unable to|was ?n[o']t able to|not|never|trouble|error|failed)\b.{0,80}\b(?:deliver|reach|accept)
    (?:could ?n[o']t|cannot|can't|unable to|not|error|errors|failed|fatal)\b.{0,80}\b(?:recipients?|errors?|sent|forward)
    (?:failure|trying|permanent|delivery)\b.{0,80}\b(?:deliver|recipients?|errors?|failed|failure|problems?)
    undeliver|was not delivered|could not be
    user unknown|unknown user|host unknown|invalid final|not listed in|mailbox is full
    returned (?:mail|message)
    permanent(?:ly)? (?:error|fail)
    delivery (?:failed|failure|status|has failed)
    transcript of session|failure reasons|fatal errors|rcpt to:
    not (?:a )?members?\b|may not exist
    \brejected\b
    \b[45]\d\d [45]\.\d\.\d
    送信でき|配信でき|送信に失敗|エラー
    не может быть доставлено
    """
)
_PLAINLY = patterns(
    r"""
    could ?n[o']t be delivered|was ?n[o']t delivered|not be delivered
    (?:unable to|could ?n[o']t|cannot) deliver
    delivery (?:has )?failed|undeliverable
    permanent(?:ly)? (?:error|fail)|fatal error
    transcript of session
    returned to (?:the )?sender
    did not reach
    """
)
_AUTOMATIC = patterns(r"auto-(?:generated|replied|notified)")
_LIST_SERVER = frozenset({"x-mlserver", "x-ml-info", "mailing-list", "x-list-server", "x-listserver"})
_MEMBERS_ONLY = patterns(
    r"""
    \bnot (?:a )?(?:member|subscribe)
    \bonly (?:members|subscribers)
    not allowed to (?:post|send)
    may not exist, or you may not have permission
    """
)
_OTHER_REPORTS = ("disposition-notification", "feedback-report")
_OTHER_PARTS = frozenset({"message/disposition-notification", "message/feedback-report"})


def may_be_bounce(root: Part) -> bool:
    """Whether a mail is worth a closer look: its structure or its header has a sign. Nearly all mail has none."""
    return header_speaks(root.block) or any(part.type == "multipart/report" for part in root.walk())


def header_speaks(block: Block) -> bool:
    """Whether a mail's header alone makes it worth a closer look: a machine or a list server wrote it."""
    return _is_daemon(block) or _is_automatic(block) or not _LIST_SERVER.isdisjoint(block.named)


def is_bounce(report: Report) -> bool:
    """Whether a mail is a delivery report."""
    block = report.root.block
    if report.kind.startswith(_OTHER_REPORTS) or (not report.structured and _is_other(report)):
        return False
    if report.kind:
        return True
    daemon = _is_daemon(block)
    if report.structured or report.groups:
        return daemon or _is_automatic(block)
    return (_failed(report) if daemon else _is_automatic(block) and _surely_failed(report)) or _refused_by_list(report)


def _is_other(report: Report) -> bool:
    """Whether it is a read receipt (RFC 8098) or a complaint (RFC 5965) whose type does not say so."""
    return any(part.type in _OTHER_PARTS for part in report.root.walk())


def _is_daemon(block: Block) -> bool:
    """Whether a mail system speaks. The envelope sender does not count: the paths of newsletters have such names too."""
    author, sender = block.text("from"), block.text("sender")
    senders = decode_words(f"{author[:1_000]} {sender[:1_000]}").lower()
    nobody = author.replace(" ", "").endswith("<>")
    return nobody or block.raw("x-failed-recipients") is not None or _DAEMON.search(senders) is not None


def _is_automatic(block: Block) -> bool:
    """Whether a machine speaks (RFC 3834, RFC 5321 4.5.5), which may be a vacation notice as well."""
    path = block.raw("return-path")
    null = path is not None and not any(a.address for a in read_addresses(block.text("return-path")))
    return null or _AUTOMATIC.search(block.text("auto-submitted")[:200]) is not None


def _failed(report: Report) -> bool:
    """Whether the subject or the words of a mail system tell of a failure."""
    if report.root.block.raw("x-failed-recipients") is not None or _SUBJECTS.search(_subject(report)):
        return True
    return report.returned is not None and _FAILURE.search(_top(report)) is not None


def _surely_failed(report: Report) -> bool:
    """Whether the words of a machine of any kind tell of a failure: plainly, and with the reply or the mail itself."""
    own = "\n".join(line for line in report.lines[:60] if not line.startswith(">"))[:12_000]
    return _PLAINLY.search(own) is not None and (report.returned is not None or any(codes(own)))


def _refused_by_list(report: Report) -> bool:
    """Whether a mailing list refuses a mail because its sender is no member."""
    told = f"{_subject(report)}\n{_top(report)}"
    server = not _LIST_SERVER.isdisjoint(report.root.block.named)
    return server and _MEMBERS_ONLY.search(told) is not None


def _subject(report: Report) -> str:
    return decode_words(report.root.block.text("subject")[:2_000])


def _top(report: Report) -> str:
    return "\n".join(report.lines[:60])[:12_000]
