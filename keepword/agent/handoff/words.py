"""What people write when a mail is a person's job, by topic and language: the words that ship with us.

A phrase is words in a row; `word*` stands for every word that begins so, `~` for up to three words of any kind, and
`a/b` for either. Accents and case do not count. Access requests belong to `erasure` (both are data subjects' rights),
chargebacks, authorities and the press to `legal`.
"""

from __future__ import annotations

from typing import Final

HUMAN: Final = {
    "en": """
        speak/talk/chat to/with ~ human;
        speak/talk/chat to/with a/an/any/some/one/another/real/actual/live ~ person;
        speak/talk to/with someone/somebody; to a/an/another human/person please;
        real/actual/live person/human/human*;
        human agent/being/operator/support/representative/colleague/employee/please;
        a human ~ answer/reply/look/call/help;
        speak/talk to/with ~ manager/supervisor/representative/agent/superior;
        your manager/supervisor/superior/boss; customer service representative/rep;
        not a bot/robot/machine/computer/ai; no more bots/robots; want/need/prefer a/an human/person;
        someone human; somebody human; escalate this/my/it; are you a bot/robot/machine;
        let me speak/talk to/with; transfer me to; connect me to/with; hand/pass me over/on to; put me through
    """,
    "de": """
        mit einem ~ menschen/mitarbeiter/kollegen/ansprechpartner/vorgesetzten;
        mit einer ~ mitarbeiterin/person/kollegin; einen ~ menschen/mitarbeiter ~ sprechen/reden;
        mit jemandem ~ sprechen/reden/telefonieren; echte/echten/echter person/menschen/mensch/mitarbeiter;
        persönlich ~ sprechen/reden; ihren/ihr/ihrem vorgesetzten/chef/vorgesetzter;
        kein/keinen/keinem bot/roboter/computer/automaten/ki;
        menschlichen/menschlicher/menschliche ansprechpartner/mitarbeiter/antwort/ansprechpartnerin;
        sind sie ein bot/roboter/mensch; will/möchte ~ menschen sprechen;
        geschäftsführer/geschäftsführung ~ sprechen; verbinden sie mich
    """,
    "fr": """
        parler à/avec ~ humain/personne/conseiller/conseillère/responsable/quelqu/vrai/vraie; un être humain;
        une vraie personne; un vrai humain/conseiller; un/votre supérieur/responsable;
        pas à un robot/bot/machine; veux pas ~ robot/bot/machine; contact humain; agent humain;
        un conseiller ~ rappelle/réponde; parler à un/une/quelqu
    """,
    "es": """
        hablar con ~ persona/humano/alguien/agente/supervisor/encargado/encargada/responsable/operador;
        una persona real; un ser humano; agente humano; no quiero ~ robot/bot/máquina; atención humana;
        su/un supervisor; pasarme con/a; póngame con; comunicarme con ~ persona
    """,
    "it": """
        parlare con ~ persona/umano/operatore/operatrice/qualcuno/responsabile/umana; una persona reale/vera;
        un essere umano; operatore umano; non voglio ~ robot/bot/macchina; un suo superiore;
        il vostro/suo responsabile; mettermi in contatto con ~ persona
    """,
    "nl": """
        met een ~ mens/medewerker/persoon/collega/leidinggevende/manager; echt/echte mens/persoon/medewerker;
        iemand ~ spreken; met iemand ~ spreken/praten; geen robot/bot/computer; menselijke medewerker/hulp;
        uw leidinggevende/manager
    """,
    "pt": """
        falar com ~ pessoa/humano/alguém/atendente/supervisor/responsável/gerente; uma pessoa real/verdadeira;
        um ser humano; atendente humano; atendimento humano; não quero ~ robô/robot/bot/máquina;
        o seu/seu supervisor/gerente
    """,
    "pl": "z człowiekiem; rozmawiać z konsultantem; prawdziwym człowiekiem",
    "sv": "prata med en människa/person; riktig människa/person; en människa tack",
}

