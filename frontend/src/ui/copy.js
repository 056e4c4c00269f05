// Copying a text, also where the page is no secure context (plain http in a local network) and has no clipboard.

/** @param {HTMLInputElement} field that shows the text @returns {Promise<boolean>} */
export async function copyFrom(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}
