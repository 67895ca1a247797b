"""The words that take a statement's meaning back, in seven languages: by table, the harmless uses first."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows

HARMLESS = {
    "if": "prefer it if you called | prefer it if | appreciate it if | grateful if you would | grateful if you could | grateful if | obliged if you would | obliged if | kind if you would | appreciate it if you would | lovely if | helpful if | be grateful if | be great if | be good if | be nice if | like it if | be best if | be better if | lieber , wenn | freuen , wenn | schön , wenn | gut , wenn | besser , wenn | dankbar , wenn | nett , wenn | super , wenn | apprécierais si | serait bien si | reconnaissant si | agradecería si | apprezzerei se | gradirei se | fijn als | prettig als | agradecia se | agradeceria se | if you need me | if you need to call | if you need to reach me | if you have to call | if you want to call | if you call | if you call me | if you would like to call | if you wish to call | if you need to contact me | if you want to reach me | "
    "if you have any questions | if you have questions | if you need anything | if you need anything else | if you need more information | if you need further information | if possible | if at all possible | if you please | if you could | if you don't mind | "
    "if that's ok | if that is ok | if that works | if it helps | if necessary | if needed | if you can | if you must call | if you must | if you try to reach me | as soon as possible | so bald wie möglich | sobald wie möglich | dès que possible | appena possibile | non appena possibile | assim que possível | logo que possível | en cuanto sea posible | en cuanto puedan | "
    "wenn sie mich anrufen | wenn sie anrufen | wenn sie mich erreichen wollen | wenn sie mich erreichen möchten | wenn sie fragen haben | falls sie fragen haben | falls sie mich anrufen | falls sie mich erreichen wollen | falls sie noch fragen haben | wenn möglich | falls möglich | "
    "wenn es geht | wenn sie mögen | wenn nötig | falls nötig | falls sie rückfragen haben | wenn sie rückfragen haben | bei rückfragen | wenn sie mich anrufen wollen | wenn sie mich anrufen möchten | "
    "si possible | si vous m'appelez | si vous devez m'appeler | si vous voulez m'appeler | si vous souhaitez m'appeler | si vous avez des questions | si besoin | si nécessaire | s'il vous plaît | s'il vous plait | s'il te plaît | si vous le pouvez | si cela est possible | si c'est possible | "
    "si vous voulez me joindre | si vous souhaitez me joindre | si es posible | si fuera posible | si puede ser | si me llama | si me llaman | si tiene preguntas | si quiere llamarme | si necesita llamarme | si hace falta | si necesita contactarme | "
    "se possibile | se è possibile | se mi chiama | se mi chiamate | se ha domande | se necessario | se serve | se vuole chiamarmi | se deve chiamarmi | se puede | indien mogelijk | als het kan | als u mij belt | als u belt | als u vragen heeft | als u mij wilt bellen | als u me belt | als u me wilt bellen | zo mogelijk | "
    "se possível | se for possível | se me ligar | se me ligarem | se tiver dúvidas | se tiver perguntas | se precisar | se necessário | se puder | se quiser ligar | se precisar de me ligar | caso precise",
    "not": "don't hesitate | do not hesitate | not only | no problem | don't worry | do not worry | no longer than | why not | nothing else | don't mind | wouldn't mind | do not mind | not to mention | no need to worry | can't wait | "
    "zögern sie nicht | nicht nur | kein problem | keine sorge | macht nichts | n'hésitez pas | pas seulement | non seulement | pas de problème | pas de souci | pas mal | no dude | no dude en | no sólo | no solo | no hay problema | sin problema | "
    "non esiti | non esitate | non solo | nessun problema | niet alleen | geen probleem | aarzel niet | não hesite | não só | não apenas | sem problema | sin falta | sans faute | senza dubbio | sin duda | sans doute | sem dúvida | no doubt | "
    "reference no | order no | invoice no | phone no | tel no | ticket no | no . | customer no",
    "would": "would prefer | 'd prefer | would rather | 'd rather | would like | 'd like | would appreciate | 'd appreciate | would be grateful | would be great | would be good | would be best | would be better | would be nice | would be ideal | would suit me | would work best | would work | would ask you | "
    "would kindly ask | would be happy | 'd be grateful | 'd be happy | would be perfect | would be helpful | would be lovely | would be most convenient | could you please | would love | 'd love | "
    "würde bevorzugen | würde mich freuen | würde gern | würde gerne | würde ich bevorzugen | würde es bevorzugen | würde ich gern | würde ich gerne | wäre am besten | wäre gut | wäre schön | wäre besser | wäre ideal | wäre mir lieber | wäre mir am liebsten | wäre lieb | wäre super | wäre nett | wäre toll | wäre perfekt | "
    "hätte gern | hätte gerne | hätte ich gern | hätte ich gerne | möchte | würde passen | würde mir passen | würde am besten passen | würde besser passen | würden uns freuen | wäre dankbar | wäre ich dankbar | "
    "préférerais | préfèrerais | aimerais | aimerions | voudrais | souhaiterais | serait bien | serait mieux | serait idéal | serait préférable | serait parfait | apprécierais | serais reconnaissant | serais reconnaissante | conviendrait | "
    "preferiría | me gustaría | querría | quisiera | sería mejor | sería ideal | sería bueno | sería perfecto | agradecería | le agradecería | me vendría bien | me vendría mejor | convendría | "
    "preferirei | vorrei | mi piacerebbe | sarebbe meglio | sarebbe ideale | sarebbe preferibile | sarebbe perfetto | gradirei | apprezzerei | sarei grato | sarei grata | andrebbe bene | "
    "zou graag | zou liever | zou ik graag | zou ik liever | zou het fijn | zou fijn zijn | zou het beste | zou het best | zou prettig | zou waarderen | zou beter | zou ideaal | zou u willen vragen | zou mij | "
    "gostaria | preferiria | prefereria | gostava | seria melhor | seria ideal | seria bom | seria ótimo | agradeceria | agradecia | queria | preferia",
    "now": "speak soon | talk soon | see you soon | hear from you soon | hearing from you soon | bis bald | à bientôt | a presto | hasta pronto | tot binnenkort | até breve | as soon as possible | from now on | from today on | from today | as of today | as of now | starting today | starting now | since today | now on | today's | ab heute | ab jetzt | ab sofort | von nun an | von jetzt an | künftig | à partir d'aujourd'hui | dès aujourd'hui | désormais | à partir de maintenant | dorénavant | "
    "a partir de hoy | desde hoy | a partir de ahora | de ahora en adelante | da oggi | da oggi in poi | da ora in poi | d'ora in poi | d'ora in avanti | vanaf vandaag | vanaf nu | voortaan | a partir de hoje | de agora em diante | a partir de agora | doravante",
    "think": "i think it best | i think so",
}
"""Phrases that hold a telling word without its meaning."""

ASKING = {
    "ask": "i wonder | wondering if | wondering whether | not sure if | not sure whether | don't know if | do not know if | don't know whether | let me know if | let me know whether | tell me if | tell me whether | was wondering | please confirm whether | please confirm if | "
    "frage mich , ob | weiß nicht , ob | nicht sicher , ob | bin unsicher , ob | wollte fragen , ob | wollte wissen , ob | sagen sie mir , ob | "
    "je me demande si | je ne sais pas si | dites-moi si | pas sûr si | me pregunto si | no sé si | dígame si | no estoy seguro si | mi chiedo se | non so se | mi dica se | vraag me af of | weet niet of | laat me weten of | não sei se | diga-me se | pergunto se"
}

CONDITIONS = {
    "en": "once the | once my | once our | once i | once we | once it | once you | if | unless | in case | provided that | provided | as long as | supposing | suppose | assuming | whether | only when | in the event | on the off chance | just in case | on condition",
    "de": "wenn | falls | sofern | vorausgesetzt | es sei denn | angenommen | solange | im falle | ob | für den fall | im fall | gesetzt den fall | sobald | wenn ich | bedingung",
    "fr": "dès que | une fois que | si | s'il | s'ils | à condition | à moins que | au cas où | supposons | pourvu que | en cas de | en supposant | dans le cas où | admettons | à supposer | des fois que",
    "es": "en cuanto | una vez que | si | siempre que | a menos que | en caso de | en caso de que | suponiendo | supongamos | con tal de que | salvo que | por si | a condición | en el caso de | como cambie",
    "it": "appena | una volta che | se | qualora | a meno che | a condizione | nel caso | supponiamo | purché | in caso di | ammesso che | nell'eventualità | casomai | semmai | nel caso in cui | ove",
    "nl": "zodra | als | indien | mits | tenzij | stel dat | in het geval | zolang | voor het geval | ingeval | op voorwaarde",
    "pt": "assim que | logo que | uma vez que | se | caso | a menos que | desde que | supondo | a não ser que | em caso de | no caso de | na eventualidade | na condição",
}

VERB_FIRST = {
    "en": "should | were | had",
    "de": "sollte | sollten | wäre | wären | hätte | hätten",
    "nl": "mocht | mochten | zou | zouden",
    "it": "dovessi | dovesse | dovessero | dovessimo | fossi | avessi",
    "fr": "devrais | devrait",
}
"""Verbs that make a condition where they begin a sentence which is no question, with its subject behind them."""

SUBJECTS = "i we he she they it my our the there anyone anything ich wir er es das die der mein meine jemand man sich ik we wij er het de mijn onze dat u je iemand je il elle nous"
"""What stands behind a verb that begins a condition."""

DELIGHT = {
    "delight": "love that | just love that | love it | love this | what a joy | what fun | can't wait | my favourite hour | that would make my day | exactly what i need | darauf warte ich nur | darauf warte ich ja nur | darauf habe ich gewartet | darauf freue ich mich | das liebe ich | liebe ich | herrlich | ich bitte darum | nichts lieber als das | "
    "j'adore | j'adore ça | quel bonheur | quelle joie | un vrai plaisir | un régal | je n'attends que ça | me encanta | me encantaría | lo adoro | qué ilusión | qué alegría | no deseo otra cosa | adoro | lo adoro | che gioia | che bello | non vedo l'ora | non aspetto altro | "
    "heerlijk | dol op | wat een feest | wat leuk | daar zit ik op te wachten | kan niet wachten | adoro isso | que alegria | que bom | mal posso esperar | é o meu sonho"
}
"""Delight that nobody feels: in an aside of its own it turns the sentence round."""

NEGATIONS = {
    "en": "remove | delete | erase | not | n't | 't | don | doesn | didn | isn | aren | wasn | won | cannot | never | no | none | nothing | nobody | neither | nor | without | no longer | any more | rather than | instead of | hardly | far from | stop | avoid | hate | dislike",
    "de": "nichts | löschen | lösche | entfernen | entferne | streichen | nicht | kein | keine | keinen | keinem | keiner | keines | nie | niemals | ohne | weder | statt | anstatt | kaum | ungern",
    "fr": "supprim* | effac* | ne | n' | pas | jamais | aucun | aucune | sans | ni | non | plutôt que | au lieu de | plus jamais | évitez",
    "es": "elimin* | borr* | no | nunca | jamás | ningún | ninguna | ninguno | sin | tampoco | ni | en vez de | en lugar de | evite",
    "it": "rimuov* | cancell* | non | no | mai | nessun | nessuna | nessuno | senza | né | neanche | invece di | eviti | evitate",
    "nl": "niets | verwijder* | wis | niet | geen | nooit | zonder | noch | in plaats van | nergens | liever geen",
    "pt": "remov* | apag* | elimin* | não | nunca | jamais | nenhum | nenhuma | sem | nem | tampouco | em vez de | evite",
}

HYPOTHETICAL = {
    "en": "would have | would | 'd have | could | might | may have | were i | if i were | wish | imagine | hypothetically | theoretically | in theory | let's say | lets say | say i | pretend | for example | for instance | e . g . | such as | as an example | someday | one day | thinking about | thinking of | considering | planning to | plan to | intend to | hoping to | hope to | dream of",
    "de": "würde | würden | wäre | wären | hätte | hätten | könnte | könnten | sollte | müsste | dürfte | wünschte | theoretisch | hypothetisch | zum beispiel | z . b . | beispielsweise | eines tages | mal angenommen | überlege | überlegen | erwäge | erwägen | planen | plane | haben vor | habe vor | denken darüber nach | denke darüber nach | spiele mit dem gedanken | hoffe | hoffen",
    "fr": "serais | serait | aurais | aurait | pourrais | pourrait | préférerait | imaginons | hypothétiquement | en théorie | théoriquement | par exemple | un jour | devrais | devrait | faudrait | envisage | envisageons | pense à | pensons à | songe à | songeons à | réfléchis à | réfléchissons | compte | comptons | espère | espérons | projetons | projette",
    "es": "sería | habría | podría | podríamos | hubiera | hubiese | imagine | imaginemos | hipotéticamente | en teoría | por ejemplo | algún día | debería | tendría | preferiríamos que | pensando en | pienso en | pensamos | planeamos | planeo | estoy planeando | considerando | espero | esperamos | tengo la intención",
    "it": "sarebbe | sarei | avrei | avrebbe | potrei | potrebbe | immaginiamo | ipoteticamente | in teoria | per esempio | ad esempio | un giorno | dovrei | dovrebbe | pensando di | pensiamo di | penso di | progettiamo | stiamo valutando | valutiamo | ho intenzione | abbiamo intenzione | spero | speriamo",
    "nl": "zou | zouden | stel | hypothetisch | in theorie | theoretisch | bijvoorbeeld | ooit | overweeg | overwegen | denk erover | denken erover | ben van plan | zijn van plan | plannen | hoop | hopen",
    "pt": "seria | teria | poderia | haveria | imagine | hipoteticamente | em teoria | por exemplo | algum dia | deveria | a pensar em | pensando em | pensamos em | penso em | planeamos | planeio | planejamos | tenciono | tencionamos | a considerar | espero | esperamos",
}

DOUBT = {
    "en": "nearly became | almost became | nearly moved | almost moved | nearly went | almost went | nearly switched | almost switched | nearly bought | almost bought | suspect | suspects | suspected | in all likelihood | likely | expected to | maybe | perhaps | possibly | probably | i think | i guess | i suppose | i believe | not sure | unsure | i assume | kind of | sort of | or so | might | may be | i'm not certain | depends | we'll see | presumably | or maybe | either | i bet | i 'd bet | i reckon | i imagine",
    "de": "beinahe | um ein haar | fast wäre | fast hätte | vermute | vermutet | verdacht | voraussichtlich | vielleicht | eventuell | möglicherweise | wahrscheinlich | vermutlich | ich glaube | ich denke | ich schätze | ich nehme an | nicht sicher | unsicher | wohl | irgendwie | kommt darauf an | mal sehen | entweder | wette | ich wette | schätzungsweise",
    "fr": "failli | soupçonn* | suspect* | vraisemblablement | peut-être | éventuellement | probablement | sans doute | je crois | je pense | je suppose | pas sûr | pas sûre | ça dépend | on verra | j'imagine | soit | je parie | m'est avis",
    "es": "casi me | casi nos | por poco | sospech* | previsiblemente | quizá | quizás | tal vez | posiblemente | probablemente | creo que | creo | pienso que | supongo | no estoy seguro | no estoy segura | a lo mejor | depende | ya veremos | acaso | apuesto | seguro que prefieren | me imagino",
    "it": "per poco | quasi mi | quasi ci | sospett* | presumibilmente | forse | magari | possibilmente | probabilmente | credo | penso | suppongo | non sono sicuro | non sono sicura | dipende | vedremo | può darsi | scommetto | immagino",
    "nl": "bijna was | bijna had | bijna ben | vermoed* | naar verwachting | misschien | mogelijk | waarschijnlijk | ik denk | ik geloof | ik vermoed | niet zeker | wellicht | hangt ervan af | we zien wel | eventueel | ik wed | wedden | ik gok",
    "pt": "quase me | quase nos | por pouco | suspeit* | previsivelmente | talvez | possivelmente | provavelmente | acho que | acho | creio | penso que | suponho | não tenho certeza | não sei | depende | logo se vê | quiçá | aposto | imagino",
}

IRONY = {
    "mark": "/ s | ; - ) | ; ) | : P | : - P | lol | haha | hahaha | rofl | lmao | yeah right | yeah , right | ( ! ) | sarcasm | ironie | ironisch | ironisch gemeint | ironically | just kidding | kidding | j / k | jk | joking | nur spaß | scherz | "
    "war nur spaß | je plaisante | je rigole | mdr | ptdr | broma | es broma | jajaja | jaja | scherzo | sto scherzando | grapje | brincadeira | kkk | rsrs | as if that | sure thing , because | 🙄 | 🙃 | 😏 | 😂 | 🤣 | 😜 | 😉 | 😝"
}

REPORTED = {
    "en": "you think | you must think | you lot | you people | you seem to think | you assume | reckons | thinks | believes | insists | swears | is convinced | suggests | assumes | said | says | told me | told us | wrote | writes | claimed | claims | according to | heard | hear that | apparently | allegedly | supposedly | rumour | rumor | they say | people say | i read | it says | was told | were told | reportedly | mentioned | quote | your email says | your mail says",
    "de": "ihr denkt | ihr glaubt | ihr meint | sie denken | denken sie | sie glauben | glauben sie | glaubt | denkt | findet | besteht darauf | schwört | sagte | sagt | hat gesagt | meinte | meint | schrieb | schreibt | behauptet | laut | angeblich | gehört | habe gehört | heißt es | soll angeblich | man sagt | erzählt | erzählte | gelesen",
    "fr": "vous croyez | vous pensez | croyez-vous | pensez-vous | croit que | pense que j* | estime que | affirme | trouve que | a dit | dit que | disait | m'a dit | écrit que | a écrit | prétend | selon | d'après | paraît-il | il paraît | on dit | entendu | aurait dit | soi-disant | raconte",
    "es": "creen que | piensan que | creéis que | pensáis que | cree que | piensa que | opina | insiste | asegura que | dijo | dice que | me dijo | escribió | afirma | según | al parecer | supuestamente | dicen que | he oído | oí | leí | me contó | contó",
    "it": "credete | pensate | crede che | pensa che | sostiene | insiste | ha detto | dice che | mi ha detto | ha scritto | afferma | secondo | a quanto pare | dicono che | ho sentito | ho letto | pare che | sembra che | presumibilmente",
    "nl": "jullie denken | denken jullie | denkt | gelooft | vindt dat | zei | zegt | vertelde | schreef | beweert | volgens | blijkbaar | naar verluidt | men zegt | gehoord | gelezen | heeft gezegd",
    "pt": "acham que | pensam que | acha que | pensa que | acredita | insiste | disse | diz que | me disse | disse-me | escreveu | afirma | segundo | aparentemente | supostamente | dizem que | ouvi | li que | contou",
}
"""Words that put what follows into somebody's mouth."""

