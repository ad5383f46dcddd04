// Added to simcord's page: it reloads itself when the playground has been ended and started again.
let away = false;
async function reloadWhenBack() {
  if (away) return;
  away = true;
  const note = document.createElement("p");
  note.textContent = state.snapshot?.language === "de"
    ? "Die Spielwiese ist zu Ende. Sobald sie wieder startet (make run), geht es hier weiter."
    : "The playground has ended. This page goes on as soon as it is started again: make run";
  note.style.cssText = "position:fixed;inset:0 0 auto;margin:0;padding:8px;z-index:500;text-align:center;background:#c2922e;color:#fff";
  note.id = "kontor-away";
  document.body.append(note);
  for (;;) {
    const there = await fetch("/backend-diagnostics.json", { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (there) { window.location.reload(); return; }
    await new Promise((later) => setTimeout(later, 500));
  }
}

// Added to simcord's page: a link to another channel of the playground opens in that channel's tab, if there is one.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const place = link && /\/go\/(\d+)\/([^/]+)$/.exec(link.href);
  if (place) { link.target = `kontor-${place[1]}-${place[2]}`; link.rel = ""; }
}, true);

// Hide controls that only testers need; the page refreshes itself.
for (const tool of ["#refresh", "#capture-open", "#inspector-toggle", ".session-menu", "#view-action-output", "#action-status"]) {
  const element = document.querySelector(tool);
  if (element) element.style.display = "none";
}
// With them hidden, one toolbar row is enough on a phone too.
document.querySelector(".preview-shell")?.style.setProperty("--toolbar-height", "52px");
