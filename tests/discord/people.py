"""People in the simulated Discord: what they do and what they see."""

from __future__ import annotations

from collections.abc import Coroutine, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from simcord import interactions
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.backend.access import message_accessible
from simcord.builders import ChannelHandle, UserHandle
from simcord.enums import ComponentType, InteractionType
from simcord.results import InteractionResult

from tests.discord.reading import SELECTS, Answer, Clickable, Seen, seen, walk
from tests.discord.wire import Sent

if TYPE_CHECKING:
    from tests.discord.kit import World

Pressing = Coroutine[Any, Any, Answer]
"""A press of what somebody saw when they decided on it: of two who press at once, the second may be too late."""


class Offer(NamedTuple):
    """One line that autocomplete offers."""

    name: str
    value: str | int | float


class Person:
    """Somebody with a Discord client. What no client allows (a disabled button, a hidden message) fails the test."""

    def __init__(self, world: World, name: str, user: UserHandle) -> None:
        self.world = world
        self.name = name
        self.user = user
        self.memberships: dict[int, MemberActor] = {}

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def locale(self) -> str:
        return self.world.discord.locales.get(self.id, "en-US")

    @locale.setter
    def locale(self, locale: str) -> None:
        self.world.discord.locales[self.id] = locale

    @property
    def dm(self) -> ChannelHandle:
        """The direct messages with the bot, as a place for a command."""
        return self.user.dm_channel

    # ---------------------------------------------------------------- what they do

    async def command(
        self, name: str, /, *, place: ChannelHandle | None = None, must_answer: bool = True, **options: Any
    ) -> Answer:
        """Type a slash command, in the world's channel unless another place (a thread, their `dm`) is given."""
        place = place or self.world.channel
        options = {key: self._option(place, value) for key, value in options.items()}
        if place.guild is None:
            result = await self.user.slash(name, **options)
        else:
            result = await self._member(place).slash(place, name, **options)
        return self._answer(result, f"typed /{name}", must_answer=must_answer)

    async def menu(self, name: str, on: Person) -> Answer:
        """Choose an entry of another person's context menu, in the world's channel."""
        place = self.world.channel
        result = await self._member(place).context_menu(place, name, on._member(place))
        return self._answer(result, f"chose {name!r} in a person's menu", must_answer=True)

    async def autocomplete(
        self, name: str, option: str, typed: str = "", /, *, place: ChannelHandle | None = None, **filled: Any
    ) -> list[Offer]:
        """Begin to fill an option of a command and return what is offered."""
        place = place or self.world.channel
        filled = {key: self._option(place, value) for key, value in filled.items()}
        if place.guild is None:
            offered = await self.user.autocomplete(name, option, typed, **filled)
        else:
            offered = await self._member(place).autocomplete(place, name, option, typed, **filled)
        return [Offer(choice["name"], choice["value"]) for choice in offered]

    def click(self, on: Clickable, what: str, *, must_answer: bool = True) -> Pressing:
        """Press the button with this face or label, or whose custom_id begins so, as the message shows it now."""
        message = self._visible(on)
        button = message.button(what)
        assert button.get("custom_id"), f"{what!r} is a link"
        return self._press(message, button, None, f"clicked {what!r}", must_answer=must_answer)

    def choose(
        self, on: Clickable, values: str | Iterable[str], *, menu: str | None = None, must_answer: bool = True
    ) -> Pressing:
        """Choose lines of a select menu by value or label; `menu` (placeholder or custom_id) names one of several."""
        message = self._visible(on)
        select = message.select(menu)
        assert not select.get("disabled"), f"the menu is disabled in:\n{message}"
        wanted = [values] if isinstance(values, str) else list(values)
        lines = select["options"]
        chosen = [_line(want, lines, message) for want in wanted]
        low, high = select.get("min_values", 1), select.get("max_values", 1)
        assert low <= len(chosen) <= high, f"{low} to {high} lines may be chosen, not {len(chosen)}, in:\n{message}"
        return self._press(message, select, chosen, f"chose {wanted}", must_answer=must_answer)

    async def pick(self, on: Clickable, *people: Person) -> Answer:
        """Choose people in a list of the server's people."""
        message = self._visible(on)
        (select,) = [item for item in message.components if item["type"] == ComponentType.USER_SELECT]
        assert 1 <= len(people) <= select["max_values"], f"at most {select['max_values']} people, in:\n{message}"
        numbers = [str(person.id) for person in people]
        return await self._press(message, select, numbers, f"chose {numbers}", must_answer=True)

    async def fill(self, form: Answer, **typed: str) -> Answer:
        """Send a form that was opened. `typed` is by the first word of a field's label; all other fields stay."""
        assert form.modal is not None, f"no form was opened: {form}"
        lines = {line["label"]: line["component"] for line in form.modal["components"]}
        values = {line["custom_id"]: line.get("value") or "" for line in lines.values()}
        for name, text in typed.items():
            (line,) = [line for label, line in lines.items() if label.split()[0] == name]
            assert len(text) <= line["max_length"], f"{text!r} is too long for {name}"
            values[line["custom_id"]] = text
        result = InteractionResult(self.world.env, form.record)
        place = self.world.discord.get_channel(form.record.channel_id)
        member = self.memberships[place.guild_id] if place.guild_id else self.user
        sent = await member.submit_modal(result, values)
        return self._answer(sent, f"sent a form with {typed}", must_answer=True)

    def raw_click(
        self,
        on: Clickable,
        custom_id: str,
        *,
        values: list[str] | None = None,
        planted: bool = True,
        known: bool = True,
        must_answer: bool = True,
    ) -> Pressing:
        """Send a click that no client would: any custom_id, also on a message that is hidden from the person or gone.

        discord.py passes on only ids that are on the message; `planted` puts the forged one there. The bot must have an
        action for the id's verb unless `known` is False: a misspelled verb is always refused and proves nothing.
        """
        message = self.world.seen(on)
        if known and hasattr(self.world.bot, "dispatcher"):
            verb = [*custom_id.split(":"), ""][1]
            assert verb in self.world.bot.dispatcher.verbs, f"there is no verb {verb!r}"
        kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
        return self._press(
            message,
            {"type": kind, "custom_id": custom_id},
            values,
            f"forged {custom_id!r}",
            must_answer=must_answer,
            planted=planted,
        )

    # ---------------------------------------------------------------- what they see

    def sees(self, place: ChannelHandle | None = None) -> list[Seen]:
        """Return all messages that this person sees in a place, oldest first."""
        place = place or self.world.channel
        return [message for message in self.world.messages(place) if message.stored.visible_to(self.id)]

    def sees_last(self, place: ChannelHandle | None = None) -> Seen:
        """Return the newest message that this person sees in a place."""
        messages = self.sees(place)
        assert messages, f"{self.name} sees nothing there"
        return messages[-1]

    @property
    def ephemerals(self) -> list[Seen]:
        """All messages anywhere that only this person sees, oldest first; not the DMs."""
        found = [
            Seen(self.world, channel_id, message.id)
            for channel_id, messages in self.world.discord.messages.items()
            for message in messages.values()
            if message.is_ephemeral and message.visible_to(self.id)
        ]
        return sorted(found, key=lambda message: message.id)

    @property
    def dms(self) -> list[Seen]:
        """All direct messages between this person and the bot, oldest first."""
        if self.id not in self.world.discord.dm_channels:
            return []
        return self.world.messages(self.dm)

    @property
    def pings(self) -> list[Sent]:
        """All new messages that pinged this person; an edit and a silent message ping nobody."""
        return [sent for sent in self.world.sent if self.id in sent.pings]

    # ---------------------------------------------------------------- how

    def _member(self, place: ChannelHandle) -> MemberActor:
        assert place.guild is not None
        assert place.guild.id in self.memberships, f"{self.name} is not in that server"
        return self.memberships[place.guild.id]

    def _option(self, place: ChannelHandle, value: Any) -> Any:
        if not isinstance(value, Person):
            return value
        return value.memberships.get(place.guild.id, value.user) if place.guild is not None else value.user

    def _visible(self, on: Clickable) -> Seen:
        message = self.world.seen(on)
        assert message.exists, f"{self.name} cannot click: the message is gone"
        channel = self.world.discord.get_channel(message.channel_id)
        assert channel.guild_id is None or channel.guild_id in self.memberships, f"{self.name} is not in that server"
        seen = message_accessible(self.world.discord, channel.id, message.stored, self.id)
        assert seen, f"{self.name} does not see that message"
        return message

    def _press(
        self,
        message: Seen,
        component: dict[str, Any],
        values: list[str] | None,
        did: str,
        *,
        must_answer: bool,
        planted: bool = False,
    ) -> Pressing:
        """Return the press of a control as it is seen now. It may be sent after the message is gone."""
        discord = self.world.discord
        stored = message.stored if message.exists else discord.deleted[message.id]
        shown: dict[str, Any] = dict(serializers.message_payload(discord, stored))
        if planted and component["custom_id"] not in [item.get("custom_id") for item in walk(stored.components)]:
            shown["components"] = [*shown.get("components", []), _row(component, values)]
        return self._send_press(message, component, values, did, shown, must_answer=must_answer)

    async def _send_press(
        self,
        message: Seen,
        component: dict[str, Any],
        values: list[str] | None,
        did: str,
        shown: dict[str, Any],
        *,
        must_answer: bool,
    ) -> Answer:
        discord = self.world.discord
        channel = discord.get_channel(message.channel_id)
        data: dict[str, Any] = {"custom_id": component["custom_id"], "component_type": int(component["type"])}
        if component.get("id") is not None:
            data["id"] = component["id"]
        if values is not None:
            data["values"] = values
        record, payload = interactions.base_payload(
            discord,
            type=InteractionType.MESSAGE_COMPONENT,
            channel_id=channel.id,
            guild_id=channel.guild_id,
            user_id=self.id,
            data=data,
        )
        payload["message"] = shown
        record.source_message_id = message.id
        await self.world.emit_click(payload)
        return self._answer(InteractionResult(self.world.env, record), did, must_answer=must_answer)

    def _answer(self, result: InteractionResult, did: str, *, must_answer: bool) -> Answer:
        answer = Answer(self.world, result._interaction, self.name, did)
        if not self.world.env.settling_disabled:
            answer.finish(must_answer=must_answer)
        return answer


def _line(want: str, lines: list[dict[str, Any]], message: Seen) -> str:
    for key in ("value", "label"):
        found = [str(line["value"]) for line in lines if seen(line[key]) == want]
        if found:
            return found[0]
    raise AssertionError(f"no line {want!r} in:\n{message}")


def _row(component: dict[str, Any], values: list[str] | None) -> dict[str, Any]:
    forged = {"type": int(component["type"]), "custom_id": component["custom_id"]}
    if forged["type"] in SELECTS:
        forged |= {"options": [{"label": value, "value": value} for value in values or []]}
    else:
        forged |= {"style": 2, "label": "forged"}
    return {"type": 1, "components": [forged]}
