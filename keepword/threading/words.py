"""Words by which mail programs, robots and shared inboxes in many languages give themselves away.

Data alone, so that a language is added without touching a rule. Everything is lower case; what is matched, and where,
stands with each table.
"""

from __future__ import annotations

REPLY_PREFIXES = frozenset(
    """re aw antw antwort sv ref réf rif r rép rep ré rés res resp ynt odp odpověď odg одг vá vs? atb ats bls απ σχετ
    απάντηση отв ответ на відп răsp rasp svar vast vastus balas trả_lời tl re-re hf rv?
    回复 回覆 答复 答覆 回信 返信 답장 답신 회신 رد השב תשובה תגובה ตอบ ตอบกลับ जवाब""".replace("vs?", "")
    .replace("rv?", "")
    .replace("tl ", "")
    .split()
)
"""Before the colon of a subject: this mail answers another."""
