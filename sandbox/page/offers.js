// What the list above the entry line offers. Offers are {value, label, description, text, caret}: what the line becomes.

import { begin, fitting, missing, quoted, spanAt } from "/page/line.js";
import { here, hereServer, peopleHere } from "/page/state.js";

const NOTHING = { offers: [], eager: false };
const MOST = 25;
const MOST_COMMANDS = 100; // the list scrolls

const has = (text, part) => text.toLowerCase().includes(part.toLowerCase());

/** `eager`: Enter takes the first offer. Otherwise Enter sends, and Tab or the arrows reach the offers. */
export function offersFor(text, caret, line, entries, suggested) {
  if (!line) return names(text, caret);
  if (!line.entry) return commandOffers(line, entries);
  const span = spanAt(line, caret);
  if (!span) {
    const offers = optionOffers(text, line, line.loose, line.from, true);
    return { offers, eager: line.loose !== "" || offers.some((offer) => offer.required) };
  }
  const values = suggested ?? valueOffers(span.option);
  if (values) {
    const typed = span.value.replace(/^[@#]/, "");
    const exact = values.find(({ name, value }) => [name, String(value)].some((one) => one.toLowerCase() === span.value.toLowerCase())
      || name.replace(/^[@#]/, "").toLowerCase() === typed.toLowerCase());
    // The bot has filtered its own suggestions already.
    const fit = suggested ?? (exact ? [] : values.filter(({ name }) => has(name, span.value)));
    const offers = (suggested && exact ? [] : fit).slice(0, MOST).map((choice) => fill(text, line, span, choice));
    if (offers.length > 0) return { offers, eager: true };
  }
  const before = text.slice(span.start, caret);
  if (before.trim() === "") return NOTHING;
  const word = /\S*$/.exec(before)[0];
  if (word !== "" && before === word) return NOTHING;
  return { offers: optionOffers(text, line, word, caret - word.length, word === ""), eager: false };
}

function commandOffers(line, entries) {
  const offers = fitting(entries, line.query).slice(0, MOST_COMMANDS).map((entry) =>
    ({ value: `/${entry.path}`, label: `/${entry.path}`, description: entry.description, ...begin(entry) }));
  const ready = line.exact && !line.exact.options.some((option) => option.required);
  return { offers, eager: !ready };
}

/** Options still to be named; `from` is where the half-typed word begins. */
function optionOffers(text, line, word, from, all) {
  if (word === "" && !all) return [];
  return missing(line).filter(({ name }) => name.startsWith(word)).map((option) => {
    const head = `${text.slice(0, from).trimEnd()} ${option.name}:`;
    const rest = text.slice(from).trimStart().slice(word.length);
    return {
      value: `${option.name}:`, label: option.name, required: option.required,
      description: `${option.description}${option.required ? " (required)" : ""}`,
      text: head + (rest.trim() ? ` ${rest.trimStart()}` : ""), caret: head.length,
    };
  });
}

/** What can stand in an option, where that is a closed list: [{name, value}] */
function valueOffers(option) {
  if (option.choices?.length) return option.choices;
  const people = () => peopleHere().map(({ name }) => ({ name: `@${name}`, value: `@${name}` }));
  const roles = () => (here()?.server?.roles ?? []).filter(({ name }) => name !== "@everyone").map(({ name }) => ({ name: `@${name}`, value: `@${name}` }));
  const allowed = option.channel_types ?? [];
  const server = hereServer();
  const channels = () => (server ? [...server.channels, ...server.threads] : [])
    .filter(({ type }) => allowed.length === 0 || allowed.includes(type)).map(({ name }) => ({ name: `#${name}`, value: `#${name}` }));
  const yesNo = () => [{ name: "True", value: "true" }, { name: "False", value: "false" }];
  return { 5: yesNo, 6: people, 7: channels, 8: roles, 9: () => [...people(), ...roles()] }[option.type]?.() ?? null;
}

/** Puts a choice into its place; the cursor goes to the next thing to fill in. */
function fill(text, line, span, choice) {
  const shown = quoted(choice.name, line.entry.options);
  const after = text.slice(span.end);
  const next = missing(line).filter((option) => option.required).map((option) => `${option.name}:`).join(" ");
  let done = `${text.slice(0, span.start)}${shown} `;
  let caret = done.length;
  const empty = line.spans.find((other) => other !== span && other.value === "" && other.start > span.start);
  if (empty) caret += empty.start - span.end;
  done += after;
  if (next && !empty) {
    done = `${done.trimEnd()} ${next}`;
    caret = done.indexOf(":", done.length - next.length) + 1;
  }
  return { value: String(choice.value), label: choice.name, text: done, caret, pick: { option: span.option.name, text: choice.name, value: String(choice.value) } };
}

/** Names in plain text: people and roles after @, places after #. */
function names(text, caret) {
  const word = /(?:^|\s)([@#])([^\s@#]*)$/.exec(text.slice(0, caret));
  if (!word) return NOTHING;
  const [, sign, part] = word;
  const known = sign === "@"
    ? [...peopleHere().map(({ name }) => name), ...(here()?.server?.roles ?? []).map(({ name }) => name).filter((name) => name !== "@everyone")]
    : (hereServer()?.channels ?? []).map(({ name }) => name);
  if (known.some((name) => name.toLowerCase() === part.toLowerCase())) return NOTHING;
  const from = caret - part.length;
  const offers = [...new Set(known)].filter((name) => name.toLowerCase().startsWith(part.toLowerCase())).map((name) => {
    const head = `${text.slice(0, from)}${name} `;
    return { value: `${sign}${name}`, label: `${sign}${name}`, text: head + text.slice(caret).trimStart(), caret: head.length };
  });
  return { offers, eager: true };
}

/** `@Bob` and `#league` as Discord writes them in a message. */
export function withMentions(text) {
  const server = here()?.server;
  const marks = [
    ...peopleHere().map(({ id, name }) => [`@${name}`, `<@${id}>`]),
    ...(server?.roles ?? []).filter(({ name }) => name !== "@everyone").map(({ id, name }) => [`@${name}`, `<@&${id}>`]),
    ...(server ? [...server.channels, ...server.threads] : []).map(({ id, name }) => [`#${name}`, `<#${id}>`]),
  ].sort(([a], [b]) => b.length - a.length);
  let out = "";
  for (let at = 0; at < text.length;) {
    const mark = /(^|[\s(])$/.test(text.slice(0, at)) && marks.find(([name]) => text.startsWith(name, at) && !/[\p{L}\p{N}_]/u.test(text[at + name.length] ?? ""));
    out += mark ? mark[1] : text[at];
    at += mark ? mark[0].length : 1;
  }
  return out;
}
