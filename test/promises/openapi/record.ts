import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { EVENT_TYPES, type EventType } from '../../../lib/billing/events.ts';
import type { RouteName } from '../../../functions/routes.ts';
import { recordedAnswer, recordedEvent } from './recorded.ts';

const FILE = 'openapi/examples.json';

const isEvent = (name: string): name is EventType => EVENT_TYPES.some((type) => type === name);

/**
 * `node test/promises/openapi/record.ts plans/list DID_RENEW`: records the answers to the examples of these endpoints and
 * what is sent of these events, or of all.
 */
const examples = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : Object.keys(examples))
  examples[name] = isEvent(name)
    ? await recordedEvent(name, examples[name])
    : await recordedAnswer(name as RouteName, examples[name]);
writeFileSync(FILE, await format(JSON.stringify(examples, null, 2), { parser: 'json', printWidth: 110 }));
process.exit();
