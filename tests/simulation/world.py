"""One run of the simulation: processes that live and die, people who play, faults that come and go."""

from __future__ import annotations

import asyncio
import hashlib
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import copy_context
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules import Refused
from storage import Address, PartitionLayout, Unreachable, Unusable
from tables.delivery import outbox
from tables.model.table_errors import Declined
from tables.notifications.timing import MAX_REFRESH_DELAY_S
from tables.time import timers
from tests.simulation.chat import Chat, Faults, Received
from tests.simulation.disk import Disk, simulated_disk
from tests.simulation.findings import Finding, Oracles, Secret
from tests.simulation.lease_watch import LeaseWatch
from tests.simulation.loop import PROCESS, Process, SimulatedLoop
from tests.simulation.machine import MAX_OFFSET_S, Killed, Machine
from tests.simulation.outbox_watch import OutboxWatch
from tests.simulation.people import FIRST_PERSON, SERVERS, Made, Press, channel_of, click, server_of
from tests.simulation.plan import CLICKS, KILLS, MIN_MOVES, Plan, Step, ending, more_clicks
from tests.simulation.plan_watch import PlanWatch
from tests.simulation.server import Server

REFRESH_BOUND_S = MAX_REFRESH_DELAY_S + 10
"""The longest time that a board or a hand may be out of date while Discord accepts our requests at once."""
_LONGEST_CALM_S = 2000
"""The outbox must be empty this long after the last fault: it pauses for 900 s at most between two attempts."""
_SLOW_TICK_S = 600.0
"""Between two ticks while nothing happens for hours: the simulation would take too long otherwise."""


