// The board as a PNG or SVG image.

import type { FromPage } from "../messages";

const SIZE = 1024;
const TYPE = "image/png";

/** Copy `board` as a PNG. If the browser forbids it, the message contains the image, for the extension to save. */
export async function copyImage(board: SVGSVGElement): Promise<FromPage> {
  const image = paint(board);
  try {
    // Pass the promise itself: after an `await`, Safari would no longer connect the call with the click.
    await navigator.clipboard.write([new ClipboardItem({ [TYPE]: image })]);
    return { kind: "copied" };
  } catch {
    return { kind: "saveImage", png: await asBase64(await image) };
  }
}

/** Return `board` as the text of a separate SVG file. */
export function asText(board: SVGSVGElement): string {
  const copy = board.cloneNode(true) as SVGSVGElement;
  copy.removeAttribute("id");
  copy.setAttribute("color", "#222222");
  return new XMLSerializer().serializeToString(copy);
}

async function paint(board: SVGSVGElement): Promise<Blob> {
  const copy = board.cloneNode(true) as SVGSVGElement;
  const { width, height } = board.viewBox.baseVal;
  const high = Math.round((SIZE * height) / width);
  copy.setAttribute("width", String(SIZE));
  copy.setAttribute("height", String(high));
  copy.setAttribute("color", "#222222");
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: SIZE, height: high });
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("nothing to paint on");
  pen.fillStyle = "#ffffff";
  pen.fillRect(0, 0, SIZE, high);
  pen.drawImage(picture, 0, 0, SIZE, high);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("not painted"))), TYPE),
  );
}

function asBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).split(",")[1] ?? "");
    reader.onerror = () => reject(reader.error ?? new Error("not read"));
    reader.readAsDataURL(blob);
  });
}
