"""The words for times of day, languages and ways of contact, and what shows that a slot is really spoken of, by table."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows

TIMES = {
    "mornings": "morning | mornings | in the morning | early morning | forenoon | morgens | vormittag | vormittags | am morgen | am vormittag | vormittagsstunden | matin | matins | le matin | matinée | por la mañana | de la mañana | por las mañanas | mañanas | mattina | mattine | mattino | la mattina | "
    "ochtend | ochtends | 's ochtends | 's morgens | ochtenden | de ochtend | manhã | manhãs | de manhã | pela manhã | da manhã",
    "lunchtime": "lunchtime | lunch time | lunch | noon | midday | mittags | mittag | mittagszeit | midi | l'heure du déjeuner | mediodía | hora de comer | mezzogiorno | pausa pranzo | ora di pranzo | lunchpauze | middaguur | meio-dia | hora do almoço",
    "afternoons": "afternoon | afternoons | in the afternoon | nachmittag | nachmittags | am nachmittag | après-midi | l'après-midi | por la tarde | por las tardes | tardes | la tarde | pomeriggio | pomeriggi | middag | middags | 's middags | namiddag | à tarde | de tarde | pela tarde | da tarde | tarde",
    "evenings": "evening | evenings | in the evening | eve | abend | abends | am abend | abendstunden | feierabend | soir | soirs | soirée | soirées | le soir | por la noche | por las noches | noches | la noche | al anochecer | sera | sere | di sera | la sera | serata | avond | avonds | 's avonds | avonden | de avond | "
    "à noite | de noite | pela noite | noite | noites | noitinha",
    "nights": "at night | nights | night | nachts | in der nacht | la nuit | nuit | de madrugada | madrugada | di notte | notte | nacht | 's nachts",
    "after work": "after work | nach der arbeit | nach feierabend | après le travail | después del trabajo | dopo il lavoro | na het werk | depois do trabalho | after hours | after office hours",
    "business hours": "business hours | office hours | working hours | bürozeiten | geschäftszeiten | heures de bureau | horas de oficina | horario de oficina | orario d'ufficio | orario di ufficio | kantooruren | kantoortijden | horário comercial | during the day | tagsüber | en journée | durante el día | durante il giorno | overdag | durante o dia",
    "weekends": "weekend | weekends | week-end | week-ends | at the weekend | am wochenende | wochenende | wochenenden | fin de semana | fines de semana | fine settimana | fim de semana | fins de semana",
    "weekdays": "mon - fri | monday to friday | mondays to fridays | monday - friday | mo - fr | montag bis freitag | montags bis freitags | lun - ven | du lundi au vendredi | lundi au vendredi | de lunes a viernes | lunes a viernes | dal lunedì al venerdì | lunedì a venerdì | ma - vr | maandag tot vrijdag | maandag t / m vrijdag | de segunda a sexta | segunda a sexta | weekday | weekdays | on weekdays | werktags | unter der woche | wochentags | an werktagen | en semaine | jours de semaine | entre semana | días laborables | nei giorni feriali | giorni feriali | durante la settimana | doordeweeks | door de week | werkdagen | dias úteis | durante a semana",
    "Mondays": "mondays | monday | montags | montag | lundi | lundis | lunes | lunedì | maandag | maandagen | 's maandags | segunda-feira | segundas-feiras | segundas",
    "Tuesdays": "tuesdays | tuesday | dienstags | dienstag | mardi | mardis | martes | martedì | dinsdag | dinsdagen | terça-feira | terças-feiras | terças",
    "Wednesdays": "wednesdays | wednesday | mittwochs | mittwoch | mercredi | mercredis | miércoles | mercoledì | woensdag | woensdagen | quarta-feira | quartas-feiras | quartas",
    "Thursdays": "thursdays | thursday | donnerstags | donnerstag | jeudi | jeudis | jueves | giovedì | donderdag | donderdagen | quinta-feira | quintas-feiras | quintas",
    "Fridays": "fridays | friday | freitags | freitag | vendredi | vendredis | viernes | venerdì | vrijdag | vrijdagen | sexta-feira | sextas-feiras | sextas",
    "Saturdays": "saturdays | saturday | samstags | samstag | sonnabends | samedi | samedis | sábado | sábados | sabato | sabati | zaterdag | zaterdagen",
    "Sundays": "sundays | sunday | sonntags | sonntag | dimanche | dimanches | domingo | domingos | domenica | domeniche | zondag | zondagen",
}
LASTING_DAYS = (
    "mornings afternoons evenings nights mondays tuesdays wednesdays thursdays fridays saturdays sundays montags dienstags mittwochs donnerstags freitags samstags sonnabends "
    "sonntags lundis mardis mercredis jeudis vendredis samedis dimanches maandagen dinsdagen woensdagen donderdagen vrijdagen zaterdagen "
    "zondagen segundas terças quartas quintas sextas sábados domingos sabati domeniche every each always jeden jede immer chaque toujours "
    "tous cada siempre todos los ogni sempre tutti elke altijd todas sempre às aos le il any jeweils"
)
"""Weekdays in forms that mean every week, and words that make any form mean so; a bare `on Friday` is this Friday."""

AFTER = {
    "after": "after | from | past | later than | not before | no earlier than | not earlier than | starting at | any time after | nach | ab | erst ab | erst nach | nicht vor | frühestens | frühestens ab | après | à partir de | dès | pas avant | passé | "
    "después de | después de las | a partir de | a partir de las | desde las | no antes de | no antes de las | dopo | dopo le | dalle | a partire dalle | non prima delle | na | vanaf | niet voor | niet vóór | pas na | depois das | depois de | a partir das | a partir de | após | após as | após às | não antes das | "
    "later | afterwards",
    "before": "before | until | till | up to | not after | no later than | not later than | by | vor | bis | nicht nach | spätestens | avant | jusqu'à | pas après | au plus tard | antes de | antes de las | hasta | hasta las | no después de | prima delle | fino alle | entro le | non dopo le | voor | vóór | tot | niet na | uiterlijk | antes das | até | até às | até as",
    "between": "between | from | zwischen | von | entre | de | entre las | tra le | fra le | dalle | tussen | van | das | entre as | entre às",
    "at": "at | around | about | um | gegen | à | vers | a las | sobre las | alle | verso le | om | rond | às | por volta das | @",
}
TO = "- – — to and bis und à et y a las e alle le en tot às as"

BUSY = {
    "no": "at work | busy | asleep | sleeping | not available | unavailable | not reachable | in meetings | in class | at school | can't talk | cannot talk | arbeiten | arbeite | bei der arbeit | beschäftigt | nicht erreichbar | in der schule | schlafe | au travail | occupé | occupée | je travaille | je dors | injoignable | "
    "trabajo | en el trabajo | ocupado | ocupada | duermo | lavoro | al lavoro | occupato | occupata | dormo | aan het werk | bezet | druk | slaap | werk ik | no trabalho | ocupado | trabalho | durmo | never | except | außer | sauf | excepto | salvo | tranne | eccetto | behalve | exceto"
}

LANGUAGES = {
    "en": "english | englisch | englischen | auf englisch | anglais | anglaise | inglés | inglese | engels | inglês",
    "de": "german | deutsch | deutschen | deutscher | allemand | allemande | alemán | tedesco | duits | alemão",
    "fr": "french | französisch | français | française | francés | francese | frans | francês",
    "es": "spanish | spanisch | espagnol | espagnole | español | castellano | spagnolo | spaans | espanhol",
    "it": "italian | italienisch | italien | italiano | italiaans",
    "nl": "dutch | niederländisch | holländisch | néerlandais | neerlandés | holandés | olandese | nederlands | holandês | neerlandês",
    "pt": "portuguese | portugiesisch | portugais | portugués | portoghese | portugees | português",
    "pl": "polish | polnisch | polonais | polaco | polacco | pools | polonês | polski",
    "ru": "russian | russisch | russe | ruso | russo | russisch",
    "uk": "ukrainian | ukrainisch | ukrainien | ucraniano | ucraino | oekraïens",
    "tr": "turkish | türkisch | turc | turco | turks | türkçe",
    "ar": "arabic | arabisch | arabe | árabe | arabo",
    "zh": "chinese | chinesisch | chinois | chino | cinese | chinees | chinês | mandarin",
    "ja": "japanese | japanisch | japonais | japonés | giapponese | japans | japonês",
    "ko": "korean | koreanisch | coréen | coreano | koreaans",
    "sv": "swedish | schwedisch | suédois | sueco | svedese | zweeds | svenska",
    "da": "danish | dänisch | danois | danés | danese | deens | dansk | dinamarquês",
    "nb": "norwegian | norwegisch | norvégien | noruego | norvegese | noors | norsk | norueguês",
    "fi": "finnish | finnisch | finnois | finlandés | finlandese | fins | suomi | finlandês",
    "cs": "czech | tschechisch | tchèque | checo | ceco | tsjechisch | tcheco | čeština",
    "hu": "hungarian | ungarisch | hongrois | húngaro | ungherese | hongaars | magyar",
    "ro": "romanian | rumänisch | roumain | rumano | rumeno | roemeens | romeno | română",
    "el": "greek | griechisch | grec | griego | greco | grieks | grego",
    "he": "hebrew | hebräisch | hébreu | hebreo | ebraico | hebreeuws",
    "hi": "hindi",
    "ca": "catalan | katalanisch | catalán | catalano | catalaans | català",
}

CHANNELS = {
    "email": "email | e-mail | mail | emails | e-mails | by mail | courriel | correo electrónico | correo | posta elettronica | in writing | schriftlich | per mail | par écrit | por escrito | per iscritto | schriftelijk",
    "phone": "phone | telephone | call | calls | call me | telefon | telefonisch | anruf | anrufe | anrufen | rufen | téléphone | appel | appelez | appeler | teléfono | llamada | llámeme | llamen | telefono | telefonata | chiamata | chiamatemi | telefoon | bellen | telefone | ligação | ligue | chamada",
    "sms": "sms | text message | text me | texting | textnachricht",
    "whatsapp": "whatsapp",
    "chat": "chat | live chat",
    "letter": "letter | post | by post | brief | per post | postalisch | courrier | par courrier | carta | lettera | per posta",
    "video": "video call | videocall | zoom | teams",
}

CUES = {
    "preferred_contact_time": "pick up | i answer | gehe ich ran | rangehe | gehe ran | décroch* | cojo el | contesto | rispondo | neem ik op | ik neem op | atendo | localiz* | encuentr* | encontr* | trovate | find me | get me | pls | plz | good for me | prefer* | call | phone me | ring me | reach* | contact* | best | better | available | availab* | free | suits | suit me | works | convenient | talk | speak | catch me | get hold | phone | ring | try me | write to me | email me | please | always | only | i'm home | i am home | at home | "
    "bevorzug* | anrufen | anruf | rufen | ruft | ruf mich | erreich* | erreichbar | am besten | besser | lieber | am liebsten | verfügbar | zeit | passt | passen | bitte | immer | nur | melden | zu hause | kontaktier* | sprechen | "
    "préfér* | préfèr* | appel* | joign* | joindre | contact* | mieux | disponible | libre | convien* | rappel* | meilleur | plutôt | toujours | seulement | uniquement | s'il vous plaît | merci de | chez moi | "
    "prefier* | preferi* | llam* | llám* | contact* | mejor | disponible | libre | conviene | localiz* | siempre | solo | sólo | por favor | hablar | en casa | viene bien | "
    "preferis* | preferi* | preferir* | chiam* | contatt* | meglio | disponibile | libero | libera | reperibile | raggiung* | sempre | solo | per favore | parlare | a casa | "
    "liever | liefst | voorkeur | bel* | bereik* | beschikbaar | vrij | het beste | beter | altijd | alleen | graag | alstublieft | schikt | thuis | contact* | "
    "prefir* | prefer* | lig* | contact* | contat* | melhor | disponível | livre | sempre | apenas | só | por favor | falar | em casa",
    "language": "please | bitte | por favor | s'il vous plaît | per favore | alstublieft | speak* | write | writing | answer* | repl* | respond* | prefer* | understand* | language | communicate | sprech* | spreche | schreib* | antwort* | versteh* | bevorzug* | sprache | muttersprache | parl* | écri* | répon* | répond* | adress* | correspond* | comprend* | préfèr* | préfér* | langue | "
    "habl* | escrib* | escríb* | contest* | contést* | háblen* | háble* | dirí* | comuni* | respond* | respónd* | entiend* | prefier* | idioma | lengua | scriv* | rispond* | risposte | comunic* | capisc* | preferis* | preferir* | lingua | spreek | spreken | antwoord* | reageer | reageren | schrijf | schrijft | schrijven | begrijp | taal | voorkeur | liever | fal* | escrev* | respost* | respond* | comuni* | prefir* | prefer* | entend* | língua | idioma",
    "phone": "tlf | mob | cell | ph | tél | portable | tfno | móv | gsm | tlm | telem | localiz* | encuentr* | encontr* | joint | joignez | trov* | find me | finden | findet | vind | vindt | treffen | phone | number | call* | reach* | tel | telephone | mobile | cell | contact | dial | text | whatsapp | telefon* | nummer | handy* | mobil* | anruf* | ruf* | erreich* | durchwahl | rückruf* | téléphone | numéro | appel* | joindre | joignable | portable | rappel* | mobile | "
    "teléfono | número | llam* | llám* | móvil | celular | contact* | telefono | numero | chiam* | cellulare | contatt* | telefoon* | bel* | bereik* | mobiel* | telemóvel | telefone | lig* | contat* | + ",
    "name": "in advance | xx | take care | warmly | respectfully | faithfully | truly | it's | c'est | ici | my name is | my name's | name is | name : | i am | i'm | this is | call me | signed | regards | best | sincerely | yours | cheers | thanks | thank you | greetings | love | kind regards | mein name ist | mein name | ich bin | ich heiße | ich heisse | heiße | hier ist | hier schreibt | gruß | grüße | grüßen | grüssen | mfg | lg | dein | deine | ihr | ihre | "
    "je m'appelle | mon nom est | je suis | m'appelle | cordialement | bien à vous | salutations | bonne journée | merci | bises | me llamo | mi nombre es | mi nombre | soy | saludos | atentamente | un saludo | gracias | cordialmente | mi chiamo | il mio nome è | sono | saluti | cordiali saluti | distinti saluti | grazie | "
    "ik ben | mijn naam is | ik heet | heet | groet | groeten | met vriendelijke groet | mvg | bedankt | meu nome é | o meu nome é | chamo-me | me chamo | sou | sou o | sou a | atenciosamente | cumprimentos | abraço | abraços | obrigado | obrigada | cordialmente",
    "email": "email* | e-mail* | mail* | address | write* | reach* | contact* | adresse | schreib* | erreich* | courriel | écri* | correo | escrib* | scriv* | indirizzo | schrijf* | adres | escrev* | endereço",
    "address": "relocat* | déménag* | traslad* | address* | live | living | ship* | send* | deliver* | moved | adresse* | anschrift | wohne* | wohnen | liefer* | senden | schick* | umgezogen | habite* | livr* | envoy* | déménagé | installé | installée | dirección | vivo | vivimos | envi* | envíe* | mudado | indirizzo | abito | abitiamo | sped* | inviat* | trasferit* | "
    "adres | woon | wonen | stuur* | lever* | bezorg* | verhuisd | endereço | moro | moramos | envie* | entreg* | mudei | mudámos | morada",
    "channel": "prefer* | please | only | best | rather | by | via | contact* | reach* | write | call | email | bevorzug* | bitte | nur | lieber | am besten | per | erreich* | schreib* | rufen | préfèr* | préfér* | plutôt | seulement | uniquement | par | merci de | prefier* | por | mejor | solo | sólo | preferis* | per | meglio | liever | graag | alleen | via | per | prefir* | por | melhor | apenas",
}
"""What must stand in the quote's sentence so that it speaks of the slot at all; other slots need nothing."""

