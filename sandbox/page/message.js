// One message as an element.

import { components } from "/page/components.js";
import { avatar, el, icon, iconButton, unseen } from "/page/dom.js";
import { attachments, embed } from "/page/embed.js";
import { inline, markdown } from "/page/markdown.js";
import { messageMenu } from "/page/menu.js";
import { emit, here, nameOf, state } from "/page/state.js";
import { written } from "/page/time.js";

const LOADING = 1 << 7, SILENT = 1 << 12;
const PINNED = 6, THREAD_CREATED = 18, REPLY = 19, COMMAND = 20, THREAD_STARTER = 21, MENU = 23;
const TOGETHER = 7 * 60 * 1000;
/** How long a bot may think. */
const PATIENCE = 15 * 60 * 1000;

/** Whether a message only goes on from the one before, and needs no name of its own. */
function goesOn(message, before) {
  return before && [0, 20, 23, 19].includes(before.type) && message.type === 0
    && before.author.id === message.author.id && before.ephemeral === message.ephemeral
    && new Date(message.timestamp) - new Date(before.timestamp) < TOGETHER;
}

export function drawMessage(message, before) {
  if ([PINNED, THREAD_CREATED, THREAD_STARTER].includes(message.type)) return notice(message);
  const bot = message.author.id === state.world?.bot.id;
  const follows = goesOn(message, before);
  const classes = ["message", follows && "follows", message.ephemeral && "ephemeral", message.pings_you && "pings", bot && "by-bot"];
  const head = el("div", { class: follows ? "head unseen" : "head" },
    el("span", { class: "author", text: message.author_name }),
    bot ? el("span", { class: "mark", text: "BOT" }) : null,
    written(message.timestamp),
    message.flags & SILENT ? el("span", { class: "mark quiet", text: "silent", title: "Sent without ringing" }) : null,
    message.tts ? el("span", { class: "mark quiet" }, el("span", { text: "🔊 ", "aria-hidden": "true" }), "read aloud") : null,
    message.pinned ? el("span", { class: "mark quiet" }, icon("pin"), "pinned") : null,
    message.edited_timestamp && !message.content ? edited(message) : null,
    message.pings_you ? unseen("mentions you") : null);
  const body = el("div", { class: "body" }, head, content(message),
    attachments(message),
    message.embeds.map((one) => embed(one, message)),
    components(message),
    message.thread ? threadLink(message.thread) : null,
    message.ephemeral ? onlyYou(message) : null);
  const line = reply(message);
  return el("li", { class: classes.filter(Boolean).join(" "), role: "article", data: { message: message.id }, tabindex: "-1" },
    line, follows ? null : avatar(message.author.id, message.author_name, bot), body, tools(message));
}

function content(message) {
  const node = el("div", { class: "content" });
  if (message.flags & LOADING) {
    const late = Date.now() - new Date(message.timestamp) > PATIENCE;
    node.append(late ? el("p", { class: "failed", text: "The application did not respond" })
      : el("p", { class: "thinking" }, el("span", { class: "dots", "aria-hidden": "true" }), `${message.author_name} is thinking…`));
    return node;
  }
  node.append(...markdown(message.content));
  const last = node.lastElementChild;
  if (message.edited_timestamp && message.content) {
    if (last?.tagName === "P") last.append(" ", edited(message));
    else node.append(edited(message));
  }
  return node;
}

function edited(message) {
  return el("span", { class: "edited", text: "(edited)", title: written(message.edited_timestamp).title });
}

/** The line above: what this answers. */
function reply(message) {
  const used = message.interaction;
  if (used && [COMMAND, MENU].includes(message.type)) {
    return el("div", { class: "reply" }, icon("reply"), el("span", {}, el("b", { text: nameOf(used.user.id) }), " used ",
      el("span", { class: "used", text: message.type === COMMAND ? `/${used.name}` : used.name })));
  }
  if (message.type !== REPLY) return null;
  const first = message.referenced_message;
  if (!first) return el("div", { class: "reply" }, icon("reply"), el("i", { text: "a message that is not there for you" }));
  const text = first.content || first.embeds[0]?.title || first.embeds[0]?.description || (first.attachments.length ? "a file" : "a message");
  const go = () => emit("go", { channel: message.message_reference.channel_id, message: first.id });
  return el("div", { class: "reply" }, icon("reply"), el("button", { type: "button", class: "bare", on: { click: go } },
    unseen("In reply to "), el("b", { text: nameOf(first.author.id) }), " ", el("span", { class: "cut" }, plain(text))));
}

/** Markdown without anything to press. */
function plain(text) {
  const box = el("span", {}, inline(text.split("\n")[0].slice(0, 140)));
  return box.textContent;
}

function onlyYou(message) {
  const dismiss = el("button", { type: "button", class: "bare", text: "Dismiss", on: { click: () => emit("dismiss", message) } });
  return el("p", { class: "only-you" }, icon("lock"), "Only you can see this · ", dismiss);
}

function threadLink(thread) {
  const open = (event) => {
    event.preventDefault();
    emit("go", { channel: thread.id });
  };
  return el("a", { class: "thread-link", href: `#${thread.id}`, on: { click: open } }, icon("thread"),
    el("span", {}, el("b", { text: thread.name }), thread.message_count > 1 ? ` · ${thread.message_count} messages` : " · open the thread"));
}

function tools(message) {
  const buttons = [];
  if (!message.ephemeral && here()?.channel.may_write && !(message.flags & LOADING)) {
    buttons.push(iconButton("reply", "Reply", () => emit("reply", message)));
  }
  buttons.push(iconButton("more", "More", (event) => messageMenu(event.currentTarget, message), { "aria-haspopup": "menu" }));
  return el("div", { class: "tools" }, buttons);
}

/** The lines Discord itself writes. */
function notice(message) {
  const who = el("b", { class: "author", text: message.author_name });
  const link = (channel, id, text) => {
    const open = (event) => {
      event.preventDefault();
      emit("go", { channel, message: id });
    };
    return el("a", { href: `#${channel}`, text, on: { click: open } });
  };
  const from = message.message_reference;
  const words = message.type === PINNED
    ? [icon("pin"), who, " pinned ", link(from.channel_id, from.message_id, "a message"), "."]
    : message.type === THREAD_CREATED
      ? [icon("thread"), who, " started the thread ", link(from.channel_id, null, message.content), "."]
      : [icon("thread"), who, " started this thread from ", link(from.channel_id, from.message_id, "a message"), "."];
  return el("li", { class: "notice", role: "article", data: { message: message.id }, tabindex: "-1" },
    el("div", { class: "content" }, words, " ", written(message.timestamp)));
}
