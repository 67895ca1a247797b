"""How promises are worded in English, German, French, Spanish, Italian, Dutch and Portuguese: by table."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows

KINDS = {
    "refund": "returned to your bank | returned to your card | returned to your account | returned to you | be returned to your | return it to your card | back to your card | back to your account | back on your card | back in your account | refund* | reimburs* | money back | pay you back | pay back | paid back | return the money | return your money | return the amount | give you back | give back | repay* | chargeback | "
    "erstatt* | rückerstatt* | zurückerstatt* | zurücküberweis* | zurückzahl* | zurückgezahlt | zurückbuch* | zurückgebucht | zurücküberwiesen | rückzahlung | geld zurück | euro zurück | € zurück | "
    "rembours* | rendre l'argent | restituer | reembols* | devolver* | devolución | devolvemos | devolvere* | devolveré* | devolvido | devuelto | devuelta | "
    "rimbors* | restituiremo | restituire | restituito | terugbetal* | terugbetaald | terugstort* | teruggestort | terugboek* | terugboeking | vergoed* | geld terug | restitueren | "
    "estorn* | devolveremos | devolução | devolvemos | dinheiro de volta | ressarc*",
    "credit": "credit your account | credit to your account | credit note | store credit | account credit | credit of | a credit | voucher* | gift card* | coupon* | crediting | credited | credit | "
    "gutschrift* | gutschreib* | gutgeschrieben | gutschein* | guthaben | avoir | bon d'achat | bons d'achat | créditer* | crédité* | un crédit | "
    "vale | cupón | bono | abono | abonar* | abonaré* | nota de crédito | tarjeta regalo | buono | accredit* | nota di credito | tegoed* | tegoedbon | cadeaubon | waardebon | crediteren | gecrediteerd | "
    "crédito | vale-presente | vale-oferta | creditar*",
    "payment": "transfer* | wire | pay you | überweis* | überwiesen | virement | verser* | transferi* | bonific* | overmaken | overboeken | maken over",
    "replacement": "remplaç* | cambiaremos | cambiaré | cambiamos | replac* | exchange it | exchange the | new one | substitute | ersatz* | austausch* | umtausch* | ersetzen | ersetzt | tauschen | neues gerät | remplac* | échanger | échange | "
    "otro ejemplar | otra unidad | unidad nueva | nueva unidad | aparato nuevo | producto nuevo | artículo nuevo | recambio | reposición | un nouvel appareil | un nouvel exemplaire | un nouveau produit | un appareil neuf | nuovo esemplare | nuovo apparecchio | nuovo prodotto | apparecchio nuovo | nieuw apparaat | nieuw product | aparelho novo | novo aparelho | outro exemplar | artigo novo | novo artigo | nova unidade | neues exemplar | new unit | new device | "
    "reemplaz* | repuesto | sustitu* | cambio | sostitu* | rimpiazz* | vervang* | vervangend* | omruil* | nieuw exemplaar | substitu* | troca | trocar* | novo exemplar",
    "discount": "discount* | off your next | reduction | price reduction | rabatt* | preisnachlass | nachlass | ermäßigung | remise | réduction | ristourne | descuento* | rebaja | sconto | sconti | riduzione | "
    "korting | prijsverlaging | desconto*",
    "cancellation": "cancel* | stornier* | storno | kündig* | annul* | résili* | cancelar* | cancelaré* | cancelación | anular* | annulla* | disdir* | annuler* | annuleren | opzeg* | cancelamento",
    "repair": "repair* | fix it | fix your | fix the | reparier* | reparatur | répar* | repar* | ripar* | herstel* | repareren | conserta*",
    "call_back": "get a call | receive a call | expect a call | get a phone call | receive a phone call | expect a phone call | give you a bell | give you a buzz | give you a shout by phone | coup de fil | coup de téléphone | un toque | toque por teléfono | telefonazo | squillo | colpo di telefono | telefonata | belletje | telefoontje | ligadinha | telefonema | a call from | call from us | call you | call back | call u | phone you | ring you | give you a call | give you a ring | telephone you | callback | reach you by phone | reach out by phone | contact you by phone | "
    "rufe sie | rufen sie | ruft sie | rufe dich | rufen dich | ruft dich | anrufen | zurückrufen | rückruf | telefonisch melden | telefonisch bei ihnen | telefonisch kontaktieren | "
    "appel* | rappel* | téléphon* | llamar* | llamaré* | llamamos | te llamo | telefonear* | le llamo | la chiamo | la chiamiamo | la richiamo | la richiamiamo | ti chiamo | ti richiamo | vi chiamiamo | chiamer* | chiamare | richiamer* | richiamare | telefoner* | bel* u | bellen | terugbellen | opbellen | telefonisch contact | bel u | "
    "ligar* | ligaremos | ligamos-lhe | lhe ligo | lhe ligamos | liga-lhe | telefonar* | ligo-lhe | retornar a ligação | retornaremos a ligação",
    "pickup": "collect the | collect it | collect your | pick up | pick it up | picked up | be collected | abholen | abgeholt | abholung | recoger* | ritirar* | ophalen | opgehaald | recolher* | enlèv*",
    "waiver": "waive* | erlassen | verzichten auf | renonc* | kwijtschelden",
    "delivery": "leaves our warehouse | leave our warehouse | leaves the warehouse | sending you | sending it | sending the | sending out | deliver* | ship* | dispatch* | send you | send it | send the | send a | send out | sent out | be sent | arrive* | resend* | post it | mail you | "
    "in the post for you | in the post to you | in the mail to you | in die post | in den versand | op de post | par la poste | envoie | envoient | mando | mandamos | mandar* | mandaré* | "
    "liefer* | geliefert | zugesandt | zugeschickt | nachgeliefert | ausgeliefert | versend* | versandt | verschick* | zusend* | zuschick* | schicken ihnen | senden ihnen | schicke ihnen | sende ihnen | ankommen | zugestellt | zustell* | "
    "livr* | expédi* | envoy* | enverr* | parvenir | enviar* | enviaré* | enviamos | envío | entregar* | entrega | entregado | llegar* | "
    "mander* | mandiamo | consegn* | spedi* | invier* | inviare | arriver* | recapit* | lever* | bezorg* | verstuur* | versturen | verzend* | verzonden | sturen u | stuur u | opsturen | toesturen | "
    "entregue | envio | enviado | despachar* | chegar*",
    "answer": "escribo | escribir* | escribimos | reviens vers vous | revenons vers vous | écris | écrir* | écrivons | scrivo | scriver* | scriviamo | mail ik u | mailen wij u | mailen we u | mail u | schrijf ik u | schrijf u | schrijven u | schrijven wij u | escrevo | escrever* | escrevemos | email you | en contacto con | em contato | em contacto | en contact avec | get back to you | come back to you | get in touch | be in touch | let you know | keep you posted | keep you informed | keep you updated | update you | inform you | answer you | reply to you | reply by | respond | "
    "write to you | write back | hear from our | hear from me | hear from a colleague | hear from one of | hear from us | hear back | contact you | reach out | an answer | a reply | a response | an update | follow up | "
    "melden uns | melde mich | melden wir uns | melde ich mich | bei ihnen melden | uns melden | mich melden | bescheid | antworten | antwort | rückmeldung | informieren | kontaktieren | auf sie zukommen | hören von uns | "
    "reviendr* | revenir vers vous | recontact* | contacter* | tiendr* informé* | tiendrons au courant | informer* | réponse | répondr* | nouvelles | "
    "responder* | responderé* | respuesta | informar* | informaré* | contactar* | contactaré* | pondremos en contacto | noticias | avisar* | "
    "risponder* | risposta | contatter* | faremos sapere | faremo sapere | farò sapere | aggiorner* | ricontatter* | "
    "laten weten | laat u weten | nemen contact | contact met u | contact met je | contact op | antwoord* | reactie | bericht | hoort u van ons | informeren | "
    "resposta | entrar em contato | entraremos em contato | entrar em contacto | entraremos em contacto | retornaremos | daremos retorno | avisaremos | contactaremos",
    "investigation": "look into | investigate | investigating | check this | check that | check with | check your | review your | examine | nachgehen | prüfen | überprüfen | klären | abklären | nachforsch* | "
    "vérifi* | examin* | enquêt* | investigar* | investigaré* | revisar* | comprobar* | verific* | esaminer* | controller* | onderzoek* | nakijken | uitzoeken | controleren | analisar* | apurar* | averiguar*",
}
"""What a promise is about. A phrase that ends in `*` stands for all words that begin so."""

WILL = {
    "en": "goes out | go out today | is going out | should be with you | should be back | should be on | leaves our warehouse | leave our warehouse | leaves the warehouse | is being | are being | let's make that | let's make it | arranged for | have arranged | you should see | you should receive | should reach | should arrive | should appear | is going back | are going back | expect a | will | 'll | ll | shall | going to | am refunding | are refunding | am issuing | are issuing | am sending | are sending | am crediting | are crediting | am replacing | are replacing | am arranging | are arranging | are processing | "
    "am processing | promise* | guarantee* | undertake | commit to | committed to | be receiving | agree to | agreed to | expect your | expect the | can expect | on its way | due to be | is to be | are to be | have agreed | you 'll have | gonna | rest assured",
    "de": "erfolgt | erfolgen | werde | werden | wird | wirst | werdet | erhalten sie | sie erhalten | erhältst | bekommen sie | sie bekommen | du bekommst | versprech* | zusage | zusagen | sichern ihnen | sichere ihnen | verpflichten uns | garantier* | kommt bei ihnen | gesagt zu",
    "fr": "allons | vais | va | vont | recevrez | recevras | sera | seront | serez | aurez | promet* | promettons | engageons | engage à | garanti* | ferons | ferai | tiendr* | parviendra | parviendront | reviendr*",
    "es": "vamos a | voy a | va a | van a | recibirá | recibirás | será | serán | tendrá | tendrás | obtendrá | prometemos | prometo | comprometemos | comprometo | garantizamos | haremos | haré | daremos | pondremos | procederemos a",
    "it": "riceverà | riceverai | sarà | saranno | verrà | verranno | avrà | avrai | otterrà | promett* | impegniamo | impegno | garantiamo | faremo | farò | provvederemo | procederemo | stiamo per | arriverà",
    "nl": "staat | zullen | zal | zult | gaan | ga | u ontvangt | ontvangt u | je ontvangt | ontvang je | u krijgt | krijgt u | krijg je | je krijgt | beloven | beloof | garanderen | worden | wordt | toezeggen | zeggen u toe",
    "pt": "vamos | vou | vai | vão | irá | iremos | irei | receberá | receberás | será | serão | terá | prometemos | prometo | comprometemo* | garantimos | faremos | farei | daremos | procederemos | entraremos",
}
"""Words that bind the writer to what follows, by language."""

FUTURE = (
    "rrons rrai erons irons drons erai irai drai eront iront aremos eremos iremos dremos aré eré iré dré ará erá irá drá arán erán irán drán "
    "eremo iremo rremo erò irò rrò erà irà rrà eranno iranno arei erei irei arão erão irão"
)
"""Endings of the future tense in French, Spanish, Italian and Portuguese: such a verb binds by itself."""
NO_FUTURE = "environs citrons patrons potirons"

PRESENT = {
    "de": "meldet sich | meldet sie sich | meldet er sich | gibt es von uns | gibt es für sie | bekommen sie von | verschicken wir | versenden wir | liefern wir | senden wir | schicken wir | ich verschicke | erstatte ihnen | erstatten ihnen | erstatten wir | erstatte ich | erstatten dir | überweise ihnen | überweisen ihnen | überweisen wir ihnen | schicke ihnen | schicken ihnen | schicken wir ihnen | sende ihnen | senden ihnen | senden wir ihnen | "
    "ruft sie | ruft dich | meldet sich bei ihnen | erstattet ihnen | überweist ihnen | schickt ihnen | sendet ihnen | ersetzt ihnen | liefert ihnen | informiert sie | kümmert sich | "
    "rufe sie | rufen sie | rufe ich sie | rufen wir sie | melden uns | melde mich | melden wir uns | melde ich mich | ersetzen ihnen | ersetze ihnen | schreiben ihnen | schreibe ihnen | schreiben wir ihnen | liefern ihnen | liefern wir | gewähren ihnen | "
    "geben ihnen | gebe ihnen | zahlen ihnen | zahle ihnen | tauschen ihnen | bekommen sie | kümmern uns | kümmere mich | veranlassen | veranlasse | stornieren ihre | storniere ihre | informieren sie | informiere sie | hören von uns",
    "fr": "remplaçons | remplace | remboursons | vous écris | vous écrivons | vous remboursons | vous rembourse | vous envoyons | vous envoie | vous offrons | vous offre | vous créditons | vous rappelons | vous rappelle | vous appelons | vous appelle | vous accordons | vous recontactons | vous recontacte | procédons au | procède au | vous remplaçons | revenons vers vous | reviens vers vous",
    "es": "le escribo | le escribimos | te escribo | le reembolsamos | le reembolso | te reembolsamos | le devolvemos | te devolvemos | le enviamos | te enviamos | le envío un | le llamamos | te llamamos | le llamo | te llamo | le abonamos | le ofrecemos | procedemos a",
    "it": "le scrivo | le scriviamo | ti scrivo | le rimborsiamo | le rimborso | ti rimborsiamo | vi rimborsiamo | le inviamo | le invio | ti inviamo | la richiamiamo | la richiamo | la chiamiamo | la chiamo | le accreditiamo | le offriamo | procediamo con | le restituiamo",
    "nl": "zetten we | zetten wij | zet ik | mail ik u | mailen wij u | mailen we u | schrijf ik u | vervangen de | vervangen het | we nemen | wij nemen | ik neem | nemen we | nemen wij | betalen u | betalen wij u | betaal u | storten u | storten het | storten wij | vergoeden u | vergoed u | sturen u | stuur u | sturen wij u | bellen u | bel u | belt u | belt je | bel je | bellen je | stuurt u | betaalt u | neemt contact | bellen wij u | nemen contact | laten u | laat u | geven u | bieden u | crediteren",
    "pt": "escrevo-lhe | escrevemos-lhe | reembolsamos | devolvemos-lhe | devolvemos | lhe devolvemos | enviamos-lhe | lhe enviamos | ligamos-lhe | lhe ligamos | creditamos | oferecemos-lhe | lhe oferecemos | procedemos ao",
}
"""Present-tense forms, with the person they are said to, that promise as much as the future does."""

HEDGES = {
    "not": "refuse | refused | reject* | decline | denied | not | n't | 't | never | cannot | unable | no refund | no refunds | refuse to | decline to | nicht | kein | keine | keinen | keiner | nie | niemals | leider nicht | pas | jamais | aucun | aucune | ne peut | impossible | no | nunca | tampoco | non | "
    "nessun | nessuna | niet | geen | nooit | não | jamais | nenhum | nenhuma",
    "ask": "will only | only where | müssen sie | sie müssen | deberá | tendrá que | tiene que | terá de | tem de | tem que | devez | devrez | dovrà | deverá | terá que | must | need | require | forward | escalate | pass on | pass it | need to | ask you | ask our | ask for | ask the | benötigen | brauchen | brauche | bitten sie | weiterleiten | leiten | avons besoin | aurons besoin | besoin de | transmettre | transmettons | demander | necesitamos | necesitaremos | necesito | solicitar | trasladar | abbiamo bisogno | serve | inoltr* | chiedere | hebben nodig | nodig | doorsturen | vragen | precisamos | precisaremos | preciso | encaminhar | solicitar",
    "maybe": "may | might | could | would | maybe | perhaps | possibly | probably | hopefully | try | trying | hope | hoping | consider* | whether | see if | check if | ask if | ask whether | see whether | want to | wish to | like to | able to | "
    "decide* | discuss* | request* | should be able | könnte | könnten | würde | würden | vielleicht | eventuell | möglicherweise | versuchen | versuche | ob | hoffen | hoffe | prüfen , ob | möchten | möchte | wollen | "
    "pourrions | pourrait | pourrais | peut-être | essayer* | essayons | espérons | espère | souhait* | éventuellement | si nous pouvons | podríamos | podría | quizá | quizás | tal vez | intentar* | intentaremos | esperamos | si podemos | "
    "potremmo | potrebbe | forse | prover* | proveremo | cercheremo | speriamo | se possiamo | kunnen misschien | misschien | zouden | zou | proberen | hopen | of we | of wij | "
    "poderíamos | poderia | talvez | tentar* | tentaremos | se podemos",
    "told": "you mention | you refer to | you ask | you want | you request | you expect | you describe | you were expecting | sie schreiben von | sie sprechen von | sie erwarten | sie wünschen | sie möchten | du möchtest | vous parlez | vous évoquez | vous réclamez | vous souhaitez | vous attendez | usted menciona | usted pide | usted espera | usted habla de | lei menziona | lei parla di | lei chiede | lei si aspetta | u noemt | u spreekt over | u verwacht | u wenst | menciona um | fala de um | espera um | você menciona | o senhor menciona | a senhora menciona | you think | you write | according to you | you report | you tell us | you suggest | sie behaupten | sie erwähnen | sie meinen | sie verlangen | sie fordern | ihrer meinung nach | du schreibst | du sagst | du meinst | vous indiquez | vous affirmez | vous mentionnez | selon vous | d'après vous | tu écris | escribe que | afirma que | menciona que | indica que | pide que | según usted | scrive che | dice che | afferma che | chiede che | secondo lei | u stelt | u beweert | u meldt | volgens u | je schrijft | je zegt | escreve que | escreveu que | diz que | disse que | refere que | pede que | segundo o senhor | "
    "you wrote | you said | you mentioned | you asked | you claim | you say | you state | you believe | you were told | sie schreiben | sie schrieben | sie sagten | sie haben geschrieben | laut ihnen | vous écrivez | vous dites | vous avez dit | vous demandez | "
    "usted dice | usted escribe | dice que | lei scrive | lei dice | u schrijft | u zegt | u vraagt | você disse | você escreveu | the customer | der kunde",
}
"""What takes the binding out of a promise: denial, a mere chance, or the words of somebody else."""

CONDITIONS = {
    "en": "let us know and | tell us and | reply and | write to us and | contact us and | only where | only if | if | unless | in case | provided | as long as | once we | once you | once the | once your | once it | as soon as we | as soon as you | as soon as the | as soon as your | as soon as it | when you | when we receive | when the item | after you | after we receive | "
    "after we have received | after receiving | of receiving | upon receipt | on receipt | of receipt | after receipt | subject to | depending on | until you | should you | were you | only when",
    "de": "falls | wenn | sofern | sobald | solange | nachdem | vorausgesetzt | nach eingang | nach erhalt | bei eingang | es sei denn | sollten sie | ab erhalt | ab eingang",
    "fr": "si | s'il | s'ils | dès que | dès réception | lorsque | lorsqu' | quand vous | quand nous | après réception | sauf si | sauf s'il | sauf s'ils | à moins que | à moins qu'il | à condition | à réception | sous réserve | une fois",
    "es": "si | cuando | en cuanto | una vez | siempre que | en caso de | tras recibir | tras la recepción | a condición | salvo que | a no ser que | a menos que",
    "it": "se | quando | non appena | una volta | a condizione | in caso | dopo aver | dopo il ricevimento | qualora | a meno che | salvo che | dal ricevimento | una volta che",
    "nl": "als | indien | zodra | wanneer | mits | na ontvangst | tenzij",
    "pt": "se | quando | assim que | logo que | caso você | caso o | caso a | caso não | desde que | a não ser que | a menos que | salvo se | após receber | após o recebimento | após a receção | uma vez",
}
"""What makes a sentence hang on something else, by language: `als` is a condition in Dutch and none in German."""

ORDERS = {
    "en": "send return ship post bring reply answer confirm fill sign upload email forward choose pick drop pop film photograph attach",
    "de": "schicken senden melden antworten bestätigen teilen laden füllen bringen nennen sagen schreiben wählen rufen legen werfen filmen unterschreiben geben schick send melde antworte bestätige",
    "fr": "envoyez renvoyez retournez répondez confirmez dites indiquez remplissez signez joignez choisissez écrivez filmez déposez rapportez",
    "es": "mande mándenos mándeme envíe envíenos envíeme devuelva devuélvanos responda confirme confírmenos díganos dígame indique indíquenos rellene firme adjunte elija manda envía mándanos envíanos",
    "it": "mandi invii inviateci mandateci inviaci mandaci rispedisca confermi risponda compili firmi scelga dica alleghi restituisca",
    "nl": "stuur stuurt zend zendt retourneer retourneert bevestig bevestigt antwoord vul vult kies kiest meld meldt film breng brengt",
    "pt": "envie mande devolva responda confirme diga preencha assine escolha anexe filme envia manda",
}
"""How we ask for something first; what we say `and` behind it will be done only then."""

COURTESY = "please pls just simply bitte einfach veuillez merci de por favor simplesmente per favore ci le la nos me alstublieft graag so then"
"""What may stand before such a verb."""

HARMLESS = {
    "ok": "a cambio | en cambio | in cambio | en échange | im austausch | in ruil | em troca | als dank | als goedmaker | als extra | als cadeau | als vervanging | als alternatief | als compensatie | als tegemoetkoming | als blijk van | als excuus | als gebaar | als geste | als klant | no prazo | no prazo de | no valor | no próximo | as soon as possible | if you have any questions | if you have any further questions | if you have further questions | if you need anything else | if there is anything else | if you need | if you have questions | if you have any other questions | "
    "if necessary | if that is ok | if anything changes | wenn sie fragen haben | wenn sie noch fragen haben | bei fragen | falls sie fragen haben | falls sie noch fragen haben | so bald wie möglich | sobald wie möglich | wenn möglich | "
    "si vous avez des questions | si vous avez d'autres questions | dès que possible | si tiene preguntas | si tiene alguna pregunta | si tiene más preguntas | cuanto antes | en cuanto sea posible | "
    "se ha domande | se ha altre domande | appena possibile | non appena possibile | als u vragen heeft | als u nog vragen heeft | zo snel mogelijk | se tiver dúvidas | se tiver alguma dúvida | se tiver perguntas | assim que possível | "
    "no doubt | no problem | no later than | not later than | nicht später als | pas plus tard que | no más tarde | non oltre | entro e non oltre | niet later dan | não mais tarde | not only | no cost | free of charge | no charge | at no cost | don't worry | do not worry | keine sorge | "
    "ohne kosten | pas de problème | ne vous inquiétez pas | no se preocupe | non si preoccupi | maak u geen zorgen | não se preocupe | don't hesitate | do not hesitate | n'hésitez pas | no dude en | non esiti | aarzel niet | não hesite | "
    "zögern sie nicht | you would like | want to apologise | want to apologize | would like to apologise | would like to apologize | möchten uns entschuldigen | möchte mich entschuldigen",
}
"""Phrases that hold one of the words above without its meaning."""

WITHDRAWAL = {
    "take_back": "withdraw our | withdraw the | withdraw my | take back our | take that back | retract* | revoke* | no longer | after all | have to cancel our | disregard | "
    "ziehen wir | zurückziehen | nehmen wir zurück | doch nicht | doch keine | nicht mehr | widerrufen | finalement pas | ne plus | ne pourrons plus | plus possible | retirons | retirer | annulons notre | "
    "finalmente no | ya no | retiramos | retirar | non più | ritiriamo | ritirare | alla fine non | toch niet | toch geen | niet meer | trekken | intrekken | afinal não | já não | não mais | retiramos",
    "cannot": "there will be no | will be no | cannot | can't | can not | will not | won't | unable | not able | not be able | are not going to | not possible | not going to | können nicht | kann nicht | nicht möglich | können wir nicht | werden nicht | können wir ihnen nicht | können wir ihnen keine | können keine | können keinen | können kein | kann keinen | kann keine | kann kein | "
    "können ihnen keine | wird nicht | ne pouvons pas | ne peux pas | ne pourrons pas | impossible | pas possible | no podemos | no puedo | no podremos | no es posible | non possiamo | non posso | non potremo | non è possibile | "
    "kunnen niet | kan niet | kunnen geen | niet mogelijk | kunnen u geen | não podemos | não posso | não poderemos | não é possível",
}

MORE = {
    "more": "also | additionally | in addition | another | a second | a further | on top | as well | zusätzlich | außerdem | ein weiterer | ein weiteres | eine weitere | weitere | darüber hinaus | en plus | également | aussi | un autre | une autre | "
    "además | también | otro | otra | inoltre | anche | un altro | un'altra | ook | bovendien | nog een | extra | além disso | também | outro | outra"
}
"""Words that make a second promise of the same kind a further one, not a changed one."""

RELATIVES = "que qui which that die das den welche welches che dat wat"
"""Words with which a clause goes on about what the clause before it named: `your refund, which you will have by Friday`."""

ONE = "a an no any kein keine keinen geen ein eine einen einem un une una uno een um uma nog"
RECEIVED = {
    "you": "you will get | you 'll get | you get | you will receive | you 'll receive | you will have | you 'll have | bekommen sie | sie bekommen | erhalten sie | sie erhalten | du bekommst | bekommst du | erhältst du | recevrez | recevras | aurez | recibirá | recibirás | tendrá | riceverà | riceverai | avrà | u krijgt | krijgt u | u ontvangt | ontvangt u | je krijgt | krijg je | receberá | terá"
}
NEW = "new another neue neuen neues neuer nouveau nouvel nouvelle neuf neuve nuevo nueva nuovo nuova nieuw nieuwe novo nova"
ANOTHER = "another otro otra altra altro autre outro outra anderes anderen"
PAPERS = {
    "no": "mail* | e-mail* | email* | message* | invoice* | link* | code* | password* | label* | quote* | offer* | version* | contract* | statement* | number* | date* | appointment* | confirmation* | update* | answer* | access* | account* | card* | slot* | bill* | receipt* | form* | login* | "
    "nachricht* | rechnung* | passwort* | etikett* | angebot* | vertrag* | nummer* | termin* | bestätigung* | antwort* | zugang* | konto* | karte* | beleg* | formular* | facture* | lien* | mot de passe | étiquette* | offre* | contrat* | numéro* | rendez-vous* | réponse* | accès* | compte* | carte* | reçu* | formulaire* | "
    "mensaje* | correo* | factura* | enlace* | contraseña* | etiqueta* | oferta* | contrato* | número* | fecha* | cita* | respuesta* | acceso* | cuenta* | tarjeta* | recibo* | formulario* | messaggi* | fattur* | etichett* | offert* | contratt* | numer* | dat* | appuntament* | conferm* | rispost* | access* | cont* | cart* | ricevut* | modul* | "
    "bericht* | factuur* | wachtwoord* | aanbieding* | aanbod* | contract* | nummer* | datum* | afspraak* | bevestiging* | antwoord* | toegang* | rekening* | kaart* | bon* | formulier* | mensagem* | fatura* | ligaç* | palavra-passe | senha* | etiqueta* | prazo* | hora* | data* | confirmaç* | resposta* | acesso* | conta* | cartão* | customers | vez* | volta* | keer* | fois* | mal* | time* | day* | dia* | dag* | tag* | giorn* | jour* | week* | woche* | semain* | seman* | settiman*"
}
"""Nouns whose new one replaces no goods."""

CONTINUES = {
    "it": "it | the money | the amount | the refund | this | that amount | the sum | the payment | you will have it | das geld | der betrag | die zahlung | die erstattung | sie erhalten das geld | le montant | l'argent | la somme | le remboursement | "
    "el dinero | el importe | el reembolso | l'importo | il denaro | il rimborso | la somma | het bedrag | het geld | de terugbetaling | o dinheiro | o valor | o reembolso | o montante"
}

NO_KIND_AFTER = {
    "no": "card | cards | agreement | check | score | rating | limit | request | requests | form | policy | policies | department | team | process | procedure | desk | label | option | options | address | number | details | confirmation email",
}
"""A noun behind a kind's word that takes the promise out of it: a refund form is no refund."""

