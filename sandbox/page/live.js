// The stream of what happens. It comes back by itself, also after the whole program was started anew.

let socket = null;
let waiting = null;
let pause = 250;

/** Listens as this person; `hear(name, data)` gets everything, with "hello" first each time the stream opens. */
export function listen(who, hear) {
  stop();
  pause = 250;
  open(who, hear);
}

function stop() {
  clearTimeout(waiting);
  if (socket) {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    socket = null;
  }
}

function open(who, hear) {
  const url = new URL(`/sandbox/live?as=${encodeURIComponent(who)}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const mine = new WebSocket(url);
  socket = mine;
  mine.onmessage = ({ data }) => {
    if (socket !== mine) return;
    pause = 250;
    const told = JSON.parse(data);
    hear(told.event, told.data);
  };
  mine.onclose = () => {
    if (socket !== mine) return;
    hear("lost");
    waiting = setTimeout(() => open(who, hear), pause);
    pause = Math.min(pause * 1.7, 4000);
  };
}
