"""Whether an answer depends on what is attached: the agent reads no attachments, so such a mail is a person's job.

A mail depends on its attachment where it says next to nothing itself, or points there in words. Signatures, calling cards and
the small pictures of a letterhead are no attachments in this sense.
"""

from __future__ import annotations

from typing import Final

from keepword.agent.language.phrases import phrases
from keepword.threading.message import Attachment, Message

LETTERHEAD: Final = 12_000
"""Bytes up to which a picture is taken for a logo."""
FEW_WORDS: Final = 3
_ACCESSORIES: Final = (
    "pgp-signature",
    "pkcs7-signature",
    "vcard",
    "directory",
    "calendar",
    "amp-html",
    "pgp-keys",
    "delivery-status",
)

POINTERS: Final = {
    "en": """
        see/find/check/read/review ~ attached/attachment/attachments/enclosed; in/from/per the attached;
        attached ~ photo*/picture*/image*;
        attached is/are/you/please/herewith/to/below/here; i/we attach/attached/enclose/enclosed; have/has/ve attached/enclosed;
        is/are attached/enclosed; in/open the/my attachment/attachments; attaching;
        photo*/picture*/screenshot*/invoice*/receipt* attached;
        as attached; attached file/document/invoice/receipt/form/screenshot/letter
    """,
    "de": """
        im/siehe/dem/den anhang; anbei; angehängt*; angehangt*; angehaengt*; beigefügt*; beigefuegt*; beiliegend*; in der anlage;
        als anlage; hänge ~ an; füge ~ bei; angefügt*; foto*/bild*/rechnung* liegt/liegen bei
    """,
    "fr": """
        ci joint*; pièce/pièces jointe/jointes; piece/pieces jointe/jointes; en pj; je joins; je vous joins; j ai joint; en annexe;
        en attache; ci inclus*
    """,
    "es": """
        adjunt*; en el archivo adjunto; anexo; les/le envío ~ foto*/factura*; en el documento anexo
    """,
    "it": """
        in allegato; allegat*; allego; vi allego; le allego
    """,
    "nl": """
        bijlage; bijlagen; bijgevoegd*; bijgesloten; toegevoegd* ~ foto*; hierbij ~ foto*/factuur; in de bijlage; voeg ~ bij
    """,
    "pt": """
        em anexo; anexo; anexei; anexad*; segue ~ anexo; seguem ~ anexos; no ficheiro/arquivo anexo
    """,
}
"""How people point to what is attached, by language."""


def depends_on_attachment(message: Message) -> bool:
    """Say whether a mail cannot be answered without what is attached to it."""
    if not any(_substantial(a) for a in message.attachments):
        return False
    return len(message.text.split()) <= FEW_WORDS or _POINTERS.any(message.text)


def _substantial(attachment: Attachment) -> bool:
    kind = attachment.type.casefold()
    if any(word in kind for word in _ACCESSORIES):
        return False
    return not (kind.startswith("image/") and attachment.size <= LETTERHEAD)


_POINTERS: Final = phrases(*(("attachment", words) for words in POINTERS.values()))
