"""Actions: what people can do whatever game is played, one function for each verb.

An action takes a `Request`, calls `tables` to read or change something, and returns the `Panel` to show to the person,
or None if it has answered by itself. It holds no rules and no SQL. It raises `Declined` (with the key of a sentence;
`Stale` is one kind of it) or the rules' `Refused` to say why nothing was done; the dispatcher words both. It raises
`OtherProcess` if another process has to answer. Each module lists its verbs as `VERBS`, and `all_verbs` collects them.
A game's own actions are in `cogs/games/<game>/`.

- Playing: `playing` (menu, moves, taking back, drafts), `hint_button`, `learn` (lessons), `next_table`.
- Looking: `look` (hand, board, score, rules, *More*), `story_page` (the log), `cards` (looking things up), `notebook`.
- Lobby and seats: `lobby_actions`, `inviting`, `seat_actions`, `offers` (seats on offer), `privacy` (private threads).
- After the game: `replay`, `films` (animations), `analysis_page`, `stats`.
- Everything else: `lists` (`/tables`, `/watch`, `/results`), `personal/` (settings, avoid list, plans), `server`
  (setup, check), `trail_page` (what managers and organisers did), `guide`.
"""