OTHERS = {
    "en": "your shop | your store | your opening hours | your warehouse | your website | your system | your team | your colleague | your agent | your employee | your hotline | your number | your office | your company | your name | somebody called | someone called | he | she | they | his | her | their | him | them | my wife | my husband | my partner | my son | my daughter | my mother | my father | my mom | my mum | my dad | my brother | my sister | my boss | my colleague | my coworker | my friend | my neighbour | my neighbor | my assistant | my girlfriend | my boyfriend | "
    "my parents | my kids | my children | my child | my uncle | my aunt | my cousin | my flatmate | my roommate | my client | my customer | my manager | my grandmother | my grandfather | somebody | someone | everybody | everyone | people | most people | other customers | a friend | a colleague",
    "de": "ihr laden | ihre öffnungszeiten | ihr lager | ihr shop | ihrem shop | ihr system | ihre webseite | ihr kollege | ihre kollegin | ihr mitarbeiter | ihre mitarbeiterin | ihre hotline | ihre nummer | ihr name | er | seine | seinen | seinem | seiner | ihm | ihn | meine frau | meiner frau | mein mann | meinem mann | meinen mann | mein sohn | meinem sohn | meine tochter | meiner tochter | meine mutter | meiner mutter | mein vater | meinem vater | mein bruder | meinem bruder | meine schwester | mein chef | meinem chef | meine chefin | "
    "mein kollege | meinem kollegen | meine kollegin | meiner kollegin | mein freund | meinem freund | meine freundin | mein nachbar | meinem nachbarn | meine nachbarin | meine eltern | meine kinder | mein kind | jemand | die leute | ein freund | ein kollege | mein partner | meine partnerin",
    "fr": "votre magasin | vos horaires | votre entrepôt | votre site | votre système | votre collègue | votre agent | votre employé | votre numéro | votre hotline | votre nom | il préfère | il aime | il veut | il habite | il s'appelle | il travaille | il parle | il a | elle préfère | elle aime | elle veut | elle habite | elle s'appelle | elle travaille | elle parle | elle a | ils préfèrent | elles préfèrent | son numéro | sa femme | leur | ma femme | mon mari | mon fils | ma fille | ma mère | mon père | mon frère | ma sœur | ma soeur | mon patron | mon chef | mon collègue | ma collègue | mon ami | mon amie | mon voisin | ma voisine | mes parents | mes enfants | mon enfant | quelqu'un | les gens | un ami | mon conjoint | ma conjointe | ma compagne | mon compagnon",
    "es": "su tienda | su horario | su almacén | su sitio | su sistema | su compañero | su compañera | su empleado | su agente | su línea | él | ella | ellos | ellas | mi mujer | mi esposa | mi esposo | mi marido | mi hijo | mi hija | mi madre | mi padre | mi hermano | mi hermana | mi jefe | mi jefa | mi compañero | mi compañera | mi amigo | mi amiga | mi vecino | mi vecina | mis padres | mis hijos | alguien | la gente | un amigo | un compañero | mi pareja",
    "it": "il vostro negozio | i vostri orari | il vostro magazzino | il vostro sito | il suo collega | la sua collega | il vostro collega | la vostra collega | il vostro numero | lui | ella | egli | loro | mia moglie | mio marito | mio figlio | mia figlia | mia madre | mio padre | mio fratello | mia sorella | il mio capo | il mio collega | la mia collega | il mio amico | la mia amica | il mio vicino | la mia vicina | i miei genitori | i miei figli | qualcuno | la gente | un amico | un collega | il mio compagno | la mia compagna",
    "nl": "uw winkel | uw openingstijden | uw magazijn | uw website | uw systeem | uw collega | uw medewerker | uw nummer | uw hotline | hij | zij | ze | zijn vrouw | haar | hem | hun | mijn vrouw | mijn man | mijn zoon | mijn dochter | mijn moeder | mijn vader | mijn broer | mijn zus | mijn baas | mijn collega | mijn vriend | mijn vriendin | mijn buurman | mijn buurvrouw | mijn ouders | mijn kinderen | mijn kind | iemand | mensen | een vriend | een collega | mijn partner",
    "pt": "a vossa loja | sua loja | o vosso horário | seu horário | o vosso armazém | seu site | seu colega | sua colega | o vosso colega | a vossa colega | seu atendente | o vosso número | ele | ela | eles | elas | dele | dela | minha mulher | minha esposa | meu marido | meu filho | minha filha | minha mãe | meu pai | meu irmão | minha irmã | meu chefe | minha chefe | meu colega | minha colega | meu amigo | minha amiga | meu vizinho | minha vizinha | meus pais | meus filhos | alguém | as pessoas | um amigo | um colega | meu parceiro | minha parceira",
}
"""People who are not the writer; a preference of theirs is not the writer's."""

