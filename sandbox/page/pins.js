// What is pinned in the place shown.

import { get, hereAsMe } from "/page/api.js";
import { openDialog } from "/page/dialog.js";
import { $, el } from "/page/dom.js";
import { embed } from "/page/embed.js";
import { markdown } from "/page/markdown.js";
import { emit, on } from "/page/state.js";
import { written } from "/page/time.js";

let open = null;

async function show() {
  const pinned = await get("pins", hereAsMe()).catch(() => []);
  open?.close();
  open = openDialog("Pinned messages", (close) => [pinned.length
    ? el("ul", { class: "pinned" }, pinned.map((message) => {
      const go = () => {
        close();
        emit("go", { channel: message.channel_id, message: message.id });
      };
      return el("li", {}, el("div", { class: "head" }, el("b", { text: message.author_name }), written(message.timestamp),
        el("button", { type: "button", class: "quiet", text: "Go there", on: { click: go } })),
        el("div", { class: "content" }, markdown(message.content)), message.embeds.map((one) => embed(one, message)));
    }))
    : el("p", { text: "Nothing is pinned here." })], "pins");
}

export function startPins() {
  $("pins").addEventListener("click", show);
  on("place", () => open?.close());
}
