"""Which language a text is written in, told by a trained detector (py3langid), or None where that is not sure.

The detector knows 139 languages; it chooses among those in which support mail comes here and their neighbours, so that a
short text does not pass for one that nobody writes. Its model is read with the first text: a second, and a hundred megabytes.
Stop words (`language.detect`) stay what knowledge is indexed and searched by: they need no model and always name a language.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any, Final

from keepword.agent.language.words import detect, script_of

AMONG: Final = ("en", "de", "fr", "es", "it", "nl", "pt", "sv", "da", "no", "pl", "cs", "tr", "ro", "hu", "fi", "ca")
"""Languages in Latin letters among which the detector chooses (ISO 639-1); other scripts name themselves."""
SURE: Final = 0.8
"""The least probability. On 152 mails and 633 single sentences in seven languages none that reaches it is wrong."""
MIN_LETTERS: Final = 17
MIN_WORDS: Final = 3
"""Less than this (`ok thanks`, a number, a name) is written in any language."""
SAMPLE: Final = 400
"""Characters that are read: more changes nothing."""
WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
NO_LANGUAGE: Final = re.compile(r"[@/\d]")
"""Addresses, links and numbers."""


def written_in(text: str) -> str | None:
    """Name the language of a text as an ISO 639-1 code only where there is no doubt of it; None for short or mixed texts."""
    return _written_in(text[:SAMPLE])


def language_of(text: str, default: str = "en") -> str:
    """Name the language of a text in any case: what the detector is sure of, else what its stop words tell, else `default`."""
    return written_in(text) or detect(text, default)


@lru_cache(maxsize=256)
def _written_in(sample: str) -> str | None:
    if (by_script := script_of(sample)) is not None:
        return by_script
    words = WORD.findall(" ".join(part for part in sample.split() if NO_LANGUAGE.search(part) is None))
    if len(words) < MIN_WORDS or sum(map(len, words)) < MIN_LETTERS:
        return None
    return _classified(" ".join(words).lower())


@lru_cache(maxsize=256)
def _classified(words: str) -> str | None:
    """Ask the detector once for the same words, however their lines are broken."""
    language, probability = _detector().classify(words)
    return str(language) if probability >= SURE else None


@cache
def _detector() -> Any:
    # Loads numpy and a model: not before there is an answer to judge.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]

    detector = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    detector.set_languages(AMONG)
    # Chosen by columns, the table lies in memory by languages, and a text's features are all over it.
    detector.nb_ptc = detector.nb_ptc.copy(order="C")
    return detector
