import { describe, expect } from 'vitest';
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

  it('is found again by the sweep where the queue took no message', async ({ invoicing, issuing }) => {
    const invoice = await issuing.toIssue();
    const deaf = { send: () => Promise.reject(new Error('no queue')) };
    const { queues } = invoicing.world.app;
    expect(await issuing.consume(invoice, { queues: { ...queues, invoicing: deaf } })).toBe(0);
    await invoicing.world.advance(5 * MINUTE);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
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
