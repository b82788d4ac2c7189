// Two things somebody may prefer: the colours, and having messages read out.

import { $ } from "/page/dom.js";

const THEMES = ["system", "light", "dark"];

function dress(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  $("theme").title = `Theme: ${theme}`;
  $("theme").dataset.now = theme;
}

function startTheme() {
  const known = localStorage.getItem("theme");
  let theme = THEMES.includes(known) ? known : "system";
  dress(theme);
  $("theme").addEventListener("click", () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    localStorage.setItem("theme", theme);
    dress(theme);
  });
}

let aloud = false;

function startAloud() {
  const button = $("read-aloud");
  const show = () => button.setAttribute("aria-pressed", String(aloud));
  aloud = localStorage.getItem("aloud") === "yes";
  show();
  button.addEventListener("click", () => {
    aloud = !aloud;
    localStorage.setItem("aloud", aloud ? "yes" : "no");
    if (!aloud) window.speechSynthesis?.cancel();
    show();
  });
}

/** Speaks a message that asks for it, if somebody wants to hear it. */
export function readOut(message) {
  if (!aloud || !message.tts || !window.speechSynthesis) return;
  const text = document.querySelector(`[data-message="${message.id}"] .content`)?.textContent || message.content;
  window.speechSynthesis.speak(new SpeechSynthesisUtterance(text));
}

export function startSettings() {
  startTheme();
  startAloud();
}
