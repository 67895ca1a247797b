"""Words that undertake something only together: each set is harmless alone, and grants where it meets another one.

`your proposal` and `is fine` are no promise; `your proposal is fine` is one, with no word for money in it.
"""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows
from typing import Final

from keepword.memory.tokens import vocabulary

DEMANDS: Final = {
    "en": "what you ask* | what you want* | what you wish* | what you propose* | what you suggest* | what you demand* | what you claim* | what you request* | what you name* | what you expect* | all you ask* | all you want* | everything you ask* | everything you want* | you demand* | you propose* | sum you | amount you | figure you | figures you | price you | refund you | compensation you | discount you | credit you | your claim* | your demand* | your proposal* | your suggestion | your request* | your figure* | your sum | your terms | your conditions | your price | your wish* | your offer | amount in your | sum in your | figure in your | amount from your",
    "de": "was sie verlangen | was sie fordern | was sie wünschen | was sie wollen | was sie möchten | was sie vorschlagen | womit sie | sie verlangen | sie fordern | genannte summe | genannten summe | genannte betrag | genannten betrag | genannte preis | ihnen genannte* | ihnen gewünschte* | ihnen geforderte* | ihnen verlangte* | ihre forderung* | ihrer forderung* | ihren forderungen | ihr vorschlag | ihrem vorschlag | ihren vorschlag | ihre bedingungen | ihren bedingungen | ihr wunsch | ihrem wunsch | ihren wunsch | ihrer bitte | ihre summe | ihre preisvorstellung | ihre vorstellung | ihrer vorstellung | ihren vorstellungen | ihr preis | ihr angebot | betrag aus ihrer | summe aus ihrer | betrag in ihrer | summe in ihrer | ihr antrag | ihrem antrag | ihren antrag",
    "fr": "ce que vous demandez | ce que vous voulez | ce que vous souhaitez | ce que vous proposez | ce que vous réclamez | ce que vous exigez | vous réclamez | vous exigez | somme que vous | montant que vous | chiffre que vous | prix que vous | montant de votre | somme de votre | votre demande | vos demandes | votre réclamation | votre proposition | vos conditions | votre exigence | vos exigences | votre souhait | votre prix | votre offre",
    "es": "lo que pide | lo que usted pide | lo que solicita | lo que usted solicita | lo que quiere | lo que propone | lo que usted propone | lo que exige | lo que reclama | suma que | importe que | cantidad que | cifra que | importe de su | suma de su | su propuesta | su petición | su solicitud | su reclamación | su exigencia | sus condiciones | su oferta | su precio",
    "it": "quello che chiede | ciò che chiede | quanto chiede | quanto richiesto | quello che vuole | ciò che vuole | quello che propone | ciò che propone | somma che | importo che | cifra che | importo della sua | somma della sua | sua proposta | sua richiesta | suo reclamo | sue condizioni | sua offerta | suo prezzo | sua pretesa",
    "nl": "wat u vraagt | wat u wilt | wat u wenst | wat u voorstelt | wat u eist | wat u verlangt | bedrag dat u | som die u | prijs die u | bedrag uit uw | bedrag in uw | uw voorstel | uw eis | uw verzoek | uw voorwaarden | uw wens | uw prijs | uw bod | uw aanbod",
    "pt": "o que pede | o que quer | o que deseja | o que propõe | o que exige | o que reclama | quantia que | valor que | montante que | soma que | valor do seu | sua proposta | seu pedido | sua reclamação | suas condições | sua oferta | seu preço | sua exigência",
}
"""What the customer wants, by a word that points to it."""

