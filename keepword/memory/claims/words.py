"""The words for money, time and numbers in English, German, French, Spanish, Italian, Dutch and Portuguese."""

from __future__ import annotations

# ruff: noqa: E501 - a table is read by its rows

SIGNS = {
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "TRY": "₺", "RUB": "₽", "KRW": "₩", "ILS": "₪", "UAH": "₴",
    "THB": "฿", "VND": "₫", "PHP": "₱", "NGN": "₦", "BTC": "₿",
}  # fmt: skip
"""Signs of one character; `$` alone is taken as the US dollar."""

CURRENCIES = {
    "EUR": "eur | euro | euros | eurs | teuro",
    "USD": "usd | us $ | us dollar | us dollars | us-dollar | dollar | dollars | dollaro | dollari | dólar | dólares | buck | bucks",
    "GBP": "gbp | pound | pounds | pound sterling | pounds sterling | pfund | livres sterling | livre sterling | libra | "
    "libras | libra esterlina | libras esterlinas | sterlina | sterline | quid",
    "CHF": "chf | sfr | franken | schweizer franken | swiss franc | swiss francs | franc suisse | francs suisses | fr . | "
    "francos suizos | franchi | franco svizzero | franchi svizzeri | zwitserse frank",
    "CAD": "cad | c $ | ca $ | canadian dollar | canadian dollars",
    "AUD": "aud | a $ | au $ | australian dollar | australian dollars",
    "NZD": "nzd | nz $",
    "JPY": "jpy | yen",
    "CNY": "cny | rmb | yuan | renminbi",
    "SEK": "sek | swedish kronor | kronor",
    "NOK": "nok | norwegian kroner",
    "DKK": "dkk | danish kroner",
    "PLN": "pln | zł | zloty | złoty | złotych",
    "CZK": "czk | kč | koruna",
    "HUF": "huf | forint",
    "BRL": "brl | r $ | real | reais",
    "MXN": "mxn | mx $ | pesos | peso",
    "ARS": "ars",
    "CLP": "clp",
    "COP": "cop",
    "INR": "inr | rupee | rupees | rs .",
    "TRY": "lira turca | türk lirası",
    "ZAR": "zar | rand",
    "SGD": "sgd | s $",
    "HKD": "hkd | hk $",
    "AED": "aed | dirham | dirhams",
}

CENTS = {"cent": "cent | cents | ct | cts | centime | centimes | céntimo | céntimos | cêntimo | cêntimos | centavos | "
         "centesimi | centesimo | pence | penny | rappen"}  # fmt: skip

SCALES = {
    "1000": "k | thousand | tausend | tsd | mille | mil | mila | duizend",
    "1000000": "m | mn | mio | million | millions | millionen | millones | millón | milioni | milione | miljoen | milhões | milhão",
    "12": "dozen | dutzend | douzaine",
}

PERCENT = {
    "%": "% | percent | per cent | prozent | pour cent | pourcent | por ciento | por cento | per cento | procent | pct"
}

UNITS = {
    "working_days": "working day | working days | business day | business days | workday | workdays | weekday | weekdays | "
    "arbeitstag | arbeitstage | arbeitstagen | werktag | werktage | werktagen | bankarbeitstage | bankarbeitstagen | "
    "jour ouvré | jours ouvrés | jour ouvrable | jours ouvrables | día hábil | días hábiles | día laborable | "
    "días laborables | giorno lavorativo | giorni lavorativi | giorni feriali | werkdag | werkdagen | dia útil | dias úteis",
    "days": "day | days | calendar day | calendar days | tag | tage | tagen | tages | kalendertage | kalendertagen | jour | jours | "
    "jours calendaires | día | días | días naturales | giorno | giorni | dag | dagen | dia | dias | dias corridos",
    "weeks": "week | weeks | wk | wks | woche | wochen | semaine | semaines | semana | semanas | settimana | settimane | weken",
    "fortnights": "fortnight | fortnights",
    "months": "month | months | monat | monate | monaten | monats | mois | mes | meses | mês | mese | mesi | maand | maanden",
    "years": "year | years | yr | yrs | jahr | jahre | jahren | an | ans | année | années | año | años | anno | anni | jaar | "
    "jaren | ano | anos",
    "hours": "hour | hours | hr | hrs | h | stunde | stunden | heure | heures | hora | horas | ora | ore | uur | uren",
    "minutes": "minute | minutes | min | mins | minuten | minuto | minutos | minuti | minuut",
}

