"""Words by which the guard reads a draft, beside those by which commitments are found."""

# ruff: noqa: E501 - a table is read by its rows

from __future__ import annotations

from typing import Final

from keepword.memory.tokens import vocabulary

MORE_KINDS: Final = {
    "refund": "wir zahlen | ich zahle | zahlen wir | bezahlen wir | nous payons | nous paierons | nous vous payons | je paie | pagaremos | le pagamos | pagamos | pagheremo | le paghiamo | paghiamo | wij betalen | we betalen | betalen wij | pagamos-lhe | "
    "devolvid* | back with you | coming back | money goes back | go back to your card | return your payment | your money back | refund the lot | storten | stort | betalen terug | geld kommt zurück | geld ist in | geld ist auf",
    "replacement": "umgetauscht | ausgetauscht | new parcel | new package | neues paket | nouveau colis | nuevo paquete | nuovo pacco | nieuw pakket | nova encomenda | novo pacote | tauschen | tausche | omruilen | échangeons",
    "price": "you pay less | you will pay less | you 'll pay less | zahlen sie weniger | sie zahlen weniger | payez moins | paierez moins | paga menos | pagará menos | paga meno | pagherà meno | betaalt u minder | u betaalt minder | off your next | off your order | off your purchase | off the price | off everything | a third off | a quarter off | half off | a tenth off | percent off | auf ihre nächste bestellung | auf den nächsten einkauf | sur votre prochaine commande | en su próximo pedido | en su próxima compra | sul suo prossimo ordine | sul prossimo acquisto | op uw volgende bestelling | na sua próxima encomenda | na sua próxima compra | "
    "half price | half the price | double your | triple your | zum halben preis | zum doppelten | moitié prix | demi-tarif | mitad de precio | metà prezzo | halve prijs | metade do preço | price match | match any",
    "gift": "van het huis | oferta da casa | offerta della casa | oferta de la casa | offert par la maison | our treat | skip the next | skip a payment | skip one payment | forget the rest | den rest vergessen | oublions le reste | just deduct | deduct the | deduct it | ziehen sie es einfach | invita la casa | invitamos nosotros | offriamo noi | offre la casa | trakteren wij | wij trakteren | por conta da casa | c'est pour nous | c'est offert | geht aufs haus | aufs haus | de regalo | in omaggio | de oferta | en cadeau | als geschenk | you now have | you 'll get everything | you will get everything | get everything | receive everything | have everything you want | bekommen alles | erhalten alles | recibirá todo | riceverà tutto | receberá tudo | "
    "you may keep | you can keep it | you can keep the | you can keep both | you get to keep | keep the money | keep the product | keep the item | keep the goods | keep the article | keep the amount | keep it for free | expect the full | expect the whole | expect the money | expect the amount | expect your money | expect full | expect the entire | have your money | get your money | your money will | the money will | the money is yours | the money goes | you will have it | you 'll have it | you will get it | you 'll get it | you will receive it | you 'll receive it | you will get that | you will get what | get what you asked | get all you asked | get everything you asked | get what you were promised | receive what you were promised | what we promised stands | the full amount goes | the full sum goes | "
    "artikel behalten | ware behalten | produkt behalten | geld behalten | gerät behalten | betrag behalten | es behalten | beides behalten | dürfen sie behalten | können sie behalten | haben sie es | haben sie ihr geld | bekommen sie es | erhalten sie es | sie bekommen es | sie haben es | was wir versprochen | das geld geht | "
    "garder le produit | garder l'article | conserver le produit | conserver l'article | garder l'argent | vous l'aurez | vous le recevrez | votre argent sera | "
    "quedarse con | quedarse el | quedárselo | lo tendrá | lo recibirá | "
    "tenere il prodotto | tenere l'articolo | tenersi il | tenerlo | lo avrà | lo riceverà | "
    "product houden | artikel houden | geld houden | mag u houden | kunt u houden | u krijgt het | u heeft het | heeft u het | hebt u het | krijgt u het | l'avrà | o terá | avez votre argent | tiene su dinero | ha i suoi soldi | heeft u uw geld | tem o seu dinheiro | "
    "ficar com o | ficar com a | irá recebê-lo | vai recebê-lo | irá recebê-la | vai recebê-la | "
    "is yours | are yours | consider it done | gehört ihnen | ist à vous | es suyo | è suo | is van u | é seu",
    "investigation": "kümmert sich | s'occupe | s'en occupe | se ocupa | si occupa | trata do assunto | takes care | schauen uns | schaue mir | sehen uns das | prüft | überprüft | klärt | schaut sich | sieht sich | kijkt | bekijkt | controleert | regarde | revisa | comprueba | controlla",
    "answer": "answers you | replies to you | answer within | contestará | contestaremos | contesta | antwortet | antworte | beantwortet | meldet sich | répond | responde | risponde | escribiremos | le escribiré | le escribimos | vous écrirons | vous écrirai | scriveremo | le scriverò | schrijven u | escreveremos",
    "dispatch": "hoje mesmo segue | segue hoje | segue uma nova | segue um novo | in the post | is being sent | are being sent | is being shipped | ships today | ships tomorrow | goes out today | goes out tomorrow | in der post | geht heute raus | geht heute an | wird gerade verschickt | part aujourd'hui | sale hoy | parte oggi | gaat vandaag | sai hoje | "
    "is on its way | is on the way | are on their way | are on the way | is under way | ist unterwegs | sind unterwegs | est en route | sont en route | en chemin | está en camino | están en camino | è in arrivo | è in viaggio | sono in arrivo | is onderweg | zijn onderweg | está a caminho | estão a caminho",
    "cancellation": "gekündigt",
    "moment": "send it back | send them back | send this back | send that back | day of delivery | date of delivery | after delivery | since delivery | from delivery | ab der lieferung | seit der lieferung | compter de la livraison | partir de la livraison | depuis la livraison | partir de la entrega | partir da entrega | vanaf de levering | vanaf levering | sinds de levering | days of delivery | tag der lieferung | tag der zustellung | nach der lieferung | nach lieferung | ab lieferung | jour de la livraison | jour de livraison | date de livraison | après la livraison | suivant la livraison | día de la entrega | fecha de entrega | desde la entrega | tras la entrega | giorno della consegna | data di consegna | dalla consegna | dopo la consegna | dag van levering | dag van de levering | na levering | na de levering | dia da entrega | data de entrega | após a entrega | desde a entrega | "
    "day of dispatch | tag des versands | jour de l'expédition | día del envío | giorno della spedizione | dag van verzending | dia do envio",
    "forever": "for life | for ever | forever | lifelong | life-long | ein leben lang | lebenslang | auf lebenszeit | für immer | à vie | pour toujours | de por vida | para siempre | a vita | per sempre | levenslang | voor altijd | voor het leven | vitalíci* | para sempre | "
    "never be charged | never happen | never happens | never again | nie wieder | plus jamais | jamais plus | nunca más | mai più | nooit meer | nunca mais",
    "ended": "contract ends | subscription ends | membership ends | contract is over | vertrag endet | abo endet | contrat prend fin | abonnement prend fin | contrato termina | suscripción termina | contratto termina | abbonamento termina | contract eindigt | abonnement eindigt | contrato acaba",
    "claimed": "as agreed | as discussed | as we agreed | wie vereinbart | wie besprochen | wie abgesprochen | comme convenu | como acordado | como acordamos | según lo acordado | come concordato | come convenuto | zoals afgesproken | zoals besproken | como combinado",
    "enclosure": "please find attached | attached you will find | attached you 'll find | find attached | form is attached | label is attached | invoice is attached | document is attached | voucher is attached | is attached to this | anbei finden | anbei erhalten | im anhang finden | im anhang dieser | ci-joint | en pièce jointe vous | trouverez en pièce jointe | le adjunto | le adjuntamos | adjunto encontrará | in allegato trova | le allego | le alleghiamo | bijgevoegd vindt | als bijlage vindt | in de bijlage vindt | em anexo encontra | segue em anexo",
    "spared": "not out of pocket | not be out of pocket | not a penny worse | no worse off | kein nachteil entsteht | keinen nachteil haben | ne perdrez rien | no perderá nada | non perderà nulla | geen nadeel hebben | não perderá nada",
    "liability": "to approve your | to approve this | to grant your | to grant this | approve your request | in the right | our permission | our blessing | unsere erlaubnis | notre autorisation | nuestro permiso | nostro permesso | onze toestemming | nossa autorização | zu ihren gunsten | en votre faveur | a su favor | a suo favore | in suo favore | in uw voordeel | a seu favor | penny worse | worth your while | hold ourselves responsible | hold ourselves liable | ourselves responsible | schaden gerade | dafür gerade | we admit | fault is ours | fault was ours | mistake is ours | mistake was ours | promise stands | promise is valid | promise holds | promise still holds | that stands | this stands | count on it | count on us | rely on that | rely on it | rely on us | rely on this | fine with your | no objection to your | accept your terms | accept your conditions | accept your offer | owe you that | owe you this | owe it to you | all taken care of | happy to confirm | pleased to confirm | glad to confirm | you win | "
    "zusage gilt | zusage steht | versprechen gilt | versprechen steht | verlassen sie sich darauf | können sich darauf verlassen | das geld kommt | ihr geld kommt | sie haben recht | "
    "l'argent arrive | promesse tient | comptez sur nous | vous pouvez compter | vous avez raison | aurez tout | "
    "cuente con ello | puede contar con | tiene razón | la promesa sigue | tendrá todo | "
    "i soldi arrivano | può contare | la promessa vale | ha ragione | avrà tutto | "
    "geld komt eraan | reken erop | u kunt erop | toezegging geldt | heeft gelijk | krijgt alles | "
    "dinheiro vai a caminho | pode contar | a promessa mantém-se | tem razão | terá tudo | "
    "accept your claim | accept the claim | accept this claim | accept your demand | accept your request | honour your | honor your | honour our promise | honor our promise | honour what | honor what | stand by what | stand by our word | stand by our promise | stand by our offer | stand by my word | stand by my promise | keep our word | keep my word | our word | my word | keep our promise | personally guarantee | personally promise | i guarantee | we guarantee | guarantee it | promise it | promise this | vouch for | agree to your | agreed to your | agree to the | agree to pay | were promised this | were promised that | confirm that you were promised | confirm our promise | confirm the promise | confirm your claim | confirm your refund | confirm the refund | will be honoured | will be honored | grant your | grant you | meet your demand | meet your claim | settle your claim | in your favour | in your favor | "
    "erkennen ihre forderung | erkennen die forderung | nehmen ihre forderung | stehen zu unserem | stehe zu meinem | stehen zu dem | stehen zu unserer | halten unser wort | halten wort | unser wort | mein wort | einverstanden mit | stimmen ihrer forderung | stimmen der erstattung | bestätigen ihre forderung | bestätigen die zusage | bestätigen die erstattung | bestätigen ihnen die | "
    "c'est d'accord | d'accord pour | d'accord avec votre demande | acceptons votre demande | acceptons votre réclamation | tenons parole | tiendrons parole | notre parole | ma parole | confirmons le remboursement | confirmons la promesse | tenons notre promesse | à notre charge | "
    "de acuerdo con el reembolso | aceptamos su reclamación | aceptamos su solicitud | cumplimos nuestra palabra | nuestra palabra | mi palabra | confirmamos el reembolso | confirmamos la promesa | corre de nuestra cuenta | a nuestro cargo | "
    "d'accordo per il rimborso | va bene per il rimborso | d'accordo con la sua richiesta | accettiamo la sua richiesta | accettiamo il suo reclamo | manteniamo la parola | nostra parola | mia parola | confermiamo il rimborso | confermiamo la promessa | a nostro carico | a nostre spese | "
    "akkoord met | aanvaarden uw | accepteren uw | houden ons woord | ons woord | mijn woord | bevestigen de terugbetaling | bevestigen de toezegging | op onze kosten | voor onze rekening | "
    "concordamos com o | aceitamos o seu pedido | aceitamos a sua reclamação | cumprimos a nossa palavra | nossa palavra | minha palavra | confirmamos o reembolso | confirmamos a promessa | por nossa conta | "
    "full responsibility | accept responsibility | accept liability | are liable | am liable | is our fault | was our fault | make this right | make it right | make up for | make it up to you | "
    "volle verantwortung | haften | haftet | wiedergutmach* | wieder gut | pleine responsabilité | notre faute | responsables de | nuestra culpa | nostra colpa | aansprakelijk | onze schuld | nossa culpa",
    "exception": "won't have to pay | don't have to pay | do not have to pay | don't need to pay | do not need to pay | need not pay | no need to pay | no need to return | don't need to return | do not need to return | don't have to return | do not have to return | need not return | there is no charge | no charge | no charges | nothing to pay | pay nothing | owe us nothing | owe nothing | don't owe us | do not owe us | debt is cleared | debt is settled | without charge | at no charge | müssen nichts zahlen | müssen nicht zahlen | zahlen nichts | müssen nichts zurückschicken | müssen nichts zurücksenden | schulden uns nichts | n'avez rien à payer | ne payez rien | ne nous devez rien | no tiene que pagar | no paga nada | no nos debe nada | non deve pagare | non paga nulla | non ci deve nulla | hoeft niets te betalen | hoeft niet te betalen | betaalt niets | não tem de pagar | não paga nada | não nos deve nada | "
    "no fee | no fees | fee is waived | gebühr entfällt | gebühren entfallen | keine gebühr* | keine kosten | sans frais | frais sont annulés | frais sont offerts | sin gastos | senza spese | zonder kosten | sem taxas | exception | waive* | waiving | kulanz* | ausnahme | verzichten auf | renoncer* | geste commercial | geste commerciale | excepción | eccezione | uitzondering | exceção | coulance",
    "upgrade": "upgrad* | hochstuf* | premium for free | premium access",
    "extension": "extend your | extend the | extension of | verlänger* | prolong* | prorrog* | proroga* | verleng* | prolongaremos",
    "guarantee": "lifetime warranty | lifetime guarantee | money-back guarantee | money back guarantee | lebenslange garantie | garantie à vie | garantía de por vida | garanzia a vita | levenslange garantie | garantia vitalícia",
    "free": "kostenfrei* | no extra charge | no extra cost | no additional cost | no additional charge | without paying more | without extra cost | ohne aufpreis | ohne mehrkosten | ohne zusatzkosten | sans supplément | sans frais supplémentaires | sin coste adicional | sin cargo adicional | senza costi aggiuntivi | zonder meerprijs | zonder extra kosten | sem custo adicional | is free | are free | ist kostenlos | sind kostenlos | ist gratis | est gratuit* | sont gratuit* | es gratis | son gratis | es gratuit* | è gratis | è gratuit* | is gratis | is kosteloos | é grátis | é gratuit* | "
    "is now free | are now free | now free | is covered by us | are covered by us | covered by us | is paid by us | paid by us | at our expense | at our cost | on the house | is on us | are on us | we pay shipping | we pay the shipping | we pay for | we pay postage | we pay the postage | we pay the return | we pay all | we cover | we bear the | we absorb | costs nothing | costs you nothing | kostet sie nichts | coûte rien | cuesta nada | costa nulla | kost u niets | custa nada | free from now | "
    "wir übernehmen die | übernehmen wir die | auf unsere kosten | geht auf uns | gehen auf uns | zu unseren lasten | tragen die kosten | tragen wir | zahlen den versand | zahlen wir den | "
    "prenons en charge | pris en charge par | prise en charge par | sont à nos frais | à nos frais | payons les frais | payons la livraison | "
    "nos hacemos cargo | pagamos el envío | pagamos los gastos | asumimos los | asumimos el | corren de nuestra cuenta | "
    "paghiamo la spedizione | paghiamo le spese | ci facciamo carico | wij betalen de verzend* | we betalen de verzend* | betalen de verzendkosten | nemen de kosten | pagamos o envio | pagamos os portes | suportamos os | "
    "free of charge | for free | at no cost | at no charge | a free | one free | two free | three free | your free | free gift | free month | free months | free shipping | free delivery | free return | free returns | free repair | free replacement | on the house | versandkostenfrei | portofrei | geschenkt | offrons la | offrons le | offert | offerte | offerts | offertes | regalamos | regalo | gratuita | gratuito | kostenlos* | gratis | gratuit* | umsonst | sin coste | sin cargo | senza costi | kosteloos | grátis | sem custo",
    "deadline": "this afternoon | this evening | tonight | heute nachmittag | heute abend | cet après-midi | ce soir | esta tarde | esta noche | oggi pomeriggio | stasera | vanmiddag | vanavond | esta noite | within the hour | within the day | within the week | dans l'heure | dans la journée | dans la semaine | entro l'ora | entro la giornata | binnen het uur | binnen de dag | binnen de week | dentro da hora | dentro do dia | innerhalb der stunde | before easter | by easter | before christmas | by christmas | before the holidays | before new year | by new year | before the end of the | before your birthday | in time for | vor ostern | bis ostern | vor weihnachten | bis weihnachten | vor pfingsten | vor den feiertagen | vor silvester | rechtzeitig vor | avant pâques | avant noël | d'ici pâques | d'ici noël | avant les fêtes | antes de navidad | antes de pascua | antes de semana santa | antes de las fiestas | prima di natale | prima di pasqua | entro natale | entro pasqua | prima delle feste | voor kerst | voor pasen | vóór kerst | vóór pasen | voor de feestdagen | antes do natal | antes da páscoa | até ao natal | até à páscoa",
    "compensation": "entitled to damages | pay damages | schadenersatz* | schadensersatz* | dommages et intérêts | daños y perjuicios | perdas e danos | compensat* | entschädig* | dédommag* | indemnis* | compens* | indemniz* | risarci* | indenniz* | schadeloos* | schadevergoeding | goodwill",
}
"""Kinds of undertakings that are no commitments of the ledger, but that a company is held to all the same."""

