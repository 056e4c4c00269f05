// Tells those who listen rather than look: one polite region, one sentence after the other.

const region = () => document.getElementById("announcements");

/** @param {string} text */
export function announce(text) {
  if (!text) return;
  const line = document.createElement("p");
  line.textContent = text;
  region()?.append(line);
  // Read once; what stays would be read again when someone comes across it.
  setTimeout(() => line.remove(), 7_000);
}
