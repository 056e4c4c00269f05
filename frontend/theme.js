// Daylight or lamplight, settled before the first thing is drawn: hence no module. The menu writes the wish to the
// storage and says so with a "theme" event.
{
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let wish = "system";
  const settle = (/** @type {Event} [event] */ event) => {
    try {
      wish = localStorage.getItem("theme") ?? "system";
    } catch {
      if (event instanceof CustomEvent) wish = event.detail;
    }
    const theme = wish === "system" ? (dark.matches ? "dark" : "light") : wish;
    document.documentElement.dataset.theme = theme;
    document.querySelector("meta[name=theme-color]")?.setAttribute("content", theme === "dark" ? "#191613" : "#efe9dd");
  };
  settle(new Event("first"));
  dark.addEventListener("change", settle);
  addEventListener("theme", settle);
  addEventListener("storage", settle);
}