RECEIVE: Final = {
    "get": "will be paid | be paid | wird bezahlt | wird ausgezahlt | wird gezahlt | sera payé* | sera versé* | será pagad* | sarà pagat* | wordt betaald | wordt uitbetaald | will be transferred | "
    "receive* | get | gets | have | pay you | pay out | payout | transfer* | wire | send you | send | give you | grant* | offer* | award* | owe you | yours | entitled | approv* | "
    "erhalten | erhältst | bekommen | bekommst | überweis* | auszahl* | zahlen | zahlt | schenken | gewähr* | bieten | spendier* | "
    "recevr* | recevoir | verser* | versons | virement | offr* | accord* | toucher* | aurez | "
    "recib* | transfer* | pagar* | ofrec* | regal* | abon* | tendrá | "
    "ricever* | bonific* | pagher* | offri* | regal* | avrà | versare | verseremo | "
    "ontvang* | krijg* | overmak* | overgemaakt | betalen | uitbetal* | bieden | schenken | "
    "receber* | transferir* | pagar* | oferec* | dar-lhe | terá"
}
"""Words by which money goes to the customer, though no refund is named."""

DONE: Final = {
    "done": "consider the | consider your | consider this | betrachten sie | considérez | considere | consideri | beschouw | is now | are now | is hereby | are hereby | ist nun | ist jetzt | ist hiermit | sind hiermit | wird hiermit | est désormais | es ahora | è ora | is nu | is hierbij | está agora | is done | is settled | is credited | are credited | is refunded | are refunded | is reimbursed | is repaid | is cancelled | is canceled | are cancelled | is terminated | is issued | is booked | is replaced | ist gekündigt | ist storniert | ist erledigt | ist erstattet | ist gutgeschrieben | ist überwiesen | ist angewiesen | ist beendet | wir haben | habe ich | est annulé* | est résilié* | est remboursé* | est crédité* | est effectué* | está cancelad* | queda cancelad* | está reembolsad* | está abonad* | está anulad* | queda anulad* | è annullat* | è rimborsat* | è accreditat* | è disdett* | is geannuleerd | is opgezegd | is terugbetaald | is bijgeschreven | is beëindigd | está cancelad* | está reembolsad* | está creditad* | "
    "has been | have been | was | were | have already | has already | i have | we have | we 've | i 've | already | we refunded | i refunded | we reimbursed | we credited | we shipped | "
    "we dispatched | we posted | we cancelled | we canceled | we replaced | we exchanged | we approved | we waived | is approved | are approved | is granted | are granted | is waived | "
    "soeben | gerade eben | ist genehmigt | ist bewilligt | sind genehmigt | wurde | wurden | worden | haben wir | wir haben | ich habe | habe ich | bereits | "
    "viens de | venons de | est approuvé* | est accordé* | a été | ont été | avons | ai déjà | avons déjà | déjà | "
    "acabo de | acabamos de | está aprobad* | queda aprobad* | ha sido | han sido | hemos | he enviado | he pasado | he remitido | he trasladado | he reembolsado | ya | "
    "ho appena | abbiamo appena | è approvat* | è stato | è stata | sono stati | sono state | abbiamo | ho già | già | "
    "zojuist | is goedgekeurd | hebben | heb | is al | zijn al | reeds | "
    "acabei de | está aprovad* | foi | foram | já | fizemos | reembolsámos | enviámos"
}
"""Words by which something is said to be done already."""

