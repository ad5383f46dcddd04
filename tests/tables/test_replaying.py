"""Looking at a game step by step: what the viewer shows, through whose eyes, and moments shown to all."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from rules import GAMES
from rules.records import Record, effective_entries, replay
from storage.queries import tables as sql
from tables.model import history
from tables.model.authority import NO_AUTHORITY, Authority
from tables.model.history import OPEN_HANDS, SPECTATORS, Moment, Viewpoint
from tables.model.table import Table
from tables.model.table_errors import Declined
from tables.notifications.kinds import MomentShown
from tables.notifications.recipients import after_moving
from tables.play import game_log, lookup, moves, replays
from tests.tables.room import ANNA, BERT, CLARA, STRANGER, Room

EVERY_GAME = pytest.mark.parametrize("game", [*GAMES])


async def play_with_second_thoughts(room: Room, number: int) -> None:
    """Play to the end; now and then somebody decides anew what is sealed, or takes back what they did."""
    rng = random.Random(2)
    for _ in range(3000):
        table = await room.load(number)
        people = [seat.person for seat in table.seats if seat.person]
        if table.row.status == "finished":
            return
        changing = [person for person in people if (await room.look(number, person)).may_change]
        undoing = [person for person in people if (await room.look(number, person)).can_undo]
        if changing and table.row.undos and rng.random() < 0.2:
            await room.move(number, rng.choice(changing))
        elif undoing and (not table.row.undos or rng.random() < 0.1):
            await moves.take_back(room.services, number, rng.choice(undoing))
        else:
            await room.move(number, rng.choice(await room.owing(number)))


async def positions(room: Room, table: Table) -> dict[int, Any]:
    """Return the state after each entry that is in force, each from a replay of its own from the beginning."""
    log = await sql.log(room.services.db.reader, table.id)
    kept = effective_entries(log)
    head = table.record([])

    def fresh(upto: int) -> Any:
        return replay(
            Record(head.game, head.version, head.seats, head.seed, head.options, table.record(kept[:upto]).log)
        )

    return {0: fresh(0), **{row.n: fresh(upto) for upto, row in enumerate(kept, 1)}}


async def walk(room: Room, table: Table, person: int, eyes: Viewpoint) -> list[Moment]:
    """Look at every step, from the last to the first."""
    last = (await replays.moment(room.services, table, person, eyes, None)).number
    steps = [await replays.moment(room.services, table, person, eyes, step) for step in range(last, -1, -1)]
    return steps[::-1]


@pytest.mark.repeated(2)
@EVERY_GAME
async def test_every_step_shows_what_a_fresh_replay_shows(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.model.seeds.new", lambda: 7)
    number = await room.table((ANNA, BERT), game=game)
    await play_with_second_thoughts(room, number)
    table, rules = await room.load(number), GAMES[game]
    assert table.row.undos
    states = await positions(room, table)
    events = {row.n: rules.decode_events(row.events) for row in await sql.log(room.services.db.reader, number)}
    for eyes in replays.allowed_viewpoints(table, STRANGER):
        moments = await walk(room, table, STRANGER, eyes)
        entries = [moment.entry for moment in moments]
        assert entries[0] == 0
        assert entries == sorted(set(entries))
        for moment in moments:
            state = states[moment.entry]
            assert moment.board.view == rules.view(state, None)
            own = range(2) if eyes.open else () if eyes.seat is None else (eyes.seat,)
            assert [hand.view for hand in moment.hands] == [rules.view(state, seat) for seat in own]
            if moment.entry and not eyes.open:
                assert moment.events == [rules.redact(event, eyes.seat) for event in events[moment.entry]]
        # What is no step looks to these eyes as the step before it.
        step = moments[0]
        for entry, state in states.items():
            step = next((moment for moment in moments if moment.entry == entry), step)
            assert rules.view(state, eyes.seat) == rules.view(states[step.entry], eyes.seat)
        if eyes.open:
            assert entries == [*states]
        assert moments[-1].board.table.row.status == "finished"
        rounds = moments[0].steps.round_starts()
        assert [each for each, _ in rounds] == [*range(1, len(rounds) + 1)]
        assert all(moments[step].steps.rounds[step] == each for each, step in rounds)


@pytest.mark.repeated(3)
@EVERY_GAME
async def test_who_walks_on_or_back_passes_by_what_others_choose_in_secret(room: Room, game: str) -> None:
    number = await room.table((ANNA, BERT, CLARA), game=game)
    await room.play_on(number)
    table = await room.load(number)
    for eyes in (SPECTATORS, Viewpoint(await room.seat(number, ANNA)), OPEN_HANDS):
        moments = await walk(room, table, ANNA, eyes)
        steps = moments[0].steps
        on, back = [0], [steps.last]
        while on[-1] < steps.last:
            on.append(steps.after(on[-1]))
        while back[-1]:
            back.append(steps.before(back[-1]))
        assert back[::-1] == on
        passed = [moment for moment in moments if moment.number not in on]
        assert bool(passed) == (game != "haithabu" and not eyes.open)
        assert all(event.quiet for moment in passed for event in moment.events)
        assert eyes.seat not in [moment.seat for moment in passed]
        if game == "visby" and eyes == SPECTATORS:
            assert not [step for step in on[1:] if all(event.quiet for event in moments[step].events)]


async def test_nobody_learns_how_often_others_have_changed_their_mind(room: Room) -> None:
    number = await room.table((ANNA, BERT, CLARA))

    async def steps(person: int, eyes: Viewpoint) -> int:
        table = await room.load(number)
        return (await replays.moment(room.services, table, person, eyes, None)).number

    anna, bert = Viewpoint(await room.seat(number, ANNA)), Viewpoint(await room.seat(number, BERT))
    await room.move(number, ANNA)
    before = await steps(BERT, bert), await steps(STRANGER, SPECTATORS), await steps(ANNA, anna)
    look = await room.look(number, ANNA)
    for option in look.options[:3]:
        await room.move(number, ANNA, str(option))
    after = await steps(BERT, bert), await steps(STRANGER, SPECTATORS), await steps(ANNA, anna)
    assert after[:2] == before[:2]
    assert after[2] > before[2]


@EVERY_GAME
async def test_while_the_game_runs_only_ones_own_eyes_and_spectators_are_lent(room: Room, game: str) -> None:
    number = await room.table((ANNA, BERT), game=game)
    await room.play_on(number, 6)
    table = await room.load(number)
    mine = await room.seat(number, ANNA)
    allowed = {ANNA: {SPECTATORS, Viewpoint(mine)}, BERT: {SPECTATORS, Viewpoint(1 - mine)}, STRANGER: {SPECTATORS}}
    for person, theirs in allowed.items():
        for eyes in (SPECTATORS, Viewpoint(0), Viewpoint(1), Viewpoint(2), Viewpoint(99), OPEN_HANDS):
            if eyes in theirs:
                moment = await replays.moment(room.services, table, person, eyes, None)
                assert moment.board.view == (await lookup.look(room.services, number)).view
                own = [] if eyes == SPECTATORS else [(await room.look(number, person)).view]
                assert [hand.view for hand in moment.hands] == own
            else:
                with pytest.raises(Declined, match="not_your_eyes"):
                    await replays.moment(room.services, table, person, eyes, 0)
                then = await replays.moment(room.services, table, person, SPECTATORS, 0)
                with pytest.raises(Declined, match="not_your_eyes"):
                    await replays.same_moment(room.services, table, then, person, eyes)


class LiveTable:
    """What everybody saw of a table while it was played: the table itself and the log, after each entry."""

    def __init__(self, room: Room, number: int) -> None:
        self.room, self.number = room, number
        self.views: dict[tuple[int, Viewpoint], Any] = {}
        self.told: dict[tuple[int, Viewpoint], Any] = {}

    async def watch(self) -> None:
        """Look at the table and into the log through everybody's eyes."""
        table = await self.room.load(self.number)
        latest = table.row.version
        for person in (STRANGER, *(seat.person for seat in table.seats if seat.person)):
            look = await self.room.look(self.number, person)
            eyes = Viewpoint(look.seat)
            self.views[latest, eyes] = look.view
            chapters = await game_log.visible_entries(self.room.services, table, look.seat, latest - 1)
            self.told[latest, eyes] = chapters[-1].events

    async def compare(self) -> None:
        """Look at every step again, as each of them may now: it shows what they saw then."""
        table = await self.room.load(self.number)
        for person in (STRANGER, *(seat.person for seat in table.seats if seat.person)):
            for eyes in replays.allowed_viewpoints(table, person):
                for moment in await walk(self.room, table, person, eyes):
                    assert moment.board.view == self.views[moment.entry, SPECTATORS]
                    own = [] if eyes == SPECTATORS else [self.views[moment.entry, eyes]]
                    assert [hand.view for hand in moment.hands] == own
                    assert moment.events == self.told[moment.entry, eyes]


