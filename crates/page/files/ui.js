// What all parts of the page need: elements by name, buttons that are off, parts that are hidden. The focus survives both.

/** An element by its id. */
export const element = (id) => document.getElementById(id);

/** Whether what is typed there is its own text. */
export const isText = (target) => target.matches("input:not([type=checkbox], [type=radio]), textarea");

/** Calls `action` when the element with this id is clicked. */
export const onClick = (id, action) => element(id).addEventListener("click", action);

/** A button that is off keeps the focus, unlike a disabled one; its clicks are stopped here. */
export function enable(id, isOn) {
  element(id).ariaDisabled = isOn ? null : "true";
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[aria-disabled=true]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

/** Shows a part or hides it; where it had the focus, *Solve* takes that. */
export function show(id, isShown) {
  const part = element(id);
  if (!isShown && part.contains(document.activeElement)) element("solve").focus();
  part.hidden = !isShown;
}

/** A new element with these properties. */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A number with its thousands apart. */
export const count = (number) => (typeof number === "string" ? BigInt(number) : Number(number)).toLocaleString("en");

/** A number of things: `1 clue`, `30 clues`. */
export const things = (number, thing) => `${count(number)} ${thing}${String(number) === "1" ? "" : "s"}`;
