// The list above the entry line: drawing it, moving in it. The cursor stays in the entry line all the time.

import { $, el } from "/page/dom.js";

const entry = $("entry");
const list = $("completion");
let offers = [];
let active = -1;
let picked = () => {};

export const isOpen = () => !list.hidden;
export const current = () => offers[active] ?? null;
export const first = () => offers[0] ?? null;

/** Shows the offers; `eager` makes the first the active one. */
export function show(next, eager, pick) {
  const same = offers.length === next.length && offers.every((offer, at) => offer.value === next[at].value);
  const kept = same && isOpen() && (eager || active > 0) ? active : -1;
  offers = next;
  picked = pick;
  list.hidden = offers.length === 0;
  entry.setAttribute("aria-expanded", String(!list.hidden));
  list.replaceChildren(...offers.map(draw));
  move(kept >= 0 ? kept : eager && offers.length > 0 ? 0 : -1);
}

export function hide() {
  show([], false, picked);
}

function draw(offer, at) {
  const row = el("div", { role: "option", id: `offer-${at}`, data: { value: offer.value }, "aria-selected": "false" },
    el("span", { class: "offer-name", text: offer.label }),
    offer.description ? el("span", { class: "offer-text", text: offer.description }) : null);
  // The entry line must not lose the focus.
  row.addEventListener("mousedown", (event) => event.preventDefault());
  row.addEventListener("click", () => picked(offer));
  return row;
}

export function move(to) {
  active = to;
  [...list.children].forEach((row, at) => row.setAttribute("aria-selected", String(at === active)));
  if (active < 0) {
    entry.removeAttribute("aria-activedescendant");
    return;
  }
  entry.setAttribute("aria-activedescendant", `offer-${active}`);
  list.children[active].scrollIntoView({ block: "nearest" });
}

export function step(by) {
  if (active < 0) move(by > 0 ? 0 : offers.length - 1);
  else move((active + by + offers.length) % offers.length);
}