LEGAL: Final = {
    "en": """
        my/our/a lawyer/lawyers/attorney/attorneys/solicitor/solicitors;
        legal action/steps/proceedings/claim/threat/counsel/consequences/team; sue you/your/the/this; suing you;
        will/going to sue; take/taking/took/see/sue ~ to/in court; go/going/gone to court; small claims;
        court order; letter before action/claim; cease and desist; trading standards; consumer protection;
        ombudsman; class action; press charges; report you to; reported you to; better business bureau;
        attorney general; data protection authority/commissioner; federal trade commission; a charge back;
        chargeback*; dispute ~ charge/payment/transaction with/through/at ~ bank/card;
        my bank ~ reverse/dispute/recall; journalist*;
        newspaper/newspapers/tv/media/press ~ hear/story/contact/know/about; go/going/went public;
        to the press/media/newspaper/newspapers; breach of contract; liable for damages;
        file/filed/filing a ~ lawsuit/complaint with; lawsuit*; litigation; subpoena
    """,
    "de": """
        anwalt; anwälte; anwalts; anwälten; rechtsanwalt; rechtsanwälte; rechtsanwältin; anwältin;
        rechtliche/rechtlichen/rechtlicher schritte/schritten/konsequenzen; gerichtlich*; vor gericht; verklag*;
        klage einreichen/erheben; mahnbescheid; anzeige erstatten; strafanzeige*; verbraucherzentrale;
        verbraucherschutz*; schlichtungsstelle; rechtsweg*; datenschutzbehörde; ombudsmann; rückbuch*;
        rücklastschrift; lastschrift zurück*; zur polizei; journalist*; an die presse;
        die presse ~ informieren/einschalten; abmahnung; schadensersatz*; schadenersatz*
    """,
    "fr": """
        mon/notre/un avocat; avocate; action/actions/poursuite/poursuites/voie judiciaire/judiciaires;
        action en justice; en justice; au/devant le tribunal; tribunal; porter plainte; porterai plainte;
        mise en demeure; huissier; répression des fraudes; dgccrf; association de consommateurs; médiateur;
        opposition ~ paiement; rétrofacturation; journaliste*; à la presse; dommages et intérêts; cnil
    """,
    "es": """
        mi/un abogado; abogada; acciones legales; medidas legales; demandar*; demandaré; denuncia*; denunciar*;
        tribunal*; juzgado; ante la justicia; oficina del consumidor; defensa del consumidor;
        hoja de reclamaciones; contracargo; devolución del cargo; periodista*; a la prensa; burofax;
        daños y perjuicios
    """,
    "it": """
        mio/un/nostro avvocato; avvocati; vie legali; azione legale; azioni legali; per vie legali; denuncia*;
        denuncerò; querel*; tribunale; giudice di pace; diffida; associazione ~ consumatori; riaddebito;
        chargeback; giornalista; giornalisti; alla stampa; risarcimento danni
    """,
    "nl": """
        advocaat; advocaten; juridische stappen/actie; gerechtelijke stappen; rechtbank; voor de rechter;
        aanklagen; aangifte doen; consumentenbond; geschillencommissie; ingebrekestelling;
        terugboeking afdwingen; storneren; journalist*; naar de pers/media; schadevergoeding
    """,
    "pt": """
        meu/um advogado; advogada; ação judicial; medidas legais/judiciais; processar ~ empresa/vocês;
        vou processar; processo judicial; tribunal; procon; livro de reclamações; denunciar*; estorno ~ cartão;
        jornalista*; imprensa; indenização; indemnização
    """,
    "pl": "adwokat*; prawnik*; do sądu; pozew; pozwę; rzecznik konsumentów",
    "sv": "advokat*; stämma er; stämning; domstol; polisanmäl*; konsumentverket",
}

