/** The kinds of image that a logo may be, by their file extension. */
export const IMAGE_TYPES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;
/** The file extension of a kind of image. */
export type ImageKind = keyof typeof IMAGE_TYPES;

/** An image as its own bytes describe it, in pixels. */
export interface Image {
  readonly kind: ImageKind;
  readonly width: number;
  readonly height: number;
}

/** What the bytes are; undefined for anything but a PNG, a JPEG or a WebP. Names and declared types are not believed. */
export function imageOf(bytes: Uint8Array): Image | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return png(view) ?? webp(view) ?? jpeg(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // it ends before its own description does
    throw error;
  }
}

const ascii = (view: DataView, from: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, at) => view.getUint8(from + at)));

/** The signature, then the chunk IHDR with both dimensions. */
function png(view: DataView): Image | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a) return undefined;
  if (ascii(view, 12, 4) !== 'IHDR') return undefined;
  return { kind: 'png', width: view.getUint32(16), height: view.getUint32(20) };
}

/** RIFF, then one of three forms, each with its dimensions elsewhere. */
function webp(view: DataView): Image | undefined {
  if (ascii(view, 0, 4) !== 'RIFF' || ascii(view, 8, 4) !== 'WEBP') return undefined;
  const form = ascii(view, 12, 4);
  if (form === 'VP8X') {
    const size = (at: number) => 1 + view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
    return { kind: 'webp', width: size(24), height: size(27) };
  }
  if (form === 'VP8L' && view.getUint8(20) === 0x2f) {
    const bits = view.getUint32(21, true);
    return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (form !== 'VP8 ' || view.getUint16(23) !== 0x9d01) return undefined;
  return {
    kind: 'webp',
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
  };
}

/** Segments up to the first frame header, which names the dimensions. */
function jpeg(view: DataView): Image | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { kind: 'jpg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
  }
  return undefined;
}
