"""What the words of delivery reports mean: one ordered table, a pattern a line, the first row that fits decides.

Each row gives the `subject.detail` of RFC 3463 and its registry (RFC 5248). Patterns are matched on lower-cased words and
hold no unbounded repetition.
"""

from __future__ import annotations

import re


def patterns(lines: str, flags: int = re.IGNORECASE) -> re.Pattern[str]:
    """Compile a pattern of alternatives, one a line; spaces inside a line count."""
    return re.compile("|".join(line.strip() for line in lines.strip().splitlines()), flags)


_ROWS: tuple[tuple[str, str], ...] = (
    # the mailbox is full
    (
        "2.2",
        r"""
        (?:mail ?box|mail ?folder|inbox|account|user|quota|disk|storage)\b.{0,40}\b(?:is |are )?(?:full|over ?quota|exceeded)
        over ?(?:the )?(?:disk )?quota
        quota (?:is )?(?:exceeded|full|violation)
        exceed\w{0,3} .{0,40}\b(?:quota|mailbox)
        full mailbox
        not enough (?:storage|disk|space)
        insufficient (?:disk|storage|space|system storage)
        out of (?:disk|storage|space)
        too many messages (?:in|on|for)
        has exceeded .{0,40}(?:storage|space|limit|size)
        mailbox_?full
        容量
        いっぱい
        """,
    ),
    # the sending host has no name
    (
        "7.25",
        r"""
        reverse[ -]?(?:dns|lookup|mapping|hostname|ip)
        \bptr\b
        \brdns\b
        cannot (?:find|resolve) your (?:host ?name|reverse)
        no reverse
        unverif[iy]able sending
        """,
    ),
    # the sender could not be authenticated
    (
        "7.26",
        r"""
        \bdmarc\b
        fails? (?:spf|dkim)
        authentication (?:checks?|requirements?|information)
        unauthenticated (?:e?mail|sender)
        """,
    ),
    # a loop
    (
        "4.6",
        r"""
        too many hops
        mail(?:er)? loop
        hop count
        routing loop
        loops? back to
        """,
    ),
    # the domain does not exist
    (
        "1.2",
        r"""
        (?:host|domain|mx|name server)\b.{0,80}\b(?:unknown|not found|not exist|not resolve|must exist|invalid)
        (?:host|domain)\b.{0,80}\bdoes(?:n't| not) exist
        (?:unknown|no such|bad|invalid|illegal|non-?existent|unable to find|can ?n[o']t find) (?:\w+ ){0,2}(?:host|domain)\b
        couldn't find any (?:host|domain|mail exchanger)
        name (?:service|server) (?:error|lookup)
        host ?name lookup fail
        dns (?:lookup )?(?:fail|error)
        domain name lookup
        nxdomain
        null ?mx
        no mx (?:record|found)
        unrouteable (?:mail domain|address)
        name or service not known
        no route(?:able)? (?:to|for) (?:domain|host)
        could not find a gateway
        all relevant mx records point
        \b[45]\d\d (?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,20} does not exist
        """,
    ),
    # the mailbox is there but takes no mail
    (
        "2.1",
        r"""
        (?:account|mailbox|user|recipient|address)\b.{0,60}\b(?:disabled|suspended|inactive|deactivated|locked|frozen|closed)
        (?:account|mailbox|user|recipient|address)\b.{0,60}\bblocked for inactivity
        (?:disabled|suspended|inactive|deactivated|closed) (?:user|account|mailbox|recipient)
        not (?:currently )?active
        """,
    ),
    # the person has moved
    (
        "1.6",
        r"""
        has moved
        no longer (?:with|works|on this server|at this)
        new address
        account moved
        """,
    ),
    # the sender's address is refused
    (
        "1.8",
        r"""
        (?:sender|from|return|envelope sender) address\b.{0,40}\b(?:reject|denied|invalid|not allowed|refused|not exist|unknown)
        (?:sender|mail from)\b.{0,40}\b(?:reject|denied|invalid|not allowed|refused|not exist|unknown|does not|bad)
        (?:bad|invalid|illegal|unknown) (?:sender|return path|envelope from)
        """,
    ),
    # there is no such mailbox
    (
        "1.1",
        r"""
        user(?:name)?\b.{0,80}\b(?:unknown|not found|not exist|does(?:n't| not) (?:exist|have)|not known)
        user(?:name)?\b.{0,80}\b(?:not recogni[sz]ed|not listed|not local|is invalid)
        (?:unknown|no such|invalid|bad|illegal|incorrect|non-?existent|undefined) (?:\w+ ){0,3}(?:user|recipient|mailbox|person)
        (?:unknown|no such|invalid|bad|illegal|incorrect|non-?existent|undefined) (?:\w+ ){0,3}(?:address|account|local[ -]part)
        (?:unknown|no such|invalid|bad|illegal) (?:\w+ ){0,3}(?:userid|member|customer|mail drop)
        not (?:a )?(?:registered|valid|known|local|our) (?:gateway )?(?:user|customer|recipient|mailbox|address)
        (?:recipient|mailbox|address|account|addressee|alias)\b.{0,90}\b(?:unknown|not found|not exist|not known|no such)
        (?:recipient|mailbox|address|account|addressee|alias)\b.{0,90}\b(?:not recogni[sz]ed|not listed|not available|unavailable)
        (?:recipient|mailbox|address|account|addressee|alias)\b.{0,90}\b(?:invalid|isn't (?:valid|listed))
        (?:recipient|mailbox|address|account|addressee|alias)\b.{0,90}\b(?:could ?n[o']t be found|wasn't found)
        (?:recipient|mailbox|address|account|addressee|alias)\b.{0,90}\bdoes(?:n't| not) exist
        no (?:valid )?(?:recipient|mailbox|account|user)s?\b
        no such (?:local )?(?:user|person|one)
        recipnotfound
        does(?:n't| not) have an? .{0,60}(?:account|mailbox)
        is unknown
        unknown (?:to|in|at)\b
        not listed in
        宛先.{0,20}(?:見つか|存在)
        アドレスが見つか
        存在しな
        ユーザ.{0,10}(?:不明|存在)
        """,
    ),
    # the mail is too large
    (
        "3.4",
        r"""
        (?:message|mail|size|attachment)s?\b.{0,60}\b(?:too (?:large|big)|exceeds?|exceeded|over the limit|larger than)
        (?:header|line)s?\b.{0,30}\btoo (?:large|big|long)
        too (?:large|big) (?:message|mail)
        maximum (?:message |file )?size
        """,
    ),
    # it looks like spam, or is forbidden
    (
        "7.1",
        r"""
        \bspam
        junk ?mail
        unsolicited
        bulk e?mail
        content (?:filter|rejected)
        message (?:content|was) .{0,30}(?:blocked|rejected)
        virus|malware|infected|phish|banned|dangerous|suspicious|executable
        block(?:ed|list| ?list)
        black ?list
        \brbls?\b
        dnsbl
        reputation
        policy
        access denied
        not (?:allowed|authori[sz]ed|permitted)
        prohibited|permission|forbidden|restricted|denied
        not (?:a )?members?\b
        relay|authenticat|certificate|pop before smtp
        \btls\b
        """,
    ),
    # nobody answers there, yet
    (
        "4.1",
        r"""
        not accept our requests to connect
        socket error
        connection (?:refused|reset|lost|dropped|closed|failed|timed)
        no route to host
        unreachable|not reachable
        (?:cannot|could not|couldn't|unable to|failed to) connect
        no answer|not responding|lost connection|network
        error transferring to
        """,
    ),
    # the host takes no mail
    (
        "3.2",
        r"""
        (?:not|don't|no longer) accept
        not receiving
        service (?:not available|unavailable|shutting)
        not supported
        refus(?:ed|es) to (?:accept|talk|receive)
        """,
    ),
    # it took too long
    (
        "4.7",
        r"""
        retry time
        timed? ?out
        too long
        could not be delivered for
        expired
        giv(?:e|en|ing) up
        aborted after
        not yet been delivered
        has not been collected
        unable to deliver .{0,30}(?:after|within)
        in the queue
        days? old
        deferred
        期限
        """,
    ),
    # the receiving system is broken
    (
        "3.0",
        r"""
        mailer error
        local delivery failed
        child status
        exit (?:status|code)
        (?:system|internal|configuration|i/o) error
        procmail
        command (?:died|failed|output)
        \bpipe\b
        return code
        not running
        could not create
        """,
    ),
    ("7.1", r"reject|refused|拒否"),
)
# An address says nothing, whatever words it is made of.
_ADDRESS = re.compile(r"[^\s<>]{1,200}@[^\s<>]{1,200}")
_TABLE = tuple((detail, patterns(lines)) for detail, lines in _ROWS)

MAX_WORDS = 12_000
"""Characters of a report whose meaning is looked for; what counts stands on top."""


def meaning(text: str) -> str | None:
    """Return the `subject.detail` that the words of a report mean, or None."""
    words = _ADDRESS.sub("@", text[:MAX_WORDS])
    return next((detail for detail, pattern in _TABLE if pattern.search(words)), None)
