// Added to simcord's page: a press clicks the button or the option of a list under the pointer, even if the page is drawn
// again or scrolls before the release. Dragging the pointer away cancels the click, as everywhere.
let pressed = null;
const BUTTON = "button.component-button[data-control-key]", OPTION = ".preview-select.is-open .select-option";
const pressable = (target) => (target instanceof Element ? target.closest(`${BUTTON}, ${OPTION}`) : null);
document.addEventListener("pointerdown", (event) => {
  const item = pressable(event.target);
  pressed = item && { item, option: item.matches(OPTION), x: event.clientX, y: event.clientY };
}, true);
document.addEventListener("pointercancel", () => { pressed = null; }, true);
document.addEventListener("click", (event) => {
  if (pressed && pressable(event.target) === pressed.item) pressed = null;
}, true);
document.addEventListener("pointerup", (event) => {
  const before = pressed;
  if (!before) return;
  if (Math.hypot(event.clientX - before.x, event.clientY - before.y) > 8) { pressed = null; return; }
  setTimeout(() => {
    if (pressed !== before) return;
    pressed = null;
    const all = [...document.querySelectorAll(before.option ? OPTION : BUTTON)];
    // Only one list is open at a time; its select may have moved to another message.
    const now = before.option ? all : all.filter((item) => item.dataset.controlKey === before.item.dataset.controlKey);
    if (!now.length) before.item.click();
    else now.find((item) => item.dataset.value === before.item.dataset.value && item.textContent === before.item.textContent)?.click();
  }, 20);
}, true);

// Added to simcord's page: a page that shows the newest message keeps showing the newest one, as on Discord. simcord
// scrolls to the message that was clicked, which may have been replaced by a newer one. While a list is open the page
// stays where it is: simcord closes a list whose select is scrolled out of sight.
{
  const timeline = document.querySelector("#channel-timeline");
  let atBottom = true;
  const noteScroll = () => { atBottom = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 200; };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, noteScroll, true);
  for (const kind of ["wheel", "touchmove", "keyup"]) timeline.addEventListener(kind, () => setTimeout(noteScroll, 200), { passive: true });
  const scrollDown = () => { if (atBottom && !pressed && !document.querySelector(".preview-select.is-open")) timeline.scrollTop = timeline.scrollHeight; };
  new MutationObserver(() => requestAnimationFrame(scrollDown)).observe(timeline, { childList: true, subtree: true });
  timeline.addEventListener("load", scrollDown, true);
}
