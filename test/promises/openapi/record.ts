import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { RouteName } from '../../../functions/routes.ts';
import { recordedAnswer } from './recorded.ts';

const FILE = 'openapi/examples.json';

/** `node test/promises/openapi/record.ts plans/list`: records the answers to the examples of these endpoints, or of all. */
const examples = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(examples))
  examples[name] = await recordedAnswer(name as RouteName, examples[name]);
writeFileSync(FILE, await format(JSON.stringify(examples, null, 2), { parser: 'json', printWidth: 110 }));
process.exit();
