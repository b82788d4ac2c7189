// On small screens the two sides wait behind buttons.

import { $ } from "/page/dom.js";
import { on } from "/page/state.js";

const SIDES = [["show-left", "left"], ["show-right", "right"]];

function open(name) {
  for (const [button, side] of SIDES) {
    $(side).classList.toggle("open", side === name);
    $(button).setAttribute("aria-expanded", String(side === name));
  }
  document.body.classList.toggle("covered", Boolean(name));
}

export function startSides() {
  for (const [button, side] of SIDES) {
    $(button).addEventListener("click", () => {
      const shown = $(side).classList.contains("open");
      open(shown ? null : side);
      if (!shown) $(side).querySelector("button, a")?.focus();
    });
  }
  const close = () => {
    const [button] = SIDES.find(([, side]) => $(side).classList.contains("open")) ?? [];
    open(null);
    if (button && document.activeElement === document.body) $(button).focus();
  };
  $("curtain").addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && document.body.classList.contains("covered")) close();
  });
  for (const name of ["place", "person", "close-sides"]) on(name, close);
}
