// Wiring: who looks, where, and what happens when something happens.

import { asMe, get, hereAsMe } from "/page/api.js";
import { startChannels } from "/page/channels.js";
import { $, dressButtons } from "/page/dom.js";
import { startEntry } from "/page/entry.js";
import { listen } from "/page/live.js";
import { clearLog, loadLog, remove, reveal, startLog, take } from "/page/log.js";
import { note } from "/page/marks.js";
import { newThread } from "/page/menu.js";
import { startPeople } from "/page/people.js";
import { startPins } from "/page/pins.js";
import { startPosts } from "/page/posts.js";
import { readOut, startSettings } from "/page/settings.js";
import { startSides } from "/page/sides.js";
import { emit, firstChannel, FORUM, here, on, placeOf, state, TEXT } from "/page/state.js";
import { startWelcome } from "/page/welcome.js";

// --- looking

async function loadWorld() {
  const who = state.me;
  const world = await get("world", asMe());
  if (who !== state.me) return;
  state.world = world;
  setBot(world.bot.connected);
  emit("world");
}

async function loadCommands() {
  const asked = JSON.stringify(hereAsMe());
  const { commands } = await get("commands", hereAsMe());
  if (asked !== JSON.stringify(hereAsMe())) return;
  state.commands = commands;
  emit("commands");
}

/** Everything anew: at the start, for another person, and whenever the stream was away. */
async function loadAll() {
  const who = state.me;
  await loadWorld();
  if (who !== state.me) return;
  if (!placeOf(state.channel)) state.channel = firstChannel();
  if (state.channel && location.hash !== `#${state.channel}`) history.replaceState(null, "", `#${state.channel}`);
  emit("place");
  showBar();
  if (!state.channel) return;
  await Promise.all([loadCommands(), loadLog(false)]);
  if (who === state.me) setLive(true);
}

let soon = null;

/** The world has changed a little; several changes at once are looked at together. */
function worldChanged() {
  clearTimeout(soon);
  soon = setTimeout(async () => {
    try {
      await loadWorld();
      if (!placeOf(state.channel)) await go({ channel: firstChannel() });
      else await loadCommands();
      showBar();
    } catch {
      // The stream will notice if the sandbox is gone.
    }
  }, 40);
}

// --- the stream

function hear(name, data) {
  if (name === "hello" || name === "again") loadAll().catch(lookAgain);
  else if (name === "lost") lost();
  else if (name === "bot") setBot(data.connected);
  else if (name === "world" || name === "channel") worldChanged();
  else if (name === "gone") {
    if (data.channel_id === state.channel) remove(data.id);
    emit("gone", data);
  } else heardMessage(name, data);
}

function heardMessage(name, message) {
  note(message);
  if (message.channel_id === state.channel) take(message, name === "message");
  emit("marks");
  if (name === "message" && message.channel_id === state.channel) readOut(message);
}

/** Where the whole world is a new one, there may be nobody of my name in it. */
async function lost() {
  setLive(false);
  const people = await get("people").catch(() => null);
  if (people && !people.some(({ name }) => name === state.me)) begin().catch(lookAgain);
}

/** The person or the whole world may be another one after a restart. */
function lookAgain(error) {
  console.warn("looking again soon:", error);
  setTimeout(() => begin().catch(lookAgain), 800);
}

function setLive(live) {
  state.live = live;
  document.body.dataset.live = live ? "yes" : "no";
  if (!live) setBot(false);
  showAway();
}

function setBot(connected) {
  state.bot = connected;
  document.body.dataset.bot = connected ? "connected" : "away";
  showAway();
  emit("bot");
}

function showAway() {
  const name = state.world?.bot.name ?? "Gatemaster";
  $("bot-state").textContent = state.bot ? `${name} is online` : `${name} is away`;
  const gone = state.world && !state.live;
  $("away").hidden = !gone;
  if (gone) $("away").textContent = "The sandbox is away. This page tries again by itself.";
}

// --- going places, being people

async function go({ channel, message }) {
  if (channel && !placeOf(channel)) await loadWorld();
  if (!placeOf(channel)) return;
  if (channel !== state.channel || location.hash !== `#${channel}`) {
    const elsewhere = channel !== state.channel;
    state.channel = channel;
    if (location.hash !== `#${channel}`) history.pushState(null, "", `#${channel}`);
    if (elsewhere) {
      clearLog();
      state.commands = [];
      emit("place");
      showBar();
      await Promise.all([loadCommands(), loadLog(true)]);
    }
  }
  emit("close-sides");
  if (message) await reveal(message);
}

function be(name) {
  if (name === state.me) return;
  state.me = name;
  clearLog();
  state.commands = [];
  setLive(false);
  $("away").hidden = true;
  emit("person");
  showMe();
  listen(name, hear);
}

function showMe() {
  document.body.dataset.me = state.me;
  const url = new URL(location.href);
  url.searchParams.set("as", state.me);
  history.replaceState(null, "", url);
}

function showBar() {
  const place = here();
  $("place").textContent = place?.channel.name ?? "";
  $("place").dataset.kind = !place?.server ? "direct" : place.channel.type === FORUM ? "forum" : "text";
  $("topic").textContent = place?.channel.topic ?? "";
  const button = $("new-thread");
  button.hidden = !place?.channel.may_open_thread;
  const label = place?.channel.type === TEXT ? "New thread" : "New post";
  button.querySelector(".label").textContent = label;
  button.title = label;
  $("beginning").textContent = place ? `This is where ${place.server ? `#${place.channel.name}` : `your conversation with ${place.channel.name}`} begins.` : "";
}

async function begin() {
  const people = await get("people");
  const wanted = state.me ?? new URL(location.href).searchParams.get("as");
  const found = people.find(({ id, name }) => name === wanted || id === wanted) ?? people[0];
  state.me = found.name;
  state.channel ??= /^#\d+$/.test(location.hash) ? location.hash.slice(1) : null;
  showMe();
  listen(found.name, hear);
}

dressButtons();
startSettings();
startSides();
startLog();
startChannels();
startPeople();
startPosts();
startPins();
startWelcome();
startEntry();
on("go", (where) => go(where).catch(() => {}));
on("be", be);
$("new-thread").addEventListener("click", () => newThread());
addEventListener("hashchange", () => go({ channel: location.hash.slice(1) }).catch(() => {}));
addEventListener("popstate", () => go({ channel: location.hash.slice(1) }).catch(() => {}));
begin().catch(lookAgain);
