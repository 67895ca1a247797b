"""Words of the passive: the customer's affairs, by which words they are said to be changed, and what may be said of them."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
import re
from typing import Final

from keepword.memory.tokens import vocabulary

AFFAIRS: Final = {
    "en": "your account | your address | delivery address | your bank details | your details | your data | your profile | your subscription | your plan | your contract | your password | your settings | your case | your ticket | your complaint | your request | your application | your booking | your reservation | your order | your membership | your claim | points balance | your points | your balance | your bill | your debt",
    "de": "ihr konto | ihre adresse | lieferadresse | ihre bankverbindung | ihre daten | ihr profil | ihr abo | ihr abonnement | ihr tarif | ihr vertrag | ihr passwort | ihre beschwerde | ihr antrag | ihre buchung | ihre bestellung | ihre mitgliedschaft | ihr fall",
    "fr": "votre compte | votre adresse | adresse de livraison | vos coordonnées | vos données | votre profil | votre abonnement | votre contrat | votre mot de passe | votre dossier | votre réclamation | votre réservation | votre commande | votre demande",
    "es": "su cuenta | su dirección | dirección de entrega | sus datos | su perfil | su suscripción | su plan | su contrato | su contraseña | su caso | su queja | su reserva | su pedido | su solicitud | su reclamación",
    "it": "suo account | suo conto | suo indirizzo | indirizzo di consegna | suoi dati | suo profilo | suo abbonamento | suo contratto | sua password | suo caso | suo reclamo | sua prenotazione | suo ordine | sua richiesta",
    "nl": "uw account | uw adres | leveradres | bezorgadres | uw gegevens | uw profiel | uw abonnement | uw contract | uw wachtwoord | uw klacht | uw reservering | uw bestelling | uw verzoek | uw dossier",
    "pt": "sua conta | seu endereço | sua morada | morada de entrega | endereço de entrega | seus dados | seu perfil | sua subscrição | seu plano | seu contrato | sua palavra-passe | seu caso | sua queixa | sua reserva | sua encomenda | seu pedido | sua reclamação",
}
"""What we hold of a customer, by language."""

AHEAD: Final = {
    "en": "you will be | you 'll be | you are hereby | you are now", "de": "werden sie | sie werden | sie sind hiermit", "fr": "vous serez", "nl": "u wordt | wordt u | u zult",
}  # fmt: skip
"""What is announced as being done to the customer, by us if nobody is named."""

BEEN: Final = {
    "en": vocabulary("been was were being"),
    "de": vocabulary("wurde wurden worden"),
    "fr": vocabulary("été"),
    "es": vocabulary("sido fue fueron"),
    "it": vocabulary("stato stata stati state"),
    "nl": vocabulary("is zijn werd werden"),
    "pt": vocabulary("sido foi foram"),
}
"""Words by which a participle tells what was done to something, by language."""
IS: Final = vocabulary("is are ist sind est sont está están è sono estão")
NOW: Final = vocabulary(
    "now again already hereby once wieder nun jetzt bereits hiermit schon désormais nouveau maintenant déjà ya ahora nuevo ora già nuovo nuovamente opnieuw weer nu reeds já agora novamente novo"
)
"""With one of these the present tells a change as well: `your account is active again`."""
WILL_BE: Final = {
    "en": vocabulary("will 'll"), "de": vocabulary("wird werden"), "fr": vocabulary("sera seront"), "es": vocabulary("será serán"),
    "it": vocabulary("sarà saranno verrà verranno"), "nl": vocabulary("wordt worden zal zullen"), "pt": vocabulary("será serão"),
}  # fmt: skip

PARTICIPLES: Final = {
    "en": re.compile(
        r"[a-z]{2,}ed|paid|made|given|set|put|taken|sent|cut|drawn|held|upheld|withdrawn|undone|lifted|active|open|free"
    ),
    "de": re.compile(
        r"[a-zäöüß]{0,12}ge[a-zäöüß]{2,}(?:t|en)|[a-zäöüß]{3,}iert|[a-zäöüß]{2,}annt|(?:be|ver|er|ent|zer|emp|miss|über|unter|hinter|wider|wieder)[a-zäöüß]{3,}(?:t|en)|aktiv|frei|offen"
    ),
    "fr": re.compile(
        r"[^\W\d_]{2,}(?:é|ée|és|ées)|mise?s?|prise?s?|ouverte?s?|inscrite?s?|actifs?|actives?|rétablie?s?"
    ),
    "es": re.compile(r"[^\W\d_]{2,}(?:ad|id)[oa]s?|puest[oa]s?|abiert[oa]s?|resuelt[oa]s?|activ[oa]s?"),
    "it": re.compile(r"[^\W\d_]{2,}(?:at|it|ut)[oaie]|mess[oaie]|apert[oaie]|risolt[oaie]|estes[oaie]|attiv[oaie]"),
    "nl": re.compile(r"[a-z]{0,8}ge[a-zë]{2,}(?:d|t|en)|(?:be|ver|ont|her)[a-zë]{3,}(?:d|t|en)|actief|vrij|open"),
    "pt": re.compile(r"[^\W\d_]{2,}(?:ad|id)[oa]s?|feit[oa]s?|abert[oa]s?|ativ[oa]s?"),
}
"""Participles, and adjectives that say as much."""
SAID: Final = vocabulary(
    "charged debited billed invoiced damaged lost delayed based protected needed required shown listed linked used affected stored pleased delighted asked redirected shipped ordered paid treated related interested contacted answered surprised "
    "abgebucht belastet beschädigt verloren verspätet benötigt gebraucht angezeigt gespeichert bestellt bezahlt gebeten weitergeleitet behandelt beantwortet "
    "débité débitée prélevé endommagée endommagé perdue perdu utilisé utilisée traité traitée payée commandé "
    "cobrado cobrada dañado perdido utilizado pagado pedido tratado "
    "addebitato addebitata danneggiato perso utilizzato pagato ordinato trattato "
    "afgeschreven beschadigd verloren gebruikt betaald besteld behandeld beantwoord bericht beter bekend verder heden zeker "
    "cobrado cobrada danificado perdido utilizado pago tratado recebido recebida registado enviada recebidos"
)
"""What may be said of them: what happened to the customer, what is read and needed; goods on their way are judged as deeds."""
MOVES: Final = vocabulary("moved closed opened geöffnet geschlossen geopend gesloten")
"""What may be said of ourselves in the perfect (`we have moved`), but is a deed where it is done to the customer's affairs."""
