"""An exhaustive model of lease, fencing token and outbox: every state of three possible holders and two messages.

`python -m tests.simulation.lease_model` visits all states breadth-first, checks the promises below in each one, and
then shows that each planted error breaks one of them, with a shortest sequence of steps that leads there.

**What is modelled.** One partition with one holder at a time; two processes and a spare may hold it, none at the
beginning. The holder sends heartbeats and may act while its last confirmed one is younger than `ACT_TICKS`, counted
from when that heartbeat *began*. A spare takes the partition at once if the server has seen the holder's connection
end, and otherwise when the stored heartbeat is `EXPIRE_TICKS` old; after a restart of the server, too, it waits for
that. The holder commits notifications to the outbox, reads a row, sends it under its nonce, and acknowledges it.
A process that does nothing for a while is paused; one that only sends is cut off from the database. Steps happen in
any order, so both are included without steps of their own. A crashed process may come back as a spare.

**Promises.** (1) Only the process with the newest token commits. (2) A notification leaves the outbox only after it
was delivered, and from every state all that is in the outbox can still be delivered. (3) It is delivered once while
Discord remembers its nonce. (4) After a takeover that waited for the heartbeat, the former holder begins no send.

**Assumptions.** (a) The server checks the token and commits in one step, as `SELECT … FOR SHARE` makes sure. (b) While
a holder's own clock counts `ACT_TICKS` from a moment, the server's clock counts fewer than `EXPIRE_TICKS` from it; both
go on while the process or its machine sleeps. (c) A request that has begun may arrive at any later time, or never.
(d) Discord keeps one message per nonce until it forgets the nonce, which it may do at any time; then a repeated send is
a second message, and the promise is *at least once*. (e) If the server sees a connection end that the holder still
believes in, a spare takes over at once; until the holder's clock runs out, both may send. Promises 1 to 3 hold then
too, promise 4 is not made.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

ACT_TICKS, EXPIRE_TICKS = 1, 2
"""In steps of the model's clock, which stand for seconds: only their order matters."""
PROCESSES, MESSAGES = 3, 2

PlantedError = Literal[
    "no token check at commit",
    "acknowledge before sending",
    "a lost answer counts as delivered",
    "new nonce after takeover",
    "holder's clock too slow",
    "heartbeat counted from its answer",
    "no wait after a server restart",
]
PLANTED: tuple[PlantedError, ...] = get_args(PlantedError)


class Job(NamedTuple):
    """The notification that a process is delivering."""

    stage: Literal["read", "sent", "answered"]
    """Read from the outbox; on its way to Discord; arrived, with the answer on its way back or already here."""
    message: int
    nonce: int


class Process(NamedTuple):
    """A process. A spare has the default values; a former holder does not know yet that another has the partition."""

    role: Literal["former holder", "holder", "spare"] = "spare"
    silent: int = 0
    """Ticks of its own clock since its last confirmed heartbeat began, at most `ACT_TICKS`.

    It is `ACT_TICKS` too if the process has seen its connection end: both last until the next confirmed heartbeat.
    """
    heartbeat: int | None = None
    """Ticks since the beginning of a heartbeat that the server has stored and not yet confirmed; None without one."""
    job: Job | None = None


class Message(NamedTuple):
    """A notification: in the outbox, on its way, and at Discord."""

    outbox: Literal["not committed", "pending", "acknowledged"] = "not committed"
    delivered: int = 0
    """1 if it was delivered, once or, after Discord has forgotten its nonce, more often."""
    nonces: frozenset[int] = frozenset()
    """The nonces that Discord remembers; empty from when it has forgotten one, since no promise needs them then."""
    forgotten: bool = False
    """True if Discord has forgotten a nonce of it."""
    stray: frozenset[int] = frozenset()
    """The nonces of requests on their way whose sender no longer waits for an answer."""


class State(NamedTuple):
    """Everything at one moment. Processes are sorted, since it does not matter which is which."""

    processes: tuple[Process, ...] = (Process(),) * PROCESSES
    messages: tuple[Message, ...] = (Message(),) * MESSAGES
    stored: int = EXPIRE_TICKS
    """Ticks of the server's clock since the stored heartbeat, at most `EXPIRE_TICKS`."""
    lock: Literal["held", "free", "dropped by a restart"] = "free"
    takeovers: int = 0
    """Modulo 2, and only counted if a planted error needs it."""