WITHIN = {
    "within": "within | within the next | within a maximum of | in | in the next | in about | in the course of | inside | no later than | "
    "not later than | at the latest in | in less than | in under | over the next | innerhalb | innerhalb von | innerhalb der nächsten | "
    "binnen | in den nächsten | in der nächsten | in spätestens | spätestens in | spätestens nach | innert | in etwa | in ca . | "
    "sous | dans | dans les | dans un délai de | d'ici | d'ici à | en moins de | dans les prochains | dans les prochaines | "
    "sous un délai de | en | dentro de | en un plazo de | en un plazo máximo de | en el plazo de | en los próximos | "
    "en las próximas | en menos de | antes de | entro | tra | fra | entro i prossimi | nel giro di | nei prossimi | nelle prossime | "
    "binnen de | over | in de komende | de komende | binnen maximaal | em | em até | dentro de até | no prazo de | "
    "num prazo de | nos próximos | nas próximas | daqui a | within max | up to | bis zu | jusqu'à",
    "for": "por | for | since | for the last | for the past | seit | seit über | depuis | pendant | desde | desde hace | durante | da | da oltre | "
    "per | sinds | al | há mais de | the last | the past | letzten | vergangenen | derniers | dernières | últimos | últimas | "
    "ultimi | ultime | afgelopen | laatste",
    "ago": "vor | vor über | il y a | hace | há | ago",
}
"""What stands before a length of time and says how it is meant."""

AGO_AFTER = {"ago": "ago | fa | geleden | atrás | earlier | later than that"}

BY = {
    "by": "by | until | till | before | no later than | not later than | at the latest by | at the latest on | latest by | due | due by | "
    "due on | bis | bis zum | bis spätestens | spätestens | spätestens am | spätestens bis | bis einschließlich | vor dem | "
    "avant | avant le | d'ici | d'ici à | d'ici au | d'ici le | jusqu'au | au plus tard | au plus tard le | pour le | "
    "antes del | antes de | para el | hasta el | a más tardar | a más tardar el | como muy tarde el | entro | entro il | entro la | "
    "entro e non oltre | prima del | al più tardi | uiterlijk | uiterlijk op | voor | vóór | tegen | até | até o | até a | até ao | "
    "até à | antes da | antes do | o mais tardar | por"
}

MONTHS = {
    "1": "january | jan | januar | jänner | janvier | janv | enero | gennaio | januari | janeiro",
    "2": "february | feb | februar | février | févr | febrero | febbraio | februari | fevereiro",
    "3": "march | mar | märz | mars | marzo | maart | março",
    "4": "april | apr | avril | avr | abril | aprile",
    "5": "may | mai | mayo | maggio | mei | maio",
    "6": "june | jun | juni | juin | junio | giugno | junho",
    "7": "july | jul | juli | juillet | julio | luglio | julho",
    "8": "august | aug | août | agosto | augustus",
    "9": "september | sep | sept | septembre | septiembre | settembre | setembro",
    "10": "october | oct | oktober | okt | octobre | octubre | ottobre | outubro",
    "11": "november | nov | novembre | noviembre | novembro",
    "12": "december | dec | dezember | dez | décembre | diciembre | dicembre | dezembro",
}

DAYS = {
    "today": "today | tonight | this afternoon | this evening | by tonight | heute | heute abend | noch heute | aujourd'hui | ce soir | hoy | esta noche | "
    "oggi | stasera | vandaag | vanavond | hoje | esta noite | end of day | end of the day | close of business",
    "tomorrow": "tomorrow | tomorrow morning | morgen | morgen früh | morgenochtend | morgenmiddag | morgenavond | demain | mañana | mañana por la mañana | domani | amanhã",
    "overmorrow": "the day after tomorrow | day after tomorrow | übermorgen | après-demain | pasado mañana | dopodomani | overmorgen | "
    "depois de amanhã",
    "yesterday": "yesterday | gestern | hier soir | ayer | ieri | gisteren | ontem",
    "end_of_week": "end of the week | end of this week | the end of week | this week | ende der woche | ende dieser woche | diese woche | noch diese woche | wochenende | "
    "fin de la semaine | fin de semaine | cette semaine | final de la semana | finales de semana | fin de semana | esta semana | "
    "fine settimana | fine della settimana | questa settimana | einde van de week | eind van de week | eind deze week | deze week | "
    "fim da semana | final da semana",
    "next_week": "next week | nächste woche | nächster woche | kommende woche | kommender woche | la semaine prochaine | semaine prochaine | "
    "la próxima semana | próxima semana | la semana que viene | la prossima settimana | settimana prossima | volgende week | "
    "próxima semana | semana que vem",
    "end_of_month": "end of the month | end of this month | month end | end of month | this month | ende des monats | monatsende | "
    "fin du mois | fin de mois | final de mes | fin de mes | finales de mes | fine mese | fine del mese | eind van de maand | "
    "einde van de maand | fim do mês | final do mês",
    "next_month": "next month | nächsten monat | kommenden monat | le mois prochain | mois prochain | el próximo mes | próximo mes | "
    "el mes que viene | il prossimo mese | mese prossimo | volgende maand | próximo mês | mês que vem",
    "end_of_year": "end of the year | end of this year | jahresende | ende des jahres | fin de l'année | fin de año | fine anno | "
    "einde van het jaar | fim do ano",
}
"""Days that are named from where the writer stands."""

