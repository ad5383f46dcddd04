
// Added to simcord's page: translate the frame around the messages into the viewer's language. simcord writes it in
// English each time it draws; the messages themselves are left alone.
{
  const TRANSLATIONS = {
    en: { SimCord: "Kontor", Preview: "Playground", S: "K", "(No text preview)": "started a thread" },
    de: {
      SimCord: "Kontor", Preview: "Spielwiese", S: "K", Messages: "Nachrichten", "Viewing as": "Du bist",
      "Search messages": "Nachrichten durchsuchen", "Find a message": "Nachricht suchen", Search: "Suchen",
      Previous: "Zurück", Next: "Weiter", "No visible messages.": "Keine Nachrichten.",
      "(No text preview)": "hat einen Thread begonnen",
      "Load earlier messages": "Frühere Nachrichten laden", "Newer messages": "Neuere Nachrichten",
      "New messages · jump to latest": "Neue Nachrichten · zur neuesten",
      "No messages in this channel.": "Hier steht noch nichts.", "Close messages drawer": "Schließen",
      Message: "Nachricht", Send: "Senden", "Send message (Enter)": "Senden (Enter)", Save: "Speichern",
      "Save message (Enter)": "Speichern (Enter)", "Edit message": "Nachricht bearbeiten",
      "You can use application commands here": "Hier kannst du Befehle tippen", "Cancel reply": "Doch nicht antworten",
      "Cancel edit": "Doch nicht bearbeiten", "Only you can see this": "Nur du siehst das", "(edited)": "(bearbeitet)",
      "Thinking…": "Denkt nach …", Reply: "Antworten", Edit: "Bearbeiten", Delete: "Löschen", Pin: "Anheften",
      Unpin: "Nicht mehr anheften", Thread: "Thread", Archived: "Archiviert", "Used ": "Tippt ",
      COMMANDS: "BEFEHLE", OPTIONS: "OPTIONEN", MEMBERS: "MITGLIEDER", CHANNELS: "KANÄLE", ROLES: "ROLLEN",
      "Application commands": "Befehle", "Loading commands": "Befehle werden geladen",
      "Commands are unavailable": "Es gibt gerade keine Befehle", "Exit command mode": "Befehl verwerfen",
      "Loading options failed": "Das ließ sich nicht laden", "No options match": "Nichts passt dazu",
      "This field is required.": "Das fehlt noch.", "Choose an available option.": "Wähle etwas aus der Liste.",
      "Enter a valid value.": "Das passt hier nicht.", "Search options": "In der Liste suchen",
      "No matching options": "Nichts passt dazu", "Loading options": "Wird geladen", "Clear selection": "Auswahl leeren", Apply: "Übernehmen", Cancel: "Abbrechen",
      Submit: "Absenden", "Choose one option.": "Wähle etwas aus.", "Choose at least one value.": "Wähle etwas aus.",
      "Select an option": "Wähle etwas", "Select one or more options": "Wähle etwas", "Image preview": "Bild",
      "Zoom image": "Größer", "Fit image": "Kleiner", "Close image preview": "Schließen",
      "Open original image": "Bild allein öffnen",
    },
  };
  const PATTERNS = {
    en: [[/^1 options on this page$/, "1 option"], [/^(\d+) options on this page$/, "$1 options"]],
    de: [
      [/^(.+) used $/, "$1 tippt "], [/^Message ([#@].*)$/, "Nachricht an $1"],
      [/^\+(\d+) options$/, "+$1 Optionen"], [/^1 options on this page$/, "1 Eintrag"],
      [/^(\d+) options on this page$/, "$1 Einträge"], [/^\+(\d+) more$/, "+$1 weitere"],
      [/^Replying to (.*)$/, "Antwort an $1"],
      [/ · 1 message$/, " · 1 Nachricht"], [/ · (\d+) messages$/, " · $1 Nachrichten"],
      [/^(\s*)started a thread(.*)$/, "$1hat einen Thread begonnen$2"],
      [/^This form will be submitted to (.*)\. Do not share .*$/, "Das geht an $1. Gib keine Passwörter oder anderen vertraulichen Angaben weiter."],
      [/^Enter no more than (\d+) characters\.$/, "Höchstens $1 Zeichen."],
      [/^Enter at least (\d+) characters\.$/, "Mindestens $1 Zeichen."],
      [/^Edited (.*)$/, "Bearbeitet $1"], [/^Actions for (.*)$/, "Zu $1"],
    ],
  };
  const EXCLUDED = ".component-container, .message-content, #viewer-picker, script, style";
  const SELECT_PARTS = ".select-apply, .select-cancel, .select-candidate-tools";
  const ATTRIBUTES = ["placeholder", "title", "aria-label"];
  const before = new WeakMap();
  const language = () => state.snapshot?.language || "en";
  const translate = (english) => {
    const bare = english.trim(), words = TRANSLATIONS[language()];
    if (!bare) return english;
    const whole = words[english] ?? (Object.hasOwn(words, bare) ? english.replace(bare, words[bare]) : undefined);
    if (whole !== undefined) return whole;
    const pattern = (PATTERNS[language()] || []).find(([regex]) => regex.test(english));
    return pattern ? english.replace(...pattern) : english;
  };
  const update = (node, what, now, write) => {
    const kept = before.get(node) || before.set(node, {}).get(node);
    if (kept[what]?.shown !== now) kept[what] = { english: now };
    const shown = kept[what].shown = translate(kept[what].english);
    if (shown !== now) write(shown);
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
      node instanceof Element && node.matches(EXCLUDED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) update(node, "text", node.data, (shown) => { node.data = shown; });
      else for (const name of ATTRIBUTES) {
        if (node.hasAttribute(name)) update(node, name, node.getAttribute(name), (shown) => node.setAttribute(name, shown));
      }
    }
  };
  const translatePage = () => {
    document.documentElement.lang = language();
    [document.body, ...document.querySelectorAll(SELECT_PARTS)].forEach(walk);
    const place = document.querySelector("#channel-name")?.textContent;
    document.title = place ? `${place} · Kontor` : "Kontor";
  };
  let scheduled = false;
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => { scheduled = false; translatePage(); });
  };
  new MutationObserver(schedule).observe(document.body, {
    childList: true, subtree: true, characterData: true, attributes: true, attributeFilter: ATTRIBUTES,
  });
  schedule();
}
// Hide test status and message counts.
for (const tool of ["#layout-label", "#message-page-status", ".advanced-search"]) {
  const element = document.querySelector(tool);
  if (element) element.style.display = "none";
}
// On a phone, messages use the full width, so that pictures are as large as in Discord's app.
{
  const narrow = new CSSStyleSheet();
  narrow.replaceSync(`
    @media (max-width: 600px) {
      .channel-message > :is(.message-content, .message-components, .message-attachments) {
        width: calc(100% - 16px) !important; margin-left: 8px !important;
      }
      .component-container { padding: 10px 8px; }
      .message-header { min-height: 44px; }
      .message-header:has(+ .message-ephemeral-note) { min-height: 21px; }
      textarea::placeholder { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    }
  `);
  document.adoptedStyleSheets.push(narrow);
}
