"""Words that grant by meeting another one: shares of a price, blame taken, deadlines set aside, fees that go."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from typing import Final

SHARES: Final = {
    "share": "only half | nur die hälfte | que la moitié | solo la mitad | solo la metà | alleen de helft | só metade | apenas metade | thirds of | quarters of | tenths of | drittel des | viertel des | tiers du | tercios | cuartos de | terzi | quarti del | derde van | kwart van | terços | quartos do | twice the | twice what | twice as much | double the | double what | double your | triple the | half of the | half of your | half the | half your | a half of | third of the | third of your | quarter of the | quarter of your | tenth of the | "
    "die hälfte | das doppelte | den doppelten | der doppelte | das dreifache | ein drittel | ein viertel | la moitié | le double | le triple | un tiers | un quart | la mitad | el doble | el triple | un tercio | una cuarta parte | "
    "metà del | metà dell' | metà della | la metà | il doppio | il triplo | un terzo | un quarto | de helft | het dubbele | dubbel zoveel | een derde | een kwart | metade | o dobro | o triplo | um terço | um quarto"
}
"""Parts and multiples in words."""
WORTHS: Final = {
    "worth": "price | amount | sum | money | cost | costs | value | purchase | bill | invoice | paid | preis* | kaufpreis* | betrag* | summe | geld | kosten | warenwert* | rechnung | prix | montant | somme | argent | coût | facture | valeur | "
    "precio | importe | suma | dinero | coste | factura | valor | prezzo | importo | somma | denaro | soldi | costo | fattura | prijs | aankoopprijs | bedrag | som | factuur | preço | montante | quantia | dinheiro | custo | fatura"
}

PLACES: Final = {
    "account": "your account | your card | auf ihrem konto | auf ihr konto | auf ihrer karte | sur votre compte | sur votre carte | en su cuenta | en su tarjeta | sul suo conto | sulla sua carta | op uw rekening | na sua conta | no seu cartão",
    "door": "at your door | on your doorstep | to your door | in your hands | vor ihrer tür | in ihren händen | à votre porte | en sus manos | en su puerta | nelle sue mani | alla sua porta | voor uw deur | in handen | nas suas mãos | à sua porta",
}
"""Where money and parcels arrive."""
ARRIVES: Final = {
    "there": "will | 'll | should | shall | is | are | wird | ist | sind | sera | seront | arrivera | est | estará | estarán | llegará | está | sarà | saranno | arriverà | è | staat | is | komt | zal | estará | chegará | está"
}
"""Verbs by which something is there or will be."""

BLAME: Final = {
    "blame": "your right | your claim | ihr recht | ihren anspruch | ihr anspruch | votre droit | su derecho | suo diritto | uw recht | seu direito | liability | responsibility | blame | haftung | verantwortung | responsabilité | responsabilidad | responsabilità | aansprakelijkheid | verantwoordelijkheid | responsabilidade"
}
ASSUMES: Final = {
    "assume": "recognise | recognize | concede | accept | accepts | take | assume | admit | acknowledge | bear | übernehmen | übernehme | tragen | anerkennen | erkennen | reconnaissons | assumons | acceptons | prenons | asumimos | asumo | aceptamos | reconocemos | "
    "assumiamo | assumo | accettiamo | riconosciamo | aanvaarden | accepteren | nemen | erkennen | assumimos | assumo | aceitamos | reconhecemos"
}
"""A company that takes the blame admits what only its lawyers may."""

LASTING: Final = {
    "lasting": "always | from now on | in future | in the future | every time | künftig | zukünftig | in zukunft | ab jetzt | ab sofort | immer | désormais | à l'avenir | dorénavant | toujours | en adelante | en el futuro | a partir de ahora | siempre | "
    "d'ora in poi | in futuro | d'ora in avanti | sempre | voortaan | in de toekomst | vanaf nu | altijd | doravante | no futuro | a partir de agora | next order | next purchase | nächste bestellung | nächsten bestellung | prochaine commande | próximo pedido | prossimo ordine | volgende bestelling | próxima encomenda"
}
"""What goes beyond the matter at hand."""

AMENDS: Final = {
    "amends": "as compensation | in compensation | as a thank you | as a thank-you | as an apology | as a goodwill | to make amends | als entschädigung | zur entschädigung | als wiedergutmachung | als dankeschön | en compensation | en dédommagement | pour nous faire pardonner | "
    "como compensación | en compensación | como disculpa | come risarcimento | come compensazione | per scusarci | als compensatie | als vergoeding | als dank | ter compensatie | como compensação | em compensação"
}

MATCHES: Final = {
    "match": "match | beat | undercut | price-match | gleichen | gleiche | unterbieten | passen | alignons | alignerons | aligner | igualamos | igualaremos | mejoramos | adeguiamo | adegueremo | eguagliamo | pareggiamo | evenaren | cobrimos",
    "stay": "stay the same | stays the same | remain the same | remains the same | stay unchanged | bleibt gleich | bleibt bestehen | bleibt unverändert | restera | reste le même | se mantiene | se mantendrá | resta invariato | rimarrà | resterà | blijft gelijk | blijft hetzelfde | mantém-se | manter-se-á",
    "parts": "instalments | installments | in raten | ratenzahlung | monatsraten | mensualités | en plusieurs fois | a plazos | en cuotas | a rate | in termijnen | em prestações",
}
"""What is done with prices beyond naming them."""
PRICES: Final = {
    "price": "price | prices | offer | pay | preis* | angebot | zahlen | bezahlen | prix | payer | precio* | pagar | prezzo | prezzi | pagare | prijs | prijzen | betalen | preço*"
}

DESPITE: Final = {
    "despite": "even though | despite | in spite of | although | even after | nach ablauf | trotz | obwohl | auch nach | malgré | bien que | même après | a pesar de | aunque | incluso después | nonostante | sebbene | anche dopo | ondanks | hoewel | ook na | na afloop | apesar de | embora | mesmo depois"
}
TERMS: Final = {
    "term": "period | deadline | warranty | guarantee | expired | time limit | two years | fell into | frist | rückgabefrist | ablauf | garantie | délai | délais | plazo | garantía | termine | termini | garanzia | termijn | prazo | garantia"
}
MENDS: Final = {
    "mend": "take | accept | repair | replace | exchange | treat | done | nehmen | akzeptieren | reparieren | ersetzen | tauschen | reprenons | acceptons | réparons | remplaçons | aceptamos | reparamos | cambiamos | accettiamo | ripariamo | sostituiamo | accepteren | repareren | vervangen | aceitamos | substituímos"
}

DUES: Final = {
    "due": "debt | debts | bill | bills | invoice | balance | late payment | arrears | instalment | rechnung | rechnungen | schuld | schulden | mahnung | rückstand | forderung | dette | dettes | facture | impayé | solde | deuda | deudas | factura | saldo | "
    "debito | debiti | fattura | arretrati | schuld | schulden | rekening | factuur | achterstand | dívida | dívidas | fatura | conta"
}
"""What a customer owes."""
FORGIVEN: Final = {
    "gone": "forgiven | written off | wiped | cleared | erased | dropped | off the table | vom tisch | erlassen | ausgebucht | gestrichen | effacé* | oublié* | condonad* | borrad* | perdonad* | cancellat* | condonat* | azzerat* | kwijtgescholden | weggestreept | van tafel | perdoad* | apagad* | anulad*",
    "worry": "worry about | worry any | nichts mehr kümmern | nicht mehr kümmern | keine gedanken | ne vous souciez plus | ne vous préoccupez plus | olvídese | no se preocupe más | non si preoccupi più | lasci perdere | geen zorgen meer | esqueça",
}
"""Words by which it is owed no more."""
BUYS: Final = {
    "buy": "buy back | buy it back | buy them back | kaufen | kaufe | rachetons | rachèterons | rachète | recompramos | recompraremos | ricompriamo | ricompreremo | kopen | compramos | compraremos",
    "bought": "rachetons | rachèterons | rachète | recompramos | recompraremos | ricompriamo | ricompreremo | buy back | buy it back | buy them back",
    "trade": "buy the | buy your",
}
"""What a shop does that takes goods back for money; some of them need a `back`."""
RETURNED: Final = {"back": "back | zurück | terug | de volta"}

FAULT: Final = {
    "fault": "fault | mistake | blame | schuld | fehler | faute | erreur | culpa | error | fallo | colpa | errore | fout | schuld | erro | falha"
}
OURS: Final = {
    "ours": "with us | is ours | was ours | entirely ours | our side | bei uns | auf unserer seite | uns allein | nous incombe | est la nôtre | de notre côté | de notre part | nuestra | de nuestra parte | es nuestro | nostra | da parte nostra | nostro | bij ons | aan onze kant | nossa | da nossa parte | nosso"
}
"""A fault that is said to be ours."""
VISITS: Final = {
    "visit": "engineer | technician | appointment | visit | pickup | techniker | termin | besuch | abholung | technicien | rendez-vous | visite | técnico | cita | visita | recogida | tecnico | appuntamento | ritiro | monteur | afspraak | bezoek | marcação | recolha"
}
FIXED: Final = {
    "fixed": "booked | scheduled | is arranged | is confirmed | is set | is fixed | gebucht | vereinbart | bestätigt | steht fest | prévu* | fixé* | confirmé* | reservad* | confirmad* | fijad* | concertad* | prenotat* | fissat* | confermat* | gepland | ingepland | bevestigd | marcad* | agendad*"
}
"""Appointments that are said to stand."""

GONE: Final = {
    "gone": "is gone | are gone | is removed | are removed | been removed | is off | disappears | is dropped | is lifted | been dropped | been lifted | fällt weg | fallen weg | entfällt | entfallen | est supprimé* | sont supprimé* | disparaît | desaparece* | queda anulad* | sparisce | è tolt* | sono tolt* | vervalt | vervallen"
}
OUTLAYS: Final = {
    "outlay": "lawyer* | attorney* | legal fees | legal costs | repair shop | travel costs | loss of earnings | anwalt* | reparaturwerkstatt | fahrtkosten | verdienstausfall | avocat* | frais juridiques | abogad* | avvocat* | spese legali | advocaat* | advocaatkosten | advogad* | honorários"
}
"""What a customer spent elsewhere: to refund it is compensation."""

SPECIAL: Final = {
    "special": "exceptionally | by way of exception | as an exception | as a one-off | just this once | this once | for once | ausnahmsweise | in ihrem fall aber | für dieses eine mal | nur dieses mal | dieses eine mal | exceptionnellement | à titre exceptionnel | à titre commercial | pour cette fois | cette fois-ci | excepcionalmente | de forma excepcional | con carácter excepcional | por esta vez | por esta única vez | eccezionalmente | in via eccezionale | in via del tutto eccezionale | per questa volta | solo per questa volta | bij uitzondering | bij wijze van uitzondering | bij hoge uitzondering | voor deze keer | voor deze ene keer | excecionalmente | a título excecional | a título excepcional | por esta vez | só desta vez | desta vez"
}
"""Words by which something is done for this customer that is not for others."""

GRANTS: Final = {
    "shares": SHARES, "worths": WORTHS, "places": PLACES, "arrives": ARRIVES, "blame": BLAME, "assumes": ASSUMES, "lasting": LASTING,
    "amends": AMENDS, "matches": MATCHES, "prices": PRICES, "despite": DESPITE, "terms": TERMS, "mends": MENDS, "gone": GONE, "dues": DUES, "forgiven": FORGIVEN, "buys": BUYS, "returned": RETURNED, "faults": FAULT, "ours": OURS, "visits": VISITS, "fixed": FIXED, "outlays": OUTLAYS, "special": SPECIAL,
}  # fmt: skip
"""The sets by the names under which a draft is searched for them."""
MARKING: Final = frozenset(
    {
        "shares",
        "places",
        "blame",
        "lasting",
        "amends",
        "matches",
        "despite",
        "gone",
        "forgiven",
        "buys",
        "ours",
        "fixed",
        "outlays",
        "special",
    }
)
"""Those of which one has a phrase in each clause that grants so; the others are common words."""
