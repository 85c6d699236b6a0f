"""Codes for another device: good once, for a few minutes, for one person."""

import pytest

from tilemeld.adapters.clocks import ManualClock
from tilemeld.service.errors import NotFound
from tilemeld.service.guests.device_codes import KEPT, LENGTH, RENEW_MS, VALID_MS, DeviceCodes
from tilemeld.service.ports import PersonId

OLA, JAN = PersonId("ola"), PersonId("jan")


def test_a_code_is_used_once_and_who_used_it_may_ask_again() -> None:
    codes = DeviceCodes(ManualClock())
    made = codes.make(OLA)
    assert len(made.code) == LENGTH
    typed = f" {made.code[:4].lower()}-{made.code[4:]} "
    assert codes.use(typed, "ticket one") == OLA
    assert codes.use(made.code, "ticket one") == OLA, "the answer got lost"
    with pytest.raises(NotFound):
        codes.use(made.code, "ticket two")
    assert codes.find(OLA, made.code).is_used
    assert codes.make(OLA).code != made.code, "the next device needs another"


def test_a_code_ends_after_five_minutes_and_is_renewed_before() -> None:
    clock = ManualClock()
    codes = DeviceCodes(clock)
    first = codes.make(OLA)
    assert codes.make(OLA) is first
    clock.advance(VALID_MS - RENEW_MS)
    second = codes.make(OLA)
    assert second.code != first.code
    with pytest.raises(NotFound):
        codes.use(first.code, "t")
    clock.advance(VALID_MS)
    with pytest.raises(NotFound):
        codes.use(second.code, "t")
    assert len(codes) == 0


def test_nobody_sees_whether_the_code_of_another_was_used_and_nonsense_finds_nothing() -> None:
    codes = DeviceCodes(ManualClock())
    made = codes.make(OLA)
    with pytest.raises(NotFound):
        codes.find(JAN, made.code)
    for nonsense in ("", "x", made.code[:-1], "🙂" * 8):
        with pytest.raises(NotFound):
            codes.use(nonsense, "t")


def test_memory_is_bounded() -> None:
    codes = DeviceCodes(ManualClock())
    for number in range(KEPT + 20):
        codes.make(PersonId(str(number)))
    assert len(codes) <= KEPT + 1