STRONG = {
    "strong": "as though | als ob | comme si | como si | como se | come se | alsof | ojalá | oxalá | quem me dera | quem dera | if only | si seulement | magari mi aveste | magari aveste | magari fosse | had u maar | had je maar | had u mij maar | hätten sie mich doch | hätten sie doch | wenn sie doch nur | disons | digamos que | diciamo che | laten we zeggen | sagen wir | imagine | let's say | lets say | pretend | i wish | hypothetically | theoretically | in theory | for example | for instance | e . g . | were i | if i were | zum beispiel | z . b . | mal angenommen | stellen sie sich vor | theoretisch | hypothetisch | "
    "imaginons | par exemple | en théorie | hypothétiquement | imaginemos | por ejemplo | en teoría | hipotéticamente | immaginiamo | per esempio | ad esempio | in teoria | ipoteticamente | stel | bijvoorbeeld | in theorie | por exemplo | em teoria | imagine que | imaginez | supposons | supongamos | supponiamo"
}
"""Words that make a whole sentence a supposition, wherever they stand in it."""

MYSELF = {
    "me": "and i | and me | and myself | und ich | et moi | y yo | e io | en ik | e eu | i | ich | je | j' | yo | io | ik | eu | we | wir | nous | nosotros | noi | wij | nós | me | mich | mir | moi | mi | mij | mim"
}

