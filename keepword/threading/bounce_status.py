"""Enhanced status codes (RFC 3463), read from replies or derived from the words of those who have none.

The tables are ordered: the first row that fits decides. Subjects and details are those of RFC 3463 and of its registry
(RFC 5248); the class is the report's: 5 where it gave up, 4 where it still tries.
"""

from __future__ import annotations

import re

_ENHANCED = re.compile(r"(?<![\d.\w])([245])\.(\d{1,3})\.(\d{1,3})(?![\d]|\.\d)")
_REPLY = re.compile(
    r"(?<![\d.\w/:@=-])([245][0-5]\d)(?=[\s\-:;,<(\"'.)#]|$)(?!\.\d)(?:[\s\-]{0,3}[(#]{0,2}([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?"
)

# Words of a report, lower-cased, and the `subject.detail` they mean.
_WORDS: tuple[tuple[str, str], ...] = (
    ("2.2", r"(?:mail ?box|mail ?folder|inbox|account|user|quota|disk|storage)\b.{0,40}\b(?:is |are )?(?:full|over ?quota|exceeded)"),
    ("2.2", r"over ?(?:the )?(?:disk )?quota|quota (?:is )?(?:exceeded|full|violation)|exceed\w{0,3} .{0,40}\b(?:quota|mailbox)|full mailbox"),
    ("2.2", r"not enough (?:storage|disk|space)|insufficient (?:disk|storage|space|system storage)|out of (?:disk|storage|space)"),
    ("2.2", r"too many messages (?:in|on|for)|has exceeded .{0,40}(?:storage|space|limit|size)|mailbox_?full|容量|いっぱい"),
    ("7.25", r"reverse[ -]?(?:dns|lookup|mapping|hostname|ip)|\bptr\b|\brdns\b|cannot (?:find|resolve) your (?:host ?name|reverse)|no reverse"),
    ("7.26", r"\bdmarc\b|fails? (?:spf|dkim)|authentication (?:checks?|requirements?|information)|unauthenticated (?:e?mail|sender)"),
    ("4.6", r"too many hops|mail(?:er)? loop|hop count|routing loop|loops? back to|mail loop"),
    ("1.2", r"(?:host|domain|mx|name server|server)\b.{0,80}\b(?:unknown|not found|not exist|does(?:n't| not) exist|not resolve|must exist|invalid)"),
    ("1.2", r"(?:unknown|no such|bad|invalid|illegal|nonexistent|non-existent|couldn't find any|unable to find|cannot find|can't find) (?:\w+ ){0,2}(?:host|domain)"),
    ("1.2", r"name (?:service|server) (?:error|lookup)|host ?name lookup fail|dns (?:lookup )?(?:fail|error)|domain name lookup|nxdomain|null ?mx|no mx record"),
    ("1.2", r"unrouteable mail domain|name or service not known|does not (?:receive|accept) mail \(nullmx|no route(?:able)? (?:to|for) (?:domain|host)|all relevant mx records point"),
    ("2.1", r"(?:account|mailbox|user|recipient|address)\b.{0,60}\b(?:disabled|suspended|inactive|deactivated|locked|frozen|closed|blocked for inactivity)"),
    ("2.1", r"(?:disabled|suspended|inactive|deactivated|closed) (?:user|account|mailbox|recipient)|not (?:currently )?active|temporarily unavailable.{0,20}account"),
    ("1.6", r"has moved|no longer (?:with|works|on this server|at this)|new address|mailbox has been moved|account moved"),
    ("1.8", r"(?:sender|mail from|from address|return address|envelope sender)\b.{0,40}\b(?:reject|denied|invalid|not allowed|refused|not exist|unknown|does not|bad)"),
    ("1.8", r"(?:bad|invalid|illegal|unknown) (?:sender|return path|envelope from)"),
    ("1.1", r"user(?:name)?\b.{0,80}\b(?:unknown|not found|not exist|does(?:n't| not) (?:exist|have)|not known|not recogni[sz]ed|not listed|not local|is invalid)"),
    ("1.1", r"(?:unknown|no such|invalid|bad|illegal|not a valid|not a known|incorrect|nonexistent|non-existent|undefined) (?:\w+ ){0,3}(?:user|recipient|mailbox|address|account|person|userid|local[ -]part|member|customer|mail drop)"),
    ("1.1", r"(?:recipient|mailbox|address|account|addressee|person|alias|destination)\b.{0,90}\b(?:unknown|not found|not exist|does(?:n't| not) exist|not recogni[sz]ed|not listed|couldn't be found|could not be found|wasn't found|not available|unavailable|invalid|rejected|not known|isn't (?:valid|listed)|no such)"),
    ("1.1", r"no (?:valid )?(?:recipient|mailbox|account|user|such)s?\b|recipnotfound|not (?:a )?(?:registered|valid|known|local|our) (?:gateway )?(?:user|customer|recipient|mailbox)|unrouteable address"),
    ("1.1", r"doesn't have (?:a|an) .{0,60}account|does not have (?:a|an) .{0,60}(?:account|mailbox)|is unknown|unknown (?:to|in|at)|not listed in|宛先.{0,20}(?:見つか|存在)|アドレスが見つか|存在しな|ユーザ.{0,10}(?:不明|存在)"),
    ("3.4", r"(?:message|mail|size|header|attachment)s?\b.{0,60}\b(?:too (?:large|big|long)|exceeds?|exceeded|over the limit|larger than)|too (?:large|big) (?:message|mail)|maximum (?:message |file )?size"),
    ("7.1", r"\bspam\b|spamming|junk ?mail|unsolicited|bulk e?mail|spam(?:assassin|cop|haus)|looks like spam|high spam|content (?:filter|rejected)|message (?:content|was) .{0,30}(?:blocked|rejected)"),
    ("7.1", r"virus|malware|infected|phish|banned|dangerous|suspicious|executable"),
    ("7.1", r"block(?:ed|list| ?list)|black ?list|\brbls?\b|dnsbl|reputation|policy|access denied|not allowed|not authori[sz]ed|not permitted|prohibited|permission|forbidden|restricted|not (?:a )?member|denied"),
    ("7.1", r"relay|authenticat|\btls\b|certificate|pop before smtp"),
    ("3.2", r"not accept|does not accept|don't accept|no longer accept|not receiving|service (?:not available|unavailable|shutting)|not supported|refus(?:ed|es) to (?:accept|talk|receive)"),
    ("4.7", r"retry time|time(?:d)? ?out|too long|could not be delivered for|delivery expired|expired|give up|giving up|given up after|aborted after|not yet been delivered|has not been collected|unable to deliver .{0,30}(?:after|within)|in the queue|days? old|配送(?:遅延|期限)|期限"),
    ("4.1", r"connection (?:refused|reset|lost|dropped|closed|failed|timed)|no route to host|unreachable|not reachable|cannot connect|could ?n[o']t connect|unable to connect|no answer|network|not responding|deferred|lost connection|try again|transferring to"),
    ("3.0", r"mailer error|local delivery failed|child status|exit (?:status|code)|system error|internal error|local (?:configuration )?error|procmail|command (?:died|failed|output)|configuration error|pipe|return code|not running|i/o error|could not create"),
    ("7.1", r"reject|refused|拒否"),
)  # fmt: skip
_TABLE = tuple((detail, re.compile(pattern)) for detail, pattern in _WORDS)

