import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared, released, RELEASED } from './compared.ts';
import { describe } from './document.ts';
import { written } from './written.ts';

/**
 * `npm run openapi`: writes the description of the API, which the service serves and clients are made from, and says what it
 * promises beyond the last release. Fails where it promises less. `--release` keeps it as the one of the last release.
 */
const text = written(describe());
writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), text);

const { added, gone } = compared(released(), text);
console.log(
  `since the last release: ${added.length} additions${added.map((one) => `\n  + ${one}`).join('')}`,
);
if (gone.length > 0)
  console.error(`promised, and there no more:${gone.map((one) => `\n  - ${one}`).join('')}`);
if (gone.length > 0) process.exitCode = 1;
else if (process.argv.includes('--release')) writeFileSync(RELEASED, text);