MOMENT = {
    "en": "while my | while our | while the | while we | until my | until i | vacation ends | during my vacation | during my holiday | while on vacation | today | tonight | right now | just now | at the moment | at this moment | for now | for the moment | this morning | this afternoon | this evening | this week | this weekend | this time | this once | just this once | only this time | tomorrow | currently | temporarily | until tomorrow | until friday | until next week | next time | the next time | next year | next month | next summer | next winter | in the new year | soon | "
    "for the next few days | these days | next week | this month | while i'm away | while i am away | on holiday | on vacation | until further notice | for the time being | in an hour | later today | as we speak | for today",
    "de": "solange | bis ich | bis mein | während meines urlaubs | heute | heute abend | gerade | im moment | momentan | derzeit | zurzeit | zur zeit | augenblicklich | diese woche | dieses wochenende | dieses mal | diesmal | ausnahmsweise | morgen abend | morgen früh | heute morgen | vorübergehend | bis morgen | bis freitag | nächste woche | diesen monat | im urlaub | bis auf weiteres | nächstes mal | das nächste mal | beim nächsten mal | nächstes jahr | nächsten monat | nächsten sommer | demnächst | bald | "
    "vorerst | vorläufig | in diesen tagen | übermorgen",
    "fr": "tant que | jusqu'à ce que | pendant mes vacances | aujourd'hui | ce soir | ce matin | cet après-midi | en ce moment | pour le moment | pour l'instant | actuellement | cette semaine | ce week-end | cette fois | demain | temporairement | provisoirement | jusqu'à demain | la semaine prochaine | ce mois-ci | en vacances | ces jours-ci | exceptionnellement | là maintenant | la prochaine fois | l'an prochain | l'année prochaine | le mois prochain | l'été prochain | bientôt",
    "es": "mientras dur* | hasta que | durante mis vacaciones | hoy | esta noche | esta tarde | esta mañana | ahora mismo | en este momento | de momento | por ahora | por el momento | actualmente | esta semana | este fin de semana | esta vez | temporalmente | provisionalmente | hasta mañana | la próxima semana | la semana que viene | este mes | de vacaciones | estos días | la próxima vez | el año que viene | el próximo año | el mes que viene | el próximo mes | pronto",
    "it": "finché dur* | fino a quando | finché | durante le vacanze | oggi | stasera | stamattina | questa sera | questa mattina | questo pomeriggio | in questo momento | al momento | per ora | per il momento | attualmente | questa settimana | questo fine settimana | questa volta | domani | temporaneamente | provvisoriamente | fino a domani | la prossima settimana | questo mese | in vacanza | in questi giorni | la prossima volta | l'anno prossimo | il mese prossimo | la prossima estate | presto",
    "nl": "zolang | totdat | tot ik | tijdens mijn vakantie | vandaag | vanavond | vanmiddag | vanochtend | nu even | op dit moment | momenteel | voorlopig | deze week | dit weekend | deze keer | morgen | tijdelijk | tot morgen | volgende week | deze maand | op vakantie | dezer dagen | eenmalig | even niet | volgende keer | de volgende keer | volgend jaar | volgende maand | binnenkort",
    "pt": "enquanto dur* | até que | durante as férias | hoje | esta noite | esta tarde | esta manhã | agora mesmo | neste momento | no momento | de momento | por agora | por enquanto | atualmente | esta semana | este fim de semana | desta vez | amanhã | temporariamente | provisoriamente | até amanhã | na próxima semana | próxima semana | este mês | de férias | nestes dias | da próxima vez | a próxima vez | no próximo ano | ano que vem | no próximo mês | em breve",
}
"""Words that tie what is said to the moment in which it is said."""

