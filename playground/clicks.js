// Added to simcord's page: a press clicks the button under the pointer, even if the page is drawn again or scrolls before
// the release. Dragging the pointer away from the button cancels the click, as everywhere.
let pressed = null;
const buttons = () => [...document.querySelectorAll("button.component-button[data-control-key]")];
document.addEventListener("pointerdown", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button.component-button[data-control-key]") : null;
  pressed = button && { button, key: button.dataset.controlKey, label: button.textContent, x: event.clientX, y: event.clientY };
}, true);
document.addEventListener("click", (event) => {
  if (pressed && event.target instanceof Element && event.target.closest("button") === pressed.button) pressed = null;
}, true);
document.addEventListener("pointerup", (event) => {
  const before = pressed;
  if (!before) return;
  if (Math.hypot(event.clientX - before.x, event.clientY - before.y) > 8) { pressed = null; return; }
  setTimeout(() => {
    if (pressed !== before) return;
    pressed = null;
    const now = buttons().filter((button) => button.dataset.controlKey === before.key);
    if (!now.length) before.button.click();
    else now.find((button) => button.textContent === before.label)?.click();
  }, 20);
}, true);

// Added to simcord's page: a page that shows the newest message keeps showing the newest one, as on Discord. simcord
// scrolls to the message that was clicked, which may have been replaced by a newer one.
{
  const timeline = document.querySelector("#channel-timeline");
  let atBottom = true;
  const noteScroll = () => { atBottom = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 200; };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, noteScroll, true);
  for (const kind of ["wheel", "touchmove", "keyup"]) timeline.addEventListener(kind, () => setTimeout(noteScroll, 200), { passive: true });
  const scrollDown = () => { if (atBottom && !pressed) timeline.scrollTop = timeline.scrollHeight; };
  new MutationObserver(() => requestAnimationFrame(scrollDown)).observe(timeline, { childList: true, subtree: true });
  timeline.addEventListener("load", scrollDown, true);
}
