import { describe, expect, it } from 'vitest';
import type { Invoice, Subscriber } from '../../../client/src/generated.ts';
import { accountPage } from '../../../examples/shop/account-page.ts';
import recorded from '../../../openapi/examples.json' with { type: 'json' };

const { data: SUBSCRIBER, customer, latestInvoice: INVOICE } = recorded['subscribers/get'];

const shown = (data: Partial<Subscriber>, latestInvoice: Invoice | null = null) =>
  accountPage(
    { status: 'success', data: { ...SUBSCRIBER, ...data }, customer, latestInvoice },
    [],
    [],
    undefined,
  );
/** The buttons of the page, the one that is meant first by its class. */
const buttons = (html: string) =>
  [...html.matchAll(/<button class="(\w+)">([^<]+)/g)].map(([, kind, label]) => `${kind}: ${label}`);

describe('the example shop’s account page', () => {
  it('offers what can be done with a subscription that goes on', () => {
    expect(buttons(shown({}))).toEqual([
      'plain: Manage my subscription',
      'plain: Change',
      'plain: Replace my card',
      'plain: Cancel at the end of the period',
    ]);
  });

  it.each(['CANCELLED', 'EXPIRED'])('offers a new one once it has ended: %s', (subscriptionStatus) => {
    const html = shown({ subscriptionStatus, cancelAtPeriodEnd: true, nextPaymentAt: null });
    expect(html).toContain('<dd>Ended</dd>');
    expect(buttons(html)).toEqual(['main: Subscribe again']);
  });

  it('asks for another card after a failed payment, and says until when', () => {
    const html = shown({
      subscriptionStatus: 'PAYMENT_FAILED',
      inGracePeriod: true,
      graceEndsAt: '2026-02-08T00:00:00.000Z',
    });
    expect(buttons(html)).toContain('main: Replace my card');
    expect(html).toContain('<dt>Access until</dt><dd>8 February 2026</dd>');
  });

  it('links the document of the latest invoice once it is made', () => {
    expect(shown({}, { ...INVOICE, pdfUrl: null })).toContain('<dd>INV-2026-0000001, paid</dd>');
    expect(shown({}, { ...INVOICE, pdfUrl: 'https://documents.example.com/?a=1&b=2' })).toContain(
      'paid, <a href="https://documents.example.com/?a=1&amp;b=2">PDF</a></dd>',
    );
  });
});
