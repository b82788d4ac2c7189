// A forum, seen from outside: its posts.

import { $, el } from "/page/dom.js";
import { markOf } from "/page/marks.js";
import { newThread } from "/page/menu.js";
import { emit, FORUM, here, newer, on } from "/page/state.js";

function draw() {
  const place = here();
  const forum = place?.channel.type === FORUM;
  const box = $("posts");
  box.hidden = !forum;
  $("messages").hidden = forum;
  $("beginning").classList.toggle("unseen", forum);
  if (!forum) return box.replaceChildren();
  const posts = place.server.threads.filter((thread) => thread.parent_id === place.channel.id)
    .sort((a, b) => (newer(a.last_message_id, b.last_message_id) ? -1 : 1));
  const card = (post) => {
    const go = (event) => {
      event.preventDefault();
      emit("go", { channel: post.id });
    };
    const note = [post.archived && "archived", markOf(post).pinged ? "mentions you" : markOf(post).unread && "unread"].filter(Boolean).join(" · ");
    return el("li", {}, el("a", { class: "post", href: `#${post.id}`, on: { click: go } }, el("b", { text: post.name }),
      note ? el("span", { class: "about", text: note }) : null));
  };
  const open = place.channel.may_open_thread
    ? el("button", { type: "button", class: "primary", text: "New post", on: { click: () => newThread() } }) : null;
  return box.replaceChildren(el("p", { text: posts.length ? "Each post is a conversation of its own." : "Nobody has posted here yet." }),
    el("ul", {}, posts.map(card)), open ?? "");
}

export function startPosts() {
  for (const name of ["world", "place", "marks"]) on(name, draw);
}
