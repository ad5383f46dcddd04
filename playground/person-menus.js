
// Added to simcord's page: the context menu of a person. It opens where a name in a message is pressed, or with the
// button beside the message field, which lists everybody. `personMenus` of the snapshot has its entries.
{
  const make = (tag, text = "") => Object.assign(document.createElement(tag), { textContent: text });
  const people = () => (state.snapshot?.language === "de" ? "Leute" : "People");
  const sheet = new CSSStyleSheet();  // The page's policy forbids style elements.
  sheet.replaceSync(`
    strong[data-person] { cursor: pointer; }
    strong[data-person]:hover { text-decoration: underline; }
    button.mention { font: inherit; font-weight: 500; border: 0; cursor: pointer; min-height: 0; line-height: inherit; }
    button.mention:hover, button.mention:focus-visible { color: #fff; background: #5865f2; }
    #people { flex: 0 0 40px; width: 40px; height: 44px; padding: 0; background: transparent; border: 0; cursor: pointer; font-size: 18px; }
    .channel-composer:has(.command-row) #people { display: none; }
    #person-menu { position: fixed; z-index: 400; margin: 0; padding: 6px; min-width: 220px; max-width: min(320px, 94vw);
      max-height: 80vh; overflow-y: auto; box-sizing: border-box; color: var(--discord-text, #dbdee1);
      background: #111214; border: 1px solid #3f4147; border-radius: 8px; box-shadow: 0 8px 24px rgba(0, 0, 0, .5); }
    #person-menu h2 { margin: 4px 8px 6px; font-size: 13px; font-weight: 600; color: #b5bac1; overflow-wrap: anywhere; }
    #person-menu button { display: block; width: 100%; min-height: 44px; padding: 8px; text-align: left; font: inherit;
      color: inherit; background: transparent; border: 0; border-radius: 4px; cursor: pointer; overflow-wrap: anywhere; }
    #person-menu button:focus { background: #4752c4; color: #fff; outline: none; }
    @media (max-width: 480px) { #person-menu { left: 3vw !important; right: 3vw; top: auto !important; bottom: 12px; max-width: none; } }`);
  document.adoptedStyleSheets.push(sheet);

  let opener = null;
  const close = (backToOpener = true) => {
    document.querySelector("#person-menu")?.remove();
    if (backToOpener && opener?.isConnected) opener.focus();
    opener = null;
  };
  const open = (near, title, entries) => {
    close(false);
    opener = near;
    const menu = make("div");
    menu.id = "person-menu";
    menu.setAttribute("role", "menu");
    menu.setAttribute("aria-label", title);
    menu.append(make("h2", title));
    for (const [label, run] of entries) {
      const entry = make("button", label);
      entry.type = "button";
      entry.setAttribute("role", "menuitem");
      entry.addEventListener("pointermove", () => entry.focus());
      entry.addEventListener("click", () => { close(); run(); });
      menu.append(entry);
    }
    document.body.append(menu);
    const around = near.getBoundingClientRect();
    const below = around.bottom + menu.offsetHeight + 4 < window.innerHeight;
    menu.style.left = `${Math.max(8, Math.min(around.left, window.innerWidth - menu.offsetWidth - 8))}px`;
    menu.style.top = `${Math.max(8, below ? around.bottom + 4 : around.top - menu.offsetHeight - 4)}px`;
    menu.querySelector("button")?.focus({ preventScroll: true });
  };
  const openFor = (near, id, name) => open(near, name, (state.snapshot?.personMenus || []).map((each) => [each.label, () => {
    dispatch("run_command", { command_id: each.id, path: [each.name], options: {}, person: id });
  }]));

  const everybody = make("button", "👥");
  Object.assign(everybody, { id: "people", type: "button" });
  everybody.addEventListener("click", () => open(everybody, people(), (state.snapshot?.viewers || [])
    .filter((each) => each.id !== state.snapshot.viewerId)
    .map((each) => [each.name, () => openFor(everybody, each.id, each.name)])));
  document.querySelector(".composer-row")?.prepend(everybody);
  new MutationObserver(() => {
    const there = Boolean(state.snapshot?.personMenus?.length);
    if (everybody.hidden === there) everybody.hidden = !there;
    if (everybody.title !== people()) everybody.title = everybody.ariaLabel = people();
  }).observe(document.querySelector("#channel-timeline"), { childList: true, subtree: true });

  for (const kind of ["click", "contextmenu"]) document.addEventListener(kind, (event) => {
    const name = event.target instanceof Element ? event.target.closest("[data-person]") : null;
    if (!name) { if (!event.target.closest?.("#person-menu, #people")) close(false); return; }
    event.preventDefault();
    openFor(name, name.dataset.person, name.textContent.replace(/^@/, ""));
  });
  document.addEventListener("keydown", (event) => {
    const menu = document.querySelector("#person-menu");
    if (!menu) {
      if (event.key === "Enter" && event.target instanceof Element && event.target.matches("strong[data-person]")) event.target.click();
      return;
    }
    const entries = [...menu.querySelectorAll("button")], at = entries.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1, Tab: event.shiftKey ? -1 : 1 }[event.key];
    if (event.key === "Escape") close();
    else if (step) entries[(at + step + entries.length) % entries.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}
