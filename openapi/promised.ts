import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where everything is listed that callers were ever promised. */
export const PROMISED = join(import.meta.dirname, 'promised.json');

/** The list as it is committed. `npm run openapi` adds to it; only a person takes from it, after a Sunset. */
export const promised = (): string[] => JSON.parse(readFileSync(PROMISED, 'utf8')) as string[];
