"""Refusals in the language of the terminal: codes of the engine, the service and tournaments as sentences."""

import re
from collections.abc import Mapping, Sequence

from tilemeld.engine.errors import CodedError, Param, Refusal, Refused
from tilemeld.engine.rules import LIST_LIMIT, RULE_FIELDS, TEXT_LIMIT, RuleField
from tilemeld.engine.tiles import TileId, face_of
from tilemeld.tournament.errors import TournamentError

from .speech import ENGLISH, Speech, is_key

_PLACE = re.compile(r"^(line|step) (\d+)")


def in_words(refusal: Refusal, speech: Speech = ENGLISH) -> str:
    """Write a refusal for people, who know tiles by their faces and not by their ids."""
    params = dict(refusal.params)
    tile = params.get("tile")
    if refusal.code != "table/unknown-tile" and isinstance(tile, str) and len(tile) > 1:
        params["tile"] = face_of(TileId(tile))
    if speech == ENGLISH:
        return str(Refusal(refusal.code, params))
    return speech.say_of("refusal", refusal.code, **_in_words(refusal.code, params, speech))


def all_in_words(refusals: Sequence[Refusal], speech: Speech) -> str:
    """Write several refusals in a row, as they stand after a colon."""
    return "; ".join(_small(in_words(refusal, speech)) for refusal in refusals)


def error_in_words(error: CodedError | Refused | TournamentError, speech: Speech) -> str:
    """Write an error with codes as a sentence, without its full stop."""
    if speech == ENGLISH:
        return str(error)
    if isinstance(error, CodedError):
        return in_words(error.refusal, speech)
    if isinstance(error, Refused):
        return all_in_words(error.refusals, speech)
    return "; ".join(coded(each.code, each.params, speech, english=str(each)) for each in error.reasons)


def fault_in_words(params: Mapping[str, Param], speech: Speech) -> str:
    """Write the reason within a refusal: the fault of a set, or of a word."""
    if speech == ENGLISH or "fault" not in params:
        return str(params["reason"])
    return _small(speech.say_of("refusal", str(params["fault"]), **_in_words("", params, speech)))


def coded(code: str, params: Mapping[str, Param], speech: Speech, *, english: str) -> str:
    """Write a code that is not the engine's as a sentence; what the terminal has no text for, in English."""
    if speech == ENGLISH or not is_key(f"refusal.{code}"):
        return english
    return speech.say_of("refusal", code, **_in_words(code, params, speech))


def _in_words(code: str, params: Mapping[str, Param], speech: Speech) -> dict[str, Param]:
    """Return the values of a refusal in the words of a language: colours, places, reasons within a reason."""
    values = dict(params)
    if "colour" in values:
        values["colour"] = speech.say_of("colour", str(values["colour"]))
    if "path" in values:
        values["path"] = _place(str(values["path"]), speech)
    if code == "rules/bad-value":
        values["allowed"] = _allowed(str(values["field"]), speech)
    if code == "rules/other-game":
        values["game"] = speech.say_of("rule-value", str(values["game"]))
    if code == "lexicon/unreadable":
        values["reason"] = speech.say("input.damaged")
    if "fault" in values:
        values["reason"] = _small(speech.say_of("refusal", str(values["fault"]), **values))
    return values


def _place(path: str, speech: Speech) -> str:
    """Write a place in a record: "line 3: events[0]"."""
    return _PLACE.sub(lambda at: speech.say_of("record.at", at[1], number=at[2]), path)


def _allowed(field: str, speech: Speech) -> str:
    """Say what a rule may be."""
    info = RULE_FIELDS[field]
    takes = _takes(info, speech)
    return speech.say("rules.or-none", what=takes) if info.none else takes


def _takes(info: RuleField, speech: Speech) -> str:
    match info.kind:
        case "switch":
            return speech.listed(("true", "false"), "or")
        case "number":
            return speech.say("rules.number", low=info.low or 0, high=info.high)
        case "text":
            return speech.say("rules.text", limit=TEXT_LIMIT)
        case "choice":
            return speech.say("rules.one-of", values=", ".join(info.values))
        case "list":
            return speech.say("rules.list", limit=LIST_LIMIT)


def _small(text: str) -> str:
    """Return a text with a small letter, as it stands after a colon; a word in capitals stays as it is."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]
