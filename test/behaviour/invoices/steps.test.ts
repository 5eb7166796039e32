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

/** What the provider's own records say came of order ord-1. */
function invoicing() {
  const invoices = world.sandbox.invoices();
  return {
    invoices,
    documents: invoices.flatMap((each) => each.documents),
    paid: invoices.map((each) => each.payments),
  };
}

describe('Issuing', () => {
  it('waits a minute for a bucket that does not take the PDF', async () => {
    await world.run(order(), kept);
    await world.pass(2_000);
    world.refuseFiles(1);
    const wait = { is: 'wait', why: 'notStored', afterMs: MINUTE };
    expect(await world.run(order(), kept)).toMatchObject(wait);
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expect(world.files).toHaveLength(1);
  });

  it('keeps the issue date of its first day, however long it takes', async () => {
    await world.behave({ failNext: 1, method: 'POST', path: 'sales_invoices' });
    await world.run(order(), kept);
    await world.pass(3 * 24 * 60 * MINUTE);
    await world.finishByHand(order(), kept);
    expect(invoicing().invoices.map(({ issue_date }) => issue_date)).toEqual(['2026-01-16']);
  });

  it('records a payment into the account of its currency, and none without one', async () => {
    await world.finish(order({ currency: 'USD' }), kept);
    expect(invoicing()).toMatchObject({ paid: [1], invoices: [{ currency: 'USD' }] });
    await world.finish(
      order({ reference: 'ord-2' }),
      new StoredProgress(),
      world.connect({ moneyAccounts: undefined }),
    );
    expect(invoicing().paid).toEqual([1, 0]);
  });
});

describe('A document', () => {
  it('that is turned back is a failure, and is not made again', async () => {
    await world.behave({ documentStatus: 'bounced' });
    const errors = ['The document was turned back.'];
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed', errors });
    await kept.save(retryIssuing(kept.progress));
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed' });
    expect(invoicing().documents).toHaveLength(1);
  });

  it('whose job is stuck is not requested again, and is used when it arrives at last', async () => {
    await world.behave({ jobMs: 5 * 60 * MINUTE });
    await world.run(order(), kept);
    await world.pass(16 * MINUTE);
    const stuck = await world.run(order(), kept);
    expect(stuck).toMatchObject({ is: 'wait', why: 'stuck' });
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expect(invoicing().documents).toHaveLength(1);
  });

  it('is not requested if the invoice’s total is not what was charged', async () => {
    const other = await openWorld({ company: { rounding: 'line' } });
    const result = await other.finish(order({ amount: '99.99' }), kept);
    expect(result).toMatchObject({
      is: 'failed',
      errors: ['The invoice comes to 100.0 TRY, the charge was 99.99 TRY.'],
    });
    expect(other.sandbox.invoices()).toMatchObject([{ documents: [] }]);
    await other.close();
  });
});

describe('A failure on the way', () => {
  it('of an invoice that a person removed is a failure', async () => {
    await world.behave({ jobMs: 60 * MINUTE });
    await world.run(order(), kept);
    await kept.save({
      ...kept.progress,
      revision: kept.progress.revision + 1,
      invoiceId: '4999999999',
      job: undefined,
    });
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed' });
  });

  it('of the payment does not undo the document', async () => {
    const acct = world.connect({ moneyAccounts: { TRY: '3999999999' } });
    expect(await world.finish(order(), kept, acct)).toMatchObject({ is: 'issued' });
    expect(kept.progress.payment).toMatchObject({ is: 'refused' });
  });
});

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

  it('of which there is nothing yet though its job is over is late after a quarter of an hour', async () => {
    const readDocument: Acct['readDocument'] = async () => ({ ok: true, value: undefined });
    const over = { readJob: async () => NOT_FOUND, readDocument };
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'working', afterMs: 2 * SECOND });
    await world.pass(15 * MINUTE - 2 * SECOND - 1);
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'working' });
    await world.pass(1);
    expect(await runWith(over)).toMatchObject({ is: 'wait', why: 'stuck', afterMs: 225 * SECOND });
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

it('waits for an invoice of unknown outcome as long again as it has waited, and after a quarter of an hour for a person', async () => {
  await world.behave({ failNext: 1, method: 'POST', path: 'sales_invoices' });
  await world.run(order(), kept);
  const unsettled = { is: 'wait', why: 'unsettled' };
  await world.pass(1_000);
  expect(await world.run(order(), kept)).toMatchObject({ ...unsettled, afterMs: 5_000 });
  await world.pass(59_000);
  expect(await world.run(order(), kept)).toMatchObject({ ...unsettled, afterMs: 60_000 });
  await world.pass(13 * 60_000);
  expect(await world.run(order(), kept)).toMatchObject({ ...unsettled, afterMs: 60_000 });
  await world.pass(60_000);
  const stopped = {
    is: 'failed',
    errors: [expect.stringMatching(/no invoice is found.* retry the document/)],
  };
  expect(await world.run(order(), kept)).toMatchObject(stopped);
  await world.pass(24 * 60 * 60_000);
  expect(await world.run(order(), kept)).toMatchObject(stopped);
  expect(world.sandbox.invoices()).toEqual([]);
  await kept.save(retryIssuing(kept.progress));
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'working' });
  expect(world.sandbox.invoices()).toHaveLength(1);
});

const MEHMET = { name: 'Mehmet Demir', email: 'Ayse@Example.com', city: 'İzmir', address: 'Kordon 5' };

it('names one buyer on a document, also where the customer was corrected while it was being made', async () => {
  await world.behave({ rateLimit: 0, path: 'sales_invoices' });
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'rateLimited' });
  expect(kept.progress.facts).toMatchObject({ name: 'Ayşe Yılmaz' });
  await world.calm();
  await world.finish(order({ buyer: MEHMET, vatRate: 10 }), kept);
  expect(world.sandbox.invoices()).toMatchObject([
    { city: 'İzmir', total_vat: '10.91', documents: [{ name: 'Mehmet Demir' }] },
  ]);
  expect(kept.progress.facts).toMatchObject({
    name: 'Mehmet Demir',
    address: 'Kordon 5, İzmir',
    vatRate: 10,
  });
});

it.each([
  ['a draft gets the buyer as they are now, and keeps its VAT', { failJobs: true }, 'Mehmet Demir', 20],
  ['an official document keeps what stands on it', {}, 'Ayşe Yılmaz', 20],
] as const)('begun again after its customer was corrected: %s', async (_, rule, name, vatRate) => {
  await world.behave(rule);
  await world.finish(order(), kept);
  await world.calm();
  const again = retryIssuing(kept.progress);
  await kept.save({ ...again, document: undefined, invoiceId: undefined });
  await world.finish(order({ buyer: MEHMET, vatRate: 10 }), kept);
  expect(world.sandbox.invoices()).toMatchObject([{ total_vat: '20.0', documents: [{ name }] }]);
  expect(kept.progress.facts).toMatchObject({ name, vatRate });
});
