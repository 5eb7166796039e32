import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from './packing.ts';

/*
 * Runs when the functions are bundled, as `pages.ts` does.
 */

let made: string | undefined;

/** The description of the API, packed. */
export const packed = (): string => (made ??= pack(JSON.stringify(JSON.parse(text()))));

const text = () => readFileSync(join(import.meta.dirname, '..', 'openapi.json'), 'utf8');