HOLIDAYS = {
    "season": "christmas | easter | new year | summer | spring | autumn | winter | weihnachten | ostern | neujahr | sommer | frühling | herbst | noël | pâques | été | printemps | automne | hiver | navidad | semana santa | verano | primavera | otoño | invierno | natale | pasqua | estate | primavera | autunno | inverno | kerst | kerstmis | pasen | zomer | lente | herfst | natal | páscoa | verão | outono"
}
"""Times of the year that end what is said to hold until then."""

LASTS_FOR = "for während für pendant durante per voor por"
SPANS = "day days week weeks month months tage wochen monate jours semaines mois días semanas meses giorni settimane mesi dagen weken maanden dias"
COUNTED = "a two three four five six seven eight nine ten few couple zwei drei vier fünf sechs acht zehn einige paar deux trois quatre cinq six quelques dos tres cuatro cinco seis unos unas due tre quattro sei alcune alcuni twee drie vier vijf zes paar enkele dois duas três quatro alguns algumas"
"""`for six weeks`: what holds as long, and no longer."""

STARTS = "from as of starting ab à partir de a da dal vanaf desde"
"""Before a month, the day from which something is to hold: it does not yet."""

UNTIL = {
    "until": "until | till | up to | bis | bis zum | jusqu'à | jusqu'au | hasta | hasta el | fino a | fino al | tot | tot en met | até | até ao"
}
"""Before a day, an end that is set to what is said."""