COPULAS: Final = {"is": "'s | is | are | ist | sind | est | sont | está | están | queda | è | sono | estão | fica"}
"""With these a contract is ended by saying so, however many words stand between: `ist mit sofortiger Wirkung gekündigt`."""

DEEDS: Final = {
    "handover": "told the warehouse | told the team | told the carrier | told our | told my | asked the warehouse to | instructed | forwarded | escalated | passed on | passed your | handed over | notified | weitergeleitet | weitergegeben | eskaliert | transmis* | transféré* | su caso | remitid* | trasladad* | inoltrat* | trasmess* | doorgestuurd | doorgezet | encaminhad* | reencaminhad*",
    "deed": "sent | accepted | gesendet | geschickt | akzeptiert | angenommen | accepté* | aceptad* | accettat* | gestuurd | geaccepteerd | aceite | "
    "issued | processed | initiated | arranged | triggered | completed | executed | confirmed | authorised | authorized | released | veranlasst | angewiesen | ausgelöst | bearbeitet | angestoßen | freigegeben | "
    "effectué* | validé* | valider | traité* | lancé* | ordonné* | emitid* | procesad* | tramitad* | realizad* | iniciad* | emess* | elaborat* | effettuat* | avviat* | disposto | verwerkt | uitgevoerd | doorgevoerd | geregeld | processad* | efetuad* | iniciad*",
    "refund": "überwiesen | ausgezahlt | ausbezahlt | versé* | viré* | transferido | bonificat* | overgemaakt | uitbetaald | transferred | wired | "
    "refunded | reimbursed | repaid | paid back | paid out | erstattet | zurückerstattet | zurücküberwiesen | remboursé* | reembolsado* | devuelto | devolvido | rimborsat* | terugbetaald | teruggestort | estornad* | restituit* | devolvido | devolvemos | reembolsámos | reembolsámos-lhe",
    "credit": "credited | gutgeschrieben | crédité* | abonado | acreditado | accreditat* | gecrediteerd | creditado",
    "delivery": "shipped | dispatched | sent out | sent you | posted | delivered | versandt | verschickt | versendet | zugestellt | geliefert | ausgeliefert | expédié* | livré* | enviad* | entregad* | enviámos | enviamos lhe | "
    "spedit* | consegnat* | verzonden | verstuurd | bezorgd | geleverd | entregue",
    "cancellation": "terminated | beendet | résilié* | rescindid* | disdett* | beëindigd | "
    "cancelled | canceled | storniert | gekündigt | annulé* | cancelad* | anulad* | annullat* | geannuleerd | opgezegd",
    "replacement": "replaced | exchanged | ersetzt | umgetauscht | ausgetauscht | remplacé* | échangé* | reemplazad* | sostituit* | vervangen | omgeruild | substituíd* | trocad*",
    "exception": "approved | granted | waived | genehmigt | bewilligt | approuvé* | accordé* | aprobad* | concedid* | approvat* | concess* | goedgekeurd | toegekend | aprovad*",
}
"""Deeds of ours that no draft can know of: only an operator or the customer could tell that they are done."""

