import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import type { RouteName } from '../../../functions/routes.ts';
import { openMemory } from '../../support/world/table.ts';
import { startWorld } from '../../support/world/world.ts';
import { stageFor } from './example-stage.ts';

const FILE = 'openapi/examples.json';

/**
 * `node test/promises/openapi/record.ts plans/list`: records the answers to the examples of these endpoints as the stage gives
 * them, with the sample ids where the stage has its own.
 */
const recorded = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
for (const name of process.argv.slice(2)) {
  const world = await startWorld(undefined, undefined, openMemory);
  const { shop, ask, ids } = await stageFor(world, name as RouteName);
  const { status, text } = await shop.call(name as RouteName, ask);
  await world.stop();
  if (status !== 200) throw new Error(`${name} answers ${status}: ${text}`);
  const sampled = Object.entries(ids).reduce((rest, [sample, own]) => rest.replaceAll(own, sample), text);
  recorded[name] = JSON.parse(sampled) as unknown;
}
writeFileSync(FILE, await format(JSON.stringify(recorded, null, 2), { parser: 'json', printWidth: 110 }));
process.exit();
