// A box in front of everything else. The browser keeps the focus in it and gives it back afterwards.

import { el, iconButton } from "/page/dom.js";
import { on } from "/page/state.js";

// What was asked of one person is not answered by another.
on("person", () => document.querySelectorAll("dialog").forEach((dialog) => dialog.close()));

let count = 0;

/** Opens a box; `build(close)` gives what is in it. */
export function openDialog(title, build, kind = "") {
  count += 1;
  const heading = el("h2", { id: `dialog-${count}`, text: title });
  const dialog = el("dialog", { class: kind, "aria-labelledby": heading.id });
  const close = () => dialog.close();
  dialog.append(el("div", { class: "dialog-head" }, heading, iconButton("close", "Close", close, { class: "bare" })), ...build(close));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * A form in a box. Fields are {name, label, value, long, required, min, max, placeholder, check}; `send(values)` may
 * throw, and then the words stand in the form and everything typed is still there.
 */
export function openForm(title, fields, submit, send) {
  return openDialog(title, (close) => {
    const problem = el("p", { class: "problem", role: "alert", hidden: true });
    const inputs = fields.map(input);
    const button = el("button", { type: "submit", class: "primary", text: submit });
    const run = async (event) => {
      event.preventDefault();
      const values = {};
      for (const { field, node } of inputs) {
        values[field.name] = field.check ? node.checked : node.value;
        const wrong = field.check ? null : fault(field, node.value);
        if (wrong) {
          say(problem, wrong);
          node.focus();
          return;
        }
      }
      if (button.getAttribute("aria-busy")) return;
      button.setAttribute("aria-busy", "true");
      try {
        await send(values);
        close();
      } catch (error) {
        say(problem, error.message);
      } finally {
        button.removeAttribute("aria-busy");
      }
    };
    const cancel = el("button", { type: "button", text: "Cancel", on: { click: close } });
    const form = el("form", { novalidate: true, autocomplete: "off", on: { submit: run } }, inputs.map(({ row }) => row), problem,
      el("div", { class: "dialog-foot" }, cancel, button));
    // Enter in a one-line field sends; in a long one it is a new line, and Ctrl+Enter sends.
    form.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
    return [form];
  }, "form");
}

function say(node, text) {
  node.textContent = text;
  node.hidden = false;
}

function fault(field, value) {
  const length = [...value].length;
  if (length === 0) return field.required ? `"${field.label}" must be filled in.` : null;
  if (field.min && length < field.min) return `"${field.label}" needs at least ${field.min} characters; it has ${length}.`;
  if (field.max && length > field.max) return `"${field.label}" takes up to ${field.max} characters; it has ${length}.`;
  return null;
}

function input(field, index) {
  const id = `field-${count}-${index}`;
  if (field.check) {
    const node = el("input", { type: "checkbox", id, name: field.name });
    return { field, node, row: el("p", { class: "field check" }, node, el("label", { for: id, text: field.label })) };
  }
  const node = el(field.long ? "textarea" : "input", {
    id, name: field.name, placeholder: field.placeholder, required: field.required,
    maxlength: field.max, rows: field.long ? 4 : undefined, type: field.long ? undefined : "text",
    autofocus: index === 0,
  });
  node.value = field.value ?? "";
  const label = el("label", { for: id, class: field.required ? "required" : undefined, text: field.label });
  return { field, node, row: el("p", { class: "field" }, label, node) };
}