CONSENTS: Final = {
    "en": "fine with | good with | fine by us | fine by me | is fine | are fine | is ok | is okay | are ok | are okay | ok with us | okay with us | is all right | is alright | is acceptable | are acceptable | is accepted | are accepted | is agreed | are agreed | is granted | are granted | is approved | works for us | works for me | work for us | suits us | live with | go along with | comply with | we agree | i agree | we accept | i accept | happy with | all right by us | alright by us | be as | is settled | is a deal | is fair | no objection | no objections | no problem | we will meet | we meet | give in to | agreeable to us",
    "de": "ist in ordnung | sind in ordnung | geht in ordnung | für uns in ordnung | geht klar | ist ok | ist okay | passt für uns | passt uns | passt | passen uns | ist akzeptabel | ist angenommen | sind angenommen | ist akzeptiert | sind akzeptiert | nehmen wir an | akzeptieren wir | wir akzeptieren | kommen wir nach | kommen wir gern nach | kommen wir gerne nach | entsprechen wir | wir entsprechen | gehen auf | gehen wir ein | können wir leben | kann ich leben | gehen wir mit | sind wir zufrieden | stimmen wir zu | einverstanden | sind wir es auch | erfüllen wir | wir erfüllen | gewähren wir | geben wir statt | wird stattgegeben | wird entsprochen | wird erfüllt | ist uns recht",
    "fr": "a été accepté* | a été accordé* | a été approuvé* | a été validé* | ont été acceptées | nous convient | nous conviennent | nous va | nous vont | est accepté* | sont accepté* | est acceptable | nous acceptons | j'accepte | sommes d'accord | suis d'accord | d'accord avec | d'accord pour | suite favorable | accédons | est bon pour nous | est bonne pour nous | pas d'objection | aucune objection | est accordé* | est approuvé* | faisons droit | souscrivons",
    "es": "nos parece bien | nos parece correct* | nos conviene | nos va bien | está bien | están bien | queda aceptad* | quedan aceptad* | está aceptad* | es aceptad* | aceptamos | acepto | accedemos | accedo | estamos de acuerdo | estoy de acuerdo | es aceptable | está aprobad* | queda aprobad* | está concedid* | queda concedid* | sin objeción | sin objeciones",
    "it": "va bene | vanno bene | ci sta bene | è accettat* | sono accettat* | accettiamo | accetto | siamo d'accordo | sono d'accordo | acconsentiamo | è accettabile | è approvat* | è concess* | accogliamo | viene accolt* | è accolt* | nessuna obiezione",
    "nl": "is prima | zijn prima | is goed | is akkoord | is in orde | is oké | is ok | voor ons prima | voor ons goed | vinden wij prima | vinden we prima | vinden wij goed | vinden we goed | is aanvaard | is geaccepteerd | zijn geaccepteerd | aanvaarden wij | wij aanvaarden | we aanvaarden | accepteren wij | wij accepteren | we accepteren | gaan akkoord | ga akkoord | gaan wij akkoord | stemmen in | stemmen wij in | is toegewezen | is ingewilligd | geen bezwaar | komen wij tegemoet",
    "pt": "está bem | estão bem | está bom | está certo | está aceite | estão aceites | é aceite | está aceito | aceitamos | aceito | estamos de acordo | estou de acordo | concordamos | concordo | é aceitável | está aprovad* | está concedid* | acedemos | sem objeção | nada a opor",
}
"""Words that agree to whatever they stand beside."""

LEADS: Final = vocabulary(
    "that this it so das dies damit dem es so cela ça ce c ' eso esto ello ciò questo dat dit daarmee daar isso isto então and und et y e en is are ist sind geht est sont va es son está è sono é são"
)
"""What may stand before a consent whose matter stands in the clause before it: `what you want, that is fine`."""

MOVEMENTS: Final = {
    "ours": "credit | gutschrift | avoir | abono | nota di credito | tegoed | crédito | transfer | bank transfer | wire transfer | payout | remittance | refund | reimbursement | überweisung | rücküberweisung | auszahlung | erstattung | rückerstattung | rückzahlung | virement | versement | remboursement | transferencia | reembolso | devolución | bonifico | accredito | rimborso | overschrijving | overboeking | terugbetaling | storting | transferência | devolução",
    "payment": "payment | zahlung | paiement | pago | pagamento | betaling",
}
"""Nouns for money on its way to the customer; a payment may be the customer's own."""

MOVED: Final = {
    "over": "done | complete | completed | through | is out | are out | on its way | on the way | under way | unterwegs | en route | en camino | in viaggio | a caminho | gebucht | verbucht | erledigt | raus | rausgegangen | hinausgegangen | abgegangen | fait | faite | faits | faites | parti | partie | partis | partito | partita | partiti | partite | hecho | hecha | hechos | hechas | salido | salida | fatto | fatta | gedaan | de deur uit | onderweg | feito | feita",
    "made": "made | vorgenommen | getätigt | ausgeführt | durchgeführt | gemacht | passé* | eseguit* | gemaakt | hicimos | fizemos",
    "out": "sent | issued | initiated | released | triggered | dispatched | veranlasst | angewiesen | ausgelöst | angestoßen | gesendet | abgeschickt | envoyé* | émis* | ordonné* | enviad* | emitid* | ordenad* | inviat* | dispost* | verstuurd | verzonden",
    "went": "went out | has gone out | left our account | has left our account | left our bank | has left our bank | ging raus | ging heute raus | ging hinaus | hat unser konto verlassen | a quitté notre compte | salió | ha lasciato il nostro conto | is weg | saiu | seguiu",
}
"""Words by which such a movement is over, was made, was sent, or went: with `is` only the first say that it happened."""

