"""Sentences that say why an action at a table was refused and what to do next, one per key.

The keys are those of `Declined`, an error that tables and cogs raise; `refusal_sentence` words it. Illegal moves are
worded by each game's `refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping

from words.catalogue import N_, Words, escaped_name
from words.games import TITLES

_REFUSALS = {
    "no_table": N_("There is no table #{table} here. `/watch` lists the tables of this server."),
    "seen_elsewhere": N_("You have no seat at table #{table}, so I cannot show it here. Type `/watch` on its server."),
    "not_started": N_("Table #{table} has not started yet. *Start* begins the game."),
    "started_already": N_("Table #{table} has started already. You can watch it in its thread."),
    "closed": N_("Table #{table} is closed. `/help` shows how to open a new one."),
    "no_replay_yet": N_("Table #{table} is not finished yet. Its board shows how things stand."),
    "no_record_yet": N_("Table #{table} is not finished yet. You can get its record once the game is over."),
    "no_analysis_yet": N_("Table #{table} is not finished yet. It can be analysed once the game is over."),
    "no_analysis_now": N_(
        "I cannot analyse table #{table} right now: what the alderman has learned is missing. Whoever runs this bot "
        "can read why in its log. The replay shows the whole game."
    ),
    "analysis_of_older_rules": N_(
        "Table #{table} was played by older rules than those the alderman has learned, so I cannot analyse it. The "
        "replay shows the whole game."
    ),
    "analysis_broken": N_("Something kept me from finishing the analysis of table #{table}. Please ask again."),
    "not_your_eyes": N_(
        "Until table #{table} is finished, you can only look through your own eyes or as a spectator. `/watch` "
        "takes you to the table."
    ),
    "players_show": N_(
        "Only players at table #{table}, or somebody who manages this server, can show a moment to everybody."
    ),
    "moment_gone": N_(
        "Something has been taken back since. Please look at the moment again before you show it to everybody."
    ),
    "shown_just_now": N_("You have just shown a moment. You can show the next one <t:{when}:R>."),
    "finished": N_("Table #{table} is finished. Press 🔁 under the final score to play again."),
    "other_game": N_("Table #{table} plays {game}. Please use the buttons and commands of that game there."),
    "not_finished": N_("Table #{table} is still being played. You can ask for a rematch when the game is over."),
    "not_seated": N_(
        "You are watching: you have no seat at table #{table}. `/watch` lists the open tables of this server."
    ),
    "no_seat_yet": N_("You have no seat at table #{table}. *Join* takes one, as long as one is free."),
    "seated_already": N_("You already have a seat at table #{table}."),
    "hosting": N_(
        "You already have a seat at table #{table}: you are its host. *Start* begins the game; *Invite* and "
        "*+ Computer* bring more players."
    ),
    "waiting_here": N_("You already have a seat at table #{table}. You will be pinged when the game starts."),
    "computer_decides": N_("A computer is playing your seat at table #{table}. You can take it back at any time:"),
    "you_decide": N_("You are already playing at table #{table} yourself."),
    "stale": N_("That menu was outdated, so nothing was done. This is how things stand now:"),
    "done_already": N_("That is done already: one click was enough. This is how things stand now:"),
    "done_once": N_("That is done already: one click was enough."),
    "begun": N_("The game at table #{table} has begun. This is how things stand now:"),
    "changing_hands": N_("This table is moving to another machine right now. Please try again in a few seconds."),
    "not_certain": N_("Something is slow here, so nothing was done. Please try again in a few seconds."),
    "restarting": N_("I am being restarted right now, so nothing was done. Please try again in a minute."),
    "old_menu": N_("That menu is outdated and no longer works. `/tables` shows where it is your turn."),
    "notes_full": N_("There is room for {most} characters. Erase something first: `/notes` shows what is there."),
    "name_the_table": N_("You have no table, or several. Say which one you mean: `/notes table:`."),
    "nothing_to_undo": N_("There is nothing you can take back right now."),
    "other_channel": N_("Tables are opened in {channels} on this server. Please type the command there."),
    "not_on_the_list": N_(
        "That channel is not on the list, so nothing was changed. Choose one of those that appear while you type; "
        "`/kontor doctor` shows where tables are allowed."
    ),
    "server_gone": N_(
        "I am not on the server of table #{table} any more, so there can be no rematch there. `/help` shows how to "
        "open a table on another one."
    ),
    "only_in_server": N_("Please type this in a server: a table needs a channel."),
    "not_allowed_here": N_(
        "I cannot open a table here yet: I still need {names}. Whoever runs this server can give that to my role "
        "in this channel's settings; `/kontor doctor` lists everything I need. Or try another channel."
    ),
    "no_private_here": N_("I cannot open private threads here. Type the command in an ordinary text channel."),
    "no_private_yet": N_(
        "I cannot open a private table here yet: I still need {names}. Whoever runs this server can give that to "
        "my role in this channel's settings; `/kontor doctor` lists everything I need."
    ),
    "stays_private": N_("Table #{table} is private and stays private. Type `/table move` in an ordinary text channel."),
    "too_many_computers": N_("That leaves no seat for you. Choose at most {most} computers."),
    "no_such_level": N_("There is no such level. Choose one from the list."),
    "no_hints": N_("Table #{table} is played without hints. The host can allow them before the game starts."),
    "nothing_to_hint": N_("You have nothing to decide right now, so there is no hint."),
    "no_such_clock": N_("There is no such clock. Choose one from the list."),
    "seat_lost": N_("Your time at table #{table} ran out and a computer has your seat for good. You can watch."),
    "own_time": N_("Only the others at table #{table} can give you more time. Ask them."),
    "no_time_runs": N_("No clock is running for {name} right now, so no more time is needed."),
    "time_changed": N_("The time of {name} has changed already, so nothing was done. Look at the board again."),
    "no_clock": N_("Table #{table} is played without a clock: there is nothing to pause."),
    "paused_already": N_("Table #{table} is paused already. *End the pause* lets the clocks run again."),
    "pause_wanted_already": N_("You have agreed to the pause already. It begins when all others agree."),
    "not_paused": N_("Table #{table} is not paused, and nobody has asked for a pause."),
    "no_such_zone": N_("I do not know the time zone {zone}. Type a city, such as Berlin, and choose from the list."),
    "zone_first": N_("Please choose your time zone too: `/settings time zone:`."),
    "no_such_hours": N_("I could not read these hours. Type them like 08:00; the end must differ from the beginning."),
    "no_such_holiday": N_(
        "I could not use these days. Choose a first and a last day from the list, within the next year."
    ),
    "holiday_known": N_("You have already announced holidays for that time. `/settings show` lists them."),
    "too_many_holidays": N_(
        "That is more than the {most} days of holiday a year that count here; in {year} you have {left} left."
    ),
    "no_holiday": N_("You have not announced any holidays. You can do that with `/settings holiday`."),
    "option_does_not_fit": N_(
        "{value} for {option} is possible only with {fits} players, not with {seats}. Choose another number of "
        "seats, or leave it out."
    ),
    "options_do_not_fit": N_("These options do not work with {seats} players. `/rules` says what is possible."),
    "server_full": N_("This server has {most} open tables, which is the limit. Finish or close some first."),
    "lobby_full": N_("All seats at table #{table} are taken. You can watch, or open a table of your own."),
    "seats_taken": N_("All seats at table #{table} are taken: the host can start."),
    "no_computer_here": N_("There is no computer at table #{table}."),
    "host_starts": N_("Only the host can start the game. From <t:{when}:f> on, everybody at the table can."),
    "host_only": N_("Only the host of table #{table}, or somebody who manages this server, can do that."),
    "speaks_there": N_("Table #{table} belongs in <#{channel}> and I can write there, so it stays there."),
    "admins_only": N_("Only somebody who manages this server can do that (permission *Manage Server*)."),
    "lobby_changed": N_("Table #{table} has just changed, so nothing was done. Please look again."),
    "computers_changed": N_("That is done already. If you want one more, or one less, press again."),
    "too_few": N_(
        "It takes at least {least} players; at the table so far: {seated}. Invite somebody or press *+ Computer*."
    ),
    "too_many_tables": N_("You have {most} tables, which is the limit. Finish one first: `/tables` lists them."),
    "computer_sits_there": N_("A computer is already playing for {name}."),
    "not_overdue": N_("{name} still has time. The seat can be handed over once that is up."),
    "own_seat": N_("That is your own seat at table #{table}. Press *Play* to go on; `/table withdraw` ends the offer."),
    "offered_already": N_("The seat of {name} is on offer already. The board says so."),
    "lesson_is_yours": N_(
        "Nobody else plays in your guided first game, so its seat cannot be offered. Leave it whenever you like."
    ),
    "no_offer": N_("No seat at table #{table} is on offer for you. `/watch` lists the open tables of this server."),
    "which_seat": N_("Several seats at table #{table} are on offer. Say which one you want: `/table take seat:`."),
    "offer_over": N_(
        "That seat is not on offer any more: {name} was faster or is back. `/watch` lists the open tables of this "
        "server."
    ),
    "offered_to_another": N_("That seat is offered to {name}. If they decline, it can be offered to all."),
    "others_offer": N_("Only {name}, whoever offered their seat, or somebody who manages this server can do that."),
    "held_another": N_(
        "You had another seat at table #{table} and know its hand, so you cannot take this one. You can watch."
    ),
    "they_held_another": N_("{name} had another seat at this table and knows its hand. Ask somebody else."),
    "they_are_asked": N_(
        "{name} has already been asked about another seat at this table. "
        "Wait for the answer, or withdraw that offer first."
    ),
    "they_see_nothing": N_(
        "{name} cannot see where the table is played. Ask somebody who can; if the table is private, "
        "`/table invite` lets them in."
    ),
    "seat_passed_on": N_("Your seat at table #{table} is {name}'s now, so this shows nothing any more. You can watch."),
    "close_wanted_already": N_("You have agreed to close table #{table} already. It is closed once all others agree."),
    "nobody_closes": N_("Nobody has asked to close table #{table}: just play on."),
    "they_sit_here": N_("{name} already has a seat at this table."),
    "they_have_too_many": N_("{name} has {most} tables, which is the limit."),
    "no_bots": N_("A bot cannot take a seat. Leave out the person, and one of my computers plays on."),
    "members_only": N_(
        "Only a member of its server can have a seat at table #{table}. Type the command there and choose one."
    ),
    "host_invites": N_(
        "Only the host of table #{table} can invite people. Ask them, or tell your friends to press *Join*."
    ),
    "invited_already": N_("They are all here or invited already. The message of table #{table} shows their answers."),
    "they_declined": N_(
        "{name} does not want to play at table #{table} and will not be asked again. They can still join."
    ),
    "not_invited": N_("That invitation is for somebody else. If a seat at table #{table} is free, press *Join*."),
    "too_many_guests": N_("You can invite at most {most} people to a table."),
    "no_such_guest": N_("I do not know who you mean by {name}. Type @ and choose people from the list."),
    "no_bots_invited": N_("A bot cannot play here. Press *+ Computer* if you need another player."),
    "not_on_this_server": N_("Only people on this server can be invited. Type @ and choose them from the list."),
    "they_cannot_see": N_("{name} cannot see that channel. Open the table where all can see it, or invite others."),
    "no_such_seat": N_("There is no such seat. Choose another one."),
    "no_table_of_yours": N_("You have no open table of {game}. Open one with `/{command} new`, or join one: `/watch`."),
    "none_to_analyse": N_(
        "You have not finished a game of {game} yet. `/{command} analyse table:` offers the finished ones of this "
        "server while you type, `/{command} new` opens a table of your own."
    ),
    "none_to_record": N_(
        "You have not finished a game of {game} yet. `/{command} record table:` offers the finished ones of this "
        "server while you type, `/{command} new` opens a table of your own."
    ),
    "none_to_replay": N_(
        "You have not played {game} yet. `/{command} replay table:` offers the games of this server while you type, "
        "`/{command} new` opens a table of your own."
    ),
    "none_to_rematch": N_(
        "You have not finished a game of {game} yet, so there is none to play again. `/{command} new` opens a table."
    ),
    "which_table": N_("You have several tables. Which one do you mean?"),
    "which_lobby": N_(
        "Which table do you mean? Press the green button under it, or name it: `/{command} join table:`."
    ),
    "no_score": N_("This game does not show the score before the end."),
    "no_such_card": N_("Nothing is called that. Choose from the list that appears while you type."),
    "never_played_here": N_("They have not finished a game on this server, so there is nothing I can show you."),
    "stays_out": N_("They would rather not show their statistics. `/stats` shows your own."),
    "no_such_topic": N_("There is no such topic. Choose one from the list."),
}


_MAX_CHANNELS = 10
"""The most channels that a sentence lists."""


def refusal_sentence(words: Words, key: str, facts: Mapping[str, int | str]) -> str:
    """Return the sentence for a refused action, by the key and facts of the error.

    Some facts are converted: `name` is escaped, `game` (a key) becomes the title, `channels` (ids separated by spaces)
    become at most 10 mentions, and `fits` (numbers separated by spaces) becomes a list and `option` the command option
    it is about. `table` defaults to "?" and `command` to the key of the game. Raises `KeyError` for an unknown key.
    """
    filled: dict[str, object] = {"table": "?", "command": facts.get("game", "?"), **facts}
    if "name" in filled:
        filled["name"] = escaped_name(str(filled["name"]))
    if "game" in filled:
        filled["game"] = TITLES.get(str(filled["game"]), str(filled["game"]))
    if "channels" in filled:
        filled["channels"] = ", ".join(f"<#{number}>" for number in str(filled["channels"]).split()[:_MAX_CHANNELS])
    if "fits" in filled:
        filled["fits"] = words.join_or(str(filled["fits"]).split())
        filled["option"] = f"`/{facts['game']} new {facts['option']}:`"
    return words.say(_REFUSALS[key], **filled)
