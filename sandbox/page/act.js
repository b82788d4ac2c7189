// Doing something with the bot: sending it, waiting, and telling what went wrong as Discord tells it.

import { asMe, hereAsMe, post } from "/page/api.js";
import { openForm } from "/page/dialog.js";
import { emit, state } from "/page/state.js";

export const NO_ANSWER = "The application did not respond";
export const FAILED = "This interaction failed";

/** Why the bot may have been silent. */
const away = () => (state.bot ? "" : `${state.world?.bot.name ?? "The bot"} is not connected just now.`);

/** Sends a command; what fails is shown below the messages. Throws what the sandbox refuses. */
export async function command(body, files = []) {
  const label = body.command ?? body.text?.replace(/^\//, "");
  const channel = body.channel ?? state.channel;
  const sent = { label, channel };
  emit("sending", sent);
  try {
    const result = await post(body.message || body.person ? "menu" : "slash", hereAsMe({ hurry: true, ...body }), files);
    settle(result, (reason) => emit("failed", { title: NO_ANSWER, reason, label, channel }));
    return result;
  } finally {
    emit("sent", sent);
  }
}

/** Presses a button or sets a select; `fail(title, reason)` tells it at the message. */
export async function press(path, body, fail, label) {
  emit("pressed", label);
  try {
    const result = await post(path, asMe({ hurry: true, ...body }));
    settle(result, (reason) => fail(FAILED, reason));
  } catch (error) {
    fail(FAILED, error.message);
  }
}

function settle(result, failed) {
  if (result.failed) failed(away());
  else if (result.modal) modal(result.modal, result.interaction);
}

/** The form a bot asks to fill in. */
function modal(asked, interaction) {
  const inputs = asked.components.flatMap((row) => row.components);
  const fields = inputs.map((input) => ({
    name: input.custom_id,
    label: input.label,
    value: input.value,
    long: input.style === 2,
    required: input.required ?? true,
    min: input.min_length,
    max: input.max_length ?? 4000,
    placeholder: input.placeholder,
  }));
  openForm(asked.title, fields, "Submit", async (values) => {
    const result = await post("modal", asMe({ interaction, values, hurry: true }));
    // What was typed stays, as in Discord, so that it can be sent again.
    if (result.failed) throw new Error(`Something went wrong. Try again. ${away()}`.trim());
  });
}
