import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from './packing.ts';

/*
 * Runs when the functions are bundled, as `pages.ts` does.
 */

const text = readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8');

/** The description of the API, packed. */
export const packed = pack(JSON.stringify(JSON.parse(text)));
