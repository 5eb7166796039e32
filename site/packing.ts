import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The largest window there is: pages repeat each other's beginnings. */
const PARAMS = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };

/** A text for a bundle: compressed, in base64. */
export function pack(text: string): string {
  return brotliCompressSync(text, { params: PARAMS }).toString('base64');
}

/** The text that `pack` made small. */
export function unpack(packed: string): string {
  return brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
}