class Broken(Exception):
    """A step breaks a promise."""


Step = tuple[str, State]
"""What happens, in words, and the state after it."""


class Model:
    """The steps that are possible in each state, with one planted error or none."""

    def __init__(self, planted: PlantedError | None = None) -> None:
        self._planted = planted
        self._act_ticks = EXPIRE_TICKS + 1 if planted == "holder's clock too slow" else ACT_TICKS
        self._counted_late = planted == "heartbeat counted from its answer"

    def steps(self, state: State) -> Iterator[Step]:
        """Yield everything that can happen in a state. Raises `Broken` if a step breaks a promise."""
        yield "a second passes", self._tick(state)
        yield from self._at_discord(state)
        if state.lock == "held":
            yield "the server restarts", state._replace(lock="dropped by a restart")
        for place, process in enumerate(state.processes):
            if process in state.processes[:place]:
                continue
            if process.role == "spare":
                yield from self._claim(state, place)
            else:
                yield from self._lease(state, place, process)
                yield from self._commits(state, place, process)
                yield from self._delivery(state, place, process)

    def _may_act(self, process: Process) -> bool:
        """Return True if a process begins sends: the partition is its own, as far as it knows."""
        return process.role != "spare" and process.silent < self._act_ticks

    def _tick(self, state: State) -> State:
        """Let all clocks go on. A process gives up a heartbeat that was not confirmed in time."""

        def older(process: Process) -> Process:
            heartbeat = process.heartbeat
            if heartbeat is not None and not self._counted_late:
                heartbeat = heartbeat + 1 if heartbeat + 1 < self._act_ticks else None
            return process._replace(silent=min(process.silent + 1, self._act_ticks), heartbeat=heartbeat)

        older_lease = state._replace(stored=min(state.stored + 1, EXPIRE_TICKS))
        return self._with_processes(older_lease, [p if p.role == "spare" else older(p) for p in state.processes])

    def _at_discord(self, state: State) -> Iterator[Step]:
        """Yield what happens to requests whose sender no longer waits, and that Discord forgets a nonce."""
        for number, message in enumerate(state.messages):
            for nonce in message.stray:
                gone = message._replace(stray=message.stray - {nonce})
                arrived = _with(state, number, _arrived(gone, number, nonce))
                yield f"an unanswered send of {number} arrives late", arrived
            if message.nonces:
                forgotten = message._replace(nonces=frozenset(), forgotten=True)
                yield f"Discord forgets the nonce of {number}", _with(state, number, forgotten)

    def _claim(self, state: State, place: int) -> Iterator[Step]:
        """Yield the takeover by a spare, if it is allowed now."""
        restarted = state.lock == "dropped by a restart" and self._planted == "no wait after a server restart"
        if not (state.lock == "free" or state.stored >= EXPIRE_TICKS or restarted):
            return
        others = [
            each._replace(role="former holder") if each.role == "holder" else each
            for at, each in enumerate(state.processes)
            if at != place
        ]
        if state.lock != "free" and any(map(self._may_act, others)):
            raise Broken("a spare takes the partition while its former holder may still act")
        takeovers = (state.takeovers + 1) % 2 if self._planted == "new nonce after takeover" else 0
        taken = state._replace(stored=0, lock="held", takeovers=takeovers)
        yield "a spare takes the partition", self._with_processes(taken, [Process("holder"), *others])

    def _lease(self, state: State, place: int, process: Process) -> Iterator[Step]:
        """Yield what can happen to the lease and the connection of a process that is no spare."""
        who, ours, heartbeat = process.role, process.role == "holder", process.heartbeat
        yield f"the {who} crashes", self._end(state._replace(lock="free") if ours else state, place)
        if ours and state.lock == "held":
            yield "the holder's machine is gone, and the server does not see it", self._end(state, place)
            yield "the server sees the holder's connection end", state._replace(lock="free")
        else:
            ended = self._put(state, place, process._replace(silent=self._act_ticks, heartbeat=None))
            yield f"the {who} sees that its connection has ended", ended
        if not ours:
            yield "the former holder learns that it has lost the partition", self._end(state, place)
        elif heartbeat is None:
            for age in range(self._act_ticks):
                renewed = self._put(state._replace(stored=0, lock="held"), place, process._replace(heartbeat=age))
                yield f"a heartbeat that the holder began {age} s ago is stored", renewed
        if heartbeat is not None:
            confirmed = process._replace(silent=0 if self._counted_late else heartbeat, heartbeat=None)
            yield f"the {who}'s heartbeat is confirmed", self._put(state, place, confirmed)

    def _commits(self, state: State, place: int, process: Process) -> Iterator[Step]:
        """Yield the transactions of a process: a new notification, or the acknowledgement of a delivered one."""
        who, job = process.role, process.job
        unchecked = self._planted == "no token check at commit"
        new = next((n for n, each in enumerate(state.messages) if each.outbox == "not committed"), None)
        early = self._planted == "acknowledge before sending"
        done = job if job and (job.stage == "answered" or (early and job.stage == "read")) else None
        if not (who == "holder" or unchecked) or (new is None and done is None):
            return  # The server refuses an outdated token.
        if who != "holder":
            raise Broken("a process with an outdated token commits")
        if new is not None:
            pending = state.messages[new]._replace(outbox="pending")
            yield f"the {who} commits {new}", _with(state, new, pending)
        if done:
            message = state.messages[done.message]
            if not message.delivered:
                raise Broken(f"{done.message} is acknowledged and was never delivered")
            after = _with(state, done.message, message._replace(outbox="acknowledged"))
            yield f"the {who} acknowledges {done.message}", self._put(after, place, process._replace(job=None))
            yield f"the {who} acknowledges {done.message}, but the answer is lost", after

    def _delivery(self, state: State, place: int, process: Process) -> Iterator[Step]:
        """Yield the steps of a delivery, from reading the outbox to Discord's answer."""
        who, job = process.role, process.job

        def with_job(after: State, changed: Job | None) -> State:
            return self._put(after, place, process._replace(job=changed))

        if job is None:
            for number, message in enumerate(state.messages):
                if message.outbox == "pending":
                    yield f"the {who} reads {number}", with_job(state, Job("read", number, state.takeovers))
            return
        number, message = job.message, state.messages[job.message]
        unanswered = job._replace(stage="answered") if self._planted == "a lost answer counts as delivered" else None
        match job.stage:
            case "read":
                if self._may_act(process):
                    yield f"the {who} begins to send {number}", with_job(state, job._replace(stage="sent"))
                yield f"the {who} gives up sending {number}", with_job(state, None)
            case "sent":
                arrived = _with(state, number, _arrived(message, number, job.nonce))
                yield f"the {who}'s send of {number} arrives", with_job(arrived, job._replace(stage="answered"))
                stray = _with(state, number, message._replace(stray=message.stray | {job.nonce}))
                yield f"the {who} stops waiting for the answer about {number}", with_job(stray, unanswered)
            case "answered":
                yield f"the answer about {number} is lost", with_job(state, unanswered)

    def _put(self, state: State, place: int, process: Process) -> State:
        """Return the state after a change of one process."""
        return self._with_processes(state, [process if at == place else p for at, p in enumerate(state.processes)])

    def _end(self, state: State, place: int) -> State:
        """Return the state after a process has dropped everything and become a spare; a begun send goes on."""
        return self._put(_without_sender(state, state.processes[place]), place, Process())

    def _with_processes(self, state: State, processes: list[Process]) -> State:
        """Return the state with these processes, sorted.

        What makes no difference is left out: a former holder's confirmation that tells nothing new, and an answer that
        it waits for, since its acknowledgement is refused. One that can never act again is made a spare.
        """
        for place, process in enumerate(processes):
            if process.role != "former holder" or self._planted == "no token check at commit":
                continue
            heartbeat, job = process.heartbeat, process.job
            if heartbeat is not None and heartbeat >= process.silent and not self._counted_late:
                heartbeat = None
            if self._may_act(process) or heartbeat is not None:
                sends = None if job and job.stage == "answered" else job
                processes[place] = process._replace(heartbeat=heartbeat, job=sends)
            else:
                state, processes[place] = _without_sender(state, process), Process()
        return state._replace(processes=tuple(sorted(processes, key=_rank)))


