"""Sentences that say why an action at a table was refused and what to do next, one per key.

The keys are those of `Declined`, an error that tables and cogs raise; `refusal_sentence` words it. Illegal moves are
worded by each game's `refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping

from matching.reliability import Level
from words.catalogue import N_, Words, escaped_name
from words.games import TITLES
from words.lobby_text import reliability_name, required_people

_REFUSALS = {
    "no_table": N_("There is no table #{table} here. `/watch` lists the tables on this server."),
    "seen_elsewhere": N_("You have no seat at table #{table}, so I can't show it here. Use `/watch` on its server."),
    "not_started": N_("Table #{table} hasn't started yet. Press *Start* to begin."),
    "started_already": N_("Table #{table} has already started. You can watch in its thread."),
    "closed": N_("Table #{table} is closed. `/help` shows how to open a new one."),
    "no_replay_yet": N_("Table #{table} isn't finished yet. Its board shows how things stand."),
    "no_record_yet": N_("Table #{table} isn't finished yet. You can get the record when the game is over."),
    "no_analysis_yet": N_("Table #{table} isn't finished yet. You can analyse the game when it's over."),
    "no_analysis_now": N_(
        "I can't analyse table #{table} right now: the training data of my strongest computer player is missing. The "
        "bot's owner can find the reason in the log. The replay shows the whole game."
    ),
    "analysis_of_older_rules": N_(
        "I can't analyse table #{table}: it was played with older rules that my strongest computer player doesn't "
        "know. The replay shows the whole game."
    ),
    "analysis_broken": N_("I couldn't finish the analysis of table #{table}. Please try again."),
    "not_your_eyes": N_(
        "Until table #{table} is finished, you can only see it from your own seat or as a spectator. `/watch` takes "
        "you to the table."
    ),
    "players_show": N_(
        "Only players at table #{table}, server managers and organisers can show a moment to everybody. Ask one of "
        "them."
    ),
    "moment_gone": N_(
        "Somebody has taken back a move since then. Please look at the moment again before you show it to everybody."
    ),
    "shown_just_now": N_("You've just shown everybody a moment. You can show the next one after <t:{when}:t>."),
    "finished": N_("Table #{table} is finished. To play again, press 🔁 under the final score."),
    "other_game": N_("Table #{table} is a {game} table. Please use that game's buttons and commands there."),
    "not_finished": N_("Table #{table} is still being played. You can ask for a rematch when the game is over."),
    "not_seated": N_(
        "You don't have a seat at table #{table}; you're only watching. `/watch` lists the open tables on this server."
    ),
    "no_seat_yet": N_("You have no seat at table #{table}. Press *Join* to take one while there are free seats."),
    "seated_already": N_("You already have a seat at table #{table}."),
    "hosting": N_(
        "You already have a seat at table #{table}, and you're the host. *Start* begins the game, *+ Computer* adds a "
        "player, and *Options* lets you invite people."
    ),
    "waiting_here": N_("You already have a seat at table #{table}. You'll get a ping when the game starts."),
    "computer_decides": N_("A computer is playing for you at table #{table}. You can take your seat back at any time:"),
    "you_decide": N_("You are already playing at table #{table} yourself."),
    "stale": N_("That menu was out of date, so nothing has changed. Here's the current state:"),
    "done_already": N_("Already done. One click was enough. Here's the current state:"),
    "done_once": N_("Already done. One click was enough."),
    "begun": N_("The game at table #{table} has started. Here's the current state:"),
    "changing_hands": N_("This table is moving to another machine. Please try again in a few seconds."),
    "not_certain": N_("That took too long, so nothing has changed. Please try again in a few seconds."),
    "too_fast": N_(
        "Not so fast! I'm still busy with your other clicks, so this one did nothing. "
        "Please try again in a few seconds."
    ),
    "restarting": N_("I'm restarting, so nothing has changed. Please try again in a minute."),
    "old_menu": N_("That menu is out of date. `/tables` shows where it's your turn."),
    "notes_full": N_(
        "Your notes can have up to {most} characters. Delete something first: `/notes` shows what is there."
    ),
    "no_open_table": N_(
        "You have no tables. `/help` shows how to open one, and `/watch` lists the open tables on this server."
    ),
    "name_the_table": N_("You have several tables. Choose one: `/notes table:`."),
    "nothing_to_plan": N_("There is nothing you can plan at table #{table} right now. *Play* shows your menu."),
    "no_standing_answer": N_("I can't answer that for you at table #{table}. *Play* shows your menu."),
    "chance_in_plan": N_(
        "That can't be planned: chance decides what happens next. Choose something else, or wait until it's your turn."
    ),
    "nothing_to_undo": N_("There is nothing to undo right now."),
    "other_channel": N_("On this server, tables can only be opened in {channels}. Please use the command there."),
    "not_on_the_list": N_(
        "That channel isn't on the list, so nothing has changed. Choose one that appears as you type; "
        "`/kontor doctor` shows where tables are allowed."
    ),
    "server_gone": N_(
        "I'm no longer on the server of table #{table}, so there can't be a rematch there. `/help` shows "
        "how to open a table on another server."
    ),
    "only_in_server": N_("Please use this command on a server: a table needs a channel."),
    "not_allowed_here": N_(
        "I can't open a table here yet. I still need: {names}. A server manager can give my role these "
        "permissions in the channel settings; `/kontor doctor` lists everything I need. Or try another "
        "channel."
    ),
    "no_private_here": N_("I can't open private threads here. Use the command in an ordinary text channel."),
    "no_private_yet": N_(
        "I can't open a private table here yet. I still need: {names}. A server manager can give my role "
        "these permissions in the channel settings; `/kontor doctor` lists everything I need."
    ),
    "stays_private": N_("Table #{table} is private and stays private. Use `/table move` in an ordinary text channel."),
    "too_many_computers": N_("That leaves no seat for you. Choose fewer computers: {most} at most."),
    "no_such_level": N_("I don't know that level. Choose one from the list."),
    "no_hints": N_("Hints are off at table #{table}. The host can turn them on before the game starts."),
    "nothing_to_hint": N_("You have nothing to decide right now, so there is no hint."),
    "no_such_clock": N_("I don't know that clock. Choose one from the list."),
    "seat_lost": N_(
        "Your time at table #{table} ran out, and a computer has your seat for good. You can watch, though."
    ),
    "own_time": N_("Only the others at table #{table} can give you more time. Ask them!"),
    "no_time_runs": N_("{name}'s clock isn't running right now, so no extra time is needed."),
    "time_changed": N_("{name}'s time has already changed, so I did nothing. Please check the board again."),
    "no_clock": N_("Table #{table} has no clock, so there is nothing to pause."),
    "paused_already": N_("Table #{table} is already paused. *End the pause* restarts the clocks."),
    "pause_wanted_already": N_("You have already agreed to the pause. It begins when all the others agree."),
    "not_paused": N_("Table #{table} isn't paused, and nobody has suggested a pause."),
    "no_such_zone": N_("I don't know the time zone {zone}. Type a city, such as Berlin, and choose from the list."),
    "zone_first": N_("Please set your time zone too: `/settings time zone:`."),
    "no_such_hours": N_("I don't understand these times. Write them like 08:00; start and end must differ."),
    "no_such_holiday": N_(
        "I can't use these dates. Choose a first and a last day from the list, within the next year."
    ),
    "holiday_known": N_("You already have a holiday during that time. `/settings show` lists your holidays."),
    "too_many_holidays": N_(
        "That's too many days: {most} a year are allowed here, and you have {left} left in {year}."
    ),
    "no_holiday": N_("You have no holiday planned. `/settings holiday` adds one."),
    "option_does_not_fit": N_(
        "{option} {value} only works with {fits} players, not with {seats}. Change the number of seats, "
        "or leave the option out."
    ),
    "options_do_not_fit": N_("These options don't work with {seats} players. `/rules` says what does."),
    "server_full": N_("This server has {most} open tables, the maximum. Finish or close some first."),
    "lobby_full": N_("Table #{table} is full. You can watch, or open a table of your own."),
    "seats_taken": N_("Table #{table} is full. The host can start."),
    "no_computer_here": N_("There is no computer at table #{table}."),
    "host_starts": N_("Only the host can start the game. From <t:{when}:f> on, everybody at the table can."),
    "league_table": N_(
        "Table #{table} belongs to a league: its clocks and seats stay as they are, and only a server manager or "
        "organiser who doesn't play there can close it. You can give up your own seat with *Let a computer play for "
        "me* under *More*."
    ),
    "no_league_here": N_(
        "There is no league on this server yet. A server manager or organiser can start one with `/league new`."
    ),
    "no_such_day": N_("I don't know that day. Type it like 2026-11-24."),
    "no_such_time": N_("I don't know that time. Write it like 18:00."),
    "opening_channel": N_(
        "I can't open tables in that channel. Choose a text channel where I can write and open public threads."
    ),
    "no_such_size": N_("This game is for {least} to {most} players. Choose another number of seats."),
    "same_opening": N_("That table already opens every week. `/kontor openings` lists the weekly tables."),
    "too_many_openings": N_("This server already has {most} weekly tables. `/kontor openings` lists and deletes them."),
    "no_opening": N_("That weekly table doesn't exist any more. `/kontor openings` lists the others."),
    "no_season": N_("That league doesn't exist any more. `/league standings` shows the ones on this server."),
    "signup_over": N_("Sign-ups for **{name}** have closed. `/league standings` shows how it is going."),
    "signed_up_already": N_("You have already signed up. **{name}** starts on <t:{when}:F>."),
    "not_signed_up": N_("You haven't signed up for **{name}**, so there is nothing to withdraw."),
    "not_entered": N_("You aren't playing in **{name}**. `/league mine` shows your leagues."),
    "too_many_league_tables": N_(
        "**{name}** would take you over the maximum of {most} tables: you have {have}, and it adds {games}. Finish "
        "some first: `/tables` lists them."
    ),
    "too_few_entrants": N_("**{name}** needs at least {least} players and has {have} so far. Wait for more sign-ups."),
    "season_end_first": N_("The end has to be at least a week after the start. Please choose a later end."),
    "season_start_past": N_(
        "Leagues start at 18:00 in your time zone, at least an hour and at most a year from now. Please choose "
        "another day."
    ),
    "season_too_small": N_(
        "At least {least} players are needed, so the limit can't be {most}. Please choose a higher one."
    ),
    "no_such_game": N_("I don't know that game. Choose one from the list."),
    "league_in_thread": N_(
        "A league needs a channel, because each of its tables gets its own thread. Please try again in a text channel."
    ),
    "no_number": N_("Enter a number of players from 2 to 200, or leave it empty for no limit."),
    "form_late": N_("That took too long. Please press the button again."),
    "season_changed": N_("**{name}** has just changed, so I did nothing. Check it and try again."),
    "looking_already": N_("You're already looking for a game. `/play` shows your search."),
    "not_looking": N_("You're no longer looking for a game. `/play` starts a new search."),
    "no_such_game_size": N_(
        "None of these games works with that many players. Please choose another number of players or another game."
    ),
    "no_table_channel": N_(
        "I need a channel that you can see, where tables are allowed and I can write. A server manager can choose "
        "one with `/kontor setup`; `/kontor doctor` shows what's missing."
    ),
    "discord_away": N_("Discord isn't answering right now. Please try again in a minute."),
    "host_only": N_("Only the host of table #{table}, a server manager or an organiser can do that. Ask one of them."),
    "speaks_there": N_(
        "Table #{table} stays in <#{channel}>. A table only moves if I can no longer write in its channel."
    ),
    "admins_only": N_("Only server managers can do that (permission *Manage Server*). Ask one of them."),
    "organisers_only": N_(
        "Only server managers and organisers can do that. `/kontor doctor` names the organisers' role."
    ),
    "everyone_organises": N_(
        "That role would make everybody an organiser, so nothing has changed. Choose a role that fewer people have."
    ),
    "everyone_pinged": N_(
        "That role would ping everybody, so nothing has changed. Choose a role that people can add or remove "
        "themselves."
    ),
    "lobby_changed": N_("Table #{table} has just changed, so I did nothing. Check it and try again."),
    "computers_changed": N_("Already done. To add or remove another computer, press the button again."),
    "too_few": N_("You need at least {least} players and have {seated} so far. Invite somebody or press *+ Computer*."),
    "tables_per_hour": N_(
        "You've reached this server's hourly limit on new tables ({most}). You can open the next one <t:{when}:R>."
    ),
    "threads_per_day": N_(
        "You've reached this server's daily limit on threads for your tables ({most}), including threads that your "
        "open tables may still need. You can open the next table <t:{when}:R>."
    ),
    "invitations_per_hour": N_(
        "That would exceed this server's hourly limit on invitations ({most}). Try again <t:{when}:R>."
    ),
    "invited_lately": N_("You have just invited {name}. You can invite them again <t:{when}:R>."),
    "too_many_tables": N_("You have {most} tables, the maximum. Finish one first: `/tables` lists them."),
    "computer_sits_there": N_("A computer is already playing for {name}."),
    "not_overdue": N_("{name} still has time. You can give the seat away when their time is up."),
    "own_seat": N_("That's your own seat at table #{table}. Press *Play* to go on; `/table withdraw` ends the offer."),
    "offered_already": N_("{name}'s seat is already being offered. You can see it under the board."),
    "lesson_is_yours": N_(
        "You're playing your guided first game alone, so you can't offer your seat. You can stop at any time."
    ),
    "no_offer": N_("No seat at table #{table} is being offered to you. `/watch` lists the open tables on this server."),
    "which_seat": N_("Several seats at table #{table} are being offered. Choose one: `/table take seat:`."),
    "offer_over": N_("That seat is gone: {name} has it now. `/watch` lists the open tables on this server."),
    "offered_to_another": N_("That seat has been offered to {name}. If they decline, you can offer it to everybody."),
    "others_offer": N_(
        "Only {name}, the person who offered the seat, a server manager or an organiser can do that. Ask one of them."
    ),
    "held_another": N_(
        "You had another seat at table #{table} and know its cards, so you can't take this one. You can watch, though."
    ),
    "they_held_another": N_("{name} had another seat at this table and knows its cards. Ask somebody else."),
    "they_are_asked": N_(
        "I've already asked {name} about another seat at this table. Wait for the answer, or withdraw that offer first."
    ),
    "they_see_nothing": N_("{name} can't see this table's channel. Ask somebody who can."),
    "seat_passed_on": N_(
        "{name} has your seat at table #{table} now, so there is nothing to see here. You can watch, though."
    ),
    "close_wanted_already": N_("You have already agreed to close table #{table}. It closes when all the others agree."),
    "nobody_closes": N_("Nobody has asked to close table #{table}. Just play on."),
    "they_sit_here": N_("{name} already has a seat at this table. Choose somebody else."),
    "they_have_too_many": N_("{name} has {most} tables, the maximum. Ask somebody else."),
    "no_bots": N_("Bots can't take a seat. Leave `person` empty, and one of my computers will take over."),
    "members_only": N_(
        "Only members of the server where table #{table} is played can take part. Go to that server and "
        "choose a member there."
    ),
    "host_invites": N_(
        "Only the host of table #{table} can invite people. Ask them, or tell your friends to press *Join*."
    ),
    "no_table_to_invite": N_(
        "You have no open table on this server to invite anybody to. `/help` shows how to open one."
    ),
    "invited_already": N_(
        "They all already have a seat at table #{table} or an invitation to it. The table's message shows their "
        "answers."
    ),
    "they_declined": N_("{name} doesn't want to play at table #{table}, so I won't ask again. They can still join."),
    "not_invited": N_("That invitation is for somebody else. If there's a free seat at table #{table}, press *Join*."),
    "level_required": N_(
        "Table #{table} is for {required}, and on this server you're {level}. Ask the host to invite you, or find "
        "another game with `/play`."
    ),
    "level_hidden": N_(
        "Table #{table} is for {required}, and you keep your statistics private. Press *Join* there, and I'll ask "
        "before I check how reliable you are."
    ),
    "sent_away": N_("The host of table #{table} has removed you, so you can't join. `/watch` lists other tables."),
    "host_sends_away": N_("Only the host of table #{table} can remove somebody. Ask them."),
    "not_yourself_away": N_("You can't remove yourself. *Leave* gives up your seat at table #{table}."),
    "nobody_to_send_away": N_(
        "They have no seat at table #{table} and no invitation to it. Choose somebody listed in the table's message."
    ),
    "too_many_guests": N_("You can invite at most {most} people to a table. Choose fewer."),
    "no_such_guest": N_("I don't know who you mean by {name}. Type @ and choose people from the list."),
    "no_bots_invited": N_("Bots can't play here. Press *+ Computer* if you need another player."),
    "not_on_this_server": N_("You can only invite members of this server. Type @ and choose them from the list."),
    "they_cannot_see": N_(
        "{name} can't see that channel. Open the table where everybody can see it, or invite somebody else."
    ),
    "avoid_yourself": N_("You can't avoid yourself. Choose somebody else."),
    "no_bots_avoided": N_("You don't need to avoid bots: they never invite anybody."),
    "avoid_list_full": N_("You can avoid at most {most} people. Remove somebody first: `/settings avoid`."),
    "no_such_seat": N_("There is no such seat. Choose another one."),
    "no_table_of_yours": N_(
        "You have no open {game} table. Open one with `/{command} new`, or find one with `/watch`."
    ),
    "none_to_analyse": N_(
        "You haven't finished a game of {game} yet. `/{command} analyse table:` suggests finished games on this "
        "server as you type, and `/{command} new` opens a table."
    ),
    "none_to_record": N_(
        "You haven't finished a game of {game} yet. `/{command} record table:` suggests finished games on this "
        "server as you type, and `/{command} new` opens a table."
    ),
    "none_to_replay": N_(
        "You haven't played {game} yet. `/{command} replay table:` suggests games on this server as you type, and "
        "`/{command} new` opens a table."
    ),
    "none_to_rematch": N_(
        "You haven't finished a game of {game} yet, so there can't be a rematch. `/{command} new` opens a table."
    ),
    "which_table": N_("You have several tables. Which one?"),
    "which_lobby": N_("Which table? Press the green button under it, or add its number: `/{command} join table:`."),
    "no_score": N_("This game doesn't show the score before the end."),
    "no_such_card": N_("I don't know that card. Choose one from the list that appears as you type."),
    "never_played_here": N_("They haven't finished a game on this server yet, so there is nothing to show."),
    "stays_out": N_("They keep their statistics private. `/stats` shows your own."),
    "no_such_topic": N_("I don't know that topic. Choose one from the list."),
}


_MAX_CHANNELS = 10
"""The most channels that a sentence lists."""


def refusal_sentence(words: Words, key: str, facts: Mapping[str, int | str]) -> str:
    """Return the sentence for a refused action, by the key and facts of the error.

    Raises `KeyError` for an unknown key. These facts are converted:

    - `name` is escaped, and `game`, a key, becomes the game's title.
    - `channels`, ids separated by spaces, becomes at most 10 mentions.
    - `fits`, numbers separated by spaces, becomes "3, 4 or 5". If there is `fits`, then `option`, the name of an option
      of the game's command `new`, becomes text such as "/GAME new seats:".

    - `required` and `level`, numbers of reliability levels, become "reliable people" and "new".

    Two facts are added if they are missing: `table` as "?", and `command` as the game's key.
    """
    filled: dict[str, object] = {"table": "?", "command": facts.get("game", "?"), **facts}
    if "name" in filled:
        filled["name"] = escaped_name(str(filled["name"]))
    if "game" in filled:
        filled["game"] = TITLES.get(str(filled["game"]), str(filled["game"]))
    if "channels" in filled:
        filled["channels"] = ", ".join(f"<#{number}>" for number in str(filled["channels"]).split()[:_MAX_CHANNELS])
    if "required" in filled:
        filled["required"] = required_people(words, Level(int(facts["required"])))
        filled["level"] = reliability_name(words, Level(int(facts.get("level", Level.NEW))))
    if "fits" in filled:
        filled["fits"] = words.join_or(str(filled["fits"]).split())
        filled["option"] = f"`/{facts['game']} new {facts['option']}:`"
    return words.say(_REFUSALS[key], **filled)