ARRIVES = {
    "passive": "be | reach | arrive | appear | show | take | come | go | follow | get | land",
}
"""English verbs that may follow when a promise's noun stands before `will`: the refund will be issued, will arrive."""

RECEIVES = {
    "you": "receive | get | have | see | hear | find | be | also receive | then receive | automatically receive | shortly receive | soon receive | notice | still receive",
}
"""What a customer may be told to do within a promise; you will receive a refund, but not: you will send it back."""

BACK = {
    "back": "wieder auf dem konto | wieder auf ihrer karte | de retour sur | di nuovo sulla | di nuovo sul | auf deinem konto | auf dein konto | op je rekening | sur ton compte | a su cuenta | en tu cuenta | a tu cuenta | sul tuo conto | sul vostro conto | à sua conta | na tua conta | into your account | auf ihrem konto | auf ihr konto | op uw rekening | sur votre compte | en su cuenta | sul suo conto | na sua conta | on your account | to your account | in your account | back | zurück | terug | indietro | de volta | en retour | de vuelta"
}
MONEY = {
    "money": "money | amount | payment | geld | betrag | zahlung | argent | montant | somme | dinero | importe | denaro | importo | soldi | bedrag | dinheiro | valor | montante | euro | euros | € | eur | $ | £ | dollars | pounds"
}
"""A word for back, beside a word for money, is a refund: Sie erhalten Ihr Geld bis Freitag zurück."""
