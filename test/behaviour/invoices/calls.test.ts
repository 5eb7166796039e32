import { describe, expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import { it } from './fixtures.ts';
import type { Issuing } from './issuing.ts';
import { MINUTE } from './world.ts';

/** Has a further document made to its end; answers the calls that took, without ids. */
async function callsToIssue(issuing: Issuing): Promise<string[]> {
  const { invoicing } = issuing;
  const invoice = await issuing.toIssue();
  invoicing.calls.length = 0;
  await issuing.consume(invoice);
  await invoicing.world.advance(3 * MINUTE);
  expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
  const asked = invoicing.calls.filter((call) => !call.startsWith('GET /files/'));
  return asked.map((call) =>
    call
      .replace(/\/v4\/\d+/, '')
      .replace(/\d{6,}/g, 'N')
      .replace(/\?.*/, ''),
  );
}

const DOCUMENT = [
  'POST /sales_invoices',
  'POST /e_archives',
  'GET /trackable_jobs/N',
  'GET /sales_invoices/N',
  'POST /sales_invoices/N/payments',
  'GET /e_archives/N/pdf',
];

describe('A document takes', () => {
  it('six calls, and for a customer’s first one a log-in and the contact', async ({ issuing }) => {
    const first = ['POST /oauth/token', 'GET /contacts', 'POST /contacts', ...DOCUMENT];
    expect(await callsToIssue(issuing)).toEqual(first);
    expect(await callsToIssue(issuing)).toEqual(DOCUMENT);
  });

  it('no look-up before the first attempt, and one after a lost answer', async ({ invoicing, issuing }) => {
    await callsToIssue(issuing);
    invoicing.world.acct.behave({ loseAnswerNext: 1, method: 'POST', path: 'sales_invoices' });
    const calls = await callsToIssue(issuing);
    expect(calls).toEqual(['POST /sales_invoices', 'GET /sales_invoices', ...DOCUMENT.slice(1)]);
  });
});

describe('A contact that is remembered', () => {
  it('is looked up or made again, once, if the provider no longer knows it', async ({
    invoicing,
    subscription,
    issuing,
  }) => {
    await callsToIssue(issuing);
    const at = key.acctContact(invoicing.shop.tenant.id, subscription.customer.email);
    await invoicing.world.table.apply({ update: at, set: { contactId: '1999999999' } });
    const calls = await callsToIssue(issuing);
    expect(calls).toEqual(['POST /sales_invoices', 'GET /contacts', ...DOCUMENT]);
    expect(await callsToIssue(issuing)).toEqual(DOCUMENT);
  });
});

describe('An invocation with little time left', () => {
  it('begins nothing that must not be made twice', async ({ invoicing, issuing }) => {
    const invoice = await issuing.toIssue();
    expect(await issuing.consume(invoice, {}, 11_999)).toBe(0);
    expect(invoicing.calls.filter((call) => call.includes('sales_invoices'))).toEqual([]);
    await invoicing.world.advance(3 * MINUTE);
    expect(invoicing.world.acct.invoices()).toHaveLength(1);
  });

  it('gives a silent provider no longer than it has, and sets the document aside for later', async ({
    invoicing,
    issuing,
  }) => {
    const invoice = await issuing.toIssue();
    invoicing.world.acct.behave({ hangNext: 1, path: '/contacts' });
    const began = Date.now();
    expect(await issuing.consume(invoice, {}, 5_300)).toBe(0);
    expect(Date.now() - began).toBeLessThan(5_300);
    expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'MAKING' });
  });
});

describe('A tenant with a long queue', () => {
  it('keeps to the provider’s limit on the way: none of its calls is ever refused', async ({
    invoicing,
    issuing,
  }) => {
    invoicing.world.acct.resetBehaviour();
    const { invoices } = issuing;
    while (invoices.length < 40) await issuing.toIssue();
    for (const invoice of invoices) await issuing.consume(invoice);
    // 40 documents of six calls, ten of which go in ten and a half seconds, need 4.2 minutes where no call ever waits for
    // nothing; documents that meet the limit come back spread by their ids, which took up to 5.5 minutes in 150 runs.
    await invoicing.world.advance(8 * MINUTE);
    for (const invoice of invoices)
      expect(await issuing.onRecord(invoice)).toMatchObject({ document: 'ISSUED' });
    expect(invoicing.refused()).toBe(0);
  });
});

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
