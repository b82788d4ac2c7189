// The right side: who is there, who I am, and being somebody else.

import { asMe, post } from "/page/api.js";
import { openForm } from "/page/dialog.js";
import { $, avatar, el, icon, iconButton, unseen } from "/page/dom.js";
import { personHasMenu, personMenu } from "/page/menu.js";
import { emit, hereServer, on, state } from "/page/state.js";

function person(one) {
  const me = one.id === state.world.you.id;
  const be = el("button", { type: "button", class: "person", data: { person: one.name }, "aria-pressed": String(me),
    title: me ? "This is you" : `Be ${one.name} in this tab`, on: { click: () => emit("be", one.name) } },
    avatar(one.id, one.name), el("span", { class: "who" }, el("span", { class: "name", text: one.name }),
      el("span", { class: "about", text: me ? `${one.about ? `${one.about} · ` : ""}you` : one.about })));
  const href = `/?as=${encodeURIComponent(one.name)}#${state.channel ?? ""}`;
  const tab = el("a", { class: "bare", data: { openAs: one.name }, href, target: "_blank", rel: "noopener",
    title: `Be ${one.name} in a new tab` }, icon("open"), unseen(`Open a new tab as ${one.name}`));
  return el("li", {}, be, tab, more(one));
}

function more(one) {
  return personHasMenu(one)
    ? iconButton("more", `More about ${one.name}`, (event) => personMenu(event.currentTarget, one), { class: "bare", "aria-haspopup": "menu" })
    : el("span", { class: "bare" });
}

function theBot() {
  const { bot } = state.world;
  return el("li", { class: "bot" }, el("span", { class: "person" }, avatar(bot.id, bot.name, true),
    el("span", { class: "who" }, el("span", { class: "name" }, bot.name, " ", el("span", { class: "mark", text: "BOT" })),
      el("span", { class: "about", text: state.bot ? "online" : "away" }))), more({ ...bot, bot: true }));
}

function installSwitch() {
  const { you, bot } = state.world;
  const box = el("input", { type: "checkbox", role: "switch", id: "install" });
  box.checked = you.installed;
  box.addEventListener("change", () => post("install", asMe({ on: box.checked })).catch(() => { box.checked = !box.checked; }));
  return el("p", { class: "install" }, box, el("label", { for: "install" }, `Add ${bot.name} to my apps`,
    el("span", { class: "about", text: `So that ${you.name} can use it anywhere, also in conversations.` })));
}

function addPerson() {
  const fields = [
    { name: "name", label: "Name", required: true, max: 32 },
    { name: "manager", label: "An organiser, who may manage the server", check: true },
  ];
  openForm("Add a person", fields, "Add", async (values) => {
    await post("people", { name: values.name, manager: values.manager });
  });
}

function draw() {
  if (!state.world) return;
  const side = $("right");
  const held = document.activeElement?.closest?.("#right") ? document.activeElement.dataset.person : null;
  const server = hereServer();
  const inside = (one) => !server || server.members.includes(one.id);
  const members = state.world.people.filter(inside);
  const others = state.world.people.filter((one) => !inside(one));
  const withBot = !server || server.members.includes(state.world.bot.id);
  side.replaceChildren(el("div", { class: "scrolls" },
    el("h2", { text: "Who are you?" }),
    el("p", { class: "about", text: "Pick a person to be. The arrow opens a tab of their own." }),
    el("ul", { class: "people" }, members.map(person), withBot ? theBot() : null),
    others.length ? [el("h3", { text: "Not in this server" }), el("ul", { class: "people" }, others.map(person))] : null,
    el("button", { type: "button", class: "quiet", text: "Add a person", on: { click: addPerson } }),
    installSwitch()));
  if (held) side.querySelector(`[data-person="${CSS.escape(held)}"]`)?.focus();
}

export function startPeople() {
  for (const name of ["world", "place", "bot", "commands"]) on(name, draw);
}
