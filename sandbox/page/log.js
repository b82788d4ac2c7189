// The messages of the place shown: loading, keeping in order, scrolling.

import { get, hereAsMe } from "/page/api.js";
import { $, el } from "/page/dom.js";
import { markRead } from "/page/marks.js";
import { drawMessage } from "/page/message.js";
import { emit, newer, on, state } from "/page/state.js";

const PAGE = 80;
const list = $("messages");
const scroll = $("scroll");
const newest = $("newest");
const earlier = $("earlier");

let messages = []; // oldest first
let gone = new Set();
let loading = 0; // counts the loads; only the latest may draw
let stuck = true; // at the bottom, and staying there

const row = (id) => list.querySelector(`[data-message="${id}"]`);

// --- dismissed private messages are remembered by this browser

const dismissed = () => new Set(JSON.parse(localStorage.getItem("dismissed") ?? "[]"));

function dismiss(message) {
  const all = [...dismissed(), message.id].slice(-500);
  localStorage.setItem("dismissed", JSON.stringify(all));
  const next = row(message.id)?.nextElementSibling;
  remove(message.id);
  (next?.isConnected ? next : $("entry")).focus();
}

// --- loading

/** Empties the list, for instance because somebody else is looking now. */
export function clearLog() {
  loading += 1;
  messages = [];
  gone = new Set();
  list.replaceChildren();
  earlier.hidden = newest.hidden = $("beginning").hidden = true;
}

/** Loads the place anew; what comes in by the stream meanwhile is newer and stays. */
export async function loadLog(anew) {
  loading += 1;
  const mine = loading;
  if (anew) clearLog();
  loading = mine;
  const before = new Set(messages.map((message) => message.id));
  gone = new Set();
  // Nobody wants a whole place read out to them.
  list.setAttribute("aria-live", "off");
  const found = await get("messages", hereAsMe({ limit: PAGE }));
  if (mine !== loading) return;
  const live = messages.filter((message) => !before.has(message.id));
  const known = new Set(live.map((message) => message.id));
  messages = [...found.filter((message) => !known.has(message.id) && !gone.has(message.id)), ...live];
  messages.sort((a, b) => (newer(a.id, b.id) ? 1 : -1));
  earlier.hidden = found.length < PAGE;
  $("beginning").hidden = !earlier.hidden;
  drawAll();
  if (anew) stuck = true;
  settle();
  setTimeout(() => list.setAttribute("aria-live", "polite"), 300);
}

async function loadEarlier() {
  const mine = loading;
  const found = await get("messages", hereAsMe({ limit: PAGE, before: messages[0]?.id }));
  if (mine !== loading) return false;
  const height = scroll.scrollHeight - scroll.scrollTop;
  messages = [...found, ...messages];
  earlier.hidden = found.length < PAGE;
  $("beginning").hidden = !earlier.hidden;
  drawAll();
  scroll.scrollTop = scroll.scrollHeight - height;
  return found.length > 0;
}

function drawAll() {
  const hidden = dismissed();
  messages = messages.filter((message) => !hidden.has(message.id));
  const kept = [...list.querySelectorAll(":scope > .failed, :scope > .pending")];
  list.replaceChildren(...messages.map((message, at) => drawMessage(message, messages[at - 1])), ...kept);
}

// --- live changes

/** A message that came or changed. */
export function take(message, fresh) {
  checkStuck();
  const at = messages.findIndex((one) => one.id === message.id);
  if (at >= 0) {
    messages[at] = message;
    redraw(at);
  } else if (fresh || (messages.length > 0 && newer(message.id, messages[0].id))) {
    if (dismissed().has(message.id)) return;
    let to = messages.length;
    while (to > 0 && newer(messages[to - 1].id, message.id)) to -= 1;
    messages.splice(to, 0, message);
    const node = drawMessage(message, messages[to - 1]);
    const next = messages[to + 1] && row(messages[to + 1].id);
    if (next) next.before(node);
    else list.append(node);
    // What one said oneself, and what one alone is told, must not arrive out of sight.
    if (message.author.id === state.world?.you.id || message.ephemeral) stuck = true;
    if (!stuck) newest.hidden = false;
  }
  settle();
}

function redraw(at) {
  const old = row(messages[at].id);
  if (!old) return;
  const focus = focusIn(old);
  const node = drawMessage(messages[at], messages[at - 1]);
  old.replaceWith(node);
  if (focus) focus(node);
}

