"""Words by which a clause speaks of what we do for the customer, and those that make it mere talk: thanks, regret, a request."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from typing import Final

from keepword.memory.tokens import vocabulary

WE: Final = {
    "en": "we | i", "de": "wir | ich", "fr": "nous | je | j'", "nl": "wij | we | ik",
}  # fmt: skip
"""First persons, by language, of the languages that need them."""
US: Final = {
    "en": "fitter | installer | at your place | the company | to your home | to your address | chauffeur | teams | managers | couriers | drivers | technicians | engineers | specialists | reception | front desk | already | as we speak | right now | our | my | team | warehouse | colleague | colleagues | manager | supervisor | department | courier | carrier | driver | technician | engineer | specialist | management | supplier | manufacturer | head office | accounts | finance | replacement | your parcel | your package | your shipment | your refund | your invoice | your voucher | for you",
    "de": "monteur* | installateur* | bei ihnen vorbei | die firma | unser unternehmen | das unternehmen | chauffeur | kurier | an sie | zu ihnen | nach hause | rezeption | empfang | technik | it | kundendienst | werkstatt | teams | bereits | schon | ab sofort | unser* | mein | meine | meinen | meinem | meiner | team | lager | kolleg* | abteilung | fachabteilung | leitung | geschäftsleitung | geschäftsführung | vorgesetzte* | buchhaltung | techniker* | fahrer | zusteller | paketdienst | spedition | lieferant* | hersteller* | ihr paket | ihre sendung | ihre lieferung | ihre erstattung | ihre rechnung | ihr gutschein | ersatz* | für sie",
    "fr": "installateur | monteur | la société | l'entreprise | chauffeur | coursier | chez vous | à domicile | équipes | responsables | directrices | services | livreurs | transporteurs | réception | atelier | ateliers | déjà | actuellement | notre | nos | mon | ma | mes | équipe | entrepôt | collègue* | responsable | directeur | directrice | direction | service | technicien* | livreur | transporteur | fournisseur | fabricant | comptabilité | assurance | assurances | votre colis | votre livraison | votre remboursement | votre facture | votre bon | remplacement | pour vous | à votre nom",
    "es": "instalador | por su casa | en su casa | conductor | mensajero | a casa | a su casa | a domicilio | equipos | compañeras | técnica | técnicos | responsables | repartidores | transportistas | recepción | taller | ya está | ya están | ya se | ya ha | actualmente | nuestro | nuestra | nuestros | nuestras | mi | mis | equipo | almacén | compañero | compañera | compañeros | encargado | encargada | responsable | dirección | departamento | gerente | gerencia | técnico | repartidor | transportista | proveedor | fabricante | contabilidad | la empresa | a empresa | su paquete | su envío | su reembolso | su factura | su cupón | para usted | a su nombre",
    "it": "installatore | da lei | la ditta | l'azienda | la società | autista | a casa | a domicilio | tecnici | responsabili | corrieri | uffici | reparti | fornitori | reception | officina | già | attualmente | nostro | nostra | nostri | nostre | mio | mia | team | magazzino | collega | colleghi | responsabile | direzione | reparto | ufficio | tecnico | corriere | fornitore | produttore | contabilità | suo pacco | sua spedizione | suo rimborso | sua fattura | suo buono | per lei | a suo nome",
    "nl": "installateur | het bedrijf | de firma | chauffeur | koerier | u thuis | bij u | teams | managers | monteurs | bezorgers | leveranciers | receptie | werkplaats | is al | zijn al | zit al | staat al | ligt al | wordt al | reeds | momenteel | onze | ons team | mijn | team | magazijn | collega | collega's | leidinggevende | manager | directie | afdeling | monteur | bezorger | vervoerder | leverancier | fabrikant | boekhouding | uw pakket | uw zending | uw terugbetaling | uw factuur | uw bon | vervanging | voor u | op uw naam",
    "pt": "instalador | por sua casa | em sua casa | motorista | a sua casa | ao domicílio | equipas | técnicos | gerentes | estafetas | transportadoras | receção | recepção | oficina | já está | já estão | já foi | já vai | já se encontra | atualmente | nosso | nossa | nossos | nossas | minha | meu | equipa | equipe | armazém | colega | colegas | responsável | gerente | gerência | direção | departamento | técnico | estafeta | transportadora | fornecedor | fabricante | contabilidade | la empresa | a empresa | sua encomenda | seu pacote | seu reembolso | sua fatura | seu vale | para si | em seu nome",
}
"""Who does things for the customer, and things of theirs that are in our hands, by language."""

OUR_ENDINGS: Final = {
    "es": ("amos", "emos", "imos"),
    "pt": ("amos", "emos", "imos", "ámos", "ei", "amo", "emo", "imo"),
    "it": ("iamo", "remo"),
}  # fmt: skip
"""Endings of the verbs of which we are the subject where no pronoun says so."""

SHORTENED: Final = ("amo", "emo", "imo")
"""Portuguese endings of the same before a pronoun: `corrigimo-la`."""
BEING: Final = {
    "en": vocabulary("am are m re"), "de": vocabulary("bin sind"), "fr": vocabulary("suis sommes"), "nl": vocabulary("ben zijn"),
    "es": vocabulary("estamos somos"), "it": vocabulary("siamo"), "pt": vocabulary("estamos somos"),
}  # fmt: skip
"""Verbs by which we say what we are, not what we do, by language."""
DOING: Final = {
    "en": ("ing",),
    "es": ("ando", "endo"),
    "it": ("ando", "endo"),
    "pt": ("ando", "endo"),
    "nl": ("bezig",),
    "fr": ("train",),
}
"""Endings with which such a verb tells what we are doing after all."""
GLAD: Final = vocabulary("glad happy pleased delighted")
"""English words that only tell a mood, unless a verb follows them."""

PAST_ENDINGS: Final = ("ámos", "ei")
"""Those of them that tell in Portuguese what we did."""

TALK: Final = {
    "en": vocabulary(
        "pleasure known have ve t whether nothing none find follow sorry please kindly see saw know think believe feel felt want need ask asked asking read say said write wrote written hear heard mean love help helps helped helping let tell told wonder welcome would could might may perhaps maybe probably should unfortunately sadly prefer like forward afraid sure"
    ),
    "de": vocabulary(
        "freude bekannt habe haben ob nichts finden findest verfolgen bitte leider sehe sehen gelesen lese weiß wissen helfen hilft hilfe weiterhelfen sagen möchte möchten würde würden könnte könnten dürfte sollte sollten vielleicht eventuell wahrscheinlich leid mitteilen gehört"
    ),
    "fr": vocabulary(
        "plaisir connu connue parvenu parvenue ai avons rien convient conviennent trouverez trouvez suivre malheureusement merci svp vois voyons sais savons lu dire voudrais voudrions aimerais aimerions pourrait pourrions pourriez devrait serait seraient permettrait aiderait peut-être probablement désolé désolée désolés navré navrée navrés faut aider entendre apprendre"
    ),
    "es": vocabulary(
        "placer gusto conocido he hemos tengo tenemos nada encontrará encuentra seguir lamentablemente desafortunadamente gracias veo vemos sé sabemos leído decir podría podríamos debería sería serían ayudaría gustaría quizá quizás tal probablemente ayudar ayudarle saber"
    ),
    "it": vocabulary(
        "noto ho abbiamo niente nulla trova troverà seguire purtroppo grazie vedo vediamo so sappiamo letto dire vorrei vorremmo potrebbe potremmo dovrebbe sarebbe sarebbero aiuterebbe forse probabilmente dispiace spiace aiutare aiutarla sapere scusi"
    ),
    "nl": vocabulary(
        "plezier bekend heb hebben of niets vindt vinden volgen helaas alstublieft zie zien weten gelezen zou zouden misschien waarschijnlijk spijt jammer vervelend helpen horen zeggen wilt"
    ),
    "pt": vocabulary(
        "prazer gosto conhecido tenho temos nada encontra encontrará seguir infelizmente obrigado obrigada vejo vemos sei sabemos lido dizer poderia poderíamos deveria seria seriam ajudaria gostaria talvez provavelmente ajudar ajudá saber favor"
    ),
}
"""Words of which one makes a clause talk: regret, a wish, a request, a guess, by language."""

TALKING: Final = {
    "en": tuple(
        vocabulary(
            "need question thank apolog underst regret hope hoping wish appreciat recommend suggest advis notic receiv noted require interest concern realis realiz imagin explain describ mention assum look"
        )
    ),
    "de": tuple(
        vocabulary(
            "schrieb geschrieb frag dank versteh verständ bedauer hoff wünsch schätz brauch benötig empfehl freu entschuld bitt notier vermerk erhalten erkenn vermut schreib"
        )
    ),
    "fr": tuple(
        vocabulary(
            "écri question remerci compren regrett espér souhait appréci recommand conseill suggér besoin excus pri demand reç notée noté remarqu suppos expliqu ravi heureu conten réjoui"
        )
    ),
    "es": tuple(
        vocabulary(
            "escrib pregunt agrade comprend entend entiend lament sient sent esper dese recomend aconsej suger necesit discul pido pedi rogamos ruego recib anotad supon explic alegr encanta"
        )
    ),
    "it": tuple(
        vocabulary(
            "scriv scritt domand ringraz capisc capiam comprend dispiac sper augur consigl raccomand sugger serv occorr bisogn scus chied prego preghiam ricev annotat suppon spieg content piacere liet"
        )
    ),
    "nl": tuple(
        vocabulary(
            "schre schrij nodig dank bedank begrijp begrep betreur hop wens waarde raad adviseer excus vraag vragen vroeg verzoek ontvangen ontvang genoteerd vermoed verheug blij fijn bied"
        )
    ),
    "pt": tuple(
        vocabulary(
            "escrev pergunt dúvida agrade compre entend lament sint esper desej recomend aconselh suger precis desculp peço pedi rogamos receb anotá anot supon explic content feliz fico alegr"
        )
    ),
}
"""Beginnings of such words."""

TALKED: Final = {code: " | ".join((*sorted(TALK[code]), *(f"{word}*" for word in TALKING[code]))) for code in TALK}
"""The same as phrases, so that a draft is searched for them with all others."""