class World:
    """Everything in a run. The plan and its seed determine the transcript.

    `extend`: go on until there were `MIN_MOVES` moves and a kill; `plan` then has all steps that were played.
    `otherwise`: one sealed choice (`secret`) is made otherwise than the plan says, or a player's plan is deleted.
    """

    def __init__(self, plan: Plan, *, extend: bool = False, otherwise: bool = False) -> None:
        self.plan = plan
        self._extend, self.otherwise = extend, otherwise
        self.loop = SimulatedLoop()
        self.outside = copy_context()
        self.folder = Path(tempfile.mkdtemp(prefix="kontor-simulation-", dir=_memory_folder()))
        self.file = self.folder / "kontor.db"
        self.address: Address = "postgresql://simulated/kontor" if plan.processes else self.file
        self.layout = PartitionLayout(2, 2) if plan.processes else PartitionLayout()
        self.transcript: list[str] = []
        self.chat = Chat(plan.seed, self.say)
        self.disk = Disk(random.Random(plan.seed + 1))
        self.disk.on_commit = self._note_commit
        self.people = [FIRST_PERSON + number for number in range(plan.people)]
        self.machines = [Machine(self, number) for number in range(plan.processes or 1)]
        self.server: Server | None = None
        self.starts_serving = asyncio.Event()
        """Set whenever a process begins to serve a partition."""
        self.tables: dict[int, int] = {}
        """The number of the open table of each slot of the plan."""
        self.pressed: set[Press] = set()
        self.made: list[Made] = []
        self.unanswered: dict[int, Press] = {}
        """By table: the latest press without an answer."""
        self.clicks_at = Counter[int]()
        """By table: how many clicks are being handled, and those that a kill has interrupted."""
        self.secret: Secret | None = None
        self.observed: list[Received] = []
        """What others received before the secret was revealed. The oracles set it."""
        self.moderated: set[int] = set()
        """Channels in which a moderator has deleted a message: nobody tells the bot of that."""
        self.broken: list[Finding] = []
        """What was found during the run."""
        self.leases = LeaseWatch(self.broken)
        self.kills = 0
        """How many processes were killed."""
        self._pause_s = 1.0
        """How long a killed process stays away."""
        self._kills_at = ""
        """When the next process that commits or posts is killed: "before_commit", "after_commit" or "after_post"."""
        self.chat.on_post = lambda: self._kill_if("after_post", PROCESS.get())
        self._active: list[tuple[str, Machine]] = []
        """The faults that last, each with the machine that some of them hit."""
        self._clicks: list[asyncio.Task[None]] = []

    # ------------------------------------------------------------------ the run

    def run(self, oracles: Oracles, empty_database: bytes) -> list[Finding]:
        """Play the whole plan and let everything calm down; return what the oracles have found."""
        self.file.write_bytes(empty_database)
        differ_by_s = 2 * MAX_OFFSET_S if self.plan.processes else 0.0
        self.watch = OutboxWatch(self.file, self.loop.time, self.chat.is_unanswered, self.broken, differ_by_s)
        self.plans = PlanWatch(self.file, self.broken)
        with pytest.MonkeyPatch.context() as patch, simulated_disk(self.disk):
            numbers = random.Random(self.plan.seed + 2)
            patch.setattr("tables.model.seeds.new", lambda: numbers.getrandbits(62))
            patch.setattr("tables.runtime.pacing.monotonic", self.loop.time)
            patch.setattr("cogs.messages.game_display.PAINTERS", {})
            patch.setattr("aiohttp.TCPConnector.connect", _no_connection)
            if self.plan.processes:
                self.server = Server(self.file, self.layout, random.Random(self.plan.seed + 4))
                self.server.on_commit = self._note_commit
                self.server.on_taken_after_restart = self._note_taken_after_restart
                self.server.stand_in(patch, self._current_machine)
                self.leases.watch(self.server, patch)
            asyncio.set_event_loop(self.loop)
            try:
                return self.loop.run_until_complete(self._main(oracles))
            finally:
                asyncio.set_event_loop(None)
                shutil.rmtree(self.folder, ignore_errors=True)

    def _current_machine(self) -> Machine:
        process = PROCESS.get()
        assert process
        return self.machines[process.machine]

    async def _main(self, oracles: Oracles) -> list[Finding]:
        for machine in self.machines:
            machine.start()
        for step in self.plan.steps:
            await self._play(step)
            if step.kind == "pause" and self._is_quiet():
                with suppress(Killed):  # A kill that is planned may come while the oracles look.
                    self.broken += await oracles.wrong_messages(self)
        rng = random.Random(self.plan.seed + 3)
        while self._extend and len(self.plan.steps) < 400 and (len(self.made) < MIN_MOVES or not self.kills):
            kill = () if self.kills else (Step(0, "kill", lasts_s=1),)
            more = more_clicks(rng, 4, len(self.plan.tables), server=bool(self.server))
            await self._play_more((*kill, *more))
        if self._extend:
            await self._play_more(ending(rng, len(self.plan.tables)))
        elif Step(0, "calm") not in self.plan.steps:
            await self._calm_down()
        await asyncio.gather(*self._clicks)
        found = await oracles.findings(self)
        return self.broken + found

    async def _play_more(self, steps: tuple[Step, ...]) -> None:
        """Play more steps and add them to the plan."""
        self.plan = msgspec.structs.replace(self.plan, steps=(*self.plan.steps, *steps))
        for step in steps:
            await self._play(step)

    def say(self, text: str) -> None:
        """Add a line to the transcript."""
        self.transcript.append(f"{self.loop.time():10.2f} {text}")

    def digest(self) -> str:
        """Return a hash of the transcript."""
        return hashlib.sha256("\n".join(self.transcript).encode()).hexdigest()[:16]

    def serving(self, slot: int) -> list[Machine]:
        """Return the machines whose process receives clicks at a table of the plan."""
        server = server_of(slot)
        return [each for each in self.machines if each.services and each.services.partition.contains(server)]

    # ------------------------------------------------------------------ steps

    async def _play(self, step: Step) -> None:
        """Play a step of the plan. A click does not wait for its answer; most wait until the bot is there."""
        await asyncio.sleep(step.gap_s)
        if step.kind in CLICKS:
            while step.choice % 8 and not self.serving(step.table):
                self.starts_serving.clear()
                await self.starts_serving.wait()
            self._clicks.append(asyncio.create_task(self._click(step)))
        elif step.kind == "pause":
            await self._pass_time(step.lasts_s)
        elif step.kind == "calm":
            await self._calm_down()
        elif step.kind in KILLS:
            self._kill(step)
        else:
            self._begin_fault(step)

    async def _click(self, step: Step) -> None:
        """Let the process that serves the table handle a click; while a partition changes hands there may be two."""
        machines = self.serving(step.table)
        answers = await asyncio.gather(*(self._click_at(machine, step) for machine in machines))
        if sum(answers) > 1:
            detail = f"processes {[machine.process.name for machine in machines]}, table {self.tables.get(step.table)}"
            self.broken.append(Finding("one process answers a click", detail))

    async def _click_at(self, machine: Machine, step: Step) -> bool:
        """Return True if the person gets an answer from this process: that it is done, or why not."""
        way_out = machine.way_out
        assert machine.services
        assert way_out
        try:
            try:
                await machine.run(click(self, machine.services, step))
            except (Declined, Refused, Unreachable, Unusable) as no:
                self.say(f"refused at table {self.tables.get(step.table)}: {type(no).__name__} {no}"[:150])
            answered: bool = await machine.run(way_out.begin_request("/interactions/1/token/callback"))
        except (Killed, Unusable):
            answered = False
        if not answered:
            self.say(f"no answer at table {self.tables.get(step.table)}")
        return answered

    def _kill(self, step: Step) -> None:
        machine = self.machines[step.choice % len(self.machines)]
        self._pause_s = step.lasts_s
        if step.kind == "kill":
            machine.process.call_after(1 + step.choice // 8 % 60, machine.process.kill)
        else:
            self._kills_at = step.kind.removeprefix("kill_")

    def _note_commit(self, process: Process | None, when: str) -> None:
        """Note that a process commits, and kill it if it is time for that."""
        if when == "after":
            self.watch.note_commit()
            self.plans.note_commit()
        if process is None:
            return
        if when == "before":
            self.leases.note_acts(process, self.machines[process.machine].lease, "commits")
        self._kill_if(f"{when}_commit", process)

    def _kill_if(self, moment: str, process: Process | None) -> None:
        """Kill a process if it is time for that."""
        if process and moment == self._kills_at:
            self._kills_at = ""
            process.kill()

    def note_killed(self, machine: Machine) -> None:
        """Close a killed process's files and connections, and start the next one after a while."""
        self.kills += 1
        self.note_disturbed()
        if self.server:
            self.server.end_sessions_of(machine.process)
        else:
            self.disk.close_files()
        self.loop.call_later(self._pause_s, machine.start, context=self.outside)

    def _note_taken_after_restart(self, holder: Process) -> None:
        machine, locks_break = self.machines[holder.machine], any(kind == "lock_breaks" for kind, _ in self._active)
        is_healthy = holder.alive and holder.held_back is None and machine.services and machine.reaches_database
        if is_healthy and not locks_break:
            detail = f"process {holder.name} loses its partition because the server was restarted"
            self.broken.append(Finding("a healthy process keeps its partition", detail))

    def _begin_fault(self, step: Step) -> None:
        """Begin a fault, and set the timer that ends it."""
        faults, kind = self.chat.faults, step.kind
        machine = self.machines[step.choice % len(self.machines)]
        self.say(f"fault {kind} for {step.lasts_s:g} s")
        self._active.append((kind, machine))
        self.note_disturbed()
        match kind:
            case "refused":
                faults.refused = set(map(channel_of, SERVERS))
            case "closed":
                faults.closed = {self.people[step.choice % len(self.people)]}
            case "disk_full":
                self.disk.is_full = True
            case "commit_fails":
                self.disk.commits_fail = 0.5
            case "commit_unknown" if self.server:
                self.server.commits_break = 0.5
            case "server_restarts" | "server_away" if self.server:
                self.server.stop()
            case "server_slow" if self.server:
                self.server.is_slow = True
            case "lock_breaks":
                self._break_locks()
            case "cut_off":
                machine.reaches_database = False
            case "cut_off_discord":
                machine.has_network = False
            case "stopped":
                machine.process.call_after(1 + step.choice // 8 % 10, machine.process.stop)
            case "moderator":
                if there := [message for message in self.chat.messages.values() if not message.deleted]:
                    message = there[step.choice % len(there)]
                    self.moderated.add(message.channel)
                    self.chat.delete(message)
            case "old_edits":
                faults.old_edits = True
            case _:
                setattr(faults, kind, (0.1, 0.5, 1.0)[step.choice % 3])
        lasts_s = min(step.lasts_s, 3.0) if kind == "server_restarts" else step.lasts_s
        self.loop.call_later(lasts_s, self._end_fault, kind, machine, context=self.outside)

    def _end_fault(self, kind: str, machine: Machine) -> None:
        """End a fault, also if another one of the same kind began meanwhile."""
        if (kind, machine) not in self._active:
            return
        self._active.remove((kind, machine))
        self.note_disturbed()
        self.say(f"fault {kind} is over")
        match kind:
            case "disk_full":
                self.disk.is_full = False
            case "commit_fails":
                self.disk.commits_fail = 0.0
            case "commit_unknown" if self.server:
                self.server.commits_break = 0.0
            case "server_restarts" | "server_away" if self.server:
                self.server.start()
            case "server_slow" if self.server:
                self.server.is_slow = False
            case "cut_off":
                machine.reaches_database = True
            case "cut_off_discord":
                machine.has_network = True
            case "stopped":
                machine.process.countdown = 0
                self.loop.go_on(machine.process)
            case "moderator" | "lock_breaks":
                pass
            case _:
                setattr(self.chat.faults, kind, getattr(Faults(), kind))
        if kind == "refused":
            self._tell_permissions_changed()

    def _break_locks(self) -> None:
        """End the sessions that hold the partitions' locks, now and every two seconds, while that fault lasts."""
        if self.server and any(kind == "lock_breaks" for kind, _ in self._active):
            self.server.end_locks()
            self.loop.call_later(2.0, self._break_locks, context=self.outside)

    def _tell_permissions_changed(self) -> None:
        """Send the event that a channel's permissions have changed to all processes."""
        for machine in self.machines:
            if machine.services:
                for server in SERVERS:
                    work = outbox.try_again(machine.services, server, changed=True)
                    self._clicks.append(self.loop.create_task(self._ignore(machine, work), context=self.outside))

    async def _ignore(self, machine: Machine, work: Coroutine[Any, Any, None]) -> None:
        with suppress(Killed, Unreachable, Unusable):
            await machine.run(work)

    async def _pass_time(self, seconds: float) -> None:
        """Let hours pass, with few ticks. Before the end the ticks are back to normal: the last long wait is over."""
        for machine in self.machines:
            machine.tick_s = _SLOW_TICK_S
        self.note_disturbed()
        await asyncio.sleep(max(0.0, seconds - _SLOW_TICK_S))
        for machine in self.machines:
            machine.tick_s = timers.TICK_INTERVAL_S
        await asyncio.sleep(min(seconds, _SLOW_TICK_S))
        self.note_disturbed()

    def note_disturbed(self) -> None:
        """Note that a fault, a kill or a pause begins or ends: some things are late now and for a while."""
        is_slow = self.machines[0].tick_s == _SLOW_TICK_S
        self.watch.quiet_since = float("inf") if self._active or is_slow else self.loop.time()

    def _is_quiet(self) -> bool:
        """Return True if no fault lasts and all processes were there long enough to retry what had failed."""
        now, serving = self.loop.time(), [machine for machine in self.machines if machine.services]
        enough = all(now - machine.serving_since > _LONGEST_CALM_S for machine in serving)
        return not self._active and len(serving) == self.layout.processes and enough

    # ------------------------------------------------------------------ the end

    async def _calm_down(self) -> None:
        """End all faults and let time pass until the outbox is empty, or should be."""
        for kind, machine in tuple(self._active):
            self._end_fault(kind, machine)
        self._kills_at = ""
        for machine in self.machines:
            machine.process.countdown = 0
        self.say("calm")
        await asyncio.gather(*self._clicks)
        until = self.loop.time() + _LONGEST_CALM_S
        while self.loop.time() < until and not self._is_all_delivered():  # noqa: ASYNC110
            await asyncio.sleep(15)
        for machine in self.machines:
            await machine.settle()

    def _is_all_delivered(self) -> bool:
        """Return True if every partition is served and nothing is in the outbox."""
        return sum(bool(each.services) for each in self.machines) == self.layout.processes and self.watch.is_empty

    def stop_spares(self) -> None:
        """Stop the processes without a partition for good: when nothing can fail any more, they only cost time."""
        for machine in self.machines:
            if not machine.services:
                machine.process.held_back = []


async def _no_connection(*_: object) -> None:
    """Stand in for a network connection: the port takes the request from there."""


def _memory_folder() -> str | None:
    return "/dev/shm" if Path("/dev/shm").is_dir() else None
