// The first thing a newcomer sees: what this is, and a few things to try.

import { command } from "/page/act.js";
import { $, el, iconButton } from "/page/dom.js";
import { flatten, read } from "/page/line.js";
import { toTop } from "/page/log.js";
import { inline } from "/page/markdown.js";
import { emit, firstChannel, here, on, state } from "/page/state.js";

const box = $("welcome");
let asked = false; // somebody wants to see it again

const hidden = () => localStorage.getItem("welcome") === "hidden";

/** The typed line taken apart, if the bot knows the command. */
function understood(line) {
  const found = read(`${line} `, flatten([...state.commands, ...(state.world?.commands ?? [])]));
  return found?.entry ? found : null;
}

/** Where a command can be used: here, or in the first channel. */
function placeFor(found) {
  const name = found.entry.path.split(" ")[0];
  const usable = here()?.channel.may_write && here().channel.type !== 15 && state.commands.some((one) => one.name === name);
  return usable ? state.channel : firstChannel();
}

async function run(one, button) {
  const found = understood(one.line);
  if (!found || button.getAttribute("aria-busy")) return;
  button.setAttribute("aria-busy", "true");
  const channel = placeFor(found);
  try {
    if (channel !== state.channel) emit("go", { channel });
    const options = Object.fromEntries(found.spans.map((span) => [span.option.name, span.value]));
    const result = await command({ command: found.entry.path, options, channel });
    if (!result.failed && one.then) next(one.then);
  } catch (error) {
    emit("failed", { title: "That did not work", reason: error.message, label: found.entry.path, channel });
  } finally {
    button.removeAttribute("aria-busy");
  }
}

let told = null; // who was told what to do next
let last = null; // the last button they were told of

/** What to do next stands by the entry line, where it stays in sight. */
function next(text) {
  const strip = $("next");
  told = state.me;
  const said = el("span", {}, el("b", { text: "Next: " }), inline(text));
  last = [...said.querySelectorAll("em")].at(-1)?.textContent;
  const close = iconButton("close", "Got it", () => { strip.hidden = true; }, { class: "bare" });
  strip.replaceChildren(said, close);
  strip.hidden = false;
}

function draw() {
  const shown = state.world && (asked || (!hidden() && state.channel === firstChannel()));
  box.hidden = !shown;
  if (!shown) return;
  const held = document.activeElement?.closest?.("#welcome") ? document.activeElement.dataset.try : null;
  const tries = state.world.welcome.filter((one) => understood(one.line));
  const other = state.world.people.find((one) => one.id !== state.world.you.id);
  const cards = tries.map((one, at) => {
    const button = el("button", { type: "button", class: "primary", data: { try: String(at) }, text: one.title });
    button.addEventListener("click", () => run(one, button));
    return el("li", {}, button, el("p", { text: one.text }), el("code", { text: one.line }));
  });
  const hide = el("button", { type: "button", class: "quiet", text: "Hide", on: { click: () => {
    asked = false;
    localStorage.setItem("welcome", "hidden");
    draw();
    $("entry").focus();
  } } });
  box.replaceChildren(
    el("div", { class: "welcome-head" }, el("h2", { id: "welcome-title", text: "Welcome" }), hide),
    el("p", {}, "This is a small Discord of its own, on your machine only, with the real Gatemaster in it; nothing here needs an account or the network. ",
      "You are ", el("b", { text: state.world.you.name }), ": the list of people says who you are and lets you be somebody else, and ",
      other ? el("a", { href: `/?as=${encodeURIComponent(other.name)}#${state.channel ?? ""}`, target: "_blank", rel: "noopener", text: `a second tab can be ${other.name}` }) : "a second tab can be another person",
      "."),
    tries.length ? el("p", {}, "Try one of these, each is one click:") : el("p", { text: "Gatemaster is on its way; things to try appear here in a moment." }),
    el("ul", { class: "tries" }, cards));
  if (held !== null && held !== undefined) box.querySelector(`[data-try="${held}"]`)?.focus();
}

export function startWelcome() {
  for (const name of ["world", "place", "commands"]) on(name, draw);
  $("welcome-again").addEventListener("click", () => {
    asked = true;
    localStorage.removeItem("welcome");
    emit("close-sides");
    draw();
    toTop();
    box.querySelector("button")?.focus({ preventScroll: true });
  });
  on("place", () => { asked = false; draw(); });
  // Whoever has become somebody else and plays, or has pressed the last of it, needs no telling any more.
  on("pressed", (label) => { if (told !== null && (told !== state.me || label === last)) $("next").hidden = true; });
}
