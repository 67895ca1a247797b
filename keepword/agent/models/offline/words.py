"""What the offline model knows of language: words by which it reads a mail, and sentences with which it answers."""

# ruff: noqa: E501 - a table is read by its rows

from __future__ import annotations

from typing import Final

WANTS: Final = {
    "refund": """
        refund*; money back; reimburs*; charged/billed/paid/debited ~ twice/double; twice ~ charged/billed/debited; double charge*/charged/billed/payment;
        overcharged; second payment/charge ~ back; give/pay/send/return/get ~ back;
        erstatt*; rückerstatt*; zurückerstatt*; geld ~ zurück; zurücküberweis*; zurückzahl*; rückzahlung; doppelt ~ abgebucht/berechnet/belastet/bezahlt/eingezogen;
        zweimal ~ abgebucht/berechnet/belastet/bezahlt/eingezogen;
        rembours*; débité/débitée/facturé/facturée/prélevé/prélevée/payé ~ deux fois; deux fois ~ débité/débitée/facturé/facturée/prélevé/prélevée/payé; double prélèvement/débit/facturation;
        reembols*; devolver ~ dinero; devolución ~ dinero; devuelvan/devuélvanme ~ dinero; cobrado/cobraron/cobrada ~ dos veces; dos veces ~ cobrado/cobraron; doble cobro/cargo;
        rimbors*; addebitat* ~ due volte; due volte ~ addebitat*; doppio addebito; soldi indietro;
        terugbetal*; geld ~ terug; dubbel/tweemaal afgeschreven/betaald/berekend/gefactureerd; twee keer ~ afgeschreven/betaald/berekend/gefactureerd; terugstort*;
        estorn*; dinheiro de volta; cobrad* ~ duas vezes; duas vezes ~ cobrad*; cobrança dupla/duplicada
    """,
    "credit": """
        store credit; credit note; voucher*; gutschein*; gutschrift*; avoir; bon d achat; cupón; nota de crédito; buono; tegoedbon; tegoed; vale de compra
    """,
    "replacement": """
        replac*; a new one; exchange it/the/my; ersatz*; umtausch*; austausch*; remplac*; échang*; reemplaz*; cambiar ~ por otro; sostitu*; vervang*; omruil*; substitu*; trocar
    """,
    "call_back": """
        call me; phone me; ring me; give me a call; call back; rufen sie mich; rufen sie ~ an; ruft mich; zurückruf*; rückruf; appelez moi; rappelez moi; me rappeler;
        llám*; llamen/llame; llamar me; chiamatemi; chiamarmi; richiam*; bel me/mij; bellen; terugbellen; ligu*; ligar me; me ligar
    """,
    "cancellation": """
        cancel*; stornier*; storno; kündig*; annul*; résili*; anular*; annulla*; opzeg*
    """,
}
"""Phrases (see `agent.phrases`) by the kind of promise that they ask for; a kind of the operator's own is asked for by its name."""

CUES: Final = """
    please; want; wants; need; would like; give/pay/send/return me; can/could/would/will you; can/could/may i get/have; twice; double; demand; expect; request; requesting; waiting; owe; back;
    bitte; möchte*; will; hätte* gern*; brauche; verlange; können/könnten/würden sie; doppelt; zweimal; fordere; zurück; kann ich;
    s il vous plaît; svp; merci de; je veux/voudrais/souhaite/demande; pouvez/pourriez vous; deux fois; puis je; double;
    por favor; quiero; quisiera; necesito; solicito; pueden/puede/podrían/podría; dos veces; exijo; doble; puedo;
    per favore; per cortesia; vorrei; voglio; chiedo; potete/può/potreste/potrebbe; due volte; esigo; posso; doppio;
    alstublieft; graag; wil; kunt/kunnen/zou u; kan ik; dubbel; twee keer; tweemaal; verzoek; eis;
    por favor; quero; queria; gostaria; preciso; podem/pode/poderiam/poderia; duas vezes; solicito; exijo; posso; duplicada
"""
"""Words by which something is asked for, and not merely spoken of."""

