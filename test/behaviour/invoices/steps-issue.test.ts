import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { retryIssuing } from '../../../lib/billing/document-progress.ts';
import { StoredProgress, openWorld, order } from '../../rules/acct/world.ts';
import type { World } from '../../rules/acct/world.ts';

let world: World;
let kept: StoredProgress;
beforeEach(async () => {
  world = await openWorld({ company: { taxpayers: ['1234567890'] } });
  kept = new StoredProgress();
});
afterEach(() => world.close());

const minutes = 60_000;

/** A registered taxpayer: an e-archive for them would stay a draft without a number. */
const REGISTERED = { ...order().buyer, taxNumber: '1234567890', taxOffice: 'Kadıköy' };
const withoutInboxes = () => ({
  ...world.connect(),
  findInbox: async () => ({ ok: true, value: undefined }) as const,
});

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
  it('makes one invoice, one document and one payment, and ends with the official number', async () => {
    const result = await world.finish(order(), kept);
    expect(result).toMatchObject({ is: 'issued', document: { state: 'issued' } });
    const { invoices, documents, paid } = invoicing();
    expect(invoices).toHaveLength(1);
    expect(documents.map(({ number }) => number)).toEqual([result.is === 'issued' && result.document.number]);
    expect(paid).toEqual([1]);
  });

  it('makes no further call to the provider once it has ended', async () => {
    await world.finish(order(), kept);
    const { saves } = kept;
    const away = world.connect({ baseUrl: 'http://127.0.0.1:1' });
    expect(await world.run(order(), kept, away)).toMatchObject({ is: 'issued' });
    expect(kept.saves).toBe(saves);
  });

  it('brings the PDF into our bucket before it ends, once', async () => {
    await world.behave({ pdfNotReadyCalls: 2 });
    await world.finish(order(), kept);
    expect(world.files.map((pdf) => Buffer.from(pdf.subarray(0, 5)).toString())).toEqual(['%PDF-']);
    expect(kept.progress.fileKept).toBe(true);
  });

  it('waits a minute for a bucket that does not take the PDF', async () => {
    await world.run(order(), kept);
    await world.pass(2_000);
    world.refuseFiles(1);
    const wait = { is: 'wait', why: 'notStored', afterMs: minutes };
    expect(await world.run(order(), kept)).toMatchObject(wait);
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expect(world.files).toHaveLength(1);
  });

  it('uses the buyer again for the next order, and tells their orders of one day apart', async () => {
    await world.finish(order(), kept);
    await world.finish(order({ reference: 'ord-2' }), new StoredProgress());
    const { invoices } = invoicing();
    expect(invoices.map(({ order_no }) => order_no)).toEqual(['ord-1', 'ord-2']);
    expect(new Set(invoices.map(({ contactId }) => contactId)).size).toBe(1);
  });

  it('keeps the issue date of its first day, however long it takes', async () => {
    await world.behave({ failNext: 1, method: 'POST', path: 'sales_invoices' });
    await world.run(order(), kept);
    await world.pass(3 * 24 * 60 * minutes);
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

  it('keeps to the rate limit of the provider', async () => {
    const limited = await openWorld({ limited: true });
    const progresses = [1, 2, 3, 4].map(() => new StoredProgress());
    for (const [index, progress] of progresses.entries())
      expect(await limited.finish(order({ reference: `ord-${index}` }), progress)).toMatchObject({
        is: 'issued',
      });
    expect(limited.sandbox.invoices().map(({ documents }) => documents.length)).toEqual([1, 1, 1, 1]);
    await limited.close();
  });
});

describe('A document', () => {
  it('in work is polled ever more rarely, and its id is known', async () => {
    await world.run(order({ buyer: REGISTERED }), kept, withoutInboxes());
    await world.pass(2_000);
    const waits: number[] = [];
    for (let time = 0; time < 12; time++) {
      const result = await world.run(order({ buyer: REGISTERED }), kept);
      if (result.is !== 'wait') break;
      waits.push(result.afterMs);
      await world.pass(result.afterMs);
    }
    expect(waits).toHaveLength(12);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(kept.progress.document).toMatchObject({ state: 'inWork' });
  });

  it('that is turned back is a failure, and is not made again', async () => {
    await world.behave({ documentStatus: 'bounced' });
    const errors = ['The document was turned back.'];
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed', errors });
    await kept.save(retryIssuing(kept.progress));
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'failed' });
    expect(invoicing().documents).toHaveLength(1);
  });

  it('whose job fails reports the errors, and is requested again only by an operator', async () => {
    await world.behave({ failJobs: ['Vergi numarası hatalı'] });
    const failed = { is: 'failed', errors: ['Vergi numarası hatalı'] };
    expect(await world.finish(order(), kept)).toMatchObject(failed);
    await world.calm();
    expect(await world.finish(order(), kept)).toMatchObject(failed);
    await kept.save(retryIssuing(kept.progress));
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expect(invoicing()).toMatchObject({ invoices: [{}], documents: [{}] });
  });

  it('whose job is stuck is not requested again, and is used when it arrives at last', async () => {
    await world.behave({ jobMs: 5 * 60 * minutes });
    await world.run(order(), kept);
    await world.pass(16 * minutes);
    const stuck = await world.run(order(), kept);
    expect(stuck).toMatchObject({ is: 'wait', why: 'stuck' });
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
    expect(invoicing().documents).toHaveLength(1);
  });

  it('of a registered taxpayer is an e-invoice, with its file', async () => {
    expect(await world.finish(order({ buyer: REGISTERED }), kept)).toMatchObject({
      is: 'issued',
      document: { isEInvoice: true, number: expect.stringMatching(/^SBF2026/) },
    });
    expect(invoicing().documents).toMatchObject([{ type: 'e_invoices', name: 'Ayşe Yılmaz' }]);
    expect(world.files).toHaveLength(1);
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

  it.each(['0.00', '1.005', 'much'])('is not begun for an amount of %s', async (amount) => {
    expect(await world.finish(order({ amount }), kept)).toMatchObject({ is: 'failed' });
    expect(invoicing().invoices).toEqual([]);
  });
});

describe('A failure on the way', () => {
  it.each([
    ['unreachable', { baseUrl: 'http://127.0.0.1:1' }],
    ['credentials', { password: 'wrong' }],
  ])('of the kind %s asks for another run later', async (why, changes) => {
    expect(await world.run(order(), kept, world.connect(changes))).toMatchObject({ is: 'wait', why });
    expect(await world.finish(order(), kept)).toMatchObject({ is: 'issued' });
  });

  it('of an invoice that a person removed is a failure', async () => {
    await world.behave({ jobMs: 60 * minutes });
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
