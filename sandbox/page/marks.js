// What is new: which message each person has read last in each place, kept in this browser.

import { newer, places, state } from "/page/state.js";

const key = () => `seen:${state.me}`;

function load() {
  try {
    return JSON.parse(localStorage.getItem(key())) ?? {};
  } catch {
    return {};
  }
}

/** Everything up to this message has been read; tells whether that is news. */
export function markRead(channel, message) {
  const seen = load();
  if (!newer(message, seen[channel])) return false;
  seen[channel] = message;
  localStorage.setItem(key(), JSON.stringify(seen));
  return true;
}

/** {unread, pinged} for a place. */
export function markOf(channel) {
  const seen = load()[channel.id];
  return { unread: newer(channel.last_message_id, seen), pinged: newer(channel.last_ping_id, seen) };
}

/** A new message is noted with its place, so that the marks are right before the world is asked anew. */
export function note(message) {
  const channel = places().find((place) => place.channel.id === message.channel_id)?.channel;
  if (!channel || message.ephemeral) return;
  if (newer(message.id, channel.last_message_id)) channel.last_message_id = message.id;
  if (message.pings_you && newer(message.id, channel.last_ping_id)) channel.last_ping_id = message.id;
}

/** The title of the tab: how many places ask for me, a dot if there is anything unread. */
export function titleMark() {
  const marks = places().filter(({ channel }) => !channel.archived).map(({ channel }) => markOf(channel));
  const pinged = marks.filter((mark) => mark.pinged).length;
  if (pinged > 0) return `(${pinged}) `;
  return marks.some((mark) => mark.unread) ? "• " : "";
}
