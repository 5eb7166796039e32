import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A text for a bundle: compressed, in base64. The largest window there is, because pages repeat each other's beginnings. */
export function pack(text: string): string {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  return brotliCompressSync(text, { params }).toString('base64');
}

/** The text that `pack` made small. */
export function unpack(packed: string): string {
  return brotliDecompressSync(Buffer.from(packed, 'base64')).toString();
}
