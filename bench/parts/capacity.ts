import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { against, type Result } from '../result.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** The endpoints must cost the same whatever else is in the table. */
const SIZES = [100, 250_000] as const;

/** Round trips and capacity units of one request. */
export interface Cost {
  readonly depth: number;
  readonly read: number;
  readonly write: number;
}

/** B5: what each endpoint asks of a small table and of a large one, by the test that holds their bounds. */
export async function capacity(): Promise<{ results: Result[]; costs: ReadonlyMap<string, Cost> }> {
  const [small, large] = [await run(SIZES[0]), await run(SIZES[1])];
  const differing = [...small.costs].filter(([name, cost]) => !isSame(cost, large.costs.get(name)));
  for (const [name] of differing)
    console.log(`${name}: ${JSON.stringify([small.costs.get(name), large.costs.get(name)])}`);
  return {
    costs: small.costs,
    results: [
      against(
        'B5',
        `endpoints over their bound of trips and units, of ${small.costs.size}`,
        small.failed + large.failed,
        { most: 0 },
      ),
      against(
        'B5',
        `endpoints that cost another number of units with ${SIZES[1]} items than with ${SIZES[0]}`,
        differing.length,
        { most: 0 },
      ),
    ],
  };
}

const isSame = (one: Cost, other: Cost | undefined) => one.read === other?.read && one.write === other.write;

/** Runs the test on a table with so many items more, and reads what it prints. */
async function run(items: number): Promise<{ failed: number; costs: Map<string, Cost> }> {
  const args = [
    'run',
    '--project',
    'cloud-long',
    '--maxWorkers=1',
    '--disableConsoleIntercept',
    'test/flows/cloud/capacity.test.ts',
  ];
  const child = spawn(resolve(ROOT, 'node_modules/.bin/vitest'), args, {
    cwd: ROOT,
    env: { ...process.env, ITEMS: String(items), NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await new Promise((done) => child.once('exit', done));
  const costs = new Map<string, Cost>();
  for (const [, name = '', cost = ''] of text.matchAll(/^capacity: (.*?): (\{.*\})$/gm))
    costs.set(
      `${name} ${[...costs.keys()].filter((one) => one.startsWith(`${name} `)).length + 1}`,
      JSON.parse(cost) as Cost,
    );
  if (costs.size === 0) throw new Error(`the capacity test measured nothing:\n${text.slice(-2_000)}`);
  return { failed: [...text.matchAll(/^ +× /gm)].length, costs };
}