# RFC 5321 4.2.3 replies that mean something by themselves.
_REPLIES = {
    "421": "4.2", "432": "7.12", "450": "2.0", "451": "3.0", "452": "3.1", "454": "7.0", "455": "5.4",
    "500": "5.2", "501": "5.4", "502": "5.1", "503": "5.1", "504": "5.4", "521": "3.2", "530": "7.0", "534": "7.9", "535": "7.8",
    "538": "7.11", "551": "1.6", "552": "2.2", "553": "1.3", "555": "5.4", "556": "1.10",
}  # fmt: skip


def codes(text: str) -> tuple[str | None, str | None]:
    """Return the SMTP reply and the enhanced status in a text: those that stand together first, negative ones before others."""
    replies = [m for m in _REPLY.finditer(text) if m[1][0] in "45"]
    joined = next((m for m in replies if m[2] and m[2][0] in "45"), None)
    if joined is not None:
        return joined[1], joined[2]
    status = next((m[0] for m in _ENHANCED.finditer(text) if m[1] in "45"), None)
    return (replies[0][1] if replies else None), status


def status_in(text: str) -> str | None:
    """Return the first enhanced status in a text, of any class, or None."""
    found = _ENHANCED.search(text)
    return found[0] if found else None


def from_words(text: str) -> str | None:
    """Return the `subject.detail` that the words of a report mean, or None."""
    lowered = text.lower()
    return next((detail for detail, pattern in _TABLE if pattern.search(lowered)), None)


def from_reply(reply: str) -> str:
    """Return the `subject.detail` that an SMTP reply means by itself; `0.0` where it means nothing in particular."""
    return _REPLIES.get(reply, "0.0")


def is_vague(status: str) -> bool:
    """Whether a status says nothing but its class (RFC 3463 3.1: other undefined status)."""
    return status.endswith(".0.0")