SELF_HARM: Final = {
    "en": """
        kill/killing/harm/harming/hurting/cutting myself; want to hurt myself;
        end/ending/take/taking my own life; end/ending/take/taking my life; suicide; suicidal; want to die;
        wanna die; wish i was/were dead; better off dead; no reason to live; don't want to live;
        do not want to live; dont want to live; can't go on living; cannot go on living; end it all; self harm;
        no longer want to live
    """,
    "de": """
        umbringen ~ mich; bringe mich um; mich ~ umbringen/töten/ritzen; das leben nehmen; selbstmord*; suizid*;
        will/möchte ~ sterben; nicht mehr leben; lebensmüde; mir etwas antun; keinen sinn mehr ~ leben;
        mich selbst verletzen
    """,
    "fr": """
        me suicider; suicide; suicidaire; me tuer; mettre fin à mes jours; en finir avec la vie;
        envie de mourir; veux mourir; plus envie de vivre; me faire du mal
    """,
    "es": """
        suicidarme; suicidio; matarme; quitarme la vida; quiero morir*; ganas de morir; no quiero vivir;
        no quiero seguir viviendo; hacerme daño
    """,
    "it": """
        suicidarmi; suicidio; uccidermi; ammazzarmi; togliermi la vita; farla finita; voglio morire;
        non voglio più vivere; farmi del male
    """,
    "nl": """
        zelfmoord*; zelfdoding; suïcid*; mezelf ~ doden/aandoen/snijden; wil dood; niet meer leven;
        einde aan mijn leven; leven te beëindigen
    """,
    "pt": """
        suicídio; suicidar*; me matar; matar me; tirar a minha vida; tirar minha vida; quero morrer;
        vontade de morrer; não quero mais viver; me machucar; magoar me
    """,
    "pl": "samobójstw*; zabić się; zabiję się; nie chcę żyć; odebrać sobie życie",
    "sv": "självmord; ta mitt liv; ta livet av mig; vill dö; inte leva längre; skada mig själv",
}

VIOLENCE: Final = {
    "en": """
        kill/shoot/stab/murder/strangle you/him/her/them/someone/somebody/everyone;
        will/gonna/going to find you; know where you live/work; burn ~ down; burn your house/office/shop;
        blow up your/the; blow you up; bomb threat; plant a bomb; bomb your; a bomb in/at/under;
        bring a gun/knife; come ~ with a gun/knife/bat; you will pay with your; you are dead;
        break your legs/bones/neck/face; smash your face/head/teeth; kick your ass; set fire to; death threat*;
        beat you up; hurt you badly
    """,
    "de": """
        bringe dich/sie/euch/ihn um;
        dich/sie/euch ~ umbringen/abstechen/erschießen/töten/verprügeln/fertigmachen; ich finde euch/dich/sie;
        weiß wo du/sie/ihr wohn*; zünde euch/eure/ihr/ihren/ihre/sie/dein/deine ~ an; in die luft jagen;
        in die luft sprengen; bombe ~ legen; bombendrohung; morddrohung; schlage/schlag ~ zusammen/ein;
        mit einem/dem messer ~ vorbei; mit einer waffe; ihr werdet ~ bereuen
    """,
    "fr": """
        vous/te/le/les tuer; vais vous tuer; vous frapper; casser la gueule/figure; mettre le feu;
        brûler vos/votre; poser une bombe; menace de mort; sais où vous habitez/travaillez; vous retrouver et
    """,
    "es": """
        matarte; matarlo*; matarlos; matarles; los voy a matar; te voy a matar; les voy a matar; voy a matar;
        romperle* la cara; romperte la cara; prender fuego; quemar su*; poner una bomba;
        amenaza de bomba/muerte; sé dónde vive/vives/viven/trabaja*
    """,
    "it": """
        ucciderti; ucciderla; uccidervi; vi ammazzo; ti ammazzo; la ammazzo; ammazzarvi;
        spaccarvi/spaccarti la faccia; dare fuoco; dò fuoco; mettere una bomba; minaccia di morte;
        so dove abiti/abita/abitate/lavori
    """,
    "nl": """
        vermoord*; doodmaken; doodschieten; neersteken; in elkaar slaan; in brand steken; bom ~ leggen/plaatsen;
        bommelding; weet waar je/u/jullie woon*/woont/werkt; ik kom langs met een mes/pistool
    """,
    "pt": """
        matar você/vocês/te/vos; te matar; vou matar; mato vocês/você; partir a cara; quebrar a cara;
        botar fogo; pôr fogo; colocar uma bomba; pôr uma bomba; ameaça de morte/bomba;
        sei onde você/vocês mora*
    """,
    "pl": "zabiję cię/was/pana; zabić was/cię; podpalę; podłożę bombę; wiem gdzie mieszkasz",
    "sv": "döda dig/er; mörda dig/er; bränna ner; spränga er; bomb på; vet var du/ni bor",
}

