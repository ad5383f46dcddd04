// Added to simcord's page: once the bot has answered, a select shows the bot's default options. simcord keeps the
// user's choice by position in the message, even if the bot has put another select there since. A list stays open, with
// what is chosen in it, while its select is shown anywhere and offers that.
function adoptBotDefaults(state, snapshot) {
  const selects = (from) => {
    const found = new Map();
    const visit = (value) => {
      if (!value || typeof value !== "object") return;
      if ([3, 5, 6, 7, 8].includes(value.type) && value.control_key) found.set(value.control_key, value);
      Object.values(value).forEach(visit);
    };
    Object.values(from?.messages || {}).forEach(visit);
    return found;
  };
  const identity = (select) => JSON.stringify([select?.type, select?.custom_id]);
  const before = selects(state.snapshot), now = selects(snapshot);
  const open = state.dropdown?.key, was = before.get(open);
  if (was && identity(now.get(open)) !== identity(was)) {
    const moved = [...now.keys()].reverse().find((key) => identity(now.get(key)) === identity(was));
    if (moved) {
      for (const map of Object.values(state).filter((each) => each instanceof Map && each.has(open))) {
        map.set(moved, map.get(open));
        map.delete(open);
      }
      before.set(moved, was);
      Object.assign(state.dropdown, { key: moved, opened: performance.now() });
    }
  }
  for (const [key, chosen] of state.selectDrafts) {
    if (!state.drafts.has(key)) continue;
    const another = identity(before.get(key)) !== identity(now.get(key));
    // What is chosen in a list of people, which the page loads in pieces, is left to simcord as long as it is the same.
    if (snapshot.candidates?.[key] && !another) continue;
    if (state.dropdown?.key === key) {
      if (JSON.stringify(before.get(key)) === JSON.stringify(now.get(key))) continue;
      const offered = (now.get(key)?.options || []).map((option) => String(option.value));
      if (!another && chosen.every((value) => offered.includes(value))) continue;
      state.dropdown = null;
    }
    const kept = [state.drafts, state.selectDrafts, state.selectStatuses];
    if (another) {
      kept.push(
        state.candidateIdentities, state.candidateQueries, state.selectValidationRevisions,
        state.pendingSelectValidations,
      );
    }
    kept.forEach((map) => map.delete(key));
    const defaults = (now.get(key)?.options || []).filter((option) => option.default).map((option) => String(option.value));
    if (JSON.stringify(defaults) === JSON.stringify(chosen)) continue;
    const message = key.split(":").slice(0, 2).join(":");
    state.redraws ||= new Map();
    state.redraws.set(message, (state.redraws.get(message) || 0) + 1);
  }
}