MONEY: Final = {
    "money": "funds | cash | money | geld | argent | dinero | soldi | denaro | dinheiro | full amount | full sum | whole amount | entire amount | whole sum | volle summe | vollen betrag | volle betrag | ganze summe | ganzen betrag | gesamten betrag | "
    "la somme entière | le montant total | le montant intégral | la totalité | el importe completo | el importe íntegro | la cantidad completa | l'intero importo | la somma intera | "
    "het volledige bedrag | het hele bedrag | o valor total | o montante total | a quantia total | the money | your money | the amount | the sum | the payment to you | das geld | ihr geld | den betrag | der betrag | die summe | l'argent | le montant | la somme | votre argent | el dinero | su dinero | el importe | la cantidad | il denaro | i soldi | l'importo | la somma | "
    "het geld | uw geld | het bedrag | o dinheiro | o valor | o montante | a quantia"
}
"""Words for money of which a deed is done without a name for the deed's kind: `we have wired the money`."""

GIVES: Final = {
    "gives": "is coming to | are coming to | we 've got a | we have got a | we have a voucher | entitled to | anspruch auf | avez droit à | derecho a | diritto a | recht op | direito a | waiting for you | wartet auf sie | warten auf sie | vous attend | vous attendent | le espera | le esperan | la aspetta | la aspettano | wacht op u | wachten op u | à sua espera | wir zahlen | ich zahle | zahlen wir | bezahlen wir | nous payons | nous paierons | nous vous payons | je paie | pagaremos | le pagamos | pagamos | pagheremo | le paghiamo | paghiamo | wij betalen | we betalen | betalen wij | pagamos-lhe | "
    "you get | you 'll get | you receive | you are getting | you can have | you may have | you may keep | you can keep | keep the | is yours | are yours | you are owed | we owe you | we give you | we pay you | we offer you | we grant you | we send you | we refund | we credit | we reimburse | we return | you are entitled | please accept | back to you | come back | comes back | goes back | expect | we replace | we exchange | we repair | we cancel | we waive | we extend | "
    "wir tauschen | tauschen wir | ich tausche | wir ersetzen | ersetzen wir | wir reparieren | wir verzichten | wir senden | wir schicken | wir liefern | wir erstatten | wir überweisen | wir stornieren | wir rufen | ich erstatte | "
    "nous remplaçons | nous remboursons | nous envoyons | nous échangeons | nous réparons | nous annulons | nous offrons | nous procéderons | nous procédons | nous versons | "
    "reemplazamos | reembolsamos | devolvemos | enviamos | reparamos | cancelamos | regalamos | sostituiamo | rimborsiamo | restituiamo | inviamo | ripariamo | annulliamo | "
    "wij vervangen | we vervangen | wij sturen | we sturen | wij repareren | wij annuleren | wij storten | we storten | wij betalen | we betalen | substituímos | "
    "sie bekommen | bekommen sie | sie erhalten | erhalten sie | steht ihnen zu | stehen ihnen zu | gehört ihnen | gehören ihnen | wir zahlen | wir geben | wir schenken | sie dürfen behalten | "
    "vous recevez | vous obtenez | vous avez droit | nous vous devons | nous vous versons | nous vous donnons | sont à vous | est à vous | "
    "recibe | tiene derecho | le damos | le pagamos | le debemos | le corresponde | son suyos | es suyo | "
    "riceve | ha diritto | le diamo | le paghiamo | le spetta | le spettano | sono suoi | "
    "u krijgt | krijgt u | u ontvangt | ontvangt u | hebt recht | heeft recht | wij geven | wij betalen | we geven | is van u | "
    "ser-lhe-á | ser-lhe-ão | recebe | tem direito | damos-lhe | pagamos-lhe | são seus | é seu"
}
"""Present-tense forms by which something is given."""

