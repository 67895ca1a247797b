"""How many questions find their page: by words alone, and by words and meaning with the model on this machine.

Questions in six languages on the starter's pages (27 passages, English), worded as customers do and mostly otherwise than
the pages; and texts that no page answers, which should find nothing. Run: python benchmarks/knowledge.py
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from keepword.agent.embedders.local import LocalEmbedder
from keepword.agent.embedders.port import Centred
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.knowledge.vectors import VectorFile
from keepword.agent.search.meaning import Meaning

ROOT = Path(__file__).resolve().parent.parent
NOW = datetime(2026, 11, 30, tzinfo=UTC)
LIMIT = 4

PARAPHRASED = (
    ("When is somebody at their desk?", "contact#when-are-you-there"),
    ("On which weekdays do you work?", "contact#when-are-you-there"),
    ("I would rather talk to a human being", "contact#can-i-speak-to-a-person"),
    ("Please give me a ring tomorrow", "contact#can-you-call-me"),
    ("I have not received the bill for my purchase", "invoices#where-do-i-find-my-invoice"),
    ("The receipt should be made out to my company", "invoices#i-need-the-invoice-in-another-name"),
    ("Do you accept Visa or Mastercard?", "payment#how-can-i-pay"),
    ("At what time do you take the money from my account?", "payment#when-is-my-card-charged"),
    ("The checkout says that my bank refuses", "payment#my-payment-was-declined"),
    ("How soon will I be reimbursed?", "refunds#when-do-i-get-my-money-back"),
    ("You took the same sum from me two times", "refunds#i-was-charged-twice"),
    ("The box was crushed when the postman brought it", "refunds#my-parcel-arrived-damaged"),
    ("You announced a reimbursement and it never came", "refunds#a-refund-is-missing"),
    ("I do not like the jacket, until when can it go back?", "returns#how-long-can-i-return-something"),
    ("Who prints the sticker for sending it back?", "returns#how-do-i-return-something"),
    ("May I give back an engraved ring?", "returns#what-cannot-be-returned"),
    ("The sweater is too small, I need an L", "returns#how-do-i-exchange-something-for-another-size-or-colour"),
    ("How many days until it is at my door?", "shipping#how-long-does-shipping-take"),
    ("Is postage gratis?", "shipping#what-does-shipping-cost"),
    ("Where has my package got to?", "shipping#where-is-my-parcel"),
    ("I have moved house since I ordered", "shipping#can-i-change-the-delivery-address"),
    ("Would you send a lamp to Zurich?", "shipping#do-you-ship-to-other-countries"),
    ("For how many years do you guarantee the toaster?", "warranty#how-long-is-the-warranty"),
    ("The mixer stopped working after half a year", "warranty#something-broke-within-the-warranty"),
    ("Can I buy a new lid for my kettle?", "warranty#do-you-have-spare-parts"),
)
FOREIGN = (
    ("Wie lange dauert die Lieferung?", "shipping#how-long-does-shipping-take"),
    ("Wann bekomme ich mein Geld zurück?", "refunds#when-do-i-get-my-money-back"),
    ("Mein Paket ist beschädigt angekommen", "refunds#my-parcel-arrived-damaged"),
    ("Combien de temps dure la garantie ?", "warranty#how-long-is-the-warranty"),
    ("Comment puis-je payer ?", "payment#how-can-i-pay"),
    ("¿Dónde está mi paquete?", "shipping#where-is-my-parcel"),
    ("Me han cobrado dos veces", "refunds#i-was-charged-twice"),
    ("Quanto costa la spedizione?", "shipping#what-does-shipping-cost"),
    ("Ik wil met een medewerker spreken", "contact#can-i-speak-to-a-person"),
    ("Posso alterar o endereço de entrega?", "shipping#can-i-change-the-delivery-address"),
)
OTHER = (
    "What is the capital of Peru?",
    "Please write me a poem about the sea",
    "Who won the football match yesterday?",
    "The weather is awful and my dog is sick",
    "Quantum chromodynamics",
    "Thanks!",
    "Hello",
    "My grandmother bakes bread",
    "Ich habe gestern ein Buch gelesen",
    "Il gatto dorme sul divano",
)


async def main() -> None:
    """Print a table."""
    knowledge, meaning = Knowledge.load(ROOT / "config" / "knowledge"), Meaning(Centred(LocalEmbedder()))
    with tempfile.TemporaryDirectory() as folder:
        await knowledge.learn(meaning, VectorFile(Path(folder) / "vectors"), NOW)
    print(f"{'':24} {'words':>12} {'and meaning':>12}")
    for name, table in (("paraphrased", PARAPHRASED), ("another language", FOREIGN)):
        for most in (1, LIMIT):
            words, both = [await hits(table, knowledge, m, most) for m in (None, meaning)]
            print(f"{f'{name}, first {most}':24} {words:>9}/{len(table)} {both:>9}/{len(table)}")
    words, both = [sum([bool(await found(q, knowledge, m)) for q in OTHER]) for m in (None, meaning)]
    print(f"{'no page, but found one':24} {words:>9}/{len(OTHER)} {both:>9}/{len(OTHER)}")
    started = time.perf_counter()
    for question, _ in PARAPHRASED:
        await meaning.of_question(question, NOW)
    print(f"a question's vector: {(time.perf_counter() - started) / len(PARAPHRASED) * 1000:.0f} ms")
    await meaning.close()


async def found(question: str, knowledge: Knowledge, meaning: Meaning | None) -> list[str]:
    """Return the ids of what a question finds, best first."""
    vector = await meaning.of_question(question, NOW) if meaning else None
    return [p.id for p in knowledge.search(question, LIMIT, NOW.date(), vector)]


async def hits(table: tuple[tuple[str, str], ...], knowledge: Knowledge, meaning: Meaning | None, most: int) -> int:
    """Return how many questions of a table find their page among the first few."""
    return sum([page in (await found(question, knowledge, meaning))[:most] for question, page in table])


if __name__ == "__main__":
    asyncio.run(main())