POLITE: Final = """
    please; can/could/would/will you; can/could/may i get/have; bitte; können/könnten/würden sie; kann ich; s il vous plaît; svp; merci de; pouvez/pourriez vous; puis je;
    por favor; pueden/puede/podrían/podría; per favore; potete/può/potreste/potrebbe; posso avere; alstublieft; kunt/kunnen/zou u; kan ik; podem/pode/poderiam/poderia
"""
"""Words by which a question is a request: `could you refund me?`, unlike `how do refunds work?`."""

OPEN_QUESTION: Final = """
    how; when; what; which; why; where; wie; wann; was; welche*; warum; wo; comment; quand; quel*; pourquoi; où; combien; cómo; cuándo; qué; cuál*; por qué; dónde; cuánto;
    come; quando; che; quale; perché; dove; quanto; hoe; wanneer; wat; welk*; waarom; waar; como; qual; por quê; onde
"""
"""Words by which a question asks to be told something."""

STATUS: Final = """
    has/have/is/was my/the/it/this; where is/s; when will/do/does/can/is/are; any news/update*; status; still waiting; not yet; haven t/not received/got/seen; yet; what about; what happened; happened to;
    ist/wurde/wird/sind ~ schon/bereits/inzwischen; wo ist/bleibt; wann; stand; noch nicht; immer noch; neuigkeiten; wie steht es;
    où est/en; quand; avez vous; pas encore; toujours pas; des nouvelles; statut; est ce que;
    dónde está; cuándo; todavía no; aún no; sigo esperando; estado; ya han; se ha; han enviado;
    dov è; dove; quando; non ancora; ancora non; novità; stato; è stato; avete;
    waar is/blijft; wanneer; nog niet; nog steeds; status; is ~ al;
    onde está; quando; ainda não; novidades; já foi; foi
"""
"""Words by which somebody asks how something stands."""

THANKS: Final = """
    thank*; thanks; thx; cheers; that s all; that is all; that was all; all good/set/sorted/fine/clear; perfect; great; solved; resolved; wonderful; problem solved; no further questions; nothing else;
    danke; dank; vielen dank; das war s; das war alles; das ist alles; alles klar; erledigt; passt; super; hat sich erledigt;
    merci; c est tout; parfait; c est réglé; c est bon; super;
    gracias; eso es todo; es todo; perfecto; todo bien; resuelto; solucionado;
    grazie; è tutto; tutto qui; perfetto; risolto; tutto a posto;
    bedankt; dank u/je; dat is alles; dat was alles; perfect; opgelost; in orde;
    obrigado; obrigada; é tudo; é só isso; era só isso; perfeito; resolvido
"""
"""Words with which a conversation ends."""

REFERENCE: Final = """
    order; invoice; bill; receipt; purchase; reference; ref; bestell*; auftrag*; rechnung*; beleg*; referenz; commande; facture; référence; pedido; factura; referencia; compra;
    ordine; fattura; riferimento; bestel*; factuur*; referentie; encomenda; fatura; referência; number; nummer; numéro; número; numero; no; nr; n
"""
"""Words before an order's or invoice's number."""

STANDING: Final = {
    "requirement": "allergic | allergy | allergies | intolerant | wheelchair | blind | deaf | allergisch | allergie | unverträglich* | rollstuhl | allergique | allergie | alérgico | alérgica | alergia | allergico | allergica | allergia",
    "style": "plain text only | only plain text | plain text please | never by phone | never call | no phone calls | do not call | don't call | only by email | only by e-mail | by email only | always answer in | nur text | nur per mail | nur per e-mail | nie anrufen | nicht anrufen | "
    "uniquement par mail | jamais par téléphone | solo por correo | solo via mail | alleen per mail | só por e-mail",
}
"""Standing needs and wishes, by the category or record that they belong to."""