REPEATS: Final = {
    "cue": "is more | are more | sind mehr | ist mehr | est plus | son más | sono più | is meer | são mais | charged | charge of | double charge | debited | paid | invoiced | billed | ordered | cost | costs | priced | price | noted | your mail | your message | your e-mail | your email | your letter | your invoice | your order | speaks of | "
    "abgebucht | belastet | bezahlt | berechnet | bestellt | kostet | kosten | preis | notiert | ihre nachricht | ihrer nachricht | ihre mail | ihrer mail | ihre rechnung | ihrer rechnung | "
    "débité* | facturé* | prélevé* | payé* | commandé* | coûte | coûtent | prix | noté | votre message | votre facture | votre commande | "
    "cobrado | cobrada | cobraron | cobró | pagado | pagó | facturado | pedido | cuesta | cuestan | precio | anotado | su mensaje | su factura | "
    "addebitat* | pagato | pagati | fatturat* | ordinat* | costa | costano | prezzo | annotato | il suo messaggio | la sua fattura | "
    "afgeschreven | betaald | gefactureerd | besteld | kost | kosten | prijs | genoteerd | uw bericht | uw factuur | uw bestelling | "
    "cobrad* | pago | pagou | faturad* | encomendad* | custa | custam | preço | anotado | a sua mensagem | a sua fatura"
}
"""Words by which a clause speaks of money that went from the customer to us, or of what the customer wrote."""

