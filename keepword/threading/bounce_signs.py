"""By what a delivery report is known: signs in its structure, its sender, its subject and its words.

A report by structure (RFC 3464) is one. Else a machine's sign and words of failure are both needed, so that a person who
writes about a failed delivery, or sends such a report on, is still answered.
"""

from __future__ import annotations

import re

from keepword.threading.addresses import read_addresses
from keepword.threading.bounce_report import Report
from keepword.threading.encoded_words import decode_words

_DAEMON = re.compile(
    r"(?:mailer|mail|smtp|mta)[-_.]?(?:daemon|deliver\w*|administrator|admin|system|error)|post ?master|poostmaster|mail\.?delivery"
    r"|mdaemon|bounces?\b|bounce[-_+]|mail delivery|delivery (?:system|subsystem|service)|system administrator|mail administrator"
    r"|undeliver|ndr administrator|\bndr\b|mail system",
    re.IGNORECASE,
)
_SUBJECTS = re.compile(
    r"undeliver|deliver\w*[\s-](?:status|failure|failed|problem|error|delay|report|notification)|(?:failed|failure|fail)\b.{0,20}deliver"
    r"|failure notice|returned? (?:mail|to sender)|mail (?:system )?error|could ?n[o']t be delivered|not delivered|could not deliver"
    r"|non[- ]?remis|unzustellbar|nicht zugestellt|unable to deliver|delayed mail|mail failed|returning (?:mail|message) to sender|error sending your mail"
    r"|message (?:you sent )?(?:was )?blocked|delayed \d+ hour|mail delivery|delivery notification|warning: (?:message|could not)|permanent error|bounce|配信|送信.{0,4}(?:エラー|失敗)"
    r"|недоставлен|не доставлен|postmaster notify|user unknown|notice: mail",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"(?:could ?n[o']t|cannot|can't|unable to|was ?n[o']t able to|were unable to|not|never|trouble|error\w*|failed|failure|trying|fatal|permanent|delivery)\b"
    r".{0,80}\b(?:deliver\w*|reach\w*|accept\w*|recipients?|errors?|sent|forward\w*|failed|failure|problems?)"
    r"|undeliver|user unknown|unknown user|host unknown|invalid final|returned (?:mail|message)|was not delivered|not listed in|送信でき|配信でき|送信に失敗|エラー"
    r"|permanent(?:ly)? (?:error|fail)|delivery (?:failed|failure|status|has failed)|transcript of session|failure reasons|not (?:a )?members?\b|may not exist"
    r"|\brejected\b|\b[45]\d\d [45]\.\d\.\d|could not be|mailbox is full|fatal errors|не может быть доставлено|rcpt to:",
    re.IGNORECASE,
)
_AUTOMATIC = re.compile(r"auto-(?:generated|replied|notified)", re.IGNORECASE)
_OTHER_REPORTS = ("disposition-notification", "feedback-report")


def is_bounce(report: Report) -> bool:
    """Whether a mail is a delivery report."""
    if report.kind.startswith(_OTHER_REPORTS) or _is_other(report):
        return False
    if report.kind or report.structured:
        return bool(report.groups) or bool(report.kind) or _machine(report)
    return _machine(report) and _failed(report)


def _is_other(report: Report) -> bool:
    """Read receipts (RFC 8098) and complaints (RFC 5965) whose type does not say so."""
    kinds = {part.type for part in report.root.walk()}
    return bool(kinds & {"message/disposition-notification", "message/feedback-report"}) and not report.structured


def _machine(report: Report) -> bool:
    block = report.root.block
    senders = " ".join((block.text("from"), block.text("sender"), block.text("return-path")))
    null = block.raw("return-path") is not None and not any(
        a.address for a in read_addresses(block.text("return-path"))
    )
    return bool(
        block.text("x-failed-recipients")
        or _DAEMON.search(decode_words(senders))
        or null
        or _AUTOMATIC.search(block.text("auto-submitted"))
    )


def _failed(report: Report) -> bool:
    """Whether its subject or its words tell of a failure; a vacation notice tells of none."""
    subject = decode_words(report.root.block.text("subject"))
    if report.groups or report.root.block.text("x-failed-recipients"):
        return True
    telling = "\n".join(report.lines[:60])
    return bool(_SUBJECTS.search(subject) or report.returned is not None) and bool(
        _FAILURE.search(telling) or _SUBJECTS.search(subject)
    )