WEEKDAYS = {
    "0": "monday | montag | lundi | lunes | lunedì | maandag | segunda-feira | mon",
    "1": "tuesday | dienstag | mardi | martes | martedì | dinsdag | terça-feira | tue | tues",
    "2": "wednesday | mittwoch | mercredi | miércoles | mercoledì | woensdag | quarta-feira",
    "3": "thursday | donnerstag | jeudi | jueves | giovedì | donderdag | quinta-feira | thu | thurs",
    "4": "friday | freitag | vendredi | viernes | venerdì | vrijdag | sexta-feira | fri",
    "5": "saturday | samstag | sonnabend | samedi | sábado | sabato | zaterdag",
    "6": "sunday | sonntag | dimanche | domingo | domenica | zondag",
}

NEXT = {
    "next": "next | nächsten | kommenden | nächste | kommende | prochain | próximo | próxima | prossimo | prossima | volgende | komende | "
    "que viene | que vem"
}

SPELLED = {
    1: "one a an ein eine einen einem einer eins un une uno una um uma een één",
    2: "two couple zwei deux dos due twee dois duas", 3: "three drei trois tres tre drie três", 4: "four vier quatre cuatro quattro quatro",
    5: "five fünf cinq cinco cinque vijf", 6: "six sechs seis sei zes", 7: "seven sieben sept siete sette zeven sete",
    8: "eight acht huit ocho otto oito", 9: "nine neun neuf nueve nove negen", 10: "ten zehn dix diez dieci tien dez",
    11: "eleven elf onze once undici", 12: "twelve zwölf douze doce dodici twaalf doze",
    13: "thirteen dreizehn treize trece tredici dertien treze", 14: "fourteen vierzehn quatorze catorce quattordici veertien catorze",
    15: "fifteen fünfzehn quinze quince quindici vijftien", 16: "sixteen sechzehn seize dieciséis sedici zestien dezasseis dezesseis",
    17: "seventeen siebzehn diecisiete diciassette zeventien dezassete dezessete", 18: "eighteen achtzehn dieciocho diciotto achttien dezoito",
    19: "nineteen neunzehn diecinueve diciannove negentien dezanove dezenove", 20: "twenty zwanzig vingt vingts veinte venti twintig vinte",
    21: "veintiuno veintiún veintiuna ventuno", 22: "veintidós", 23: "veintitrés", 24: "veinticuatro", 25: "veinticinco",
    26: "veintiséis", 27: "veintisiete", 28: "veintiocho ventotto", 29: "veintinueve",
    30: "thirty dreißig dreissig trente treinta trenta dertig trinta", 40: "forty vierzig quarante cuarenta quaranta veertig quarenta",
    50: "fifty fünfzig cinquante cincuenta cinquanta vijftig cinquenta", 60: "sixty sechzig soixante sesenta sessanta zestig sessenta",
    70: "seventy siebzig septante setenta settanta zeventig", 80: "eighty achtzig huitante ochenta ottanta tachtig oitenta",
    90: "ninety neunzig nonante noventa novanta negentig", 100: "hundred hundert cent cents cien ciento cento honderd cem",
    200: "doscientos doscientas duecento duzentos duzentas", 300: "trescientos trescientas trecento trezentos trezentas",
    400: "cuatrocientos cuatrocientas quattrocento quatrocentos", 500: "quinientos quinientas cinquecento quinhentos quinhentas",
    600: "seiscientos seicento seiscentos", 700: "setecientos settecento setecentos", 800: "ochocientos ottocento oitocentos",
    900: "novecientos novecento novecentos", 1000: "thousand tausend mille mil duizend",
}  # fmt: skip
"""Number words of one word, by value."""
