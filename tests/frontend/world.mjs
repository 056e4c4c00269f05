// The network and the clock, in the hands of a test.

/** A world in which time passes when the test says so. */
export function makeWorld() {
  const world = {
    time: 1_000_000,
    timers: new Set(),
    lines: [],
    up: true,
    now: () => world.time,
    random: () => 0.5,
    online: () => world.up,
    watched: () => true,
    later(run, ms) {
      const timer = { run, at: world.time + ms };
      world.timers.add(timer);
      return timer;
    },
    cancel: (timer) => world.timers.delete(timer),
    open() {
      const line = { sent: [], closed: false, send: (text) => line.sent.push(JSON.parse(text)), close: () => (line.closed = true) };
      line.say = (message) => line.onmessage?.({ data: JSON.stringify(message) });
      line.greet = () => (line.onopen?.(), line.say({ type: "welcome" }));
      line.drop = (code = 1006) => line.onclose?.({ code });
      world.lines.push(line);
      return line;
    },
    async pass(ms) {
      const until = world.time + ms;
      for (;;) {
        const next = [...world.timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        world.timers.delete(next);
        world.time = next.at;
        next.run();
        await Promise.resolve();
      }
      world.time = until;
    },
    get line() {
      return world.lines.at(-1);
    },
  };
  return world;
}
