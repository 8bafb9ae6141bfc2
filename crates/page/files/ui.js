// What all parts of the page need: elements by name, new elements, dialogs, words for numbers and times.

/** An element by its id. */
export const element = (id) => document.getElementById(id);

/** Calls `action` when the element with this id is clicked. */
export const onClick = (id, action) => element(id).addEventListener("click", action);

/** Whether what is typed there is its own text. */
export const isText = (target) =>
  target instanceof Element && target.matches("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]");

/** A new element with these properties; `data`, `aria` and `role` names are attributes. */
export function make(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.includes("-") || name === "role" || name === "for") made.setAttribute(name, value);
    else made[name] = value;
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/** A button. */
export function button(text, action, properties = {}) {
  const made = make("button", { type: "button", textContent: text, ...properties });
  made.addEventListener("click", action);
  return made;
}

/** Shows a part or hides it; where it had the focus, the board takes that. */
export function show(part, isShown) {
  if (!isShown && part.contains(document.activeElement)) focusBoard();
  part.hidden = !isShown;
}

/** Puts the focus on the board's cell that has the turn. */
export function focusBoard() {
  document.querySelector("#cells [tabindex='0']")?.focus({ preventScroll: true });
}

/** Opens a dialog; it is modal, and the focus goes back to the board. */
export function open(id) {
  const dialog = element(id);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

/** A number with its thousands apart. */
export const count = (number) => (typeof number === "string" ? grouped(number) : Number(number).toLocaleString("en"));

const grouped = (text) => text.replace(/\d+/, (digits) => (digits.length > 15 ? BigInt(digits) : Number(digits)).toLocaleString("en"));

/** A number of things: `1 clue`, `30 clues`. */
export const things = (number, thing) => `${count(number)} ${thing}${String(number) === "1" ? "" : "s"}`;

/** How many kinds of rules a puzzle has, in words. */
export const kindsOf = (rules) => things(new Set(rules.map(({ title }) => title)).size, "rule");

/** A time of a game: `4:12`, `1:04:12`. */
export function clockOf(seconds) {
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/** A short time: `0.04 ms`, `1.20 s`. */
export function duration(seconds) {
  if (seconds < 0.0995) return `${(seconds * 1e3).toFixed(seconds < 0.00995 ? 2 : 1)} ms`;
  return seconds < 99.95 ? `${seconds.toFixed(2)} s` : `${Math.round(seconds)} s`;
}

/** A sentence with a capital and a full stop. */
export function sentence(text) {
  const trimmed = (text ?? "").trim();
  if (!trimmed) return "";
  return trimmed[0].toUpperCase() + trimmed.slice(1) + (/[.!?…]$/.test(trimmed) ? "" : ".");
}

/** What a step gives, or nothing where the browser refuses it. */
export function attempt(step) {
  try {
    return step();
  } catch {
    return undefined;
  }
}

/** Hands a file to the browser. */
export function saveFile(blob, name) {
  const anchor = make("a", { href: URL.createObjectURL(blob), download: name });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 1000);
}
