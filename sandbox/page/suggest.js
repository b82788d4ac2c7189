// Suggestions that the bot makes while an option is being typed.

import { hereAsMe, post } from "/page/api.js";

const PAUSE = 150;
let key = null; // what was last asked for
let found = null; // the answer to it
let timer = null;

/**
 * The bot's suggestions for the option being typed, or null while they are on their way; `again` is called when they
 * have come. Answers to what is no longer in the line are dropped.
 */
export function suggestions(line, span, picks, again, complain) {
  const picked = picks.get(span.option.name);
  if (picked && picked.text === span.value) return [];
  const options = {};
  for (const { option, value } of line.spans) {
    if (option.type === 11 || (value === "" && option !== span.option)) continue;
    const known = picks.get(option.name);
    options[option.name] = known?.text === value ? known.value : value;
  }
  const body = hereAsMe({ command: line.entry.path, options, focused: span.option.name });
  const wanted = JSON.stringify(body);
  if (wanted === key) return found;
  key = wanted;
  found = null;
  clearTimeout(timer);
  timer = setTimeout(async () => {
    try {
      const { choices } = await post("complete", body);
      if (key !== wanted) return;
      found = choices;
      again();
    } catch {
      if (key !== wanted) return;
      found = [];
      again();
      complain("Loading the suggestions failed.");
      // Asked again at the next keystroke.
      key = null;
    }
  }, PAUSE);
  return null;
}

/** The world has moved on: the same question may have another answer. */
export function forget() {
  key = null;
  clearTimeout(timer);
}
