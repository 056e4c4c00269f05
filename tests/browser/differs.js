async ([one, two]) => {
  const read = async (base64) => {
    const bitmap = await createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0, 64, 64);
    const { data } = context.getImageData(0, 0, 64, 64);
    return Array.from({ length: 64 * 64 }, (_, i) => 0.3 * data[4 * i] + 0.59 * data[4 * i + 1] + 0.11 * data[4 * i + 2]);
  };
  const [a, b] = [await read(one), await read(two)];
  return Math.round((100 * a.filter((value, i) => Math.abs(value - b[i]) > 48).length) / a.length);
}