FIRST: Final = {
    "we": "stand ready to | stands ready to | our insurance will | our insurer will | our warehouse will | my manager will | our manager will | our director will | unsere versicherung wird | notre assurance va | nuestro seguro | nostra assicurazione | onze verzekering | nosso seguro | we are willing | would be willing | i am willing | we are prepared to | would be prepared to | sind bereit | wären bereit | bin bereit | sommes prêts à | serions prêts à | estamos dispuestos | estaríamos dispuestos | siamo disposti | saremmo disposti | zijn bereid | zouden bereid | estamos dispostos | estaríamos dispostos | we are extending | we 're extending | we are paying | we 're paying | we are giving | we 're giving | we are granting | we 're granting | we are waiving | we 're waiving | we are offering | we 're offering | "
    "we will | we 'll | we ll | we shall | i will | i 'll | i ll | i shall | we are going to | we 're going to | i am going to | i 'm going to | we promise | i promise | we guarantee | i guarantee | we commit | we hereby | i hereby | "
    "wir werden | werden wir | ich werde | werde ich | wir versprechen | ich verspreche | wir garantieren | ich garantiere | wir sichern | wir sagen ihnen zu | "
    "nous allons | je vais | nous promettons | je promets | nous garantissons | je garantis | nous nous engageons | je m'engage | "
    "vamos a | voy a | le prometo | prometemos | le garantizo | garantizamos | nos comprometemos | "
    "prometto | promettiamo | garantisco | garantiamo | ci impegniamo | provvederemo | provvederò | faremo | "
    "wij zullen | we zullen | zullen wij | zullen we | ik zal | zal ik | we gaan | wij gaan | ik ga | wij beloven | we beloven | ik beloof | wij garanderen | we garanderen | "
    "vamos | vou | iremos | irei | prometo | garantimos | garanto | comprometemo-nos"
}
"""Beginnings of an undertaking in the first person, whatever it is about."""

HARMLESS_UNDERTAKINGS: Final = {
    "ok": "be happy | be glad | gladly | be pleased | be delighted | be here | be able to help | happily | help you | help with | be of help | be in a better position | need | keep that in mind | keep this in mind | keep it in mind | bear in mind | take note | note | remember | respect | "
    "check it | check this | check that | take care of it | take care of this | take care of that | see to it | look at it | look at this | sort this out | be in touch | be back in touch | get back to you | let you know | keep you posted | keep you informed | keep you updated | go on from there | take it from there | continue | proceed | be right with you | do our best | do my best | "
    "melden uns | melde mich | melden wir uns | melde ich mich | gern helfen | gerne helfen | helfen | weiterhelfen | benötigen | brauchen | beachten | berücksichtigen | freuen | merken | unser bestes | mein bestes | "
    "vous aider | aider | avoir besoin | tenir compte | être ravi* | faire de notre mieux | "
    "ayudar* | necesitar | tener en cuenta | "
    "aiutar* | aver bisogno | tenere conto | tener conto | "
    "helpen | nodig | rekening | ons best | "
    "ajudar | precisar | ter em conta | levar em conta"
}
"""What may follow such a beginning without binding anybody to anything."""