ADDRESSED = {
    "thanks": "thanks | thank you | many thanks | merci | danke | vielen dank | gracias | muchas gracias | grazie | grazie mille | bedankt | dank u | obrigado | obrigada",
    "you": "dear | hi | hello | hey | good morning | good evening | good afternoon | attn | to : | liebe | lieber | hallo | sehr geehrte | sehr geehrter | guten tag | guten morgen | cher | chère | bonjour | salut | hola | querido | querida | estimado | estimada | buenos días | buenas tardes | "
    "caro | cara | gentile | buongiorno | salve | ciao | beste | geachte | goedemorgen | dag | goedendag | olá | prezado | prezada | caro | bom dia | boa tarde",
}
"""Words after which a name is the reader's, not the writer's."""

TITLES = "mr mrs ms miss dr prof frau herr herrn madame monsieur mme mlle señor señora sr sra signor signora sig don doña mevrouw meneer heer senhor senhora . , : team"
"""What may stand between a greeting and the name of the person greeted."""

CONCEPTS = {
    **LANGUAGES,
    **CHANNELS,
    **TIMES,
    "plain": "plain | schlichter | reiner | nur-text | simple | brut | sencillo | plano | semplice | platte | simples",
    "html": "html",
    "text": "text | texto | texte | testo | tekst",
    "only": "only | nur | uniquement | seulement | solo | sólo | soltanto | alleen | apenas | só | somente",
    "formal": "formal | formally | förmlich | vouvoy* | dare del lei | del lei | por você | siez* | siezen | sie | vouvoyer | usted | formale | formeel",
    "informal": "informal | duz* | du | tutoy* | tuteo | tutear | tutée* | tuté* | dare del tu | del tu | por tu | je en jij | tutoyeren | first name | vornamen | prénom | informale",
    "allergy": "allerg*",
    "invoice": "invoice | invoices | rechnung | rechnungen | facture | factures | factura | facturas | fattura | fatture | factuur | facturen | fatura | faturas",
    "vegetarian": "vegetar* | végétar* | vegetaria*",
    "wheelchair": "wheelchair* | rollstuhl* | fauteuil roulant | silla de ruedas | sedia a rotelle | rolstoel* | cadeira de rodas",
    "no": "stop | basta | chega de | not | no | never | without | avoid | n't | nicht | kein* | nie | ohne | pas | jamais | sans | nunca | sin | non | mai | senza | niet | geen | nooit | zonder | não | nem | sem | cannot | can't",
    "deaf": "deaf | gehörlos* | taub | sourd* | sordo* | sorda | doof | surdo*",
    "blind": "blind* | aveugle* | cieg* | cieco | cieca | cego | cega",
}
"""Things that are the same thing in every language, by a name of ours."""