def _renumbered(state: State) -> State:
    """Return the state with its two messages in a fixed order: it does not matter which is which."""
    first, second = state.messages
    if second.outbox == "not committed" or _rank(first) <= _rank(second):
        return state
    changed = [
        each._replace(job=each.job._replace(message=1 - each.job.message)) if each.job else each
        for each in state.processes
    ]
    return state._replace(messages=(second, first), processes=tuple(sorted(changed, key=_rank)))


def _with(state: State, number: int, message: Message) -> State:
    """Return the state after a change of one message."""
    return state._replace(messages=(*state.messages[:number], message, *state.messages[number + 1 :]))


def _arrived(message: Message, number: int, nonce: int) -> Message:
    """Return a message after a send has reached Discord. Raises `Broken` if it is now there twice."""
    if nonce in message.nonces:
        return message
    if message.forgotten:
        return message
    if message.delivered:
        raise Broken(f"{number} is delivered twice while Discord remembers its nonce")
    return message._replace(delivered=1, nonces=message.nonces | {nonce})


def _without_sender(state: State, process: Process) -> State:
    """Return the state in which nobody waits for the answer to a process's send; the send may arrive all the same."""
    if process.job is None or process.job.stage != "sent":
        return state
    message = state.messages[process.job.message]
    return _with(state, process.job.message, message._replace(stray=message.stray | {process.job.nonce}))


