() => [...document.querySelectorAll("button, a[href], input, summary, [tabindex='0']:not(.scroll, .lines)")]
  // A card named in a sentence of the log is as high as its line.
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(":disabled, .log .chip"))
  .map((element) => {
    const target = element.matches("input[type=checkbox], input[type=radio]") ? element.closest("label") ?? element : element;
    const { width, height } = target.getBoundingClientRect();
    return { name: element.getAttribute("aria-label") ?? (element.textContent || element.className), width, height };
  })
  .filter(({ width, height }) => width > 0 && (width < 43.5 || height < 43.5))
