// The sound of one's turn: two strokes on a small glass, made on the spot. Browsers let a page sound only once a person
// has touched it; until then it stays silent.

/** @type {AudioContext | null} */
let context = null;

/** Takes the first gesture as leave to sound. */
export function readySound() {
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  };
  if (!("AudioContext" in globalThis)) return;
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, wake, { once: true, capture: true });
}

/** The partials of a glass: how high above the note, how loud, how long. */
const PARTIALS = [[1, 0.5, 0.9], [2.76, 0.2, 0.45], [5.4, 0.08, 0.2]];
const STROKES = [[659.3, 0], [987.8, 0.13]];

export function chime() {
  if (!context) return;
  if (context.state !== "running") context.resume().catch(() => {});
  const now = context.currentTime + 0.02;
  const out = context.createGain();
  out.gain.value = 0.22;
  out.connect(context.destination);
  for (const [note = 0, at = 0] of STROKES) {
    for (const [ratio = 1, loud = 0, long = 0] of PARTIALS) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = note * ratio;
      gain.gain.setValueAtTime(0, now + at);
      gain.gain.linearRampToValueAtTime(loud, now + at + 0.006);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + at + long);
      tone.connect(gain).connect(out);
      tone.start(now + at);
      tone.stop(now + at + long + 0.05);
    }
  }
}