LABELS: Final = {
    "en": {
        "order_number": "the order number",
        "invoice_number": "the invoice number",
        "amount": "the amount",
        "reason": "the reason",
        "phone": "your phone number",
        "address": "your address",
        "date": "the date",
        "product": "the name of the article",
        "and": " and ",
    },
    "de": {
        "order_number": "die Bestellnummer",
        "invoice_number": "die Rechnungsnummer",
        "amount": "den Betrag",
        "reason": "den Grund",
        "phone": "Ihre Telefonnummer",
        "address": "Ihre Adresse",
        "date": "das Datum",
        "product": "den Namen des Artikels",
        "and": " und ",
    },
    "fr": {
        "order_number": "le numéro de commande",
        "invoice_number": "le numéro de facture",
        "amount": "le montant",
        "reason": "le motif",
        "phone": "votre numéro de téléphone",
        "address": "votre adresse",
        "date": "la date",
        "product": "le nom de l'article",
        "and": " et ",
    },
    "es": {
        "order_number": "el número de pedido",
        "invoice_number": "el número de factura",
        "amount": "el importe",
        "reason": "el motivo",
        "phone": "su número de teléfono",
        "address": "su dirección",
        "date": "la fecha",
        "product": "el nombre del artículo",
        "and": " y ",
    },
    "it": {
        "order_number": "il numero d'ordine",
        "invoice_number": "il numero di fattura",
        "amount": "l'importo",
        "reason": "il motivo",
        "phone": "il suo numero di telefono",
        "address": "il suo indirizzo",
        "date": "la data",
        "product": "il nome dell'articolo",
        "and": " e ",
    },
    "nl": {
        "order_number": "het bestelnummer",
        "invoice_number": "het factuurnummer",
        "amount": "het bedrag",
        "reason": "de reden",
        "phone": "uw telefoonnummer",
        "address": "uw adres",
        "date": "de datum",
        "product": "de naam van het artikel",
        "and": " en ",
    },
    "pt": {
        "order_number": "o número da encomenda",
        "invoice_number": "o número da fatura",
        "amount": "o valor",
        "reason": "o motivo",
        "phone": "o seu número de telefone",
        "address": "a sua morada",
        "date": "a data",
        "product": "o nome do artigo",
        "and": " e ",
    },
}
"""What a promise may need, as it is asked for; the operator's own needs are asked for by their names."""

