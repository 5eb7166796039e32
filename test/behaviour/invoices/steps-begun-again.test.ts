import { retryIssuing } from '../../../lib/billing/document-progress.ts';
import { expect, it, onTestFinished } from 'vitest';
import { StoredProgress, openWorld, order } from '../../rules/acct/world.ts';

it('asks for a document two seconds after it was requested, also where issuing is begun again meanwhile', async () => {
  const world = await openWorld({ company: { taxpayers: ['1234567890'] } });
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'working', afterMs: 2_000 });
  await world.pass(500);
  expect(await world.run(order(), kept)).toMatchObject({ is: 'wait', why: 'working', afterMs: 1_500 });
});

it('waits for an invoice of unknown outcome as long again as it has waited, and after a quarter of an hour for a person', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
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

it('waits for the PDF of a document that was issued before its job was kept', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
  kept.progress = {
    revision: 0,
    document: { id: '6', number: 'SBX1', state: 'issued' },
    payment: { is: 'recorded' },
  };
  const notYet = { ...world.connect(), fetchPdf: async () => ({ ok: true, value: undefined }) as const };
  const waiting = { is: 'wait', why: 'working', afterMs: 15 * 60_000 };
  expect(await world.run(order(), kept, notYet)).toMatchObject(waiting);
});

const MEHMET = { name: 'Mehmet Demir', email: 'Ayse@Example.com', city: 'İzmir', address: 'Kordon 5' };

it('names one buyer on a document, also where the customer was corrected while it was being made', async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
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
  const world = await openWorld();
  onTestFinished(() => world.close());
  const kept = new StoredProgress();
  await world.behave(rule);
  await world.finish(order(), kept);
  await world.calm();
  const again = retryIssuing(kept.progress);
  await kept.save({ ...again, document: undefined, invoiceId: undefined });
  await world.finish(order({ buyer: MEHMET, vatRate: 10 }), kept);
  expect(world.sandbox.invoices()).toMatchObject([{ total_vat: '20.0', documents: [{ name }] }]);
  expect(kept.progress.facts).toMatchObject({ name, vatRate });
});
