import { describe, expect } from 'vitest';
import type { Invoice } from '../../../lib/billing/invoice.ts';
import { tenantItem } from '../../../lib/table/tenants/tenant.ts';
import { key } from '../../../lib/table/schema.ts';
import { it } from './fixtures.ts';
import { MINUTE, DAY, invoiced, onRecord } from './world.ts';
import type { Issuing } from './issuing.ts';

describe('Issuing the document of a paid invoice', () => {
  it('makes one document to the subscriber’s name, follows its making and records it', async ({
    invoicing,
    issuing,
  }) => {
    const invoice = await issuing.toIssue();
    expect(await issuing.consume(invoice)).toBe(0);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'MAKING' });
    const [again] = issuing.sentNow();
    expect(again).toMatchObject({ body: { invoiceId: invoice.id }, group: invoicing.shop.tenant.id });
    expect(again!.delaySeconds).toBeGreaterThan(0);

    await invoicing.world.advance(3 * MINUTE);
    const [made, ...more] = invoicing.world.acct.invoices();
    expect(more).toEqual([]);
    expect(made).toMatchObject({ order_no: invoice.order, net_total: '120.0', currency: 'TRL', payments: 1 });
    expect(made!.documents).toHaveLength(1);
    const issued = { document: 'ISSUED', documentId: made!.documents[0]!.id, documentProblem: null };
    expect(await issuing.onRecord(invoice)).toMatchObject({ ...issued, dueAt: undefined });
    expect(await issuing.latestOnRecord()).toMatchObject({ id: invoice.id, ...issued });
  });

  it('makes no call to the provider once there is a document, or none is wanted', async ({
    invoicing,
    issuing,
  }) => {
    const issued = await issuing.toIssue();
    const unwanted = await issuing.toIssue({ document: 'NONE' });
    await issuing.consume(issued);
    await invoicing.world.advance(3 * MINUTE);
    invoicing.calls.length = 0;
    const written = invoicing.world.written.length;
    for (const invoice of [issued, unwanted, { ...issued, id: unwanted.id.replace(/.$/, 'x') }])
      expect(await issuing.consume(invoice)).toBe(0);
    expect(invoicing.calls).toEqual([]);
    expect(invoicing.world.written.slice(written)).toEqual([]);
  });

  it('does nothing for a message that comes before its time, or while another run is under way', async ({
    invoicing,
    issuing,
  }) => {
    const invoice = await issuing.toIssue();
    await issuing.consume(invoice);
    invoicing.calls.length = 0;
    await issuing.consume(invoice);
    expect(invoicing.calls).toEqual([]);
    // By then the company may be asked ten times in ten seconds again: no document waits for its turn.
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + MINUTE);
    const fresh = await issuing.toIssue();
    await Promise.all([issuing.consume(fresh), issuing.consume(fresh)]);
    expect(
      invoicing.calls.filter((call) => call.startsWith('POST') && call.includes('e_archives')),
    ).toHaveLength(1);
  });
});

describe('A document that cannot be made', () => {
  /** A document of an invoice with these changes fails, for a reason in these words. */
  async function fails(issuing: Issuing, changes: Partial<Invoice>, words: RegExp): Promise<void> {
    const { invoicing } = issuing;
    const invoice = await issuing.toIssue(changes);
    await issuing.consume(invoice);
    await invoicing.world.advance(3 * MINUTE);
    const now = await issuing.onRecord(invoice);
    expect(now).toMatchObject({
      document: 'FAILED',
      dueAt: undefined,
      documentProblem: expect.any(String) as string,
    });
    expect(now.documentProblem).toMatch(words);
    expect(await issuing.latestOnRecord()).toMatchObject({ id: invoice.id, document: 'FAILED' });
    expect(
      invoicing.world.log.some((line) => line.includes('"error"') && line.includes('cannot be issued')),
    ).toBe(true);
  }

  it('because the provider’s job fails, says why', async ({ invoicing, issuing }) => {
    invoicing.world.acct.behave({ failJobs: ['Vergi numarası geçersiz.'] });
    await fails(issuing, {}, /Vergi numarası geçersiz/);
  });

  it('because nothing was charged', async ({ issuing }) => fails(issuing, { amount: '0.00' }, /0\.00/));

  it('because no bulletin has its currency', async ({ invoicing, issuing }) => {
    await fails(issuing, { currency: 'GBP' }, /No exchange rate to the lira is known for GBP/);
    expect(invoicing.calls).toEqual([]);
  });

  it('because the account was removed meanwhile', async ({ invoicing, issuing }) => {
    await invoicing.world.table.apply({ put: tenantItem({ ...invoicing.shop.tenant, acct: null }) });
    await fails(issuing, {}, /No invoicing provider/);
  });
});

it('a document whose record is unreadable is retried at growing intervals, counted each time, and made once the record is repaired', async ({
  invoicing,
  subscription,
}) => {
  const { world, shop } = invoicing;
  const broken = await invoiced(world, shop, subscription, 1000, { document: 'MAKING' });
  const sound = await invoiced(world, shop, subscription, 1001, { document: 'MAKING' });
  const progress = key.document(shop.tenant.id, subscription.id, broken.id);
  const counted = () => world.log.filter((line) => line.includes('"Unreadable":')).length;
  await world.table.apply({ put: { ...progress, revision: 'nonsense' } });

  await world.advance(2 * DAY);
  expect(await onRecord(invoicing, subscription, sound)).toMatchObject({ document: 'ISSUED' });
  expect(await onRecord(invoicing, subscription, broken)).toMatchObject({ document: 'MAKING' });
  expect(counted()).toBeGreaterThan(5);
  expect(counted()).toBeLessThan(20);

  await world.table.apply({ put: { ...progress, revision: 1 } });
  await world.advance(6 * 60 * MINUTE + 3 * MINUTE);
  expect(await onRecord(invoicing, subscription, broken)).toMatchObject({ document: 'ISSUED' });
});
