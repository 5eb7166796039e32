import { describe, expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import { it } from './fixtures.ts';
import { MINUTE } from './world.ts';

describe('A provider that cannot work now', () => {
  it.for<[string, Behave]>([
    ['fails', { failNext: 1 }],
    ['loses an answer', { loseAnswerNext: 1, method: 'POST', path: 'sales_invoices' }],
    ['limits', { rateLimit: 0 }],
    ['takes its time', { jobMs: 60 * MINUTE }],
  ])('costs no message: it %s', async ([_, rule], { invoicing, issuing }) => {
    invoicing.world.acct.behave(rule);
    const invoice = await issuing.toIssue();
    expect(await issuing.consume(invoice)).toBe(0);
    const [again, ...more] = issuing.sentNow();
    expect(more).toEqual([]);
    expect(again!.delaySeconds).toBeGreaterThan(0);
    expect(again!.delaySeconds).toBeLessThanOrEqual(900);
    const { dueAt, document } = await issuing.onRecord(invoice);
    expect(document).toBe('MAKING');
    expect(dueAt).toBeLessThanOrEqual(invoicing.world.clock.now() + again!.delaySeconds! * 1000);
  });

  it('is waited for over hours of silence without a message in the dead-letter queue', async ({
    invoicing,
    issuing,
  }) => {
    invoicing.world.acct.behave({ failNext: 1_000_000 });
    const invoice = await issuing.toIssue();
    await issuing.consume(invoice);
    await invoicing.world.advance(3 * 60 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'MAKING' });
    invoicing.world.acct.resetBehaviour();
    await invoicing.world.advance(5 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    expect(invoicing.world.queues.dead).toEqual([]);
    expect(invoicing.world.acct.invoices().map(({ documents }) => documents.length)).toEqual([1]);
  });

  it('is found again by the sweep where the queue took no message', async ({ invoicing, issuing }) => {
    const invoice = await issuing.toIssue();
    const deaf = { send: () => Promise.reject(new Error('no queue')) };
    const { queues } = invoicing.world.app;
    expect(await issuing.consume(invoice, { queues: { ...queues, invoicing: deaf } })).toBe(0);
    await invoicing.world.advance(5 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
  });

  it('keeps to its limit of ten calls in ten seconds with thirty documents at once', async ({
    invoicing,
    issuing,
  }) => {
    invoicing.world.acct.resetBehaviour();
    const { invoices } = issuing;
    while (invoices.length < 30) await issuing.toIssue();
    for (const invoice of invoices) expect(await issuing.consume(invoice)).toBe(0);
    await invoicing.world.advance(60 * MINUTE);
    const made = invoicing.world.acct.invoices();
    expect(made.map(({ documents }) => documents.length)).toEqual(invoices.map(() => 1));
    expect(invoicing.world.queues.dead).toEqual([]);
  });
});

describe('An account that cannot be opened', () => {
  it('is tried again until it can', async ({ invoicing, issuing }) => {
    const { secrets } = invoicing.world.app;
    const decrypt = () => Promise.reject(new Error('no key'));
    const invoice = await issuing.toIssue();
    expect(await issuing.consume(invoice, { secrets: { ...secrets, decrypt } })).toBe(0);
    expect((await issuing.onRecord(invoice)).dueAt).toBe(invoicing.world.clock.now() + MINUTE);
    await invoicing.world.advance(10 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
  });
});

describe('A bucket that does not take a PDF', () => {
  it('is logged, and asked again in a minute', async ({ invoicing, subscription, issuing }) => {
    const { documents, clock, table } = { ...invoicing.world, ...invoicing.world.app };
    const invoice = await issuing.toIssue();
    await issuing.consume(invoice);
    const update = key.invoice(invoicing.shop.tenant.id, subscription.id, invoice);
    await table.apply({ update, set: { dueAt: invoicing.world.clock.now() } });
    await invoicing.world.clock.advanceTo(invoicing.world.clock.now() + 3_000);
    issuing.sentNow();
    const put = () => Promise.reject(new Error('no bucket'));
    await issuing.consume(invoice, { documents: { ...documents, put } });
    expect(issuing.sentNow()).toMatchObject([{ delaySeconds: 60 }]);
    expect((await issuing.onRecord(invoice)).dueAt).toBe(clock() + MINUTE);
    expect(invoicing.world.log.map((line) => JSON.parse(line) as Record<string, unknown>)).toContainEqual(
      expect.objectContaining({ what: 'PDF not stored', reference: invoice.id }),
    );
  });
});

describe('A document that is being made', () => {
  it('is due again only after its run is certain to be over', async ({ invoicing, issuing }) => {
    const { app, clock } = invoicing.world;
    const invoice = await issuing.toIssue();
    const dueAts: unknown[] = [];
    const acct: typeof app.acct = (...asked) => {
      const client = app.acct(...asked);
      return {
        ...client,
        async findContact(buyer) {
          dueAts.push((await issuing.onRecord(invoice)).dueAt);
          return client.findContact(buyer);
        },
      };
    };
    await issuing.consume(invoice, { acct });
    expect(dueAts).toEqual([clock.now() + 90_000]);
  });
});
