import { crc32, deflateSync } from 'node:zlib';

const SIZE = 96;

type Pixel = readonly [red: number, green: number, blue: number, opacity: number];
const CUP: Pixel = [0xc2, 0x56, 0x2d, 255];
const SAUCER: Pixel = [0x5b, 0x2c, 0x1c, 255];
const NOTHING: Pixel = [255, 255, 255, 0];

/** The demo shop's logo: a cup, its handle and a saucer, as a PNG. */
export function demoLogo(): Uint8Array {
  const rows = Array.from({ length: SIZE }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: SIZE }, (__, x) => pixel(x, y)).flat()]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from('89504e470d0a1a0a', 'hex'),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(Buffer.concat(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  );
}

function pixel(x: number, y: number): Pixel {
  const handle = Math.hypot(x - 66, y - 44);
  const isCup = y >= 24 && y <= 66 && Math.hypot(x - 40, Math.max(0, y - 40)) <= 27;
  if (isCup || (handle >= 10 && handle <= 16)) return CUP;
  return Math.hypot((x - 44) / 3.4, y - 76) <= 9 && y >= 74 ? SAUCER : NOTHING;
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
