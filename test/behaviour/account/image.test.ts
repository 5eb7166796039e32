import { describe, expect, it } from 'vitest';
import { imageOf } from '../../../lib/account/image.ts';
import { pngOf } from '../../support/world/logo.ts';

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

/** Headers as encoders write them, without the pixels. */
const JPEG = bytes(
  'ffd8 ffe0 0010 4a46494600010100000100010000 ffc0 0011 08 0040 0060 03 01220002110103110100',
);
const LOSSY = bytes('52494646 00000000 57454250 56503820 00000000 000000 9d012a 6000 4000');
const LOSSLESS = bytes('52494646 00000000 57454250 5650384c 00000000 2f 5fc00f00');
const EXTENDED = bytes('52494646 00000000 57454250 56503858 0a000000 00000000 5f0000 3f0000');

describe('an image', () => {
  it('is what its bytes say', () => {
    expect(imageOf(pngOf(96, 64))).toEqual({ kind: 'png', width: 96, height: 64 });
    expect(imageOf(JPEG)).toEqual({ kind: 'jpg', width: 96, height: 64 });
    for (const webp of [LOSSY, LOSSLESS, EXTENDED])
      expect(imageOf(webp)).toEqual({ kind: 'webp', width: 96, height: 64 });
  });

  it('is none where it ends before its dimensions, at whichever byte', () => {
    for (const [image, needed] of [
      [new Uint8Array(pngOf(96, 64)), 24],
      [JPEG, 29],
      [LOSSY, 30],
      [LOSSLESS, 25],
      [EXTENDED, 30],
    ] as const)
      for (let length = 0; length < needed; length++)
        expect(imageOf(image.subarray(0, length)), `${length} of ${needed}`).toBeUndefined();
  });

  it('is none where it is something else', () => {
    expect(
      imageOf(new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"></svg>'))),
    ).toBeUndefined();
    expect(imageOf(new Uint8Array(Buffer.from('GIF89a with more than thirty bytes in it')))).toBeUndefined();
  });
});
