import { describe, expect, it } from 'vitest';
import { getAnswer, getInput, invoiceView, subscriberIdentifiers } from '../../../lib/wire/subscribers.ts';
import { iso } from '../../../lib/wire/time.ts';
import type { Subscription } from '../../../lib/billing/subscription.ts';
import { END, PLAN, START, subscription } from '../billing/given.ts';
import { HEX, NO_SUBSCRIBER, OTHER_UUID, UUID, invalid, missing, refusalOf } from './given.ts';
import { invoice, shownInvoice } from './invoice.ts';

it.each([
  [0, '1970-01-01T00:00:00.000Z'],
  [START + 7, '2026-01-01T00:00:00.007Z'],
  [null, null],
])('a time on the wire is of UTC, with milliseconds, or null: %s', (at, text) => {
  expect(iso(at)).toBe(text);
});

describe('the query for a subscriber', () => {
  it.each([
    [
      { 'pay-subscriber-code': ' ref ' },
      { ref: { by: 'pay', reference: 'ref' }, expectedReference: undefined },
    ],
    [
      { 'svc-id': `sub_${HEX}`, more: 'x' },
      { ref: { by: 'svc', id: UUID }, expectedReference: undefined },
    ],
    [
      { 'svc-id': UUID, 'pay-subscriber-code': 'ref' },
      { ref: { by: 'svc', id: UUID }, expectedReference: 'ref' },
    ],
  ])('names one in either way or in both: %j', (query, input) => {
    expect(getInput(query)).toStrictEqual(input);
  });

  it('must name one', () => {
    expect(refusalOf(() => getInput({}))).toEqual(missing('pay-subscriber-code', 'svc-id'));
    expect(refusalOf(() => subscriberIdentifiers(undefined, undefined, 'subscriber-id'))).toEqual(
      missing('subscriber-id', 'svc-id'),
    );
  });

  it('names nobody with an id that cannot be ours', () => {
    expect(refusalOf(() => getInput({ 'svc-id': 'ada' }))).toEqual(NO_SUBSCRIBER);
  });

  it.each(['pay-subscriber-code', 'svc-id'])('is refused where %s is too long', (field) => {
    expect(refusalOf(() => getInput({ [field]: 'x'.repeat(256) }))).toEqual(
      invalid(field, 'must be at most 255 characters'),
    );
  });
});

describe('the answer with a subscriber', () => {
  const given = subscription({
    id: UUID,
    plan: { ...PLAN, reference: 'basic' },
    payPlanReference: 'basic',
    customer: {
      id: OTHER_UUID,
      email: 'ada@example.com',
      name: 'Ada',
      surname: 'Lovelace',
      gsmNumber: '+905350000000',
    },
  });

  const link = { url: 'https://invoices.example/1.pdf', expiresAt: START + 1, signedAt: START };
  const ready = { is: 'ready', documentId: 'document', link } as const;

  it('has exactly the fields of the specification and those that we add', () => {
    expect(getAnswer(given, { invoice, pdf: ready }, START)).toStrictEqual({
      status: 'success',
      data: {
        id: UUID,
        svcId: `sub_${HEX}`,
        payReference: 'pay-1',
        customerReference: 'pay-customer',
        planReference: 'basic',
        nextPlanReference: null,
        clientReferenceId: 'order-of-the-shop',
        subscriptionStatus: 'ACTIVE',
        createdAt: '2026-01-01T00:00:00.000Z',
        cancelAtPeriodEnd: false,
        cancelledAt: null,
        cancelReason: null,
        cancelComment: null,
        accessUntil: '2026-02-01T00:00:00.000Z',
        currentPeriodStart: '2026-01-01T00:00:00.000Z',
        currentPeriodEnd: '2026-02-01T00:00:00.000Z',
        nextPaymentAt: '2026-02-01T00:00:00.000Z',
        graceEndsAt: null,
        inGracePeriod: false,
        providerTold: true,
        recovery: null,
      },
      customer: {
        id: OTHER_UUID,
        name: 'Ada',
        surname: 'Lovelace',
        email: 'ada@example.com',
        gsmNumber: '+905350000000',
        externalId: null,
      },
      latestInvoice: { ...shownInvoice, pdfUrl: ready.link.url },
    });
  });

  const dataOf = (more: Partial<Subscription>, now = START) =>
    getAnswer({ ...given, ...more }, undefined, now).data;

  it('tells how a cancellation stands, and that no payment follows where the provider will hear of it', () => {
    const cancellation = {
      at: START + 1,
      accessUntil: END,
      by: 'pay',
      progress: 'scheduled',
    } as const;
    expect(dataOf({ cancellation })).toMatchObject({
      cancelAtPeriodEnd: true,
      cancelledAt: '2026-01-01T00:00:00.001Z',
      accessUntil: '2026-02-01T00:00:00.000Z',
      nextPaymentAt: null,
      providerTold: true,
    });
    expect(dataOf({ cancellation: { ...cancellation, by: 'svc' } })).toMatchObject({
      cancelAtPeriodEnd: true,
      nextPaymentAt: '2026-02-01T00:00:00.000Z',
      providerTold: false,
    });
  });

  it('tells no time of a payment that is over: its charge is under way', () => {
    expect(dataOf({ nextOrderAt: START + 5 }, START + 5).nextPaymentAt).toBe('2026-01-01T00:00:00.005Z');
    expect(dataOf({ nextOrderAt: START + 5 }, START + 6).nextPaymentAt).toBeNull();
  });

  it('tells the plan that is enjoyed and the one that follows, until its time has come', () => {
    const nextPlan = { plan: { ...PLAN, id: 'plus', reference: 'plus' }, from: END };
    const more = { nextPlan, payPlanReference: 'plus' };
    expect(dataOf(more, END - 1)).toMatchObject({
      planReference: 'basic',
      nextPlanReference: 'plus',
      providerTold: true,
    });
    expect(dataOf(more, END)).toMatchObject({ planReference: 'plus', nextPlanReference: null });
  });

  it('tells that the provider charges another plan', () => {
    expect(dataOf({ payPlanReference: 'older' }).providerTold).toBe(false);
  });

  it('tells the days of grace after a failed payment', () => {
    const failed = { status: 'PAYMENT_FAILED', graceEndsAt: START + 1 } as const;
    expect(dataOf(failed)).toMatchObject({
      graceEndsAt: '2026-01-01T00:00:00.001Z',
      inGracePeriod: true,
      nextPaymentAt: null,
    });
    expect(dataOf(failed, START + 1).inGracePeriod).toBe(false);
  });

  it('has null where there is no invoice', () => {
    expect(getAnswer(given, undefined, START).latestInvoice).toBeNull();
  });

  it('shows an invoice without a link while its PDF is not ready', () => {
    const pdf = { is: 'processing', message: 'soon' } as const;
    expect(getAnswer(given, { invoice, pdf }, START).latestInvoice).toStrictEqual({
      ...shownInvoice,
      pdfUrl: null,
    });
    expect(invoiceView(invoice, ready)).toStrictEqual({ ...shownInvoice, pdfUrl: ready.link.url });
  });
});
