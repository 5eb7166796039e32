import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from './document.ts';

/** `npm run openapi`: writes the description of the API, which the service serves and clients are made from. */
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), `${JSON.stringify(describe(), null, 2)}\n`);
