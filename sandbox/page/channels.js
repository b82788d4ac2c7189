// The left side: servers, channels with their threads, conversations.

import { $, el, unseen } from "/page/dom.js";
import { markOf, titleMark } from "/page/marks.js";
import { talkTo } from "/page/menu.js";
import { emit, firstChannel, FORUM, here, hereServer, isThread, on, state, VOICE } from "/page/state.js";

const opened = new Set(); // folded lists that somebody unfolded

function link(channel, kind) {
  const { unread, pinged } = markOf(channel);
  const go = (event) => {
    event.preventDefault();
    emit("go", { channel: channel.id });
  };
  return el("a", {
    href: `#${channel.id}`, class: ["place", kind, unread && "unread"].filter(Boolean).join(" "), data: { channel: channel.id },
    "aria-current": channel.id === state.channel ? "page" : undefined, on: { click: go },
  }, el("span", { class: "place-name", text: channel.name }),
    pinged ? el("span", { class: "ping" }, el("span", { text: "@", "aria-hidden": "true" }), unseen(" (you are mentioned)"))
      : unread ? unseen(" (unread)") : null);
}

const kindOf = (channel) => ({ [FORUM]: "forum", [VOICE]: "voice" })[channel.type] ?? (isThread(channel) ? "thread" : "text");

function row(channel, threads) {
  const mine = threads.filter((thread) => thread.parent_id === channel.id);
  const active = mine.filter((thread) => !thread.archived);
  const archived = mine.filter((thread) => thread.archived);
  const items = (list) => el("ul", {}, list.map((thread) => el("li", {}, link(thread, "thread"))));
  const folded = archived.length === 0 ? null : el("details", { open: opened.has(channel.id) || archived.some(({ id }) => id === state.channel) },
    el("summary", { text: `Archived (${archived.length})` }), items(archived));
  folded?.addEventListener("toggle", () => (folded.open ? opened.add(channel.id) : opened.delete(channel.id)));
  return el("li", {}, link(channel, kindOf(channel)), active.length ? items(active) : null, folded);
}

function draw() {
  if (!state.world) return;
  const shown = hereServer();
  const held = document.activeElement?.dataset?.channel;
  $("servers").replaceChildren(...state.world.servers.map((server) => {
    const go = () => emit("go", { channel: server.channels.find(({ type }) => type === 0)?.id ?? server.channels[0]?.id ?? firstChannel() });
    const mark = server.channels.map(markOf);
    return el("li", {}, el("button", { type: "button", class: "server", "aria-current": server === shown ? "true" : undefined, on: { click: go } },
      server.name, mark.some(({ pinged }) => pinged) && server !== shown ? unseen(" (you are mentioned)") : null));
  }));
  $("channels").replaceChildren(...(shown?.channels ?? []).map((channel) => row(channel, shown.threads)));
  $("direct").replaceChildren(...state.world.direct.map((channel) => el("li", {}, link(channel, "direct"))));
  if (held) document.querySelector(`a[data-channel="${held}"]`)?.focus();
  $("message-bot").textContent = `Message ${state.world.bot.name}`;
  title();
}

function title() {
  const place = here();
  const name = place ? (place.server ? `#${place.channel.name}` : place.channel.name) : "";
  document.title = `${titleMark()}${name} · ${state.me} · Gatemaster sandbox`;
}

export function startChannels() {
  for (const name of ["world", "place", "marks"]) on(name, draw);
  $("message-bot").addEventListener("click", () => talkTo([]));
}