SENTENCES: Final = {
    "en": {
        "hello": "Hello", "thanks": "Thank you for your mail.", "sorry": "We are sorry for the trouble.", "ask": "Please send us {items}; we need this to go on.",
        "welcome": "You are welcome. We are glad that this is settled.", "within": " within {days} days", "status": "Still open with us: {what}.", "due": " It is due by {date}.",
        "refund": "We will refund {money}{within}.", "credit": "We will issue a credit of {money}{within}.", "replacement": "We will send you a replacement{within}.",
        "call_back": "We will call you back{within}.", "cancellation": "We will cancel your order{within}.",
    },
    "de": {
        "hello": "Guten Tag", "thanks": "Vielen Dank für Ihre Nachricht.", "sorry": "Es tut uns leid, dass Sie Ärger hatten.", "ask": "Bitte senden Sie uns {items}; wir benötigen das, um fortzufahren.",
        "welcome": "Gern geschehen. Schön, dass sich das geklärt hat.", "within": " innerhalb von {days} Tagen", "status": "Bei uns noch offen: {what}.", "due": " Fällig bis {date}.",
        "refund": "Wir werden Ihnen {money}{within} erstatten.", "credit": "Wir werden Ihnen {money}{within} gutschreiben.", "replacement": "Wir werden Ihnen{within} Ersatz senden.",
        "call_back": "Wir werden Sie{within} zurückrufen.", "cancellation": "Wir werden Ihre Bestellung{within} stornieren.",
    },
    "fr": {
        "hello": "Bonjour", "thanks": "Merci pour votre message.", "sorry": "Nous sommes désolés pour ce désagrément.", "ask": "Merci de nous envoyer {items} ; nous en avons besoin pour continuer.",
        "welcome": "Je vous en prie. Nous sommes heureux que ce soit réglé.", "within": " sous {days} jours", "status": "Encore en cours chez nous : {what}.", "due": " L'échéance est le {date}.",
        "refund": "Nous vous rembourserons {money}{within}.", "credit": "Nous allons créditer {money} sur votre compte{within}.", "replacement": "Nous vous enverrons un remplacement{within}.",
        "call_back": "Nous vous rappellerons{within}.", "cancellation": "Nous annulerons votre commande{within}.",
    },
    "es": {
        "hello": "Hola", "thanks": "Gracias por su mensaje.", "sorry": "Sentimos las molestias.", "ask": "Por favor, envíenos {items}; lo necesitamos para continuar.",
        "welcome": "De nada. Nos alegra que esté resuelto.", "within": " en un plazo de {days} días", "status": "Pendiente con nosotros: {what}.", "due": " El plazo termina el {date}.",
        "refund": "Le reembolsaremos {money}{within}.", "credit": "Le abonaremos {money} en su cuenta{within}.", "replacement": "Le enviaremos un reemplazo{within}.",
        "call_back": "Le llamaremos{within}.", "cancellation": "Cancelaremos su pedido{within}.",
    },
    "it": {
        "hello": "Buongiorno", "thanks": "Grazie per il suo messaggio.", "sorry": "Ci dispiace per il disagio.", "ask": "Per favore, ci invii {items}; ci serve per continuare.",
        "welcome": "Prego. Siamo lieti che sia risolto.", "within": " entro {days} giorni", "status": "Ancora in sospeso da noi: {what}.", "due": " La scadenza è il {date}.",
        "refund": "Le rimborseremo {money}{within}.", "credit": "Le accrediteremo {money}{within}.", "replacement": "Le invieremo un articolo sostitutivo{within}.",
        "call_back": "La richiameremo{within}.", "cancellation": "Annulleremo il suo ordine{within}.",
    },
    "nl": {
        "hello": "Hallo", "thanks": "Bedankt voor uw bericht.", "sorry": "Het spijt ons van het ongemak.", "ask": "Stuurt u ons alstublieft {items}; dat hebben wij nodig om verder te gaan.",
        "welcome": "Graag gedaan. Fijn dat het is opgelost.", "within": " binnen {days} dagen", "status": "Staat bij ons nog open: {what}.", "due": " Uiterlijk op {date}.",
        "refund": "Wij zullen u {money}{within} terugbetalen.", "credit": "Wij zullen uw account {money}{within} crediteren.", "replacement": "Wij zullen u{within} een vervangend artikel sturen.",
        "call_back": "Wij zullen u{within} terugbellen.", "cancellation": "Wij zullen uw bestelling{within} annuleren.",
    },
    "pt": {
        "hello": "Olá", "thanks": "Obrigado pela sua mensagem.", "sorry": "Lamentamos o incómodo.", "ask": "Por favor, envie-nos {items}; precisamos disso para continuar.",
        "welcome": "De nada. Ainda bem que está resolvido.", "within": " em até {days} dias", "status": "Ainda em aberto connosco: {what}.", "due": " O prazo termina em {date}.",
        "refund": "Vamos reembolsar {money}{within}.", "credit": "Vamos creditar {money} na sua conta{within}.", "replacement": "Vamos enviar-lhe um artigo de substituição{within}.",
        "call_back": "Vamos ligar-lhe de volta{within}.", "cancellation": "Vamos cancelar a sua encomenda{within}.",
    },
}  # fmt: skip

NOUNS: Final = {
    "en": {
        "refund": "refund",
        "credit": "credit",
        "replacement": "replacement",
        "call_back": "call",
        "cancellation": "cancellation",
        "of": " of ",
    },
    "de": {
        "refund": "Erstattung",
        "credit": "Gutschrift",
        "replacement": "Ersatz",
        "call_back": "Rückruf",
        "cancellation": "Stornierung",
        "of": " über ",
    },
    "fr": {
        "refund": "remboursement",
        "credit": "avoir",
        "replacement": "remplacement",
        "call_back": "rappel",
        "cancellation": "annulation",
        "of": " de ",
    },
    "es": {
        "refund": "reembolso",
        "credit": "abono",
        "replacement": "reemplazo",
        "call_back": "llamada",
        "cancellation": "cancelación",
        "of": " de ",
    },
    "it": {
        "refund": "rimborso",
        "credit": "accredito",
        "replacement": "sostituzione",
        "call_back": "richiamata",
        "cancellation": "annullamento",
        "of": " di ",
    },
    "nl": {
        "refund": "terugbetaling",
        "credit": "tegoed",
        "replacement": "vervanging",
        "call_back": "telefoontje",
        "cancellation": "annulering",
        "of": " van ",
    },
    "pt": {
        "refund": "reembolso",
        "credit": "crédito",
        "replacement": "substituição",
        "call_back": "telefonema",
        "cancellation": "cancelamento",
        "of": " de ",
    },
}
"""Names of promises, for the answer to how one stands."""
