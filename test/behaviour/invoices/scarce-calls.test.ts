import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AcctOrder } from '../../../lib/acct/acct.ts';
import { retryIssuing } from '../../../lib/billing/document-progress.ts';
import { callsOfRun } from '../../../lib/invoicing/calls-of-run.ts';
import { SETTLE_MS } from '../../../lib/invoicing/idempotent-step.ts';
import type { SharedPace } from '../../../lib/invoicing/shared-pace.ts';
import { openWorld, order, StoredProgress, type World } from '../../rules/acct/world.ts';

let world: World;
let kept: StoredProgress;
beforeEach(async () => {
  world = await openWorld();
  kept = new StoredProgress();
});
afterEach(() => world.close());

const SECOND = 1_000;
/** Contact, invoice, document, job, the document it made, payment and PDF; and three polls of what is in work. */
const RUNS_MAX = 10;

/** A pace that lets a run through once: whatever it asks for next must wait, as where many documents compete. */
function oncePerRun(): SharedPace {
  let asked = 0;
  return {
    admit: async () => (asked++ === 0 ? 0 : SECOND),
    ended: async () => undefined,
    turn: async () => 0,
    limited: async () => undefined,
  };
}

/** Runs issuing, each run with one chance to make calls; answers how many runs it took. */
async function runsUntilIssued(of: AcctOrder): Promise<number> {
  for (let runs = 1; runs <= RUNS_MAX; runs++) {
    const calls = callsOfRun(oncePerRun(), () => Infinity);
    const result = await world.run(of, kept, world.connect({}, undefined, calls.run), calls);
    if (result.is === 'issued') return runs;
    if (result.is === 'failed') await kept.save(retryIssuing(kept.progress)); // a person has looked: it is not there
    await world.pass(3 * SECOND);
  }
  throw new Error(`Not issued after ${RUNS_MAX} runs: ${JSON.stringify(kept.progress)}`);
}

describe('A document among so many that each of its runs may ask for calls only once', () => {
  it.for([
    ['a new buyer', order()],
    ['a buyer with a tax number', order({ buyer: { ...order().buyer, taxNumber: '9876543217' } })],
  ] as const)('is issued: %s', async ([, of]) => {
    expect(await runsUntilIssued(of)).toBeLessThanOrEqual(RUNS_MAX);
    expect(world.sandbox.invoices()).toHaveLength(1);
  });

  it.for([
    ['invoice', 'sales_invoices'],
    ['document', 'e_archives'],
    ['payment', 'payments'],
  ] as const)('is issued where it was never known what came of its %s', async ([what, path]) => {
    await world.behave({ failNext: 1, method: 'POST', path });
    for (let runs = 0; runs < RUNS_MAX && kept.progress.asked?.what !== what; runs++) {
      await world.run(order(), kept);
      await world.pass(3 * SECOND);
    }
    expect(kept.progress.asked?.what).toBe(what);
    await world.pass(SETTLE_MS[what]);
    expect(await runsUntilIssued(order())).toBeLessThanOrEqual(RUNS_MAX);
    expect(world.sandbox.invoices().map(({ documents }) => documents.length)).toEqual([1]);
  });

  it('is issued where an operator has had it tried again', async () => {
    await world.behave({ failJobs: ['Vergi numarası hatalı'] });
    await world.finish(order(), kept);
    await world.calm();
    await kept.save(retryIssuing(kept.progress));
    expect(await runsUntilIssued(order())).toBeLessThanOrEqual(RUNS_MAX);
  });
});
