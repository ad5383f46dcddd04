// Added to simcord's page: it comes back by itself when the playground was ended and started again.
let away = false;
async function comeBack() {
  if (away) return;
  away = true;
  const note = document.createElement("p");
  note.textContent = state.snapshot?.language === "de"
    ? "Die Spielwiese ist zu Ende. Sobald sie wieder startet (make run), geht es hier weiter."
    : "The playground has ended. This page goes on as soon as it is started again: make run";
  note.style.cssText = "position:fixed;inset:0 0 auto;margin:0;padding:8px;z-index:99;text-align:center;background:#c2922e;color:#fff";
  note.id = "kontor-away";
  document.body.append(note);
  for (;;) {
    const there = await fetch("/backend-diagnostics.json", { cache: "no-store" }).then((answer) => answer.ok, () => false);
    if (there) { window.location.reload(); return; }
    await new Promise((later) => setTimeout(later, 500));
  }
}

// Added as well: what leads into another place of the playground leads into its tab, if that is open already.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  const place = link && /\/go\/(\d+)\/([^/]+)$/.exec(link.href);
  if (place) { link.target = `kontor-${place[1]}-${place[2]}`; link.rel = ""; }
}, true);

// And what is there for people who test a bot makes room for those who play: the page is drawn anew by itself.
for (const tool of ["#refresh", "#capture-open", "#inspector-toggle", ".session-menu", "#view-action-output", "#action-status"]) {
  const element = document.querySelector(tool);
  if (element) element.style.display = "none";
}
// So one row of it is enough on a phone as well.
document.querySelector(".preview-shell")?.style.setProperty("--toolbar-height", "52px");
