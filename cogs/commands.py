"""`SharedCog`: the slash commands that belong to no single game: tables, seats, rules, statistics, settings.

Each method only reads its options and runs an action. Usually that is the action of the button with the same verb. A
command with options that no button has may run a different action, to which `functools.partial` binds the options.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.actions import cards, inviting, look, notebook, offers, seat_actions, stats
from cogs.actions.personal import avoid_list, personal_settings
from cogs.messages.panel import Target
from cogs.messages.reader_language import L, languages_or
from cogs.requests import dates
from cogs.requests.autocomplete import (
    game_option,
    my_tables,
    offered_tables,
    seat_option,
    seats_on_offer,
    seats_there,
    seats_to_take,
    server_tables,
    table_option,
    tables_to_close,
    tables_to_manage,
    topics,
)
from cogs.requests.dispatch import Dispatcher
from cogs.requests.option_choices import HOW_NOTIFIED_CHOICES, WHEN_NOTIFIED_CHOICES
from cogs.requests.request import Action

Interaction = discord.Interaction[Any]


class SharedCog(commands.Cog):
    """The cog with the slash commands that belong to no single game, such as `/tables`, `/rules` and `/settings …`."""

    table_group = app_commands.Group(name=L("table"), description=L("Seats, time, and closing a table"))
    settings_group = app_commands.Group(
        name=L("settings"), description=L("Your language, notifications, times and holidays; delete your data")
    )

    def __init__(self, dispatcher: Dispatcher) -> None:
        self.dispatcher = dispatcher

    async def ask(
        self, interaction: Interaction, verb: str, table: int = 0, arg: str = "", action: Action | None = None
    ) -> None:
        """Answer a command by the action of the verb called `verb`, or by `action` if it is given.

        `table` is the number of the table it is about, 0 for none; `arg` is the verb's argument.
        """
        await self.dispatcher.command(interaction, Target(verb, table, arg=arg), action)

    @app_commands.command(name=L("tables"), description=L("Everything that's waiting for you"))
    async def tables(self, interaction: Interaction) -> None:
        """Answer `/tables`: list the person's invitations and open tables, those that wait for them first."""
        await self.ask(interaction, "tables")

    @app_commands.command(name=L("play"), description=L("Find a game: join a table, or look for people"))
    async def play(self, interaction: Interaction) -> None:
        """Answer `/play`: show the person's wish for a game; else lobbies to join, and ways to look for people."""
        await self.ask(interaction, "find_game")

    @app_commands.command(name=L("next"), description=L("Go straight to the most urgent table where it's your turn"))
    async def next(self, interaction: Interaction) -> None:
        """Answer `/next`: open the menu of the most urgent table that waits for the person."""
        await self.ask(interaction, "next")

    @app_commands.command(name=L("notes"), description=L("Your own notes at a table; only you can see them"))
    @app_commands.rename(line=L("text"))
    @app_commands.describe(line=L("a line to write down; leave it out to read your notes"))
    @table_option(my_tables)
    async def notes(
        self, interaction: Interaction, line: app_commands.Range[str, 1, 300] | None = None, table: int = 0
    ) -> None:
        """Answer `/notes`: add `line` (if given) to the person's notes at a table, and show them.

        With `table` 0 it is the person's table in this channel.
        """
        action = partial(notebook.write, line=line) if line and line.strip() else None
        await self.ask(interaction, "notes", table, action=action)

    @app_commands.command(name=L("watch"), description=L("The open tables on this server"))
    async def watch(self, interaction: Interaction) -> None:
        """Answer `/watch`: list the open tables of this server that the person may see."""
        await self.ask(interaction, "watch")

    @app_commands.command(name=L("results"), description=L("Who has won on this server, and how often"))
    @game_option
    async def results(self, interaction: Interaction, game: str = "") -> None:
        """Answer `/results`: show winners and results here. Without `game`: of the one played here, else of all."""
        await self.ask(interaction, "results", arg=game)

    @app_commands.command(name=L("stats"), description=L("Statistics: yours, another player's, or this server's"))
    @app_commands.rename(person=L("person"), server=L("server"), players=L("players"))
    @app_commands.describe(
        person=L("whose games; leave it out for your own"),
        server=L("all games on this server"),
        players=L("only games with this many players"),
    )
    @game_option
    async def stats(
        self,
        interaction: Interaction,
        person: discord.Member | discord.User | None = None,
        game: str = "",
        players: app_commands.Range[int, 2, 6] | None = None,
        server: bool = False,
    ) -> None:
        """Answer `/stats`: show the statistics of `person`.

        Without a person they are those of the whole server if `server` is True, else one's own.

        `game` is the key of the only game that counts; "" for all games. `players` is the only number of players that
        counts; None for any.
        """
        who = person.id if person else 0
        action = stats.show_server if server and not person else partial(stats.show, person=who)
        await self.ask(interaction, "stats", action=partial(action, game=game, players=players or 0))

    @app_commands.command(name=L("ratings"), description=L("The best players on this server"))
    @game_option
    async def ratings(self, interaction: Interaction, game: str = "") -> None:
        """Answer `/ratings`: show this server's best rated players. Without `game`: of the one played here."""
        await self.ask(interaction, "ratings", arg=game)

    @app_commands.command(name=L("rules"), description=L("Read the rules of a game, topic by topic"))
    @app_commands.rename(topic=L("topic"))
    @app_commands.describe(topic=L("which topic"))
    @app_commands.autocomplete(topic=topics)
    @game_option
    async def rules(self, interaction: Interaction, game: str = "", topic: str = "") -> None:
        """Answer `/rules`: show a topic (else the first) of a game's rules. Without `game`: of the one played here."""
        await self.ask(interaction, "rules", action=partial(look.show_rules, game=game, key=topic))

    @app_commands.command(name=L("card"), description=L("Look up a card, a building, a character, an event …"))
    @app_commands.rename(name=L("name"))
    @app_commands.describe(name=L("the name to look up"))
    @app_commands.autocomplete(name=cards.complete_name)
    async def card(self, interaction: Interaction, name: str) -> None:
        """Answer `/card`: show what the thing called `name` does, and where it is at the table played here, if any."""
        await self.ask(interaction, "card", action=partial(cards.look_up, name=name))

    @app_commands.command(name=L("help"), description=L("How to play here: the first steps and all commands"))
    async def help(self, interaction: Interaction) -> None:
        """Answer `/help`: explain how to use the bot."""
        await self.ask(interaction, "help")

    @table_group.command(name=L("replace"), description=L("Give a seat to a computer, or offer it to somebody"))
    @app_commands.rename(person=L("person"))
    @app_commands.describe(person=L("who to ask; leave it out for a computer"))
    @seat_option(seats_there, L("seat number"))
    @table_option(tables_to_manage)
    async def replace(
        self,
        interaction: Interaction,
        table: int,
        seat: app_commands.Range[int, 1, 6],
        person: discord.Member | discord.User | None = None,
    ) -> None:
        """Answer `/table replace`: offer a seat (counted from 1) to `person`; if None, give it to a computer."""
        if person is None:
            give = partial(seat_actions.give_to_computer, seat=seat - 1)
        else:
            give = partial(offers.offer_to, seat=seat - 1, person=person)
        await self.ask(interaction, "replace", table, action=give)

    @table_group.command(name=L("back"), description=L("Take your seat back from the computer"))
    @table_option(my_tables)
    async def back(self, interaction: Interaction, table: int) -> None:
        """Answer `/table back`: give the person their seat back from the computer, and show their menu."""
        await self.ask(interaction, "back", table)

    @table_group.command(name=L("substitute"), description=L("Offer a missing player's seat in the channel"))
    @seat_option(seats_there, L("seat number"))
    @table_option(tables_to_manage)
    async def substitute(self, interaction: Interaction, table: int, seat: app_commands.Range[int, 1, 6]) -> None:
        """Answer `/table substitute`: offer a missing player's seat to everybody in the channel. Seats count from 1."""
        await self.ask(interaction, "substitute", table, action=partial(offers.substitute, seat=seat - 1))

    @table_group.command(name=L("offer"), description=L("Offer your own seat in the channel"))
    @table_option(my_tables)
    async def offer(self, interaction: Interaction, table: int) -> None:
        """Answer `/table offer`: offer the person's own seat to everybody in the channel."""
        await self.ask(interaction, "offer", table)

    @table_group.command(
        name=L("withdraw"), description=L("Stop offering a seat: your own, or another one you have offered")
    )
    @seat_option(seats_on_offer, L("seat number; leave it out for your own seat"))
    @table_option(tables_to_manage)
    async def withdraw(
        self, interaction: Interaction, table: int, seat: app_commands.Range[int, 1, 6] | None = None
    ) -> None:
        """Answer `/table withdraw`: stop offering a seat. Seats count from 1; None means the person's own seat."""
        which = None if seat is None else seat - 1
        await self.ask(interaction, "withdraw", table, action=partial(offers.withdraw, seat=which))

    @table_group.command(name=L("take"), description=L("Take a seat that is being offered"))
    @seat_option(seats_to_take, L("seat number; only needed if several seats are being offered"))
    @table_option(offered_tables)
    async def take(
        self, interaction: Interaction, table: int, seat: app_commands.Range[int, 1, 6] | None = None
    ) -> None:
        """Answer `/table take`: give the person a seat (counted from 1) that is on offer; None means the only one."""
        which = None if seat is None else seat - 1
        await self.ask(interaction, "take", table, action=partial(offers.take, seat=which))

    @table_group.command(name=L("decline"), description=L("Decline a seat you've been offered"))
    @table_option(offered_tables)
    async def decline(self, interaction: Interaction, table: int) -> None:
        """Answer `/table decline`: decline the seat that was offered to the person by name."""
        await self.ask(interaction, "decline_seat", table)

    @table_group.command(name=L("more-time"), description=L("Give another player more time"))
    @seat_option(seats_there, L("seat number"))
    @table_option(tables_to_manage)
    async def more_time(self, interaction: Interaction, table: int, seat: app_commands.Range[int, 1, 6]) -> None:
        """Answer `/table more-time`: give the player at a seat (from 1) more time."""
        await self.ask(interaction, "more_time", table, action=partial(seat_actions.give_time, seat=seat - 1))

    @table_group.command(name=L("invite"), description=L("Invite somebody to your table; they get one ping"))
    @app_commands.rename(person=L("person"))
    @app_commands.describe(person=L("who to invite"))
    @table_option(my_tables)
    async def invite(self, interaction: Interaction, table: int, person: discord.Member | discord.User) -> None:
        """Answer `/table invite`: invite somebody of this server to a table; they are notified once."""
        await self.ask(interaction, "invite", table, action=partial(inviting.invite_one, person=person))

    @table_group.command(name=L("kick"), description=L("Remove somebody from your table before the game starts"))
    @app_commands.rename(person=L("person"))
    @app_commands.describe(person=L("who to remove"))
    @table_option(my_tables)
    async def send_away(self, interaction: Interaction, table: int, person: discord.Member | discord.User) -> None:
        """Answer `/table kick`: remove a person from a lobby, who then needs an invitation to join again."""
        await self.ask(interaction, "invite", table, action=partial(inviting.send_away, person=person))

    @table_group.command(name=L("pause"), description=L("Stop all clocks, if everybody at the table agrees"))
    @table_option(my_tables)
    async def pause(self, interaction: Interaction, table: int) -> None:
        """Answer `/table pause`: ask for a pause, or agree to one; all clocks stop once all players agree."""
        await self.ask(interaction, "pause", table)

    @table_group.command(name=L("end-pause"), description=L("End a pause and start the clocks again"))
    @table_option(my_tables)
    async def go_on(self, interaction: Interaction, table: int) -> None:
        """Answer `/table end-pause`: end a pause, so that clocks run again, or reject a pause that others asked for."""
        await self.ask(interaction, "go_on", table)

    @table_group.command(
        name=L("close"),
        description=L("Close a table without a result, if everybody there agrees or you manage the server"),
    )
    @table_option(tables_to_close)
    async def close(self, interaction: Interaction, table: int) -> None:
        """Answer `/table close`: ask for confirmation; then close the table, or ask the other players to agree."""
        await self.ask(interaction, "close", table)

    @table_group.command(name=L("keep-open"), description=L("Vote to play on instead of closing the table"))
    @table_option(my_tables)
    async def play_on(self, interaction: Interaction, table: int) -> None:
        """Answer `/table keep-open`: reject the closing of the table that other players have asked for."""
        await self.ask(interaction, "play_on", table)

    @table_group.command(name=L("move"), description=L("Move a table to this channel, if its own channel is gone"))
    @table_option(server_tables)
    async def move(self, interaction: Interaction, table: int) -> None:
        """Answer `/table move`: move a table whose channel is gone or blocked to this channel."""
        await self.ask(interaction, "move_table", table)

    @settings_group.command(name=L("show"), description=L("See and change your settings"))
    async def show(self, interaction: Interaction) -> None:
        """Answer `/settings show`: show the person's settings with controls to change them."""
        await self.ask(interaction, "settings")

    @settings_group.command(name=L("language"), description=L("The language I use with you"))
    @app_commands.rename(language=L("language"))
    @app_commands.describe(language=L("which language"))
    @app_commands.choices(language=languages_or(L("same as Discord")))
    async def language(self, interaction: Interaction, language: str) -> None:
        """Answer `/settings language`: set the language of the bot's answers; `auto` means that of Discord."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, language=language))

    @settings_group.command(name=L("messages"), description=L("Get your hand by direct message, on or off"))
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def messages(self, interaction: Interaction, on: bool) -> None:
        """Answer `/settings messages`: switch on or off that the person gets their hand by direct message."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, dms=on))

    @settings_group.command(name=L("pictures"), description=L("Show your hand as a picture, on or off (off: as text)"))
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def pictures(self, interaction: Interaction, on: bool) -> None:
        """Answer `/settings pictures`: switch pictures of the hand on or off."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, pictures=on))

    @settings_group.command(
        name=L("emoji"), description=L("Use emoji in my messages to you, on or off (off: words only)")
    )
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def emoji(self, interaction: Interaction, on: bool) -> None:
        """Answer `/settings emoji`: switch emoji in messages that only this person reads on or off."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, signs=on))

    @settings_group.command(
        name=L("suggestions"), description=L("Suggest moves in your menus, on or off (only at tables with hints)")
    )
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def suggestions(self, interaction: Interaction, on: bool) -> None:
        """Answer `/settings suggestions`: switch suggestions in the person's menus on or off."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, suggestions=on))

    @settings_group.command(name=L("time"), description=L("Your time zone and your playing hours"))
    @app_commands.rename(zone=L("zone"), begin=L("from"), end=L("to"))
    @app_commands.describe(
        zone=L("a city in your time zone, such as Berlin"),
        begin=L("when you start playing, such as 08:00"),
        end=L("when you stop playing, such as 22:00"),
    )
    @app_commands.autocomplete(zone=dates.complete_zone, begin=dates.complete_time, end=dates.complete_time)
    async def time(
        self, interaction: Interaction, zone: str | None = None, begin: str | None = None, end: str | None = None
    ) -> None:
        """Answer `/settings time`: set the person's time zone and active hours.

        `zone`, `begin` and `end` are as typed. None leaves that setting as it is.
        """
        await self.ask(
            interaction, "settings", action=partial(personal_settings.set_time, zone=zone, begin=begin, end=end)
        )

    @settings_group.command(name=L("pings"), description=L("Choose when and how I notify you on your turn"))
    @app_commands.rename(when=L("when"), how=L("how"))
    @app_commands.describe(
        when=L("when I notify you"), how=L("how I notify you; digests always come by direct message")
    )
    @app_commands.choices(when=WHEN_NOTIFIED_CHOICES, how=HOW_NOTIFIED_CHOICES)
    async def pings(self, interaction: Interaction, when: str | None = None, how: str | None = None) -> None:
        """Answer `/settings pings`: set when and how the person is notified that it is their turn.

        `when` and `how` are keys of the offered choices. None leaves that setting as it is.
        """
        action = partial(
            personal_settings.set_pings,
            when=personal_settings.WHEN_NOTIFIED.get(when or ""),
            how=personal_settings.HOW_NOTIFIED.get(how or ""),
        )
        await self.ask(interaction, "settings", action=action)

    @settings_group.command(
        name=L("quiet"), description=L("Quiet hours without pings; leave out both times to have none")
    )
    @app_commands.rename(begin=L("from"), end=L("to"))
    @app_commands.describe(begin=L("when they start, such as 22:00"), end=L("when they end, such as 08:00"))
    @app_commands.autocomplete(begin=dates.complete_time, end=dates.complete_time)
    async def quiet(self, interaction: Interaction, begin: str | None = None, end: str | None = None) -> None:
        """Answer `/settings quiet`: set the hours in which nothing pings the person; without options, remove them."""
        await self.ask(interaction, "settings", action=partial(personal_settings.set_quiet, begin=begin, end=end))

    @settings_group.command(name=L("holiday"), description=L("Go on holiday: your clocks stop at every table"))
    @app_commands.rename(first=L("first"), last=L("last"))
    @app_commands.describe(first=L("the first day"), last=L("the last day"))
    @app_commands.autocomplete(first=dates.complete_day, last=dates.complete_day)
    async def holiday(self, interaction: Interaction, first: str, last: str) -> None:
        """Answer `/settings holiday`: stop the person's clocks on the days from `first` to `last`, both included."""
        await self.ask(
            interaction, "settings", action=partial(personal_settings.announce_holiday, first=first, last=last)
        )

    @settings_group.command(name=L("private"), description=L("Hide your statistics and ratings from others, on or off"))
    @app_commands.rename(on=L("on"))
    @app_commands.describe(on=L("on or off"))
    async def private(self, interaction: Interaction, on: bool) -> None:
        """Answer `/settings private`: hide the person's statistics and ratings from others if `on`, else show them."""
        await self.ask(interaction, "settings", action=partial(personal_settings.change, stays_out=on))

    @settings_group.command(name=L("avoid"), description=L("People you avoid: see the list, or add somebody"))
    @app_commands.rename(person=L("person"))
    @app_commands.describe(person=L("who to avoid; leave it out to see the list"))
    async def avoid(self, interaction: Interaction, person: discord.Member | discord.User | None = None) -> None:
        """Answer `/settings avoid`: show the person's avoid list, after adding `person` if given."""
        await self.ask(interaction, "avoid", action=partial(avoid_list.add, person=person) if person else None)

    @settings_group.command(name=L("stored"), description=L("Everything that is stored about you, as a file"))
    async def stored(self, interaction: Interaction) -> None:
        """Answer `/settings stored`: send the person a file with all that is stored about them."""
        await self.ask(interaction, "about_me")

    @settings_group.command(name=L("forget"), description=L("Delete everything that is stored about you"))
    async def forget(self, interaction: Interaction) -> None:
        """Answer `/settings forget`: delete all that is stored about the person, after asking once more."""
        await self.ask(interaction, "forget")
