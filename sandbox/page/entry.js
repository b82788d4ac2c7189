// The entry line: messages and commands, by keyboard or not.

import { command } from "/page/act.js";
import { hereAsMe, post } from "/page/api.js";
import * as completion from "/page/completion.js";
import { $, el, iconButton } from "/page/dom.js";
import { addLoose, choose, clearFiles, giveFile, givenFile, looseFiles, problemWith } from "/page/files.js";
import { flatten, missing, quoted, read, spanAt } from "/page/line.js";
import { focusLast } from "/page/log.js";
import { offersFor, withMentions } from "/page/offers.js";
import { emit, here, on, state } from "/page/state.js";
import { forget, suggestions } from "/page/suggest.js";

const entry = $("entry");
const hint = $("hint");
const replying = $("replying");
const FILE = 11;
let entries = [];
let replyTo = null;
const picks = new Map(); // option name → {text, value}, for what was picked from the list

const readLine = () => read(entry.value, entries);

/** Called after every change of the line or the cursor. */
function look() {
  grow();
  const caret = entry.selectionStart;
  const line = readLine();
  const span = line?.entry ? spanAt(line, caret) : null;
  describe(line, span);
  const suggested = span?.option.autocomplete ? suggestions(line, span, picks, look, (text) => complain(text)) : undefined;
  // While the bot has not answered, there is nothing to offer.
  const { offers, eager } = suggested === null ? { offers: [], eager: false } : offersFor(entry.value, caret, line, entries, suggested);
  completion.show(offers, eager, pick);
}

function grow() {
  entry.style.height = "auto";
  entry.style.height = `${Math.min(entry.scrollHeight, innerHeight * 0.35)}px`;
}

let problem = null; // the line that somebody complained about

function describe(line, span) {
  // What was wrong stays to be read until something is changed.
  if (problem !== null && problem === entry.value) return;
  problem = null;
  hint.removeAttribute("role");
  hint.className = "";
  if (!line?.entry) {
    hint.hidden = true;
    return;
  }
  hint.hidden = false;
  if (!span) {
    hint.replaceChildren(el("b", { text: `/${line.entry.path}` }), ` ${line.entry.description}`);
    return;
  }
  const { option } = span;
  const file = option.type === FILE
    ? el("button", { type: "button", class: "quiet", text: givenFile(option.name) ? "Choose another file" : "Choose a file",
      on: { click: () => choose(false, ([file]) => file && attachTo(option, file)) } })
    : null;
  hint.replaceChildren(el("b", { text: option.name }), ` ${option.description} `,
    el("span", { class: "quiet-text", text: option.required ? "· required" : "· optional" }), " ", file ?? "");
}

function complain(text) {
  problem = entry.value;
  hint.hidden = false;
  hint.className = "problem";
  hint.setAttribute("role", "alert");
  hint.textContent = text;
}

function write(text, caret = text.length) {
  entry.value = text;
  entry.focus();
  entry.setSelectionRange(caret, caret);
  look();
}

function pick(offer) {
  if (offer.pick) picks.set(offer.pick.option, offer.pick);
  write(offer.text, offer.caret);
}

/** Goes to an option of the command, adding it to the line if need be. */
function goTo(line, option) {
  const span = line.spans.find((one) => one.option === option);
  if (span) {
    const caret = span.start + span.value.length;
    entry.focus();
    entry.setSelectionRange(caret, caret);
    look();
  } else {
    write(`${entry.value.trimEnd()} ${option.name}:`);
  }
}

/** The first required option without a value. */
function wanting(line) {
  const empty = line.spans.find(({ option, value }) => option.required && (option.type === FILE ? !givenFile(option.name) : value === ""));
  return empty?.option ?? missing(line).find((option) => option.required && !(option.type === FILE && givenFile(option.name))) ?? null;
}

const valueOf = ({ option, value }) => (picks.get(option.name)?.text === value ? picks.get(option.name).value : value);

/** The command in somebody's words: of `/bag fly` both, of `/fly away` the first. */
function asTyped(text) {
  const words = text.trim().split(/\s+/);
  const group = entries.some(({ path }) => path.startsWith(`${words[0].slice(1)} `));
  return words.slice(0, group ? 2 : 1).join(" ");
}

async function send() {
  const text = entry.value;
  const line = readLine();
  if (line && !line.entry) {
    if (line.exact && text.trim() !== "/") return sendCommand(read(`${text} `, entries), text);
    if (/^\/\s|^\/$|^\/\//.test(text) === false) {
      return complain(state.commands.length === 0 ? "There are no commands here." : `There is no command "${asTyped(text)}" here.`);
    }
  }
  return line?.entry ? sendCommand(line, text) : sendMessage(text);
}

async function sendCommand(line, text) {
  if (line.loose) {
    // As in Discord, what is typed without a name is the first thing that is asked for: `/roll 2d6`.
    const first = line.entry.options[0];
    if (!first || line.spans.some((span) => span.option === first)) return complain(`"${line.loose}" is no option of /${line.entry.path}.`);
    const named = `/${line.entry.path} ${first.name}:${text.slice(line.from).trimStart()}`;
    return sendCommand(read(named, entries), named);
  }
  const wanted = wanting(line);
  if (wanted) {
    goTo(line, wanted);
    completion.hide();
    return complain(`${wanted.name} is missing: ${wanted.description}`);
  }
  const files = [];
  const body = { command: line.entry.path, options: {}, files: {} };
  for (const span of line.spans) {
    const file = span.option.type === FILE ? givenFile(span.option.name) : null;
    if (file) body.files[span.option.name] = files.push(file) - 1;
    else if (span.value !== "" && span.option.type !== FILE) body.options[span.option.name] = valueOf(span);
  }
  const kept = new Map(picks);
  clear();
  try {
    await command(body, files);
    clearFiles();
  } catch (error) {
    if (entry.value === "") {
      for (const [name, one] of kept) picks.set(name, one);
      write(text);
      completion.hide();
    }
    complain(error.message);
  }
  return undefined;
}