ERASURE: Final = {
    "en": """
        delete/erase/remove/wipe/purge/destroy ~ my/our ~
        data/account/profile/details/information/records/history/emails;
        delete/erase/remove/forget everything ~ about/on/of me;
        delete/erase/remove me from ~ database/system/systems/records/files; delete me; right to be forgotten;
        right to erasure; right of access; right to access; gdpr; ccpa; article/art 17/15/20;
        subject access request; access request; dsar;
        what/which data/information ~ hold/have/store/stored/keep/about ~ me; copy of ~ my/all ~ personal/data;
        personal data ~ hold/have/store/about ~ me; withdraw ~ consent; export ~ my data;
        data protection officer; close/delete my account and ~ data; close and delete
    """,
    "de": """
        lösch* ~ daten/konto/kundenkonto/account/profil/benutzerkonto;
        daten/konto/kundenkonto/account/profil ~ lösch*; dsgvo; recht auf vergessen*; recht auf löschung;
        recht auf auskunft; art/artikel 15/17/20; datenauskunft; auskunft ~ daten;
        welche ~ daten ~ gespeichert/haben/speichern; kopie ~ daten; einwilligung ~ widerruf*;
        widerruf* ~ einwilligung; datenschutzbeauftragte*; datenlöschung; löschung meine*/aller
    """,
    "fr": """
        supprim*/effac* ~ données/compte/informations/profil; suppression ~ données/compte; droit à l oubli;
        droit à l effacement; droit d accès; rgpd; quelles données ~ avez/détenez/conservez; copie ~ données;
        retire/retirer ~ consentement; article 15/17
    """,
    "es": """
        elimin*/borr*/suprim* ~ datos/cuenta/información/perfil; derecho al olvido; derecho de supresión/acceso;
        rgpd; lopd; qué datos ~ tienen/tiene/guardan/conservan; copia ~ datos; retirar ~ consentimiento;
        baja de mis datos; artículo 15/17
    """,
    "it": """
        cancell*/elimin*/rimuov* ~ dati/account/profilo; cancellazione ~ dati/account; diritto all oblio;
        diritto alla cancellazione; diritto di accesso; gdpr; quali dati ~ avete/conservate/trattate;
        copia ~ dati; revoc* ~ consenso; articolo 15/17
    """,
    "nl": """
        verwijder*/wis/wissen ~ gegevens/account/profiel/data; gegevens/account/profiel ~ verwijder*/wissen;
        avg verzoek; recht op vergetelheid; recht op inzage; inzageverzoek;
        welke gegevens ~ heeft/hebben/bewaart; kopie ~ gegevens; toestemming ~ intrek*; artikel 15/17;
        vergeet mij
    """,
    "pt": """
        apag*/elimin*/exclu*/delet* ~ dados/conta/informações/perfil; direito ao esquecimento;
        direito de acesso; lgpd; rgpd; quais/que dados ~ têm/tem/guardam/possuem; cópia ~ dados;
        retir* ~ consentimento; exclusão ~ dados/conta; artigo 15/17
    """,
    "pl": "usu* ~ dane/konto; rodo; prawo do bycia zapomnianym; kopi* ~ danych",
    "sv": "radera ~ uppgifter/konto/data; ta bort ~ uppgifter/konto; rätten att bli glömd; registerutdrag",
}

SHIPPED: Final = {
    "self-harm": SELF_HARM,
    "violence": VIOLENCE,
    "legal": LEGAL,
    "erasure": ERASURE,
    "human": HUMAN,
}
"""By topic, gravest first."""