RECEIVED: Final = {
    "received": "received | arrived | eingegangen | erhalten | reçu* | parvenu* | recibid* | recibimos | ricevut* | arrivat* | ontvangen | recebid* | recebemos | you made | you have made | you sent"
}
"""Words by which the money went the other way."""

COSTS: Final = {
    "cost": "cost | costs | fee | fees | charge | charges | postage | expenses | kosten | porto | gebühr* | versandkosten | lieferkosten | rücksendekosten | frais | port | coûts | gastos | portes | coste | costes | spese | costi | verzendkosten | retourkosten | despesas | custos"
}
BEARS: Final = {
    "us": "ours to bear | are ours | is ours | paid by us | borne by us | are on us | is on us | we cover | we bear | we absorb | we pay | we take on | we take over | wir übernehmen | übernehmen wir | wir tragen | tragen wir | zahlen wir | wir zahlen | geht auf uns | gehen auf uns | zu unseren lasten | auf unsere kosten | prenons en charge | à notre charge | à nos frais | nous payons | sont pour nous | est pour nous | por nuestra cuenta | de nuestra cuenta | a nuestro cargo | nos hacemos cargo | asumimos | los pagamos | pagamos nosotros | a nostro carico | a nostre spese | paghiamo noi | le paghiamo | ci facciamo carico | voor onze rekening | op onze kosten | zijn voor ons | wij betalen | betalen wij | nemen wij voor | por nossa conta | a nosso cargo | suportamos | pagamos nós"
}
"""Costs, and words by which we bear them."""

KEEPS: Final = {
    "imperative": "hang on to | hold on to | just keep | please keep | keep the | keep it | keep them | free to keep | behalten sie | gardez | conservez | quédese | quédeselo | quédesela | tenga pure | se lo tenga | se la tenga | houd | houdt u | fique com"
}
PERMITS: Final = {
    "may": "you may | you can | sie dürfen | dürfen sie | sie können | können sie | vous pouvez | pouvez vous | puede | pueden | può | possono | u mag | mag u | u kunt | kunt u | pode | podem"
}
HOLDS: Final = {
    "keep": "keep | behalten | garder | conserver | quedarse | quedárselo | tenere | tenersi | houden | ficar"
}
PROOFS: Final = {
    "proof": "away | dry | clean | closed | upright | cool | out of reach | unplugged | switched off | receipt* | proof | invoice* | bill | label* | number* | packaging | package | box | carton | parcel | confirmation | mail | e-mail | message* | document* | copy | photo* | thread | subject | account | subscription | password | in mind | in touch | posted | informed | updated | track | eye | kassenbon | beleg* | quittung* | rechnung* | nummer | verpackung | karton | paket | bestätigung | unterlagen | foto* | im auge | im kopf | reçu | ticket | facture | preuve* | emballage | colis | numéro | courrier | recibo* | factura | comprobante | embalaje | caja | paquete | número | en cuenta | scontrino | ricevuta | fattura | prova | imballo | imballaggio | scatola | pacco | numero | presente | kassabon | bon | factuur | bewijs* | verpakking | doos | pakket | hoogte | rekening mee | embalagem | caixa | fatura | talão | comprovativo"
}
"""Words by which the customer may keep something; what is kept to prove a purchase, and other things one keeps."""

NEEDS: Final = {
    "need": "tendrá que | tendrán que | aurez | devra | dovrà | dovranno | terá de | terá que | tiene que | tienen que | debe | deve | devono | tem de | tem que | nötig | notwendig | erforderlich | brauchen | müssen | besoin | nécessaire | falta | necesario | serve | occorre | necessario | bisogno | hoeft | hoeven | nodig | preciso | necessário | precisa"
}
NEEDLESS: Final = {
    "needless": "no return necessary | no return needed | no return required | no need to | needn't | need not | don't need to | do not need to | don't have to | do not have to | not necessary | isn't necessary | not required | unnecessary | unnötig | überflüssig | inutile | superflu | innecesario | superfluo | overbodig | onnodig | desnecessário | escusa de"
}
RETURNS: Final = {
    "return": "return* | send back | send it back | send them back | send this back | send that back | sending it back | sending back | ship it back | rücksendung | zurücksenden | zurückschicken | zurückzuschicken | zurückzusenden | zurückgeben | zurückzugeben | retournieren | renvoyer | renvoyiez | retourner | retourniez | retour | devolver* | devuelva | devolución | restituir* | restituire | restituisc* | rispedisc* | rispedir* | rispedire | terugsturen | terug te sturen | retourneren | terugzenden | devolvê | devolva | devolução"
}
NOTHING: Final = {"nothing": "nothing | nichts | rien | nada | niente | nulla | niets"}
SENDS: Final = {"send": "send | sending | ship | post | schicken | senden"}
BACK: Final = {"back": "back | zurück | terug | de volta | indietro"}
PAYS: Final = {
    "pay": "pay | paying | zahlen | bezahlen | zu zahlen | zu bezahlen | payer | payiez | pagar* | pague | pagare | paghi | betalen"
}
"""What the customer need not do: send goods back, or pay."""

