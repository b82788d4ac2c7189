// Times as people read them; relative ones stay true while the page is open.

const format = (options) => new Intl.DateTimeFormat(undefined, options);
const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
  s: format({ dateStyle: "short", timeStyle: "short" }),
  S: format({ dateStyle: "short", timeStyle: "medium" }),
};

const STEPS = [["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1]];
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });

function fromNow(date) {
  const seconds = Math.round((date - Date.now()) / 1000);
  const [unit, size] = STEPS.find(([, size]) => Math.abs(seconds) >= size) ?? ["second", 1];
  return relative.format(Math.trunc(seconds / size), unit);
}

/** A <time> for `<t:unix:style>`. */
export function stamp(unix, style) {
  const date = new Date(unix * 1000);
  const node = document.createElement("time");
  if (Number.isNaN(date.getTime())) {
    node.textContent = "Invalid date";
    return node;
  }
  node.dateTime = date.toISOString();
  node.title = STYLES.F.format(date);
  node.className = "stamp";
  if (style === "R") {
    node.dataset.relative = "";
    node.textContent = fromNow(date);
  } else {
    node.textContent = (STYLES[style] ?? STYLES.f).format(date);
  }
  return node;
}

/** When a message was written: the hour today, the day as well before that. */
export function written(iso) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  const node = document.createElement("time");
  node.dateTime = iso;
  node.title = STYLES.F.format(date);
  node.textContent = (today ? STYLES.t : STYLES.s).format(date);
  return node;
}

setInterval(() => {
  for (const node of document.querySelectorAll("time[data-relative]")) {
    const text = fromNow(new Date(node.dateTime));
    if (node.textContent !== text) node.textContent = text;
  }
}, 1000);