TAKES_BACK = {
    "back": "no wait | no , wait | wait , no | wait no | make that | i mean : | , i mean | nein halt | nein , halt | halt , nein | non attendez | non , attendez | no espera | no , espera | no , espere | no aspetta | no aspetti | no , aspetti | nee wacht | nee , wacht | não espera | não , espere | não , espera | scratch that | never mind | nevermind | ignore that | forget that | forget what i said | actually no | actually , no | on second thought | i take that back | correction : | i was wrong | that was wrong | please ignore | disregard | "
    "vergessen sie das | vergiss das | doch nicht | ach nein | nein , doch | streichen sie das | korrektur : | oubliez ça | oubliez cela | finalement non | en fait non | olvídelo | olvide eso | mejor no | lo retiro | "
    "lasci stare | lasciamo perdere | anzi no | come non detto | laat maar | vergeet dat | toch niet | esqueça isso | esqueça | pensando bem , não | afinal não | "
    "not any more | not anymore | no longer . | no more . | not now . | jetzt nicht mehr | heute nicht mehr | aber nicht mehr | nun nicht mehr | nicht mehr . | nicht mehr ! | plus maintenant | plus aujourd'hui | c'est fini | ya no . | ya no ! | pero ya no | ora non più | non più . | adesso no | nu niet meer | niet meer . | maar niet meer | agora já não | já não . | mas já não"
}
"""Words with which a writer takes back what he has just said."""

CONTACT = {
    "contact": "call | calling | phone | ring | reach | contact | write | speak | talk | questions | question | mail | email | message | anrufen | anrufst | rufen | erreichen | kontaktieren | schreiben | fragen | sprechen | melden | appeler | appelez | m'appelez | joindre | contacter | écrire | écrivez | questions | parler | "
    "llamar | llamarme | llama | llaman | contactar | contactarme | escribir | escribirme | preguntas | hablar | chiamare | chiamarmi | chiama | contattare | contattarmi | scrivere | scrivermi | domande | parlare | bellen | belt | bereiken | contact | schrijven | vragen | spreken | "
    "ligar | ligar-me | contactar | contatar | escrever | perguntas | dúvidas | falar"
}
YOU = {
    "you": "you | sie | du | ihr | vous | tu | usted | ustedes | lei | voi | u | je | jullie | você | vocês | o senhor | a senhora | me | mich | m'"
}
"""A condition on whether we call or write hangs nothing on it: what is said holds whenever we do."""

JOINTS = {
    "en": "because but however yet though although",
    "de": "weil denn aber sondern doch jedoch obwohl",
    "fr": "parce car mais cependant pourtant",
    "es": "porque pues pero sino aunque",
    "it": "perché perchè poiché siccome ma bensì però",
    "nl": "omdat want maar hoewel echter",
    "pt": "porque pois mas porém embora",
}
"""Words before which a new clause begins, by language: French `mais` is but, in Portuguese it is more."""
INVERTED = {
    "en": "do you | can you | could you | will you | would you | are you | is there | is it | shall i | should i | can i | may i | am i | do i | could i | would it | what | which | how | why | where | who | when",
    "de": "können sie | könnten sie | kann ich | darf ich | soll ich | haben sie | gibt es | würden sie | was | welche | welcher | wo | wer | wie | wann | warum | könnt ihr | kannst du",
    "fr": "est-ce que | pouvez-vous | pourriez-vous | puis-je | pourquoi | comment | quel | quelle | où | qui | quand | avez-vous | y a-t-il | est-il",
    "es": "puede | podría | podrían | pueden | por qué | cómo | cuál | dónde | quién | cuándo | puedo | qué",
    "it": "può | potrebbe | potete | perché | come | quale | dove | chi | quando | posso | potreste",
    "nl": "kunt u | kan ik | zou u | waarom | hoe | welke | waar | wie | wanneer | mag ik | kan u | kun je",
    "pt": "pode | poderia | podem | podiam | por que | como | qual | onde | quem | quando | posso",
}
"""How a question's own clause begins."""

