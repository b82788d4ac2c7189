// The "More" menu on a message or a person.

import { command } from "/page/act.js";
import { asMe, post } from "/page/api.js";
import { openForm } from "/page/dialog.js";
import { el } from "/page/dom.js";
import { emit, here, state, TEXT } from "/page/state.js";

let close = () => {};

/** Opens below a button; items are {label, run}. */
function openMenu(button, items) {
  close();
  const menu = el("div", { class: "menu", role: "menu", "aria-label": "More" });
  const buttons = items.map(({ label, run }) => el("button", { type: "button", role: "menuitem", tabindex: "-1", text: label,
    on: { click: () => { close(); run(); } } }));
  menu.append(...buttons);
  document.querySelector("main").append(menu);
  button.setAttribute("aria-expanded", "true");
  const box = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  menu.style.left = `${Math.max(8, Math.min(box.right - width, innerWidth - width - 8))}px`;
  menu.style.top = `${box.bottom + height + 8 > innerHeight ? Math.max(8, box.top - height - 4) : box.bottom + 4}px`;
  const outside = (event) => {
    if (!menu.contains(event.target) && event.target !== button) close();
  };
  close = () => {
    close = () => {};
    menu.remove();
    button.removeAttribute("aria-expanded");
    document.removeEventListener("pointerdown", outside);
    removeEventListener("resize", close);
    if (button.isConnected) button.focus();
  };
  document.addEventListener("pointerdown", outside);
  addEventListener("resize", close);
  menu.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      buttons.at(to % buttons.length).focus();
    } else if (event.key === "Escape" || event.key === "Tab") {
      event.preventDefault();
      close();
    }
  });
  buttons[0].focus();
}

const ofKind = (kind) => state.commands.filter((one) => one.type === kind);

/** Commands of the menu tell their troubles below the messages. */
async function use(name, target) {
  try {
    await command({ command: name, ...target });
  } catch (error) {
    emit("failed", { title: "That is not available here", reason: error.message, label: name, channel: state.channel });
  }
}

const copy = (text) => navigator.clipboard?.writeText(text).catch(() => {});

export function messageMenu(button, message) {
  const place = here();
  const items = [];
  if (!message.ephemeral) {
    if (place?.channel.may_write) items.push({ label: "Reply", run: () => emit("reply", message) });
    items.push(...ofKind(3).map(({ name }) => ({ label: name, run: () => use(name, { message: message.id }) })));
    if (place?.channel.type === TEXT && place.channel.may_open_thread && !message.thread) {
      items.push({ label: "New thread from this", run: () => newThread(message.id) });
    }
  }
  const link = `https://discord.com/channels/${place?.server?.id ?? "@me"}/${message.channel_id}/${message.id}`;
  items.push({ label: "Copy link", run: () => copy(link) });
  if (message.content) items.push({ label: "Copy text", run: () => copy(message.content) });
  openMenu(button, items);
}

/** Whether there would be anything in a person's menu. */
export const personHasMenu = (person) => person.id !== state.world?.you.id || ofKind(2).length > 0;

export function personMenu(button, person) {
  const items = ofKind(2).map(({ name }) => ({ label: name, run: () => use(name, { person: person.id }) }));
  if (person.id !== state.world?.you.id) {
    items.unshift({ label: `Message ${person.name}`, run: () => talkTo(person.bot ? [] : [person.id]) });
  }
  openMenu(button, items);
}

/** Opens the conversation with these people, or with the bot. */
export async function talkTo(people) {
  const { channel } = await post("direct", asMe({ with: people }));
  emit("go", { channel });
}

/** A thread under the present channel, or a post in the present forum. */
export function newThread(message) {
  const forum = here()?.channel.type !== TEXT;
  const fields = [
    { name: "name", label: forum ? "Title" : "Name of the thread", required: true, max: 100 },
    { name: "text", label: forum ? "Message" : "First message (may wait)", long: true, required: forum, max: 2000 },
  ];
  const { channel } = here();
  openForm(forum ? "New post" : "New thread", fields, forum ? "Post" : "Open it", async ({ name, text }) => {
    const made = await post("thread", asMe({ channel: channel.id, name, text, message: message ?? undefined }));
    emit("go", { channel: made.channel });
  });
}
