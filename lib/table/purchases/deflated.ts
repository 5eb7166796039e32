import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { other } from '../../record.ts';

/** A long text, deflated. */
export const deflated = other<string>(
  ['<form></form>'],
  (stored) => (stored instanceof Uint8Array ? inflateRawSync(stored).toString() : undefined),
  (long) => deflateRawSync(long),
);
