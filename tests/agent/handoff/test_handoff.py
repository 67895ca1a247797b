"""Which mails go to a person, in several languages, and which do not."""

from __future__ import annotations

import pytest

from keepword.agent.handoff.topics import handoff_topic, handoff_words
from keepword.agent.handoff.words import SHIPPED
from keepword.memory.policy import TOPICS, Policy

POLICY = Policy()

A_PERSONS_JOB = [
    ("human", "Can I speak to a real person please?"),
    ("human", "I want to talk to a human."),
    ("human", "This is useless, I need a human"),
    ("human", "Please let me talk to your supervisor"),
    ("human", "Escalate this immediately."),
    ("human", "Are you a bot?"),
    ("human", "Ich möchte mit einem Menschen sprechen."),
    ("human", "Kann ich bitte mit einem Ihrer Mitarbeiter telefonieren?"),
    ("human", "Je veux parler à un conseiller."),
    ("human", "Je voudrais parler avec une vraie personne"),
    ("human", "Quiero hablar con una persona"),
    ("human", "Vorrei parlare con un operatore"),
    ("human", "Ik wil met een echte medewerker spreken"),
    ("human", "Quero falar com um atendente"),
    ("legal", "My lawyer will contact you."),
    ("legal", "I'll see you in court"),
    ("legal", "I am going to sue you for this"),
    ("legal", "I will start a chargeback"),
    ("legal", "I'm going to dispute the charge with my bank"),
    ("legal", "A journalist is very interested in this story"),
    ("legal", "I will take legal action"),
    ("legal", "Mein Anwalt meldet sich bei Ihnen"),
    ("legal", "Ich werde rechtliche Schritte einleiten"),
    ("legal", "Ich schalte die Verbraucherzentrale ein"),
    ("legal", "Je vais porter plainte"),
    ("legal", "Mon avocat vous contactera"),
    ("legal", "Voy a poner una denuncia"),
    ("legal", "Procederò per vie legali"),
    ("legal", "Ik stap naar de geschillencommissie"),
    ("legal", "Vou processar a empresa"),
    ("self-harm", "I want to die"),
    ("self-harm", "I am thinking of killing myself"),
    ("self-harm", "Ich möchte nicht mehr leben"),
    ("self-harm", "J'ai envie de mourir"),
    ("self-harm", "No quiero vivir así"),
    ("violence", "I know where you live"),
    ("violence", "I will kill you all"),
    ("violence", "I'll burn your office down"),
    ("violence", "Ich bringe euch um"),
    ("violence", "Je vais vous tuer"),
    ("erasure", "Please delete all my personal data"),
    ("erasure", "Under GDPR I ask for a copy"),
    ("erasure", "Which data do you hold about me?"),
    ("erasure", "Please erase my account"),
    ("erasure", "Bitte löschen Sie alle meine Daten"),
    ("erasure", "Ich berufe mich auf die DSGVO"),
    ("erasure", "Veuillez supprimer mes données"),
    ("erasure", "Quiero que borren mis datos"),
    ("erasure", "Cancellate i miei dati"),
    ("erasure", "Verwijder al mijn gegevens"),
    ("erasure", "Apaguem os meus dados"),
]

ORDINARY = [
    "My invoice was charged twice, please give the money back.",
    "Order 4711, EUR 40.00. This is outrageous! Please call me in the evenings.",
    "Thanks, that's all.",
    "How long is shipping to Austria?",
    "Can you deliver to Court Street 5?",
    "Does the robot vacuum not start when the human sensor is dirty?",
    "Please delete the second item from my order.",
    "Can somebody tell me where my parcel is?",
    "I cut myself on the broken glass, can I return it?",
    "Please transfer me the money to my account.",
    "The press of the juicer is broken.",
    "Is the bath bomb vegan?",
    "I work in human resources and need an invoice for our company.",
    "Please remove the gift wrap from my order, and change my address.",
    "Wie lange dauert der Versand?",
    "Kann ich die Kerze auch draußen anzünden?",
    "Ich hätte gern die Rechnung als PDF, der Betrag wurde doppelt abgebucht.",
    "Bonjour, où est ma commande ?",
    "El robot no funciona, ¿puedo devolverlo?",
    "Mijn rechter schoen is kapot.",
    "Il robot non parte più, posso cambiarlo?",
    "Quando chega a minha encomenda?",
    "Please unsubscribe me from the newsletter.",
    "I would like to change my personal details: my new phone number is below.",
]


@pytest.mark.parametrize(("topic", "text"), A_PERSONS_JOB)
def test_h10_what_is_a_persons_job_is_found(topic: str, text: str) -> None:
    """A request for a person, a threat or a right over data is named by its topic, in any of our languages."""
    assert handoff_topic(text, POLICY) == topic


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_mail_passes(text: str) -> None:
    """Words of the lists in another sense hand nothing over."""
    assert handoff_words(text, POLICY) is None


def test_the_gravest_topic_is_named() -> None:
    """A mail that touches several topics goes by the gravest."""
    assert handoff_topic("Let me talk to a human or my lawyer calls, or I kill myself", POLICY) == "self-harm"


def test_topics_are_the_operators_choice() -> None:
    """A topic that the policy leaves out is not looked for, and the operator's words count beside ours."""
    policy = Policy(topics={"legal": ("data breach", "recall*"), "vip": ("gold member/members",)})
    assert handoff_topic("I want to talk to a human", policy) is None
    assert handoff_topic("There was a Data  Breach!", policy) == "legal"
    assert handoff_topic("Is there a recalled toaster?", policy) == "legal"
    assert handoff_topic("As one of your gold members I ask", policy) == "vip"


def test_accents_and_case_do_not_count() -> None:
    """What is typed without accents or in capitals is the same word."""
    assert handoff_topic("BITTE LÖSCHEN SIE MEINE DATEN", POLICY) == "erasure"
    assert handoff_topic("quiero hablar con un operador, ¡YA!", POLICY) == "human"


def test_every_alternative_is_one_word() -> None:
    """The lists keep to their own form: alternatives are single words, so none is silently never matched."""
    parts = [p for lists in SHIPPED.values() for words in lists.values() for p in words.replace(";", " ").split()]
    assert [p for p in parts if "/" in p and "'" in p] == []
    assert set(SHIPPED) == set(TOPICS)
