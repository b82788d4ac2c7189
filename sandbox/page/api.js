// Asking the sandbox. Whatever goes wrong comes back as an Error with words a person can read.

import { state } from "/page/state.js";

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;

async function answer(request) {
  let response;
  try {
    response = await request;
  } catch {
    throw new Error("The sandbox cannot be reached just now.");
  }
  const text = await response.text();
  let json = null;
  try {
    json = JSON.parse(text);
  } catch {
    // Not JSON: only errors of the server itself look like that.
  }
  if (!response.ok) throw new Error(sentence(json?.error ?? (text || `the sandbox answered ${response.status}`)));
  return json;
}

export function get(path, params = {}) {
  const query = new URLSearchParams(params);
  return answer(fetch(`/sandbox/${path}?${query}`));
}

/** Files go along as `files[n]`, in the order given. */
export function post(path, body, files = []) {
  if (files.length === 0) {
    const headers = { "content-type": "application/json" };
    return answer(fetch(`/sandbox/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
  }
  const form = new FormData();
  form.append("payload_json", JSON.stringify(body));
  files.forEach((file, slot) => form.append(`files[${slot}]`, file, file.name));
  return answer(fetch(`/sandbox/${path}`, { method: "POST", body: form }));
}

/** Asks as the present person. */
export const asMe = (body = {}) => ({ as: state.me, ...body });

/** Asks as the present person in the present channel. */
export const hereAsMe = (body = {}) => ({ as: state.me, channel: state.channel, ...body });
