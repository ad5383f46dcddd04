// Added to simcord's page: once the bot has answered, a select shows the bot's default options. simcord keeps the
// user's choice by position in the message, even if the bot has put another select there since.
function adoptBotDefaults(state, snapshot) {
  const selects = (from) => {
    const found = new Map();
    const visit = (value) => {
      if (!value || typeof value !== "object") return;
      if (value.type === 3 && value.control_key) found.set(value.control_key, value);
      Object.values(value).forEach(visit);
    };
    Object.values(from?.messages || {}).forEach(visit);
    return found;
  };
  const before = selects(state.snapshot), now = selects(snapshot);
  for (const [key, chosen] of state.selectDrafts) {
    if (!state.drafts.has(key) || snapshot.candidates?.[key]) continue;
    if (state.dropdown?.key === key) {
      if (JSON.stringify(before.get(key)) === JSON.stringify(now.get(key))) continue;
      state.dropdown = null;
    }
    state.drafts.delete(key);
    state.selectDrafts.delete(key);
    state.selectStatuses.delete(key);
    const defaults = (now.get(key)?.options || []).filter((option) => option.default).map((option) => String(option.value));
    if (JSON.stringify(defaults) === JSON.stringify(chosen)) continue;
    const message = key.split(":").slice(0, 2).join(":");
    state.redraws ||= new Map();
    state.redraws.set(message, (state.redraws.get(message) || 0) + 1);
  }
}

