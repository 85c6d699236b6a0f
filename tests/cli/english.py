"""Finding English where another language should be spoken."""

import re

from tilemeld.cli.text.catalogue import MESSAGES, Language

LITTLE_WORDS = re.compile(
    r"(?<![\w'-])(the|is|are|was|were|and|of|with|not|cannot|there|which|what|for|from|this|that|has|have|it|"
    r"be|by|an|or|in|your|you|write|[A-Z][a-z]* is|Error|Usage)(?![\w'-])",
)
"""Words that no English sentence does without, and no other language of ours has."""


def sentences(said: str) -> set[str]:
    """Return the longer pieces of what was said, without what is typed (it is the same everywhere)."""
    plain = re.sub(r"'[^']*'|tilemeld rules [a-z-]+|\([a-z]+/[a-z-]+\)", "…", said)
    pieces = re.split(r"[.:;?!…()|·=]", plain)
    return {piece.strip() for piece in pieces if len(re.findall(r"\b[a-z]{2,}\b", piece)) >= 3}


def fixed_parts(language: Language) -> set[str]:
    """Return what English messages say next to their values, if it is more than a word or two."""
    found = set()
    for key, text in MESSAGES["en"].items():
        if text != MESSAGES[language][key]:
            parts = re.split(r"\{[^{}]*\}|'[^']*'", text)
            found |= {part.strip(" .,:;()") for part in parts if len(part.split()) >= 3}
    return found


def little_words(said: str) -> set[str]:
    """Return the little words of English in what was said, without what is typed or stands in JSON."""
    plain = re.sub(r"'[^']*'|\{.*\}|/\S+", "…", said)
    return {found.group(1) for found in LITTLE_WORDS.finditer(plain)}
