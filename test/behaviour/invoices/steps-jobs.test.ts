import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Acct } from '../../../lib/acct/acct.ts';
import { retryIssuing } from '../../../lib/billing/document-progress.ts';
import { StoredProgress, openWorld, order, type World } from '../../rules/acct/world.ts';

let world: World;
let kept: StoredProgress;
beforeEach(async () => {
  world = await openWorld();
  kept = new StoredProgress();
});
afterEach(() => world.close());

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const NOT_FOUND = { ok: false, is: 'notFound', message: 'none' } as const;

/** Runs issuing by a provider that answers some questions like this. */
const runWith = (answers: Partial<Acct>) => world.run(order(), kept, { ...world.connect(), ...answers });

it('an invoice in another currency than the charge is a failure', async () => {
  const made = { id: '7', total: '120.00', currency: 'USD', isOfficial: false } as const;
  expect(await runWith({ makeInvoice: async () => ({ ok: true, value: made }) })).toMatchObject({
    is: 'failed',
    errors: ['The invoice comes to 120.00 USD, the charge was 120.00 TRY.'],
  });
});

it('a document that may have been made is not requested again while the provider cannot say whether it was', async () => {
  const unanswered = { ok: false, is: 'timeout' } as const;
  expect(await runWith({ requestDocument: async () => unanswered })).toMatchObject({ why: 'timeout' });
  await world.pass(60 * MINUTE);
  let requests = 0;
  const requestDocument: Acct['requestDocument'] = async () => (requests++, unanswered);
  const readDocument: Acct['readDocument'] = async () => ({ ok: false, is: 'unreachable' });
  expect(await runWith({ requestDocument, readDocument })).toMatchObject({ why: 'unreachable' });
  expect(requests).toBe(0);
});

describe('A requested document', () => {
  beforeEach(async () => {
    await world.run(order(), kept);
    await world.pass(2 * SECOND);
  });

  it('whose job the provider does not know is judged by its invoice', async () => {
    expect(await runWith({ readJob: async () => NOT_FOUND })).toMatchObject({ is: 'issued' });
  });

  it('of which there is nothing yet though its job is over is late after a quarter of an hour', async () => {
    const readDocument: Acct['readDocument'] = async () => ({ ok: true, value: undefined });
    const over = { readJob: async () => NOT_FOUND, readDocument };
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'working', afterMs: 2 * SECOND });
    await world.pass(15 * MINUTE - 2 * SECOND - 1);
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'working' });
    await world.pass(1);
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'stuck', afterMs: 225 * SECOND });
  });

  it('is not asked for by its job after a quarter of an hour, when the provider has forgotten that', async () => {
    await world.pass(15 * MINUTE);
    const readJob: Acct['readJob'] = async () => {
      throw new Error('asked for a job that is over');
    };
    expect(await runWith({ readJob })).toMatchObject({ is: 'issued' });
  });
});

describe('a document of which the answer to the request was lost', () => {
  beforeEach(() => world.behave({ loseAnswerNext: 1, path: 'e_archives' }));

  /** One invoice with one document. */
  const expectOne = () =>
    expect(world.sandbox.invoices().map(({ documents }) => documents.length)).toEqual([1]);

  it('is found where its job takes half an hour', async () => {
    await world.behave({ jobMs: 30 * MINUTE });
    expect(await world.finishByHand(order(), kept)).toMatchObject({ is: 'issued' });
    expectOne();
  });

  it('waits for a person where its job takes two hours, and is then found', async () => {
    await world.behave({ jobMs: 120 * MINUTE });
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed' });
    await world.pass(120 * MINUTE);
    await kept.save(retryIssuing(kept.progress));
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expectOne();
  });
});

it('a document in work is polled after a quarter of its age, at most every quarter of an hour, and is stuck if it disappears', async () => {
  await world.run(order(), kept);
  await world.pass(40 * SECOND);
  const inWork = { ok: true, value: { id: '6', state: 'inWork' } } as const;
  const unfinished = { readDocument: async () => inWork };
  expect(await runWith(unfinished)).toMatchObject({ is: 'wait', why: 'working', afterMs: 10 * SECOND });
  await world.pass(24 * 60 * MINUTE);
  expect(await runWith(unfinished)).toMatchObject({ is: 'wait', why: 'working', afterMs: 15 * MINUTE });
  const silent = { ok: false, is: 'unreachable' } as const;
  expect(await runWith({ readDocument: async () => silent })).toMatchObject({ why: 'unreachable' });
  const gone = { ok: true, value: undefined } as const;
  expect(await runWith({ readDocument: async () => gone })).toMatchObject({ why: 'stuck' });
});