POLITE = {"polite": "would | 'd | würde | würden | hätte | hätten | wäre | wären | zou | zouden"}
PREFERENCE = {
    "prefer": "prefer* | like | rather | love | appreciate | grateful | glad | happy | best | better | suit | suits | ideal | convenient | lieber | liebsten | gern | gerne | bevorzug* | vorzieh* | vorgezogen | begrüßen | besser | am besten | schön | gut | passen | passend | nett | "
    "dankbar | freuen | liever | liefst | graag | fijn | prettig | beter | best | het beste | waarderen"
}
"""A polite form with one of these words is a wish that the writer has, not one that he might have."""

CLAIMS = {
    "claim": "authorized | authorised | administrator | admin | vip | free shipping | compensation | discount | discounts | unlimited | for free | lawyer | attorney | sue | demand | privilege* | permission* | approve* | refund* | prompt | instructions | policy | policies | override | bypass | password | secret | berechtigt | befugt | rabatt | rabatte | entschädigung | anwalt | klage | verlange | kostenlos | genehmig* | erstatt* | anweisungen | richtlinie | richtlinien | passwort | autorisé | autorisée | administrateur | remise | indemnisation | dédommagement | avocat | exige | gratuit* | approuv* | rembours* | mot de passe | consignes | autorizado | autorizada | administrador | descuento | descuentos | compensación | abogado | exijo | aprob* | reembols* | instrucciones | contraseña | autorizzato | autorizzata | amministratore | sconto | sconti | risarcimento | avvocato | pretendo | approv* | rimbors* | istruzioni | bevoegd | beheerder | korting | schadevergoeding | advocaat | goedkeur* | terugbetal* | instructies | wachtwoord | desconto | descontos | indemnização | indenização | advogado | aprov* | instruções | senha | you promised | you have promised | you've promised | i was promised | i've been promised | you told me | you said | you agreed | you owe | owe me | you assured | i was told | i was assured | you guaranteed | your colleague promised | your colleague said | promised me | i am entitled | i'm entitled | entitled to | "
    "versprochen | zugesagt | sie schulden | schulden mir | zugesichert | steht mir zu | habe anspruch | anspruch auf | promis | vous me devez | j'ai droit | assuré que | prometieron | prometido | prometió | me deben | tengo derecho | aseguraron | "
    "promesso | mi dovete | ho diritto | assicurato | beloofd | toegezegd | u bent mij | recht op | prometeram | prometeu | prometido | devem-me | me devem | tenho direito"
}
"""What the customer says that we promised, or owe: a claim, which only our own mails can make a promise."""

TICKET = {
    "ticket": "still not | still no | not here yet | immer noch nicht | noch immer nicht | noch nicht da | toujours pas | pas encore | todavía no | aún no | sigue sin | non ancora | ancora non | non è ancora | nog steeds niet | nog niet | ainda não | order number | my order | invoice number | tracking | bought | ordered | purchased | last week | yesterday | bestellnummer | meine bestellung | rechnungsnummer | gekauft | bestellt | gestern | numéro de commande | ma commande | acheté | commandé | hier | número de pedido | mi pedido | comprado | compré | pedí | ayer | numero d'ordine | il mio ordine | comprato | acquistato | ordinato | ieri | bestelnummer | mijn bestelling | gekocht | besteld | gisteren | número da encomenda | a minha encomenda | meu pedido | comprei | ontem | arrived | has not arrived | hasn't arrived | broken | defective | damaged | charged twice | double charge | charged | late | delayed | missing | waiting for | lost | faulty | doesn't work | does not work | not working | my money back | refund | refunded | wrong item | complaint | cancel my order | "
    "angekommen | kaputt | defekt | beschädigt | doppelt abgebucht | abgebucht | verspätet | fehlt | warte | verloren | funktioniert nicht | mein geld zurück | erstattung | stornieren | reklamation | "
    "arrivé | arrivée | cassé | cassée | défectueux | défectueuse | endommagé | débité | en retard | manque | j'attends | perdu | ne fonctionne pas | ne marche pas | remboursement | rembourser | annuler | "
    "llegado | roto | rota | defectuoso | dañado | cobrado | retraso | falta | espero mi | perdido | no funciona | reembolso | cancelar | arrivato | arrivata | rotto | rotta | difettoso | danneggiato | addebitato | in ritardo | manca | aspetto | perso | non funziona | rimborso | annullare | "
    "aangekomen | kapot | defect | beschadigd | afgeschreven | te laat | ontbreekt | wacht op | kwijt | werkt niet | terugbetaling | annuleren | chegou | partido | avariado | danificado | cobraram | atrasado | atraso | perdido | não funciona | reembolso | cancelar | estragado"
}
"""What a thread is about, and is over with it: no lasting fact about a person."""

