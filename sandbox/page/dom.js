// Building elements. Text always goes in as text, so that nothing anybody writes can become markup.

export const $ = (id) => document.getElementById(id);

/** el("button", {class: "x", text: "Go", data: {try: "1"}, on: {click}}, child, "text", …) */
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") node.textContent = value;
    else if (key === "class") node.className = value;
    else if (key === "data") Object.assign(node.dataset, value);
    else if (key === "on") for (const [name, run] of Object.entries(value)) node.addEventListener(name, run);
    else node.setAttribute(key, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** For screen readers only. */
export const unseen = (text) => el("span", { class: "unseen", text });

const SHAPES = {
  list: "M4 6h16M4 12h16M4 18h10",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 4.500a3.5 3.5 0 0 1 0 6.500M18 14.500c2 .8 3.2 2.6 3.5 5.5",
  pin: "M9 3h6l-1 7 4 4H6l4-4zM12 14v7",
  thread: "M5 4v9a4 4 0 0 0 4 4h9M14 13l4 4-4 4M9 8h10",
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  sound: "M4 9v6h4l5 4V5L8 9zM16.5 8.500a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  spark: "M12 3l2 6.500L20.5 12 14 14.5 12 21l-2-6.500L3.5 12 10 9.500z",
  plus: "M12 5v14M5 12h14",
  send: "M4 12h15M13 6l6 6-6 6",
  reply: "M10 6L4 12l6 6M4 12h10a6 6 0 0 1 6 6v1",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  open: "M14 4h6v6M20 4l-9 9M10 5H5v14h14v-5",
  close: "M6 6l12 12M18 6L6 18",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
};

/** A small drawing in the colour of the text around it. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  for (const [key, value] of [["viewBox", "0 0 24 24"], ["class", `icon ${name}`], ["aria-hidden", "true"], ["focusable", "false"]]) {
    svg.setAttribute(key, value);
  }
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

/** A button that shows a drawing and is called by its name. */
export function iconButton(name, label, run, props = {}) {
  return el("button", { type: "button", "aria-label": label, title: label, on: { click: run }, ...props }, icon(name));
}

/** Puts drawings on the buttons that come with the page. */
export function dressButtons() {
  for (const button of document.querySelectorAll("button[data-icon]")) {
    const label = el("span", { class: "label", text: button.textContent });
    button.title = button.textContent;
    button.replaceChildren(icon(button.dataset.icon), label);
  }
}

/** A circle with initials, in a colour that belongs to the person; the bot has a drawn gate. */
export function avatar(id, name, bot) {
  if (bot) return el("span", { class: "avatar", "aria-hidden": "true" }, el("img", { src: "/page/icon.svg", alt: "" }));
  const initials = name.split(/\s+/).map((word) => [...word][0] ?? "").slice(0, 2).join("").toUpperCase();
  const node = el("span", { class: "avatar", text: initials, "aria-hidden": "true" });
  let sum = 0;
  for (const c of name) sum = (sum * 31 + c.codePointAt(0)) % 360;
  node.style.setProperty("--hue", sum);
  return node;
}
