import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from './document.ts';
import { PROMISED, promised } from './promised.ts';
import { promisesOf, type Description } from './promises.ts';

/**
 * `npm run openapi`: writes the description of the API, which the service serves and clients are made from, and adds
 * what is new in it to the list of what callers can rely on.
 */
const text = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const described = text(describe());
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), described);

const promises = promisesOf(JSON.parse(described) as Description);
writeFileSync(PROMISED, text([...new Set([...promised(), ...promises])].sort()));
