import type { Reporter, TestModule } from 'vitest/node';
import { EVENT_TYPES } from '../../../lib/billing/events.ts';
import { REFUSAL_CODES } from '../../../lib/refusal.ts';
import { allFiles, runs } from '../run/files.ts';
import { OPERATION_KEYS } from './described.ts';
import type { Held } from './traffic.ts';

/** The files by which `npm test` asks every operation. */
const SPEC = allFiles().filter(
  (file) => /^test\/(?:behaviour|promises\/requests)\//.test(file) && runs('unit', file),
);
/** Where the endpoints beside the specification's are called. */
const OPEN_ENDPOINTS = '/test/pages/site/pages.test.ts';
const WANTED = [...OPERATION_KEYS, ...EVENT_TYPES.map((type) => `webhook ${type}`)];

/** What is answered where no operation is. */
const OF_NO_OPERATION = 'method_not_allowed';

/** After all tests of the specification: how much of each operation was held against the description. None is red. */
export default class ContractReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const unit = modules.filter(({ project }) => project.name === 'unit');
    if (!isWhole(unit)) return;
    const sums = sumOf(unit);
    console.log('\nHeld against openapi.json: requests accepted, answers, refusals');
    for (const key of WANTED) {
      const { requests = 0, answers = 0, refusals = 0 } = sums[key] ?? {};
      console.log(
        [requests, answers, refusals].map((number) => String(number).padStart(6)).join(''),
        ` ${key}`,
      );
    }
    const unprovoked = Object.keys(sums).filter((key) => isRefusal(key) && sums[key]?.refusals === 0);
    console.log(`\nRefusals that endpoints declare and no test has provoked: ${unprovoked.length}`);
    for (const refusal of unprovoked.toSorted()) console.log(`  ${refusal}`);
    const provoked = new Set(
      Object.keys(sums).map((key) => (sums[key]!.refusals > 0 ? key.split(' ').at(-1) : '')),
    );
    const missing = [
      ...WANTED.filter((key) => (sums[key]?.answers ?? 0) === 0),
      ...REFUSAL_CODES.filter((code) => code !== OF_NO_OPERATION && !provoked.has(code)),
    ];
    if (missing.length === 0) return;
    console.error(`No test had an answer of: ${missing.join(', ')}`);
    process.exitCode = 1;
  }
}

/** Whether it is a code of an operation, such as `PUT /subscribers same_plan`. */
const isRefusal = (key: string) => /^[A-Z]+ \S+ \w+$/.test(key);

/** Whether all of the specification was run, and nothing was filtered out. */
function isWhole(modules: readonly TestModule[]): boolean {
  const files = modules.map(({ moduleId }) => moduleId);
  const all = SPEC.every((name) => files.some((file) => file.endsWith(`/${name}`)));
  const open = files.some((file) => file.endsWith(OPEN_ENDPOINTS));
  return all && open && modules.every((module) => [...module.children.allTests('skipped')].length === 0);
}

function sumOf(modules: readonly TestModule[]): Record<string, Held> {
  const sums: Record<string, Held> = {};
  for (const module of modules) {
    const { held = {} } = module.meta() as { held?: Record<string, Held> };
    for (const [key, { requests, answers, refusals }] of Object.entries(held)) {
      const sum = (sums[key] ??= { requests: 0, answers: 0, refusals: 0 });
      sum.requests += requests;
      sum.answers += answers;
      sum.refusals += refusals;
    }
  }
  return sums;
}
