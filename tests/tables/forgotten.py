"""A process that is killed while it forgets somebody: `python -m tests.tables.forgotten PERSON`.

It imports everything once. For every line it reads, an address and a number, it forks a child that opens the database,
forgets the person, and kills itself (`kill -9`) at that moment: an odd number is just before a commit, an even one just
after it. It answers with the signal by which the child ended, or 0 if the child finished.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from storage import Address, Transaction, address_of
from tables.seating import forgetting
from tests.tables.room import Room


def die_at(moment: int) -> None:
    """Kill this process at the given moment."""
    commit, passed = Transaction.commit, 0

    def one_more() -> None:
        nonlocal passed
        passed += 1
        if passed == moment:
            os.kill(os.getpid(), signal.SIGKILL)

    async def mortal(transaction: Transaction) -> None:
        one_more()
        await commit(transaction)
        one_more()

    Transaction.commit = mortal  # type: ignore[method-assign, assignment]


async def forget(address: Address, person: int, moment: int) -> None:
    room = Room(address)
    await room.enter()
    die_at(moment)
    await forgetting.forget(room.services, person)
    await room.leave()


def main() -> None:
    person = int(sys.argv[1])
    for line in sys.stdin:
        address, moment = line.rsplit(maxsplit=1)
        child = os.fork()
        if child == 0:
            asyncio.run(forget(address_of(address), person, int(moment)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
