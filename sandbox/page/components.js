// Buttons and selects below a message.

import { press } from "/page/act.js";
import { el } from "/page/dom.js";
import { here, hereServer, peopleHere } from "/page/state.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link" };

export function components(message) {
  const rows = message.components.filter((row) => row.type === 1);
  if (rows.length === 0) return null;
  const box = el("div", { class: "components" });
  const fail = (title, reason) => {
    box.querySelector(".failed")?.remove();
    box.append(el("p", { class: "failed", role: "alert" }, el("strong", { text: title }), reason ? ` ${reason}` : ""));
  };
  const use = async (control, path, body) => {
    if (control.getAttribute("aria-busy")) return;
    box.querySelector(".failed")?.remove();
    control.setAttribute("aria-busy", "true");
    await press(path, { channel: message.channel_id, message: message.id, seen: asDiscordHasIt(message), ...body }, fail,
      control.querySelector("span:not(.emoji)")?.textContent);
    control.removeAttribute("aria-busy");
  };
  box.append(...rows.map((row) =>
    el("div", { class: "row" }, row.components.map((part) => (part.type === 2 ? button(part, use) : select(part, use))))));
  return box;
}

/** The message without what the sandbox adds for this page. */
function asDiscordHasIt({ ephemeral, pinged, pings_you, author_name, ...message }) {
  return message;
}

function button(part, use) {
  const emoji = part.emoji?.name ? el("span", { class: "emoji", text: part.emoji.name, "aria-hidden": part.label ? "true" : undefined }) : null;
  const children = [emoji, part.label ? el("span", { text: part.label }) : null];
  if (part.style === 5) {
    const url = /^https?:\/\//.test(part.url ?? "") ? part.url : "#";
    return el("a", { class: "button link", href: url, target: "_blank", rel: "noopener noreferrer" }, children);
  }
  const node = el("button", { type: "button", class: STYLES[part.style] ?? "secondary", disabled: part.disabled }, children);
  node.addEventListener("click", () => use(node, "click", { custom_id: part.custom_id }));
  return node;
}

/** What can be picked: [{value, label, description, chosen}] */
function choices(part) {
  const people = () => peopleHere().map(({ id, name }) => ({ value: id, label: name }));
  const server = hereServer();
  const roles = () => (here()?.server ? server.roles : []).filter((role) => role.name !== "@everyone").map(({ id, name }) => ({ value: id, label: `@${name}` }));
  const allowed = part.channel_types ?? [];
  const channels = () => (server ? [...server.channels, ...server.threads] : [])
    .filter((channel) => allowed.length === 0 || allowed.includes(channel.type))
    .map(({ id, name }) => ({ value: id, label: `#${name}` }));
  const offered = { 5: people, 6: roles, 7: () => [...people(), ...roles()], 8: channels }[part.type];
  if (!offered) return part.options.map(({ value, label, description, default: chosen }) => ({ value, label, description, chosen }));
  const chosen = new Set((part.default_values ?? []).map((one) => one.id));
  return offered().map((choice) => ({ ...choice, chosen: chosen.has(choice.value) }));
}

function select(part, use) {
  const label = part.placeholder || "Make a choice";
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const options = choices(part).map(({ value, label, description, chosen }) =>
    el("option", { value, selected: chosen, text: description ? `${label} — ${description}` : label }));
  const node = el("select", { "aria-label": label, disabled: part.disabled });
  const send = (values) => use(node, "select", { custom_id: part.custom_id, values });
  if (most === 1) {
    const any = options.some((option) => option.selected);
    node.append(el("option", { value: "", text: label, selected: !any, disabled: true, hidden: least > 0 }), ...options);
    if (least === 0) node.append(el("option", { value: " ", text: "Nothing" }));
    node.addEventListener("change", () => send(node.value.trim() ? [node.value] : []));
    return node;
  }
  node.multiple = true;
  node.size = Math.min(options.length, 6);
  node.append(...options);
  const go = el("button", { type: "button", class: "secondary", disabled: part.disabled }, "Choose");
  go.addEventListener("click", () => send([...node.selectedOptions].map((option) => option.value)));
  const count = `${least === most ? most : `${least} to ${most}`} can be picked`;
  return el("div", { class: "several" }, el("span", { class: "several-label", text: `${label} (${count})`, "aria-hidden": "true" }), node, go);
}
