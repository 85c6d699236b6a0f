"""Jobs and their answers as JSON: what workers of other processes read.

Reading is strict, and nothing is ever executed: whoever can write to the queue can ask for work, no more.
"""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from tilemeld.bots.coach.hint_values import Hint
from tilemeld.bots.coach.review_values import Analysis
from tilemeld.bots.player import Choice, Dawdle
from tilemeld.engine.errors import TilemeldError
from tilemeld.engine.record.codec import command_from_json, from_json, to_json
from tilemeld.engine.tiles import Table
from tilemeld.service.jobs.job import Answer, BotTurn, Failure, HintWanted, ReviewWanted, Work
from tilemeld.service.questions.numbers import BestPlay, Question
from tilemeld.service.questions.words import BestWords, WordQuestion

Value = TypeVar("Value")
_WORKS: Mapping[str, type[Any]] = {
    "bot": BotTurn,
    "hint": HintWanted,
    "numbers": Question,
    "words": WordQuestion,
    "review": ReviewWanted,
}
_ANSWERS: Mapping[str, type[Any]] = {
    "hint": Hint,
    "numbers": BestPlay,
    "words": BestWords,
    "review": Analysis,
}


class _Tagged(msgspec.Struct, array_like=True):
    tag: str
    value: msgspec.Raw


def write_work(work: Work) -> str:
    """Write what is asked for."""
    return _write(_tag(_WORKS, work), work)


def read_work(text: str) -> Work:
    """Read what is asked for; ``ValueError`` for what is none."""
    tag, value = _read(text)
    work: Work = _decode(value, _WORKS.get(tag))
    return work


def write_answer(answer: Answer) -> str:
    """Write an answer; a choice is a command, as in records, or the draft of a player who dawdles."""
    if isinstance(answer, Hint | BestPlay | BestWords | Analysis):
        return _write(_tag(_ANSWERS, answer), answer)
    if isinstance(answer, Dawdle):
        return _write("dawdle", to_json(answer.draft))
    return _write("command", to_json(answer))


def read_answer(text: str) -> Answer:
    """Read an answer; ``ValueError`` for what is none."""
    tag, value = _read(text)
    if tag in ("command", "dawdle"):
        return _choice(tag, _decode(value, object))
    answer: Answer = _decode(value, _ANSWERS.get(tag))
    return answer


def write_failure(failure: Failure) -> str:
    """Write why there is no answer."""
    return msgspec.json.encode(failure).decode()


def read_failure(text: str) -> Failure:
    """Read why there is no answer."""
    return _decode(text, Failure)


def _choice(tag: str, data: Any) -> Choice:
    if tag == "command":
        return command_from_json(data)
    return Dawdle(None if data is None else from_json(Table, data))


def _tag(kinds: Mapping[str, type[Any]], value: object) -> str:
    return next(tag for tag, kind in kinds.items() if isinstance(value, kind))


def _write(tag: str, value: object) -> str:
    return msgspec.json.encode((tag, value)).decode()


def _read(text: str) -> tuple[str, msgspec.Raw]:
    tagged = _decode(text, _Tagged)
    return tagged.tag, tagged.value


def _decode(value: str | msgspec.Raw, kind: type[Value] | None) -> Value:
    try:
        if kind is not None:
            return msgspec.json.decode(value, type=kind)
    except (msgspec.MsgspecError, TilemeldError) as error:
        raise ValueError(f"not a job or its answer: {error}") from None
    raise ValueError("not a job or its answer: the kind is unknown")
