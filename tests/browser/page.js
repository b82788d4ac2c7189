// What a person can tell about the page by looking at it. Put before every script of the tests.
const visible = (element) =>
  element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
  element.getClientRects().length > 0;
const spoken = (node) => {
  if (node.nodeType === Node.TEXT_NODE) return node.data;
  if (node.nodeType !== Node.ELEMENT_NODE || node.ariaHidden === "true") return "";
  return [...node.childNodes].map(spoken).join("");
};
const named = (element) =>
  (element.ariaLabel ?? spoken(element)).replace(/\s+/g, " ").trim();
const all = (selector, within = document) => [...within.querySelectorAll(selector)].filter(visible);
const list = () => document.querySelector('ol[aria-label="Messages"]');
const said = (element) => element?.innerText.replace(/\u00a0/g, " ") ?? "";
const messages = (saying) =>
  list() ? all("li[data-message]", list()).filter((message) => said(message).includes(saying)) : [];
const offered = () =>
  all("#completion [role=option]").map((option) => [said(option.firstElementChild ?? option).trim(), option]);