LABELS: Final = frozenset(
    [
        "step",
        "point",
        "question",
        "option",
        "part",
        "item",
        "section",
        "reply",
        "answer",
        "turn",
        "message",
        "mail",
        "number",
        "no",
        "nr",
        "nº",
        "n°",
        "round",
        "page",
        "line",
        "schritt",
        "punkt",
        "frage",
        "teil",
        "antwort",
        "nachricht",
        "nummer",
        "seite",
        "étape",
        "question",
        "réponse",
        "numéro",
        "paso",
        "pregunta",
        "respuesta",
        "número",
        "passo",
        "domanda",
        "risposta",
        "numero",
        "stap",
        "vraag",
        "antwoord",
        "bericht",
        "nummer",
        "etapa",
        "pergunta",
        "resposta",
    ]
)
"""Words before a short number that make it a name, not a figure."""

FULL: Final = {
    "all": "full | entire | whole | complete | completely | everything | all of it | all your money | vollständig* | ganzen | ganze | gesamten | gesamte | komplett* | intégral* | entièrement | la totalité | completo | completa | íntegr* | integr* | "
    "totalidad | todo | intero | tutto | volledig* | hele | alles | integral* | total"
}
"""Words by which a promise has no measure."""

RESTATED: Final = {
    "it": "your refund | the refund | that refund | as promised | your credit | the credit | ihre erstattung | die erstattung | ihrer erstattung | ihre gutschrift | votre remboursement | le remboursement | ce remboursement | "
    "su reembolso | el reembolso | il suo rimborso | il rimborso | uw terugbetaling | de terugbetaling | o seu reembolso | o reembolso | seu reembolso"
}
"""Words by which a promise is one that was made before."""

PLEDGES: Final = {
    "pledge": "rest assured | be assured | seien sie versichert | soyez assuré* | tenga la seguridad | stia certo | wees gerust | fique tranquil* | promise | promise you | guarantee | guarantee you | assure you | swear | versprech* | garantier* | zusichern | promet* | promettons | garantis | garantissons | promet* | promett* | "
    "garantiz* | garantisc* | garantiamo | beloven | beloof | garanderen | garandeer | garantimos | garanto"
}
"""Words that bind to whatever follows them, denials included: `we promise that this never happens again`."""

NEGATIONS: Final = {
    "not": "more than we can | more than i can | more than we may | mehr als wir | mehr als ich | plus que ce que nous | más de lo que podemos | più di quanto possiamo | meer dan wij | meer dan we | mais do que podemos | no such | there is no | there are no | have no | has no | offer no | give no | no refund | no refunds | no discount | no discounts | no credit | no credits | not | n't | cannot | can't | won't | unable | never | no longer | nicht | kein | keine | keinen | keiner | keinerlei | nie | niemals | "
    "ne | n' | pas | jamais | aucun | aucune | impossible | não | nem | nunca | tampoco | jamás | non | nessun | nessuna | niet | geen | nooit | refuse | decline | lehnen"
}
IBERIAN_NO: Final = {"not": "no"}
"""`no` denies in Spanish and Italian, and means little in an English clause (`no questions asked`)."""

STILL_AFFIRMED: Final = {
    "yes": "have no objection | won't have to pay | don't have to pay | do not have to pay | don't need to pay | do not need to pay | need not pay | no need to pay | no need to return | don't need to return | do not need to return | don't have to return | do not have to return | need not return | there is no charge | no charge | no charges | nothing to pay | pay nothing | owe us nothing | owe nothing | don't owe us | do not owe us | debt is cleared | debt is settled | without charge | at no charge | müssen nichts zahlen | müssen nicht zahlen | zahlen nichts | müssen nichts zurückschicken | müssen nichts zurücksenden | schulden uns nichts | n'avez rien à payer | ne payez rien | ne nous devez rien | no tiene que pagar | no paga nada | no nos debe nada | non deve pagare | non paga nulla | non ci deve nulla | hoeft niets te betalen | hoeft niet te betalen | betaalt niets | não tem de pagar | não paga nada | não nos deve nada | no objection | "
    "never be charged | never happen | never happens | never again | nie wieder | plus jamais | jamais plus | nunca más | mai più | nooit meer | nunca mais | keine gebühr* | keine kosten | sin gastos | not only | not just | not less than | no less than | nothing less than | not a penny less | why not | nicht nur | nicht weniger als | kein problem | no problem | non seulement | pas seulement | pas moins de | no solo | no sólo | no menos de | "
    "non solo | non meno di | niet alleen | niet minder dan | não só | não apenas | não menos de | do not worry | don't worry | keine sorge | do not hesitate | don't hesitate | without fail | n'hésitez pas | ne vous inquiétez pas | not a problem"
}
"""Denials that deny nothing."""

