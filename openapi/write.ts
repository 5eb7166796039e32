import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from './document.ts';
import { inlined } from './inlined.ts';
import { written } from './written.ts';
import { PROMISED, promised } from './promised.ts';
import { promisesOf, type Description } from './promises.ts';

/**
 * `npm run openapi`: writes the description of the API, which the service serves and clients are made from, and adds
 * what is new in it to the list of what callers can rely on.
 */
const text = written(describe());
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), text);

const promises = promisesOf(inlined(JSON.parse(text) as Description));
const all = [...new Set([...promised(), ...promises])].sort();
writeFileSync(PROMISED, `${JSON.stringify(all, null, 2)}\n`);
