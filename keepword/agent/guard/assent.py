"""Whether a draft agrees to what was asked: a bare yes, a `refund: approved`, a yes that needs no figure to be a promise.

The customer's mail holds the figure, so the answer need not. After a mail that asks for money or tells of a promise, a
sentence that does nothing but agree is a promise; a label with a word of approval behind it is one after any mail.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from keepword.agent.brief.assemble import Brief
from keepword.agent.guard.backing import Backing
from keepword.agent.guard.findings import Finding
from keepword.agent.guard.reading import MONEY_KINDS, kinds_of
from keepword.memory.tokens import Phrases, Span, Token, spellings, tokens, vocabulary

MAX_ASKED: Final = 20_000
"""Characters of a mail that are searched for what it asks."""

ASSENT: Final = vocabulary(
    "yes yep yeah yup sure confirmed confirm agreed agree approved approve granted grant accepted accept done certainly absolutely definitely course indeed exactly correct deal y promised promise guaranteed gladly settled true "
    "ja jawohl jawoll bestätigt bestätige bestätigen genehmigt bewilligt gewährt einverstanden natürlich selbstverständlich klar gern gerne sicher genau stimmt richtig korrekt abgemacht erledigt zugesagt versprochen angenommen akzeptiert freilich "
    "oui accord accordé accordée accordés confirmé confirmée confirme confirmons approuvé approuvée validé validée entendu volontiers certainement absolument exact exactement promis accepté acceptée convenu évidemment "
    "sí si claro confirmado confirmada confirmo confirmamos aprobado aprobada concedido concedida acuerdo supuesto vale hecho correcto exacto prometido aceptado aceptada "
    "sì certo confermato confermata confermo confermiamo approvato approvata concesso concessa accordo certamente esatto corretto fatto volentieri promesso accettato accettata "
    "akkoord bevestigd bevestig bevestigen goedgekeurd toegekend natuurlijk zeker klopt afgesproken geregeld gedaan uiteraard inderdaad beloofd geaccepteerd "
    "sim confirmada aprovado aprovada concedida acordo certo feito combinado correto exato prometido aceite "
    "tak potwierdzam evet kyllä joo ano áno igen da да ναι はい 👍 ✅ ✔ ✓ ☑ 👌 🤝"
)
"""Words that agree, in the languages that we know and the commonest of some others."""

BESIDE: Final = vocabulary(
    "ok okay please thank thanks you very much so as wrote asked said requested wished told ask wish want that this it is 's it's i we we'll hereby can do does will be to all of in full the a have has been was are your and with pleasure by us me my our for claim request here now again too then also "
    "hello hi dear hey best kind regards sincerely support team amount sum money consider matter "
    "wie sie du schreiben schrieben geschrieben gewünscht gebeten wünschen das es ist wird machen wir ich hiermit gern danke vielen dank bitte so alles in ordnung geht voll ganz hallo guten tag freundlichen freundliche grüßen grüße mit ihre ihr ihnen und uns sehr "
    "c d ' est j je vous nous l le la merci bien sûr demandé écrit voulu comme cela ça bonjour cordialement tout à fait fait "
    "de por eso es así como usted dijo pidió lo gracias hola saludos un está todo "
    "va bene come lei ha chiesto scritto grazie ciao saluti cordiali è d'accordo "
    "dat is het zoals u vroeg schreef dank bedankt met groet groeten vriendelijke hoor wij "
    "como pediu disse está isso obrigado obrigada olá cumprimentos bem"
)
"""Words that may stand beside one of them without making the sentence say anything else."""

DENIED: Final = vocabulary("not no never nicht kein keine nein ne pas non nunca ni mai niet nee geen não nem n 't")

PLAIN: Final = {
    "yes": "as you say | happy to confirm | pleased to confirm | glad to confirm | we do | i do | we will | i will | trato hecho | kein thema | das passt | passt so | wir machen das | sie haben recht | das bekommen sie | that 's right | that is right | this is right | you are right | you 're right | quite right | no problem | will do | as you wish | as you like | consider it done | with pleasure | kein problem | geht klar | wird gemacht | machen wir | in ordnung | geht in ordnung | pas de problème | ça marche | c'est fait | c'est bon | bien sûr | sin problema | no hay problema | cuente con ello | "
    "nessun problema | va bene | ci conti | geen probleem | komt goed | komt in orde | doen we | com certeza | com prazer | con mucho gusto | desde luego | con piacere | senz' altro | avec plaisir | bien entendu | met plezier | mit vergnügen | sem problema | está bem | pode contar"
}  # fmt: skip
"""Phrases that agree though none of their words does."""
PLAIN_ASSENT: Final = Phrases(PLAIN)
AGREEING: Final = (
    ASSENT | BESIDE | {t.fold for p in PLAIN["yes"].split("|") for s in spellings(p.strip()) for t in tokens(s)}
)
"""Every word that may stand in a sentence that does nothing but agree."""

ASKING: Final = Phrases({
    "asked": "promis* | pledg* | guarant* | refund* | reimburs* | compensat* | money | discount* | voucher* | for free | free of charge | entitled | owe | owes | agreed | assured | told me | cancel* | replac* | upgrade* | "
    "versproch* | versprech* | zugesagt | zusage | zugesichert | erstatt* | rückzahl* | geld | rabatt* | gutschein* | kostenlos | gratis | schulden | anspruch | stornier* | kündig* | ersatz | "
    "rembours* | argent | remise | gratuit* | dédommag* | indemnis* | droit à | annul* | résili* | remplac* | promet* | "
    "prometi* | reembols* | dinero | descuento* | compens* | derecho | devuelv* | anular | "
    "promess* | promett* | rimbors* | soldi | denaro | sconto | risarc* | diritto | disdett* | sostitu* | "
    "beloof* | beloven | toegezegd | terugbetal* | korting | vergoed* | recht op | opzeg* | vervang* | "
    "dinheiro | desconto* | indemniz* | direito | devolv* | substitu*"
})  # fmt: skip
"""Words by which a mail asks for something, or tells of a promise."""

GRANTED: Final = ASSENT - vocabulary(
    "true correct exactly indeed genau stimmt klar si vale klopt certo claro da fatto hecho feito"
)
LABEL_MARKS: Final = frozenset(":=→>：")
DASHES: Final = frozenset("-–—")
MARKS: Final = LABEL_MARKS | DASHES
CLOSERS: Final = frozenset(".!…)*_\"'")


def judge_assent(
    reply: str, words: Sequence[Token], spans: Sequence[Span], brief: Brief, rest: Backing
) -> Iterator[Finding]:
    """Find sentences that agree to what the customer asks, and labels with a word of approval behind them.

    `words` are the draft's tokens and `spans` its sentences.
    """
    known = vocabulary(" ".join(t.fold for t in tokens(brief.mail.writer_name[:200])))
    pieces = [(piece, _agrees(piece, known)) for piece in _pieces(words, spans)]
    asked = any(agrees for _, agrees in pieces) and _asks(brief, rest)
    for piece, agrees in pieces:
        why = ""
        if asked and agrees:
            why = "to a mail that asks for something, this says yes to all of it"
        elif _label_granted(piece):
            why = "nothing tells that this was granted"
        text = reply[piece[0].start : piece[-1].end][:200]
        if why and not rest.operator_wrote(text):
            yield Finding("promise", text, why)


def _asks(brief: Brief, rest: Backing) -> bool:
    """Say whether a mail, or what is kept of its thread, names money or asks for something that a yes would grant."""
    text = f"{brief.mail.subject}\n{brief.mail.text[:MAX_ASKED]}\n{brief.thread.get('summary') or ''}"
    return any(key[0] == "money" for key in rest.customer.keys) or _asking(text)


@lru_cache(maxsize=64)
def _asking(text: str) -> bool:
    return ASKING.first(tokens(text)) is not None or bool(kinds_of(text[:MAX_ASKED]) & MONEY_KINDS)


def _pieces(words: Sequence[Token], spans: Sequence[Span]) -> Iterator[Sequence[Token]]:
    """Divide a draft into sentences and lines, without what is asked in them."""
    for sentence in spans:
        if sentence.mark != "?":
            yield from _lines(words, sentence)


def _lines(words: Sequence[Token], sentence: Span) -> Iterator[Sequence[Token]]:
    line: list[Token] = []
    whole = words[sentence.first : sentence.last]
    if "\n" not in [word.fold for word in whole]:
        yield whole
        return
    for word in whole:
        if word.fold != "\n":
            line.append(word)
        elif line:
            yield line
            line = []
    if line:
        yield line


def _agrees(piece: Sequence[Token], known: frozenset[str]) -> bool:
    """Say whether a sentence does nothing but agree."""
    for word in piece:
        if word.fold not in AGREEING and word.fold not in known and _tells(word):
            return False  # most sentences end here: they say something
    if any(w.fold in DENIED for w in piece) and PLAIN_ASSENT.first(piece) is None:
        return False
    covered = PLAIN_ASSENT.cover(piece, 0, len(piece))
    told = [w.fold for i, w in enumerate(piece) if i not in covered and _tells(w)]
    agrees = bool(covered) or any(w in ASSENT for w in told)
    return agrees and all(w in ASSENT or w in BESIDE or w in known for w in told)


def _tells(word: Token) -> bool:
    return word.fold[0].isalnum() or word.fold in ASSENT


def _label_granted(piece: Sequence[Token]) -> bool:
    """Say whether a label has nothing but approval behind it, or approval is the label: `refund: yes`, `approved: refund`."""
    if MARKS.isdisjoint([w.fold for w in piece]):
        return False
    at = next((i for i, w in enumerate(piece) if w.fold in LABEL_MARKS), None)
    if at is None:
        at = next((i for i, w in enumerate(piece) if w.fold in DASHES and _apart(piece, i)), None)
        return at is not None and _money(piece) and (_granted(piece[at + 1 :]) or _granted(piece[:at]))
    return _granted(piece[at + 1 :]) or (_granted(piece[:at]) and bool(piece[at + 1 :]))


def _apart(piece: Sequence[Token], at: int) -> bool:
    return 0 < at < len(piece) - 1 and piece[at - 1].end < piece[at].start and piece[at].end < piece[at + 1].start


def _money(piece: Sequence[Token]) -> bool:
    return ASKING.first(piece) is not None


def _granted(part: Sequence[Token]) -> bool:
    told = [w.fold for w in part if _tells(w)]
    return any(w in GRANTED for w in told) and all(w in GRANTED or w in BESIDE for w in told)