@pytest.mark.repeated(3)
@EVERY_GAME
async def test_while_not_all_have_chosen_no_step_shows_more_than_the_table_did(
    room: Room, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.model.seeds.new", lambda: 7)
    number = await room.table((ANNA, BERT, CLARA), game=game)
    live = LiveTable(room, number)
    await live.watch()
    chosen: set[str] = set()
    while owing := await room.owing(number):
        frame = (await room.load(number)).frame_id
        await room.move(number, room.rng.choice(owing))
        await live.watch()
        table = await room.load(number)
        together = {*table.owed.values()} if table.frame_id == frame and len(owing) > len(table.owed) > 0 else set()
        if together - chosen:
            chosen |= together
            await live.compare()
    assert chosen, "some choose at once, and some of them first"


async def test_a_table_closed_in_the_middle_keeps_its_secrets(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.move(number, ANNA)
    await room.close(number)
    table = await room.load(number)
    with pytest.raises(Declined, match="not_your_eyes"):
        await replays.moment(room.services, table, BERT, OPEN_HANDS, 0)
    assert (await replays.moment(room.services, table, STRANGER, SPECTATORS, 0)).entry == 0


async def test_other_eyes_show_the_same_moment(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await play_with_second_thoughts(room, number)
    table = await room.load(number)
    for step in (0, 5, 20):
        then = await replays.moment(room.services, table, ANNA, OPEN_HANDS, step)
        same = await replays.same_moment(room.services, table, then, ANNA, SPECTATORS)
        assert same.board.view == then.board.view


@pytest.mark.repeated(3)
@EVERY_GAME
async def test_a_step_is_quick_however_long_the_game_is(room: Room, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once its course is known, no step plays more than a few entries again, and none looks into the file."""
    number = await room.table((ANNA, BERT), game=game)
    await room.play_on(number)
    table = await room.load(number)
    last = (await replays.moment(room.services, table, ANNA, SPECTATORS, None)).number
    played = 0
    make = type(table.game).play

    def counted(*args: Any) -> Any:
        nonlocal played
        played += 1
        return make(*args)

    monkeypatch.setattr(type(table.game), "play", counted)
    monkeypatch.setattr(sql, "log", None)
    for step in range(last + 1):
        played = 0
        await replays.moment(room.services, table, ANNA, SPECTATORS, step)
        assert played <= history.SNAPSHOT_INTERVAL
    assert game == "visby" or last > history.SNAPSHOT_INTERVAL


async def test_a_course_is_followed_anew_when_the_game_has_gone_on(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    seen = []
    for _ in range(6):
        await room.play_on(number, 1)
        seen.append((await replays.moment(room.services, await room.load(number), ANNA, SPECTATORS, None)).entry)
    assert all(one < two for one, two in pairwise(seen))


async def test_steps_outside_the_game_are_its_ends(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.play_on(number, 4)
    table = await room.load(number)
    latest = await replays.moment(room.services, table, ANNA, SPECTATORS, None)
    for step, shown in ((-1, 0), (99999, latest.number)):
        assert (await replays.moment(room.services, table, ANNA, SPECTATORS, step)).number == shown


def test_eyes_are_read_as_they_are_written_and_nothing_else() -> None:
    for eyes in (SPECTATORS, OPEN_HANDS, Viewpoint(0), Viewpoint(5)):
        assert Viewpoint.parse(str(eyes)) == eyes
    for text in ("", "-1", "seat", "²", "1 2", "0x1", "123"):
        assert Viewpoint.parse(text) is None


# Shown to all


async def show(room: Room, number: int, person: int, eyes: Viewpoint = SPECTATORS, step: int | None = None) -> None:
    table = await room.load(number)
    then = await replays.moment(room.services, table, person, eyes, step)
    await replays.show(room.services, number, person, then, table.row.undos, NO_AUTHORITY)
    await room.rest()


async def test_while_the_game_runs_a_moment_is_shown_as_spectators_see_it(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.move(number, ANNA)
    mine = await room.seat(number, ANNA)
    await show(room, number, ANNA, Viewpoint(mine))
    (notice,) = room.tellings(MomentShown)
    assert notice == MomentShown(entry=1, eyes="all", by=mine)
    forged = MomentShown(entry=1, eyes="open", by=mine)
    moment = await replays.shown(room.services, await room.load(number), forged)
    assert moment is not None
    assert (moment.viewpoint, list(moment.hands)) == (SPECTATORS, [])


async def test_a_finished_game_is_shown_through_the_eyes_one_looks_through(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.play_on(number)
    await show(room, number, BERT, OPEN_HANDS, 5)
    (notice,) = room.tellings(MomentShown)
    assert notice.eyes == "open"
    moment = await replays.shown(room.services, await room.load(number), notice)
    assert moment is not None
    assert (moment.entry, len(moment.hands)) == (notice.entry, 2)


async def test_nobody_shows_more_than_one_moment_a_minute(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await show(room, number, ANNA)
    with pytest.raises(Declined, match="shown_just_now"):
        await show(room, number, ANNA)
    await show(room, number, BERT)
    room.time += replays.SHOW_INTERVAL_S
    await show(room, number, ANNA)
    assert len(room.tellings(MomentShown)) == 3


async def test_only_who_plays_or_runs_the_server_shows_a_moment(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    with pytest.raises(Declined, match="players_show"):
        await show(room, number, STRANGER)
    table = await room.load(number)
    then = await replays.moment(room.services, table, STRANGER, SPECTATORS, None)
    await replays.show(room.services, number, STRANGER, then, 0, Authority(table.row.server))
    await room.rest()
    assert [notice.by for notice in room.tellings(MomentShown)] == [None]


async def test_what_was_taken_back_is_not_shown(room: Room) -> None:
    number = await room.table((ANNA, BERT))
    await room.move(number, ANNA)
    table = await room.load(number)
    then = await replays.moment(room.services, table, ANNA, SPECTATORS, None)
    await moves.take_back(room.services, number, ANNA)
    with pytest.raises(Declined, match="moment_gone"):
        await replays.show(room.services, number, ANNA, then, 0, NO_AUTHORITY)
    waited = MomentShown(entry=then.entry, eyes="all", by=0)
    assert await replays.shown(room.services, await room.load(number), waited) is None


async def test_a_moment_that_waits_moves_with_its_table(room: Room) -> None:
    waits = MomentShown(entry=0, eyes="all", by=None)
    assert waits in after_moving([waits], playing=True, people=(0, 1))
