// What the page knows, and who wants to hear of changes.

export const state = {
  me: null, // a name, as in ?as=
  world: null,
  channel: null, // an id
  commands: [], // on offer to me in this channel
  live: false,
  bot: false,
};

const ears = new Map();

export function on(name, run) {
  if (!ears.has(name)) ears.set(name, []);
  ears.get(name).push(run);
}

export function emit(name, data) {
  for (const run of ears.get(name) ?? []) run(data);
}

/** Ids are numbers too large for JavaScript; a longer one is larger. */
export function newer(a, b) {
  a ??= "0";
  b ??= "0";
  return a.length === b.length ? a > b : a.length > b.length;
}

export const TEXT = 0, DIRECT = 1, VOICE = 2, FORUM = 15;
export const isThread = (channel) => [10, 11, 12].includes(channel.type);

/** Every place I see, with the server it is in. */
export function places() {
  const world = state.world;
  if (!world) return [];
  const inServers = world.servers.flatMap((server) =>
    [...server.channels, ...server.threads].map((channel) => ({ channel, server })));
  return [...inServers, ...world.direct.map((channel) => ({ channel, server: null }))];
}

export const placeOf = (id) => places().find(({ channel }) => channel.id === id);

/** The place shown, as {channel, server}. */
export const here = () => placeOf(state.channel);

/** The server whose channels are listed. */
export function hereServer() {
  return here()?.server ?? state.world?.servers[0] ?? null;
}

export function nameOf(id) {
  const world = state.world;
  if (!world) return id;
  if (world.bot.id === id) return world.bot.name;
  return world.people.find((person) => person.id === id)?.name ?? "somebody";
}

export const roleName = (id) =>
  state.world?.servers.flatMap((server) => server.roles).find((role) => role.id === id)?.name ?? "role";

/** Those one can name here: the members of the server, or the people of a conversation. */
export function peopleHere() {
  const { world } = state;
  const place = here();
  if (!world) return [];
  const all = [...world.people, { id: world.bot.id, name: world.bot.name, bot: true }];
  const members = place?.server?.members ?? [...(place?.channel.recipients ?? []), world.you.id];
  return all.filter((person) => members.includes(person.id));
}

/** Where somebody without a better idea begins. */
export function firstChannel() {
  const channels = state.world?.servers.flatMap((server) => server.channels) ?? [];
  return (channels.find((channel) => channel.type === TEXT) ?? channels[0] ?? state.world?.direct[0])?.id ?? null;
}
