"""Requests: from a click or slash command to its answer.

The path of a click is short. `bot.on_interaction` calls `dispatch.Dispatcher.click`, which reads the custom id into a
`Target` (verb, table, mark, argument), makes a `Request` of it, finds the `Verb` by its name and runs its action. The
action calls `tables` and returns a `Panel`, which `Request.show` sends. A slash command takes the same path: its
cog names the verb, and may bind the command's options to the action with `functools.partial`.

Modules:

- `verbs`: a `Verb` holds an action and declares for which tables it is meant. Each is declared once, beside its action.
- `dispatch`: error handling, admission to tables, double clicks, outdated messages, metrics.
- `declining`: what it answers without an action: refusals of outdated clicks, trouble on our side, an apology.
- `flood_control`: whoever sends many requests at once slows down only themselves.
- `request`: one request and its answer, sent in time, deferred if need be, and retried when a connection breaks.
- `arrival_delays`: how long ago a request was made, whatever our clock says.
- `requester`: who asks, from where, in which language, and which tables they may see.
- `answers`: answers that several actions share, such as the current menu.
- `open_menus`: private menus that follow the board while somebody plays.
- `autocomplete`, `dates`, `members`: completing and reading what people type or choose.
- `app`: the services that requests use of the bot.

**A click acts once, or its answer says why not.** Every button about a decision carries its *mark*: the frame's number,
the seat, the number of that seat's own log entries, and the number of takings-back at the table. A click with another
mark than the current one changes nothing and shows the current menu. A click on a control that its message no longer
has does nothing either, except for verbs that only show something. The second click of a double click is recognised and
answered with "already done". Messages also say when their table was opened, since table numbers are given out again
after an older backup was restored.

**Admission is checked in one place**, before any action runs: only people who see a table's channel may watch or join
it, and only people with a seat or an invitation may know of a private table.
"""