EMPTY = (
    "the a an and or of to in on at by for with from is are was be been has have had do does it this that my your his her their our i you he she we they me him us them "
    "customer client user person prefers prefer preferred wants want would like likes please only always answer reply replies respond be being can should must use uses as need needs "
    "der die das ein eine und oder von zu in auf mit ist sind ich sie er wir mein ihr kunde bitte nur immer le la les un une et ou de du des à est sont je vous il elle nous mon ma client "
    "el los las y o en con es son yo usted mi cliente por para il lo gli e di da con è sono io lei mio het een en van te met is ik u mijn klant o os as um uma do no na com é eu meu que qu'il"
)
"""Words that say nothing of a value by themselves."""

NAMED = {
    "name": "my name is | my name's | i am called | mein name ist | ich heiße | ich heisse | je m'appelle | mon nom est | me llamo | mi nombre es | "
    "mi chiamo | il mio nome è | mijn naam is | ik heet | meu nome é | o meu nome é | chamo-me | me chamo"
}
"""How people say their names."""

CLOSINGS = {
    "close": "regards | kind regards | best regards | best wishes | best | sincerely | yours | yours sincerely | cheers | thanks | thank you | many thanks | "
    "grüße | viele grüße | liebe grüße | mit freundlichen grüßen | freundliche grüße | beste grüße | mfg | lg | vg | cordialement | bien à vous | bien cordialement | salutations | merci | "
    "saludos | un saludo | atentamente | gracias | cordialmente | saluti | cordiali saluti | distinti saluti | grazie | groet | groeten | met vriendelijke groet | mvg | bedankt | "
    "atenciosamente | cumprimentos | abraços | abraço | obrigado | obrigada"
}
"""How letters close, right before the name."""

ONE_DAY = "last yesterday this that tomorrow next one heute gestern morgen letzten hier demain ce cet cette ayer mañana esta ieri domani questa questo gisteren morgen deze ontem amanhã"
"""Words that make a part of the day that of one day."""

GREETINGS = {
    "greeting": "good morning | good evening | good afternoon | good night | nice evening | lovely evening | great evening | pleasant evening | nice weekend | great weekend | nice afternoon | guten morgen | guten abend | schönen abend | gute nacht | schönen feierabend | schönes wochenende | schönen nachmittag | "
    "buenas tardes | buenas noches | bonne soirée | bonne nuit | bon week-end | buona sera | buona serata | buona notte | buon pomeriggio | buon fine settimana | goede avond | fijne avond | prettige avond | fijn weekend | prettig weekend | goede morgen | goede nacht | boa tarde | boa noite | bom fim de semana"
}
"""Times of day that only greet."""