EVERYTHING: Final = {
    "all": "everything | all of it | all that | alles | tout | todo | tutto | tudo | what | exactly what | just what | das was | genau das | ce que | tout ce que | lo que | todo lo que | quello che | tutto quello che | ciò che | wat | alles wat | o que | tudo o que"
}
"""All that was asked for, as what somebody gets."""

PAPERS: Final = {
    "paper": "our records | our files | our file | our letter* | our earlier | our previous | our last mail | our last e-mail | our last message | our mail of | our mail from | our reply of | our confirmation | what we wrote | what we told | what we said | in writing | unseren unterlagen | unsere unterlagen | unseren akten | unser schreiben | unserem schreiben | unsere mail vom | unserer mail vom | unsere letzte | unserer letzten | unsere frühere | unserer früheren | unsere bestätigung | was wir geschrieben | schriftlich | nos dossiers | nos archives | notre lettre | notre courrier | notre dernier | notre précédent | nos précédents | par écrit | nuestros archivos | nuestros registros | nuestra carta | nuestro correo | nuestro último | nuestro mensaje | por escrito | nostri archivi | nostra lettera | nostra ultima | nostra precedente | nostro ultimo | nostro precedente | per iscritto | onze gegevens | onze administratie | onze brief | onze laatste | onze eerdere | schriftelijk | nossos registos | nossos registros | nossa carta | nossa última | nosso último | nossa mensagem"
}
VOWS: Final = {
    "vow": "promised | confirmed | confirms | assured | granted | agreed | pledged | binding | stands | holds good | entitles | entitled | zugesagt | versprochen | zugesichert | bestätigt | gilt | gelten | bindend | verbindlich | promis | confirmé* | confirme | confirment | fait foi | font foi | engage | prometi* | prometid* | confirmad* | confirmamos | confirmó | confirma | vinculante | promess* | confermat* | conferma | vincolante | beloofd | bevestigd | bevestigt | toegezegd | geldt | gelden | prometid* | confirmámos | vinculativ*"
}
"""Papers of ours, and words by which they are said to have promised."""

CHARGES: Final = {
    "charge": "charge* | bill you | bill for | invoice you | berechne* | verrechne* | in rechnung | erheben | factur* | compt* | cobrar* | cobramos | cobraré | addebit* | rekenen | in rekening | brengen wij | cobraremos"
}
"""Words by which costs would be taken: denied, they are waived."""

DOUBTS: Final = {
    "en": "whether | if | unless | until | once", "de": "ob | falls | wenn | sobald", "fr": "si | dès que", "es": "si | cuando", "it": "se | quando",
    "nl": "als | indien | zodra", "pt": "se | quando",
}  # fmt: skip
"""Words that leave open what follows them, by language."""

OURSELVES: Final = vocabulary("we i wir ich nous je j nosotros noi wij nós to will")
"""Words before `keep` by which we are who keeps, or nobody is told to."""

PAIRED: Final = {
    "demands": DEMANDS, "consents": CONSENTS, "movements": MOVEMENTS, "moved": MOVED, "costs": COSTS, "bears": BEARS, "keeps": KEEPS,
    "permits": PERMITS, "holds": HOLDS, "proofs": PROOFS, "needs": NEEDS, "needless": NEEDLESS, "returns": RETURNS, "sends": SENDS,
    "back": BACK, "pays": PAYS, "received": RECEIVED, "nothing": NOTHING, "charges": CHARGES, "everything": EVERYTHING, "papers": PAPERS, "vows": VOWS, "doubts": DOUBTS,
}  # fmt: skip
"""The sets by the names under which a draft is searched for them."""
