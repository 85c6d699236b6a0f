"""Who is connected elsewhere: known at once by notices, and for certain by reports, in any order."""

from collections import Counter

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from tilemeld.server.live.elsewhere import Elsewhere, Notice, Report, write_counts
from tilemeld.service.ports import TableId

TABLES = [TableId("s"), TableId("t")]


class Other:
    """Another process: what it says of its connections, of which any may be lost or late."""

    def __init__(self) -> None:
        self.here: dict[TableId, Counter[int | None]] = {}
        self.changes = 0

    def change(self, table: TableId, counts: dict[int | None, int]) -> str:
        self.here[table] = Counter(counts)
        self.changes += 1
        return msgspec.json.encode(
            Notice(number=self.changes, table=table, counts=write_counts(counts))
        ).decode()

    def report(self) -> str:
        tables = {str(table): write_counts(counts) for table, counts in self.here.items() if counts}
        return msgspec.json.encode(Report(number=self.changes, tables=tables)).decode()


Counts = st.dictionaries(st.sampled_from([None, 0, 1]), st.integers(1, 3), max_size=3)
Steps = st.lists(
    st.one_of(
        st.tuples(st.just("heard"), st.sampled_from(TABLES), Counts),
        st.tuples(st.just("lost"), st.sampled_from(TABLES), Counts),
        st.tuples(st.just("late"), st.sampled_from(TABLES), Counts),
        st.tuples(st.just("written"), st.just(TABLES[0]), st.just({})),
        st.tuples(st.just("read"), st.just(TABLES[0]), st.just({})),
    ),
    max_size=30,
)


@given(Steps)
def test_whatever_is_lost_or_late_the_next_report_is_right_and_nothing_newer_is_undone(
    steps: list[tuple[str, TableId, dict[int | None, int]]],
) -> None:
    other, elsewhere = Other(), Elsewhere()
    stored, late = other.report(), [""]
    for kind, table, counts in steps:
        if kind == "written":
            stored = other.report()
        elif kind == "read":
            elsewhere.hear_reports({"other": stored})
        else:
            notice = other.change(table, counts)
            late.append(notice)
            if kind == "heard":
                elsewhere.hear_notice("other", notice)
                assert elsewhere.counts(table) == Counter(counts)
                elsewhere.hear_reports({"other": stored})
                assert elsewhere.counts(table) == Counter(counts), "an older report undoes nothing"
    for notice in late:
        elsewhere.hear_notice("other", notice)
    elsewhere.hear_reports({"other": other.report()})
    for table in TABLES:
        assert elsewhere.counts(table) == other.here.get(table, Counter())
        assert elsewhere.is_watched(table) == bool(other.here.get(table))
    assert elsewhere.hear_reports({}) == {table for table in TABLES if other.here.get(table)}
    assert not any(elsewhere.is_watched(table) for table in TABLES), "who was there has gone with the process"


def test_the_connections_of_all_others_are_added_and_only_what_has_changed_is_reported() -> None:
    one, two, elsewhere = Other(), Other(), Elsewhere()
    one.change(TABLES[0], {0: 1, None: 2})
    two.change(TABLES[0], {0: 1, 1: 1})
    reports = {"one": one.report(), "two": two.report()}
    assert elsewhere.hear_reports(reports) == {TABLES[0]}
    assert elsewhere.hear_reports(reports) == set()
    assert elsewhere.counts(TABLES[0]) == {0: 2, 1: 1, None: 2}
    assert elsewhere.hear_reports({"one": reports["one"], "two": "of a newer version"}) == {TABLES[0]}
    assert elsewhere.counts(TABLES[0]) == {0: 1, None: 2}