STANDING = {
    "standing": "always | never | only | every | generally | in general | usually | from now on | in future | in the future | going forward | all my | any | immer | nie | niemals | nur | jedes | jede | grundsätzlich | künftig | generell | in zukunft | stets | toujours | jamais | uniquement | seulement | à l'avenir | chaque | désormais | en général | "
    "siempre | nunca | solo | sólo | únicamente | en el futuro | cada | en general | sempre | mai | solo | soltanto | in futuro | ogni | in generale | altijd | nooit | alleen | voortaan | in de toekomst | elke | sempre | nunca | apenas | só | no futuro | cada | somente"
}
FORMER = {
    "former": "i preferred | je préférais | j'aimais | preferivo | ich bevorzugte | belde u | belde mij | heeft u mij gebeld | you always | you keep | you never | i called | i phoned | i rang | i tried | sie rufen mich | ich habe angerufen | habe ich angerufen | vous m'appelez toujours | j'ai appelé | siempre me llaman | llamé | ho chiamato | mi chiamate sempre | ik belde | heb gebeld | liguei | vocês ligam-me | used to | formerly | previously | back then | in the past | my old | my former | my previous | no longer | not any more | you called | you contacted | you phoned | you rang | you tried | you reached | called me | contacted me | phoned me | rang me | "
    "früher | damals | ehemals | mein alter | meine alte | meiner alten | meine alten | mein früherer | meine frühere | haben mich angerufen | mich angerufen haben | haben angerufen | wurde angerufen | hat mich angerufen | autrefois | auparavant | jadis | mon ancien | mon ancienne | m'avez appelé | m'a appelé | m'avez appelée | "
    "solía | antiguamente | antes era | mi antiguo | mi antigua | mi anterior | me llamaron | me han llamado | una volta | in passato | il mio vecchio | la mia vecchia | il mio precedente | mi avete chiamato | mi ha chiamato | vroeger | destijds | mijn oude | mijn vorige | heeft mij gebeld | hebt mij gebeld | heeft me gebeld | "
    "antigamente | costumava | o meu antigo | a minha antiga | meu antigo | minha antiga | ligaram-me | me ligaram | me ligou"
}
"""Words for what held once, or for what was done once: no lasting wish."""

PAST = {
    "past": "back when | when i still | when i was | when i lived | in those days | at that time | als ich noch | als ich jung | zu der zeit | quand j'étais | quand j'habitais | quand je vivais | à l'époque | cuando todavía | cuando aún | cuando vivía | cuando era | en aquella época | "
    "quando abitavo | quando ero | quando vivevo | quando ancora | all'epoca | toen ik | in die tijd | quando ainda | quando eu era | quando morava | quando vivia | nessa altura | naquela altura"
}
"""A time that is over: what a sentence that begins so says held then."""

ONCE = "was had were hatte war avais étais fus tuve tenía fui era avevo ero ebbi tive tinha"
"""What was: of its writer, no fact any more."""

LASTS = "graag liever diagnosed born advised diagnostiziert geboren diagnostiqué diagnostiquée né née diagnosticado diagnosticada nacido diagnosticato diagnosticata nato nata gediagnosticeerd nasci nascido nascida"
"""What was, and is still: `I was born deaf`."""

FRESH = {
    "new": "btw | by the way | fyi | anyway | besides | ps | p . s . | übrigens | ausserdem | außerdem | au fait | sinon | d'ailleurs | por cierto | además | a propósito | comunque | a proposito | inoltre | trouwens | overigens | já agora | aliás"
}
"""Words with which a writer who sets no marks begins afresh: what was denied before them is denied no longer."""

FRESH_ORDERS = "ring call phone text mail email write please pls only just use send i we my the"
"""What a new order begins with behind `so`."""

VERBS_ON = "must may can should do am will shall could darf kann muss soll möchte will mag esse vertrage trinke kan moet wil eet drink dois peux mange bois puedo debo como bebo posso devo mangio bevo"
"""Verbs with which a second statement about the same person goes on behind `and`: `and must not be sent …`."""

WAS = {
    "was": "had | hatte | hatten | avais | avait | tuve | tenía | avevo | tive | tinha | was | were | war | waren | étais | était | étaient | era | eran | ero | erano | eram"
}
ORS = "or oder ou o of otherwise"
AVAILABLE = {
    "free": "available | free | reachable | reach | home | erreichbar | verfügbar | zu hause | joignable | disponible | libre | chez moi | disponible | localizable | en casa | disponibile | libero | libera | reperibile | a casa | bereikbaar | beschikbaar | thuis | vrij | disponível | livre | em casa | contactável"
}
WANTING = "need needs want wants have to ever must wish would like any further ask do try get you me mich mir noch wollen möchten müssen doch einmal mal vous devez voulez souhaitez devrez pouvez me m ' j quiere necesita tiene que usted deve vuole wilt moet u mij nog quiser precisar de tiver more please another should a some ein eine uns"
"""Words that may stand between `if you` and `call`."""

STATING = "what which how where who when was welche welcher wo wer wie wann comment quel quelle où qui quand como come cómo como quando qual onde quem dove chi hoe welke waar wie wanneer"
"""Words that begin statements as well as questions."""

DENIALS = (
    "not no never none without nothing nobody don t doesn cannot avoid free nicht kein keine keinen nie ohne frei vermeiden pas jamais "
    "sans aucun éviter nunca sin ningún evitar non mai senza evitare niet geen nooit zonder vermijden não nem sem except exclude"
)
"""Words by which a value itself denies something."""

DENIES = {
    "untrue": "wrong to say | is wrong | is untrue | not true | isn't true | is false | not correct | stimmt nicht | ist falsch | trifft nicht zu | pas vrai | est faux | no es verdad | no es cierto | es falso | non è vero | è falso | klopt niet | is niet waar | não é verdade | é falso"
}
"""Words that deny a whole sentence, wherever they stand in it."""
