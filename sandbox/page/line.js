// Reads the entry line as a command: which one, and which text belongs to which option. Nothing here touches the page.

/** A name within a pattern. */
const literally = (name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Every command and subcommand one can type: {path, description, options}. */
export function flatten(commands) {
  const out = [];
  const walk = (path, one) => {
    const branches = (one.options ?? []).filter((option) => option.type === 1 || option.type === 2);
    if (branches.length > 0) branches.forEach((branch) => walk(`${path} ${branch.name}`, branch));
    else out.push({ path, description: one.description, options: one.options ?? [] });
  };
  for (const one of commands) if ((one.type ?? 1) === 1) walk(one.name, one);
  return out;
}

/** Commands that fit what is typed so far, the best first. */
export function fitting(entries, query) {
  const wanted = query.toLowerCase().replace(/\s+/g, " ");
  const rank = ({ path, description }) => {
    const name = path.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    if (name.split(" ").some((word) => word.startsWith(wanted))) return 1;
    if (name.includes(wanted)) return 2;
    return wanted.length > 2 && description.toLowerCase().includes(wanted) ? 3 : 4;
  };
  return entries.map((entry, at) => ({ entry, at, rank: rank(entry) })).filter((one) => one.rank < 4)
    .sort((a, b) => a.rank - b.rank || a.at - b.at).map((one) => one.entry);
}

/**
 * null for plain text; {query, exact} while the command is being chosen; then {entry, from, spans, loose}, where each
 * span is {option, label, start, end, value}.
 */
export function read(text, entries) {
  if (!text.startsWith("/")) return null;
  let best = null;
  for (const entry of entries) {
    const words = entry.path.split(" ").map(literally);
    const found = new RegExp(`^/${words.join("\\s+")}(?=\\s|$)`, "iu").exec(text);
    if (found && (!best || found[0].length > best.from)) best = { entry, from: found[0].length };
  }
  if (!best || best.from === text.length) return { query: text.slice(1), exact: best?.entry ?? null };
  const spans = split(text, best.from, best.entry.options);
  const loose = text.slice(best.from, spans[0]?.label ?? text.length).trim();
  return { ...best, spans, loose };
}

function split(text, from, options) {
  const spans = [];
  const free = () => options.filter((option) => !spans.some((span) => span.option === option));
  for (let at = from; at < text.length; at += 1) {
    if (!/\s/.test(text[at - 1])) continue;
    const option = free().find(({ name }) => text.startsWith(`${name}:`, at));
    if (!option) continue;
    const start = at + option.name.length + 1;
    spans.push({ option, label: at, start });
    at = Math.max(start, closing(text, start, options)) - 1;
  }
  spans.forEach((span, at) => {
    span.end = spans[at + 1]?.label ?? text.length;
    span.value = unquote(text.slice(span.start, span.end).trim(), options);
  });
  return spans;
}

const speaksOf = (text, options) => options.some(({ name }) => new RegExp(`(^|\\s)${literally(name)}:`, "u").test(text));

/** Where a value in quotes ends, if the quotes are there to keep something like " name:" together. */
function closing(text, start, options) {
  if (text[start] !== '"') return start;
  const end = text.indexOf('"', start + 1);
  return end > 0 && /^(\s|$)/.test(text.slice(end + 1, end + 2)) && speaksOf(text.slice(start + 1, end), options) ? end + 1 : start;
}

function unquote(value, options) {
  const inner = /^"([^"]*)"$/.exec(value)?.[1];
  return inner !== undefined && speaksOf(inner, options) ? inner : value;
}

/** A value as it is written into the line. */
export const quoted = (value, options) => (speaksOf(value, options) && !value.includes('"') ? `"${value}"` : value);

/** The option whose value the cursor is in. */
export const spanAt = (line, caret) => line.spans.findLast((span) => span.start <= caret) ?? null;

/** Options not in the line yet, required ones first. */
export function missing(line) {
  const absent = line.entry.options.filter((option) => !line.spans.some((span) => span.option === option));
  return [...absent.filter((option) => option.required), ...absent.filter((option) => !option.required)];
}

/** The line of a command just chosen, ready to be filled in. */
export function begin(entry) {
  const labels = entry.options.filter((option) => option.required).map((option) => `${option.name}:`);
  const head = `/${entry.path} `;
  return { text: head + labels.join(" "), caret: head.length + (labels[0]?.length ?? 0) };
}