async function sendMessage(text) {
  const files = looseFiles();
  if (text.trim() === "" && files.length === 0) return;
  const reply = replyTo;
  clear();
  try {
    await post("say", hereAsMe({ text: withMentions(text), reply_to: reply?.id }), files);
    clearFiles();
  } catch (error) {
    if (entry.value === "") write(text);
    complain(error.message);
  }
}

function clear() {
  forget();
  picks.clear();
  setReply(null);
  entry.value = "";
  look();
}

function setReply(message) {
  replyTo = message;
  replying.hidden = !message;
  if (!message) return;
  replying.replaceChildren(el("span", {}, "In reply to ", el("b", { text: message.author_name })),
    iconButton("close", "Do not reply", () => { setReply(null); entry.focus(); }, { class: "bare" }));
  entry.focus();
}

// --- files

function attachTo(option, file) {
  const problem = problemWith(file);
  if (problem) return complain(problem);
  giveFile(option.name, file);
  const line = readLine();
  const span = line.spans.find((one) => one.option === option);
  const shown = quoted(file.name, line.entry.options);
  const end = span ? span.end : entry.value.length;
  const head = span ? entry.value.slice(0, span.start) : `${entry.value.trimEnd()} ${option.name}:`;
  const done = `${head}${shown} `;
  return write(done + entry.value.slice(end), done.length);
}

/** A file goes to the option that waits for one, or to the message. */
function receive(files) {
  if (files.length === 0) return;
  const problem = files.map(problemWith).find(Boolean);
  if (problem) {
    complain(problem);
    return;
  }
  const line = readLine();
  const options = line?.entry?.options.filter((option) => option.type === FILE) ?? [];
  const option = options.find((one) => one === spanAt(line, entry.selectionStart)?.option) ?? options.find((one) => !givenFile(one.name));
  if (option) attachTo(option, files[0]);
  else if (line) complain("This command takes no file.");
  else addLoose(files);
  entry.focus();
}

// --- wiring

function onKey(event) {
  if (event.isComposing) return;
  const open = completion.isOpen();
  if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
    event.preventDefault();
    completion.step(event.key === "ArrowDown" ? 1 : -1);
  } else if (event.key === "ArrowUp" && entry.value === "") {
    event.preventDefault();
    focusLast();
  } else if (event.key === "Escape" && (open || replyTo)) {
    event.preventDefault();
    if (open) completion.hide();
    else setReply(null);
  } else if (event.key === "Tab" && !event.shiftKey && open) {
    event.preventDefault();
    pick(completion.current() ?? completion.first());
  } else if (event.key === "Tab" && !event.shiftKey) {
    const line = readLine();
    const wanted = line?.entry && wanting(line);
    if (wanted && wanted !== spanAt(line, entry.selectionStart)?.option) {
      event.preventDefault();
      goTo(line, wanted);
    }
  } else if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (open && completion.current()) pick(completion.current());
    else send();
  }
}

/** Whether one can write here at all, and what the line says when not. */
function placeChanged() {
  const channel = here()?.channel;
  const may = Boolean(channel?.may_write) && channel.type !== 15;
  entry.disabled = !may && state.commands.length === 0;
  $("attach").disabled = $("send").disabled = entry.disabled;
  entry.placeholder = !channel ? "" : may ? `Write to ${here().server ? `#${channel.name}` : channel.name}, or type /` : channel.type === 15
    ? "Open a post to write in it" : `${state.me} may not write here`;
}

export function startEntry() {
  entry.addEventListener("input", look);
  entry.addEventListener("keydown", onKey);
  entry.addEventListener("keyup", (event) => {
    if (["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key)) look();
  });
  entry.addEventListener("click", look);
  entry.addEventListener("blur", () => completion.hide());
  entry.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    receive([...event.clipboardData.files]);
  });
  $("composer").addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  $("attach").addEventListener("click", () => choose(true, receive));
  $("middle").addEventListener("dragover", (event) => event.preventDefault());
  $("middle").addEventListener("drop", (event) => {
    event.preventDefault();
    receive([...event.dataTransfer.files]);
  });
  on("commands", () => {
    entries = flatten(state.commands);
    placeChanged();
    if (document.activeElement === entry) look();
  });
  on("place", () => {
    setReply(null);
    placeChanged();
  });
  on("world", placeChanged);
  on("person", () => {
    clear();
    clearFiles();
  });
  on("reply", setReply);
  on("compose", (text) => write(text));
  on("gone", (message) => {
    if (message.id === replyTo?.id) setReply(null);
  });
  // Typing anywhere goes into the line, as one is used to.
  document.addEventListener("keydown", (event) => {
    const free = document.activeElement === document.body || document.activeElement?.id === "scroll";
    if (free && event.key === "/" && !event.ctrlKey && !event.metaKey && !entry.disabled) entry.focus();
  });
  emit("place");
}
