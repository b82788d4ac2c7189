// Files chosen, dropped or pasted, until they are sent.

import { $, el, icon, iconButton } from "/page/dom.js";
import { size } from "/page/embed.js";
import { state } from "/page/state.js";

const list = $("files");
const picker = $("picker");
let loose = []; // for a message
const given = new Map(); // for options of a command
let take = () => {};

export const looseFiles = () => loose;
export const givenFile = (option) => given.get(option);

export function clearFiles() {
  loose = [];
  given.clear();
  draw();
}

/** A file too large is refused before it travels. */
export function problemWith(file) {
  const limit = state.world?.attachment_limit ?? Infinity;
  return file.size > limit ? `"${file.name}" is too large: a file may have ${size(limit)}, this has ${size(file.size)}.` : null;
}

export function addLoose(files) {
  loose.push(...files);
  draw();
}

export function giveFile(option, file) {
  given.set(option, file);
  draw();
}

/** Opens the browser's own choice of files. */
export function choose(many, then) {
  picker.multiple = many;
  take = then;
  picker.value = "";
  picker.click();
}

picker.addEventListener("change", () => take([...picker.files]));

function draw() {
  const rows = [
    ...loose.map((file) => ({ file, drop: () => { loose = loose.filter((other) => other !== file); } })),
    ...[...given].map(([option, file]) => ({ file, option, drop: () => given.delete(option) })),
  ];
  list.hidden = rows.length === 0;
  list.replaceChildren(...rows.map(({ file, option, drop }) => el("li", {}, icon("file"),
    el("span", { text: `${option ? `${option}: ` : ""}${file.name} (${size(file.size)})` }),
    iconButton("close", `Leave out ${file.name}`, () => { drop(); draw(); $("entry").focus(); }, { class: "bare" }))));
}
