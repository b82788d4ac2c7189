// Discord's markdown, straight to elements. Blocks first (code, quotes, headings, lists), then what is inside a line.

import { el } from "/page/dom.js";
import { emit, nameOf, placeOf, roleName, state } from "/page/state.js";
import { stamp } from "/page/time.js";

const FENCE = /```(?:([\w+.#-]+)\n)?\n?([^]*?)\n?```/g;
const DEEPEST = 12;

/** Everything: for message texts, embed descriptions and field values. */
export function markdown(text) {
  const out = [];
  let from = 0;
  for (const found of text.matchAll(FENCE)) {
    if (found[2].trim() === "") continue;
    out.push(...blocks(text.slice(from, found.index)));
    out.push(el("pre", {}, el("code", { text: found[2] })));
    from = found.index + found[0].length;
  }
  out.push(...blocks(text.slice(from)));
  return out;
}

const HEADING = /^(#{1,3})\s+(\S.*)$/;
const SMALL = /^-#\s+(\S.*)$/;
const ITEM = /^( *)([-*]|\d{1,9}\.)\s+(\S.*)$/;

function blocks(text) {
  const lines = text.replace(/^\n|\n$/g, "").split("\n");
  const out = [];
  let plain = [];
  const flush = () => {
    if (plain.join("").trim() !== "") out.push(el("p", {}, inline(plain.join("\n"))));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    const heading = HEADING.exec(line);
    const small = SMALL.exec(line);
    if (line.startsWith(">>> ")) {
      flush();
      out.push(el("blockquote", {}, blocks([line.slice(4), ...lines.slice(at + 1)].join("\n"))));
      return out;
    } else if (line.startsWith("> ")) {
      flush();
      const quoted = [];
      for (; at < lines.length && lines[at].startsWith("> "); at += 1) quoted.push(lines[at].slice(2));
      at -= 1;
      out.push(el("blockquote", {}, blocks(quoted.join("\n"))));
    } else if (heading) {
      flush();
      // The page's own headings end at level 3.
      out.push(el(`h${heading[1].length + 3}`, { class: `md-h${heading[1].length}` }, inline(heading[2])));
    } else if (small) {
      flush();
      out.push(el("p", { class: "md-small" }, inline(small[1])));
    } else if (ITEM.test(line)) {
      flush();
      const items = [];
      const numbered = (item) => /\d/.test(item[2]);
      for (; at < lines.length; at += 1) {
        const item = ITEM.exec(lines[at]);
        const other = item && items.length > 0 && item[1].length <= items[0][1].length && numbered(item) !== numbered(items[0]);
        if (!item || other) break;
        items.push(item);
      }
      at -= 1;
      out.push(list(items));
    } else {
      plain.push(line);
    }
  }
  flush();
  return out;
}

function list(items) {
  const [, indent, mark] = items[0];
  const node = el(/\d/.test(mark) ? "ol" : "ul", { start: /\d/.test(mark) ? parseInt(mark, 10) : undefined });
  for (let at = 0; at < items.length; at += 1) {
    const item = el("li", {}, inline(items[at][3]));
    const inner = [];
    while (at + 1 < items.length && items[at + 1][1].length > indent.length) inner.push(items[(at += 1)]);
    if (inner.length > 0) item.append(list(inner));
    node.append(item);
  }
  return node;
}

// The order is that of trying. All are sticky: they match where we stand or not at all.
const RULES = [
  [/\\([^A-Za-z0-9\s])/y, (m) => m[1]],
  [/(`+)([^]*?[^`])\1(?!`)/y, (m) => el("code", { text: m[2].replace(/^ (`.*`) $/, "$1") })],
  [/\|\|([^]+?)\|\|/y, (m, deep) => spoiler(inline(m[1], deep))],
  [/\*\*\*([^]+?)\*\*\*/y, (m, deep) => el("strong", {}, el("em", {}, inline(m[1], deep)))],
  [/\*\*([^]+?)\*\*(?!\*)/y, (m, deep) => el("strong", {}, inline(m[1], deep))],
  [/__([^]+?)__(?!_)/y, (m, deep) => el("u", {}, inline(m[1], deep))],
  [/~~([^]+?)~~/y, (m, deep) => el("s", {}, inline(m[1], deep))],
  [/\*(?=\S)((?:\\[^]|[^*\\]|\*\*)+?)\*(?!\*)/y, (m, deep) => el("em", {}, inline(m[1], deep))],
  [/\b_((?:\\[^]|[^_\\]|__)+?)_(?!\w)/y, (m, deep) => el("em", {}, inline(m[1], deep))],
  [/\[((?:\\[^]|[^\]\\\n])+)\]\(<?(https?:\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\)/y,
    (m, deep) => link(m[2], inline(m[1], deep))],
  [/<(https?:\/\/[^\s<>]+)>/y, (m) => link(m[1], [m[1]])],
  [/https?:\/\/[^\s<>]+[^\s<>"'.,:;!?)\]*_~|]/y, (m) => link(m[0], [m[0]])],
  [/<@!?(\d{1,20})>/y, (m) => el("span", { class: m[1] === state.world?.you.id ? "pill me" : "pill", text: `@${nameOf(m[1])}` })],
  [/<@&(\d{1,20})>/y, (m) => el("span", { class: "pill", text: `@${roleName(m[1])}` })],
  [/<#(\d{1,20})>/y, (m) => channelPill(m[1])],
  [/<\/([^:<>\n]{1,100}):\d{1,20}>/y, (m) => commandPill(m[1])],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => stamp(Number(m[1]), m[2] ?? "f")],
  [/<a?(:\w{2,32}:)(\d{1,20})>/y, (m) => emoji(m[1], m[2])],
  [/@(?:everyone|here)\b/y, (m) => el("span", { class: "pill", text: m[0] })],
];
const SPECIAL = /[\\`|*_~[<h@]/g;

/** What may stand within a line: for titles, field names and everything inside blocks. */
export function inline(text, deep = 0) {
  if (deep > DEEPEST) return [text];
  const out = [];
  let from = 0;
  let at = 0;
  for (;;) {
    SPECIAL.lastIndex = at;
    const special = SPECIAL.exec(text);
    if (!special) break;
    at = special.index;
    const hit = applying(text, at);
    if (!hit) {
      at += 1;
      continue;
    }
    const [found, make] = hit;
    if (at > from) out.push(text.slice(from, at));
    out.push(make(found, deep + 1));
    at += found[0].length;
    from = at;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

function applying(text, at) {
  for (const [rule, make] of RULES) {
    rule.lastIndex = at;
    const found = rule.exec(text);
    if (found) return [found, make];
  }
  return null;
}

function spoiler(children) {
  const node = el("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, press to show", "aria-expanded": "false" },
    el("span", { class: "spoiled" }, children));
  const show = (event) => {
    if (node.classList.contains("open")) return;
    event.preventDefault();
    event.stopPropagation();
    node.classList.add("open");
    for (const name of ["role", "tabindex", "aria-label", "aria-expanded"]) node.removeAttribute(name);
  };
  node.addEventListener("click", show, true);
  node.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") show(event);
  });
  return node;
}

const MESSAGE_LINK = /^https?:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

function link(url, children) {
  const jump = MESSAGE_LINK.exec(url);
  const place = jump && placeOf(jump[1]);
  if (place) {
    const label = children.length === 1 && children[0] === url
      ? [`#${place.channel.name}${jump[2] ? " › message" : ""}`] : children;
    const open = (event) => {
      event.preventDefault();
      emit("go", { channel: jump[1], message: jump[2] });
    };
    return el("a", { class: "pill", href: `#${jump[1]}`, title: url, on: { click: open } }, label);
  }
  return el("a", { href: url, target: "_blank", rel: "noopener noreferrer", title: url }, children);
}

function channelPill(id) {
  const place = placeOf(id);
  if (!place) return el("span", { class: "pill", text: "#unknown" });
  const open = (event) => {
    event.preventDefault();
    emit("go", { channel: id });
  };
  return el("a", { class: "pill", href: `#${id}`, text: `#${place.channel.name}`, on: { click: open } });
}

/** An emoji of the application's own; its name stands where the picture is not to be had. */
function emoji(name, id) {
  const picture = el("img", { class: "emoji", src: `/emojis/${id}.png`, alt: name, title: name, draggable: "false" });
  picture.addEventListener("error", () => picture.replaceWith(name), { once: true });
  return picture;
}

function commandPill(name) {
  return el("button", { type: "button", class: "pill", text: `/${name}`, title: "Put it in the entry line",
    on: { click: () => emit("compose", `/${name} `) } });
}
