// Embeds and files below a message.

import { el, icon, unseen } from "/page/dom.js";
import { inline, markdown } from "/page/markdown.js";
import { written } from "/page/time.js";

/** Files are served by the sandbox itself; only the path counts, by whichever name this page was opened. */
function local(url) {
  try {
    const { pathname } = new URL(url);
    return pathname.startsWith("/attachments/") ? pathname : null;
  } catch {
    return null;
  }
}

const isPicture = (file) => /\.(png|jpe?g|gif|webp)$/i.test(file.filename) && Boolean(local(file.url));

export function size(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function picture(url, alt, kind, file) {
  const image = el("img", { src: url, alt, loading: "lazy", width: file?.width, height: file?.height });
  return el("a", { class: kind, href: url, target: "_blank", rel: "noopener" }, image);
}

/** The files that no embed shows already. */
export function attachments(message) {
  const shown = new Set(message.embeds.flatMap((embed) => [embed.image, embed.thumbnail, embed.author?.icon_url, embed.footer?.icon_url])
    .map((part) => part?.url ?? part).filter((url) => url?.startsWith?.("attachment://")).map((url) => url.slice(13)));
  return message.attachments.filter((file) => !shown.has(file.filename)).map((file) => {
    const url = local(file.url);
    if (isPicture(file)) return picture(url, file.description ?? file.filename, "attachment picture", file);
    return el("a", { class: "attachment file", href: url ?? "#", download: file.filename }, icon("file"),
      el("span", {}, el("span", { class: "file-name", text: file.filename }), ` ${size(file.size)}`,
        file.description ? unseen(`, ${file.description}`) : null));
  });
}

/** A picture of an embed: one of the message's own files, or a link where it would come from the network. */
function embedPicture(part, message, kind, title) {
  if (!part?.url) return null;
  const own = part.url.startsWith("attachment://")
    ? message.attachments.find((file) => file.filename === part.url.slice(13)) : null;
  const url = own ? local(own.url) : local(part.url);
  if (url) return picture(url, own?.description ?? title ?? "", kind, own);
  if (!/^https?:\/\//.test(part.url)) return null;
  return el("a", { class: "far", href: part.url, target: "_blank", rel: "noopener noreferrer", text: "Picture on the network" });
}

const web = (url) => (/^https?:\/\//.test(url ?? "") ? url : null);
const linked = (url, children) =>
  web(url) ? el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, children) : children;

export function embed(data, message) {
  const parts = [];
  if (data.author?.name) parts.push(el("p", { class: "embed-author" }, linked(data.author.url, data.author.name)));
  if (data.title) parts.push(el("h3", { class: "embed-title" }, linked(data.url, inline(data.title))));
  if (data.description) parts.push(el("div", { class: "embed-text" }, markdown(data.description)));
  if (data.fields?.length) {
    parts.push(el("dl", { class: "embed-fields" }, data.fields.map((field) =>
      el("div", { class: field.inline ? "embed-field inline" : "embed-field" },
        el("dt", {}, inline(field.name)), el("dd", {}, markdown(field.value))))));
  }
  const box = el("div", { class: "embed-main" }, parts);
  const footer = [];
  if (data.footer?.text) footer.push(el("span", { text: data.footer.text }));
  if (data.timestamp) footer.push(written(data.timestamp));
  const node = el("article", { class: "embed" }, box,
    embedPicture(data.thumbnail, message, "embed-thumbnail", data.title),
    embedPicture(data.image, message, "embed-image", data.title),
    footer.length ? el("p", { class: "embed-footer" }, footer) : null);
  if (Number.isInteger(data.color)) node.style.setProperty("--bar", `#${data.color.toString(16).padStart(6, "0")}`);
  return node;
}