/** Whoever plays by keyboard stays where they were, also when the board under their finger is redrawn. */
function focusIn(old) {
  const held = document.activeElement;
  if (!old.contains(held)) return null;
  const controls = (node) => [...node.querySelectorAll("button, select, a, [tabindex='0']")];
  const at = controls(old).indexOf(held);
  const label = held.textContent;
  return (node) => {
    const fresh = controls(node);
    const same = fresh.find((one) => one.tagName === held.tagName && one.textContent === label && !one.disabled);
    (same ?? [fresh[at]].find((one) => one && !one.disabled) ?? node).focus({ preventScroll: true });
  };
}

export function remove(id) {
  gone.add(id);
  const at = messages.findIndex((message) => message.id === id);
  if (at < 0) return;
  messages.splice(at, 1);
  row(id)?.remove();
  if (messages[at]) redraw(at);
}

// --- what only this person sees: commands on their way, and what failed

function pending(sent) {
  if (sent.channel !== state.channel) return;
  // Whoever asks looks for the answer.
  toNewest();
  // A quick answer needs no announcement.
  sent.timer = setTimeout(() => {
    sent.row = el("li", { class: "pending", role: "status", tabindex: "-1" }, el("span", { class: "dots", "aria-hidden": "true" }), `Sending /${sent.label}…`);
    list.append(sent.row);
    settle();
  }, 500);
}

function arrived(sent) {
  clearTimeout(sent.timer);
  sent.row?.remove();
}

function failed({ title, reason, label, channel }) {
  if (channel !== state.channel) return;
  const node = el("li", { class: "failed", role: "alert", tabindex: "-1" }, el("span", {}, label ? el("span", { class: "used", text: `/${label} ` }) : null,
    el("strong", { text: title }), reason ? ` ${reason}` : ""),
    el("button", { type: "button", class: "bare", text: "Dismiss", on: { click: () => { node.remove(); $("entry").focus(); } } }));
  list.append(node);
  stuck = true;
  settle();
}

// --- scrolling

const atBottom = () => scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 48;

const sizes = () => `${scroll.scrollHeight} ${scroll.clientHeight}`;

let settled = ""; // the sizes when we last scrolled

function settle() {
  if (stuck) scroll.scrollTop = scroll.scrollHeight;
  settled = sizes();
  read();
}

/**
 * Whether somebody has left the bottom. A picture that came late, or a board that was drawn anew, moves the bottom away
 * without anybody's doing; then the sizes are others. Asked also when messages come: a tab in the background hears of
 * scrolling late.
 */
function checkStuck() {
  if (!atBottom() && sizes() === settled) stuck = false;
}

function toNewest() {
  stuck = true;
  settle();
  newest.hidden = true;
}

/** What stands before somebody's eyes has been read. */
function read() {
  const last = messages.findLast((message) => !message.ephemeral);
  if (last && stuck && document.visibilityState === "visible" && markRead(last.channel_id, last.id)) emit("marks");
}

/** Shows one message, loading earlier ones until it is there. */
export async function reveal(id) {
  while (!row(id) && !earlier.hidden && (await loadEarlier()));
  const node = row(id);
  if (!node) return;
  stuck = false;
  node.scrollIntoView({ block: "center" });
  node.focus({ preventScroll: true });
  node.classList.add("shown");
  setTimeout(() => node.classList.remove("shown"), 2500);
}

/** By keyboard one goes from message to message with the arrows; the last can be reached with Tab. */
function onKey(event) {
  const li = document.activeElement?.closest?.("#messages > li");
  if (!li || event.target.matches("select, input, textarea")) return;
  const to = { ArrowUp: li.previousElementSibling, ArrowDown: li.nextElementSibling, Home: list.firstElementChild, End: list.lastElementChild }[event.key];
  if (to) {
    event.preventDefault();
    to.focus();
  } else if (event.key === "Escape" || (event.key === "ArrowDown" && !li.nextElementSibling)) {
    $("entry").focus();
  }
}

/** The last message, for somebody who leaves the entry line upwards. */
export const focusLast = () => list.lastElementChild?.focus();

export function startLog() {
  list.addEventListener("keydown", onKey);
  scroll.addEventListener("scroll", () => {
    if (atBottom()) stuck = true;
    else checkStuck();
    if (stuck) newest.hidden = true;
    read();
  }, { passive: true });
  // Pictures that arrive late and a keyboard that opens must not push the newest message out of sight.
  const watch = new ResizeObserver(settle);
  watch.observe(list);
  watch.observe(scroll);
  newest.addEventListener("click", toNewest);
  earlier.addEventListener("click", loadEarlier);
  document.addEventListener("visibilitychange", read);
  on("dismiss", dismiss);
  on("sending", pending);
  on("sent", arrived);
  on("failed", failed);
  // Names in messages come from the world.
  on("names", drawAll);
}

/** Scrolls to the top, where the welcome is. */
export function toTop() {
  stuck = false;
  scroll.scrollTop = 0;
}