_ranks: dict[Process | Message, int] = {}


def _rank(part: Process | Message) -> int:
    """Return a number that is the same for equal parts of a state and different for others."""
    return _ranks.setdefault(part, len(_ranks))


class Verdict(NamedTuple):
    """The result of a check: how many states there are and how many steps the farthest takes, or what was broken."""

    states: int
    depth: int
    broken: str = ""
    story: tuple[str, ...] = ()
    """A shortest sequence of steps after which the promise is broken."""


def check(planted: PlantedError | None = None) -> Verdict:
    """Visit all states breadth-first until a promise is broken; return the verdict.

    With a planted error the verdict depends on when it is found; without one all states have been visited.
    """
    model, start = Model(planted), State()
    came_from: dict[State, tuple[State, str] | None] = {start: None}
    queue, depth, deliverable = deque([(start, 0)]), 0, set[tuple[Message, ...]]()
    while queue:
        state, depth = queue.popleft()
        try:
            for what, after in model.steps(state):
                after = _renumbered(after)
                if after not in came_from:
                    came_from[after] = (state, what)
                    queue.append((after, depth + 1))
            if planted is None and state.messages not in deliverable:
                _deliver_all(model, state)
                deliverable.add(state.messages)
        except Broken as problem:
            story: list[str] = []
            while (before := came_from[state]) is not None:
                state, what = before
                story.insert(0, what)
            return Verdict(len(came_from), depth, str(problem), tuple(story))
    return Verdict(len(came_from), depth)


def _deliver_all(model: Model, state: State) -> None:
    """Raise `Broken` if a spare cannot deliver and acknowledge what is in the outbox once all others have crashed."""
    story = ["a spare takes the partition"]
    for number in [number for number, message in enumerate(state.messages) if message.outbox == "pending"]:
        story += [f"the holder reads {number}", f"the holder begins to send {number}"]
        story += [f"the holder's send of {number} arrives", f"the holder acknowledges {number}"]
    state = state._replace(processes=(Process(),) * PROCESSES, lock="free")
    for wanted in story:
        after = next((after for what, after in model.steps(state) if what == wanted), None)
        if after is None:
            raise Broken("something in the outbox cannot be delivered any more")
        state = after


def main() -> int:
    """Print the verdict of the whole check and of every planted error; return 0 if all is as it must be."""
    verdict = check()
    print(f"{verdict.states:,} states, depth {verdict.depth}: {verdict.broken or 'all promises hold'}")
    missed = bool(verdict.broken)
    for planted in PLANTED:
        found = check(planted)
        print(f"\nplanted: {planted}: {found.broken or 'NOT FOUND'}")
        for number, what in enumerate(found.story, 1):
            print(f"  {number:2} {what}")
        missed |= not found.broken
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