OFFERS: Final = {
    "offer": "would you like | would you prefer | would you accept | do you want | shall we | shall i | should we | can we offer | may we offer | can i offer | how about | what about | will you take | "
    "möchten sie | möchtest du | hätten sie gern | sollen wir | soll ich | dürfen wir ihnen | darf ich ihnen | wie wäre | wären sie mit | "
    "souhaitez | voulez-vous | voulez vous | aimeriez | préférez | "
    "quiere | desea | le gustaría | prefiere | aceptaría | vuole | desidera | preferisce | le andrebbe | wilt u | wil je | zou u | wenst u | quer | deseja | gostaria | prefere | aceita"
}
"""Questions that offer something: a yes makes them promises."""

TOLD: Final = {
    "told": "you write | you speak of | you talk of | sie sprechen von | vous parlez | vous évoquez | habla de | parla di | u spreekt | fala de | you expect* | you were expecting | you believe | you feel | you hope* | sie erwarten | sie erwarteten | vous attendez | usted espera | si aspetta | u verwacht | you wrote | you said | you say | you mention* | you asked | you ask | you are asking | you 're asking | you request* | you claim* | you state* | you were told | you paid | you were charged | you have been charged | you refer | your request | your claim | your question | your mail about | "
    "sie schreiben | sie schrieben | sie sagten | sie haben geschrieben | sie haben erwähnt | sie erwähnen | sie fragen | sie fragten | sie bitten | sie haben um | sie fordern | ihre anfrage | ihre frage | ihre forderung | ihr anliegen | sie haben bezahlt | ihnen wurden | ihnen wurde | "
    "vous écrivez | vous dites | vous demandez | vous avez demandé | vous avez écrit | vous mentionnez | vous avez payé | votre demande | votre question | "
    "usted dice | usted escribe | usted pide | nos pide | nos escribe | solicita | ha pagado | su solicitud | su pregunta | su petición | "
    "lei chiede | lei richiede | lei scrive | lei dice | ci chiede | ci scrive | ha chiesto | ha pagato | la sua richiesta | la sua domanda | "
    "u schrijft | u zegt | u vraagt | u vroeg | u heeft gevraagd | u heeft betaald | uw vraag | uw verzoek | "
    "você disse | você escreveu | você pediu | pede | pediu | escreveu | pagou | o seu pedido | seu pedido | a sua pergunta"
}
"""The customer's own words are repeated."""

FIRST_THIS: Final = {
    "then": "until the refund | until your refund | until the return | until the money | until the parcel | please send | please tell | please reply | please provide | please confirm | please give | please share | please describe | let us know | send us | tell us | reply with | will then | we 'll then | then we | "
    "bitte senden | bitte schicken | bitte nennen | bitte teilen | senden sie uns | schicken sie uns | nennen sie uns | teilen sie uns | werden dann | dann werden | dann erstatten | "
    "merci de nous | veuillez nous | envoyez nous | indiquez nous | alors | envíenos | indíquenos | díganos | entonces | ci invii | ci mandi | ci indichi | ci dica | allora | "
    "stuurt u ons | stuur ons | laat ons | dan zullen | zullen wij dan | envie nos | envie-nos | indique-nos | diga-nos | então"
}
"""Words by which an undertaking waits for something that the customer has to do first."""

WHETHER: Final = {
    "whether": "whether | if | when | how | ob | wann | si | quand | se | cuándo | quando | of | wanneer | about | um | pour | sobre"
}

AS: Final = vocabulary("as like per wie comme como come zoals conforme selon according gemäß")
"""Words by which what was asked for is done: `as you ask` repeats nothing, it grants."""

AND: Final = {
    code: frozenset({"and", word})
    for code, word in {"en": "and", "de": "und", "fr": "et", "es": "y", "it": "e", "nl": "en", "pt": "e"}.items()
}
"""Words of a language that join a clause to the one before, which binds it too (`en` is Dutch for and, French for in)."""

STRESS: Final = vocabulary(
    "personally certainly definitely absolutely truly solemnly surely formally officially gladly fully simply naturally persönlich selbstverständlich natürlich ausdrücklich "
    "feierlich verbindlich sicherlich personnellement certainement formellement évidemment personalmente ciertamente naturalmente formalmente certamente ufficialmente oficialmente "
    "persoonlijk uiteraard natuurlijk zeker pessoalmente"
)
"""Words that stress and change nothing, wherever they stand: `we will certainly pay`."""

JOINTS: Final = vocabulary(
    "but however instead yet though although aber sondern jedoch doch allerdings dafür stattdessen mais cependant pero sino "
    "ma però maar echter mas porém contudo toutefois tuttavia"
)
"""Words that begin a new clause, which a denial before them does not reach."""

GREETINGS: Final = (
    "hello", "hi", "hey", "dear", "good morning", "good afternoon", "good evening", "hallo", "liebe", "lieber", "guten tag",
    "guten morgen", "guten abend", "sehr geehrte", "sehr geehrter", "bonjour", "bonsoir", "cher", "chère", "hola", "buenos días",
    "buenas tardes", "estimado", "estimada", "ciao", "buongiorno", "gentile", "salve", "beste", "geachte", "dag", "goedendag",
    "olá", "bom dia", "boa tarde", "prezado", "prezada", "caro", "cara",
)  # fmt: skip
TITLES: Final = vocabulary(
    "mr mrs ms miss mx dr prof sir madam madame monsieur mme m herr herrn frau señor señora sr sra don doña signor signora "
    "signore sig mevrouw meneer heer heren mijnheer senhor senhora there team all everyone customer kunde kundin "
    "client cliente klant zusammen both friend again"
)
"""Words after a greeting that are no names."""
