import { describe, expect, it } from 'vitest';
import { iyzico } from '../../../lib/pay/iyzico/iyzico.ts';
import { payOf, someone } from './provider.ts';
import { serve } from './receiver.ts';

const order = {
  referenceCode: 'o1',
  price: 199,
  currencyCode: 'TRY',
  startPeriod: 1767225600680,
  endPeriod: 1769904000680,
  orderStatus: 'SUCCESS',
  paymentAttempts: [{ createdDate: 1767225600680, paymentId: 37000001, paymentStatus: 'SUCCESS' }],
};
const subscription = {
  referenceCode: 's1',
  parentReferenceCode: 'p1',
  pricingPlanReferenceCode: 'plan',
  customerReferenceCode: 'c1',
  subscriptionStatus: 'ACTIVE',
  trialDays: 0,
  createdDate: 1767225600680,
  startDate: 1767225600680,
  orders: [order],
};

async function read(data: unknown) {
  const url = await serve((_request, answer) => answer(200, JSON.stringify({ status: 'success', data })));
  return payOf(url, someone).readSubscription('s1');
}

/** The same with the oddities that it held. */
async function observed(data: unknown) {
  const oddities: string[] = [];
  const url = await serve((_request, answer) => answer(200, JSON.stringify({ status: 'success', data })));
  const observe = (oddity: string) => oddities.push(oddity);
  const outside = { now: () => 0, randomKey: () => 'r', observe };
  return { answer: await iyzico({ ...someone, baseUrl: url }, outside).readSubscription('s1'), oddities };
}

async function amountOf(price: unknown) {
  const answer = await read({ ...subscription, orders: [{ ...order, price }] });
  return answer.ok ? answer.value.orders[0]?.amount : answer.is;
}

describe('reading a subscription', () => {
  it('takes it from data or from the one item of a list', async () => {
    const wanted = { ok: true, value: { reference: 's1', orders: [{ reference: 'o1' }] } };
    expect(await read(subscription)).toMatchObject(wanted);
    expect(await read({ items: [subscription] })).toMatchObject(wanted);
  });

  it('accepts numbers as text and missing optional fields', async () => {
    const { referenceCode, pricingPlanReferenceCode, customerReferenceCode, subscriptionStatus } =
      subscription;
    const few = { referenceCode, pricingPlanReferenceCode, customerReferenceCode, subscriptionStatus };
    expect(await read({ ...few, createdDate: '1767225600680', endDate: null })).toEqual({
      ok: true,
      value: {
        reference: 's1',
        parentReference: undefined,
        planReference: 'plan',
        customerReference: 'c1',
        status: 'ACTIVE',
        providerStatus: 'ACTIVE',
        trialEnd: undefined,
        createdAt: 1767225600680,
        startAt: 1767225600680,
        endAt: undefined,
        isReplaced: false,
        customerEmail: undefined,
        orders: [],
      },
    });
  });

  it('sorts orders by period, whatever order they are received in', async () => {
    const later = { ...order, referenceCode: 'o2', startPeriod: order.endPeriod };
    for (const orders of [
      [later, order],
      [order, later],
    ]) {
      const answer = await read({ ...subscription, orders });
      expect(answer.ok && answer.value.orders.map((each) => each.reference)).toEqual(['o1', 'o2']);
    }
  });

  it('omits an attempt that is still in progress and treats an unknown order status as waiting', async () => {
    const attempts = [{ createdDate: 1, paymentId: 1, paymentStatus: 'PROCESSING' }];
    const orders = [{ ...order, orderStatus: 'SOMETHING_NEW', paymentAttempts: attempts }];
    const answer = await read({ ...subscription, orders });
    expect(answer).toMatchObject({ ok: true, value: { orders: [{ status: 'WAITING', attempts: [] }] } });
  });

  it.each([
    ['CANCELED', 'CANCELLED'],
    ['CANCELLED', 'CANCELLED'],
    ['UNPAID', 'UNPAID'],
    ['EXPIRED', 'EXPIRED'],
    ['MERCHANT_SUSPENDED', 'UNPAID'],
  ])('reads the status %s as %s and keeps the provider’s own value', async (subscriptionStatus, status) => {
    const answer = await read({ ...subscription, subscriptionStatus });
    expect(answer).toMatchObject({ ok: true, value: { status, providerStatus: subscriptionStatus } });
  });

  it('rejects an unknown subscription status as an invalid response', async () => {
    expect(await read({ ...subscription, subscriptionStatus: 'constructor' })).toMatchObject({
      is: 'invalidResponse',
    });
  });
});

const MOMENT = 1767225600000; // 1 January 2026, 00:00 UTC

describe('a date', () => {
  it.each([
    [MOMENT],
    [String(MOMENT)],
    ['2026-01-01 03:00:00'],
    ['2026-01-01T03:00:00'],
    ['2026-01-01T00:00:00Z'],
    ['2026-01-01T03:00:00.000+03:00'],
    ['2026-01-01T03:00:00+0300'],
  ])('is read as %j', async (written) => {
    const orders = [
      {
        ...order,
        ...{ startPeriod: written, endPeriod: written },
        paymentAttempts: [{ createdDate: written, paymentStatus: 'FAILED', errorCode: '10051' }],
      },
    ];
    const dates = { createdDate: written, startDate: written, endDate: written, trialEndDate: written };
    expect(await read({ ...subscription, ...dates, orders })).toMatchObject({
      ok: true,
      value: {
        ...{ createdAt: MOMENT, startAt: MOMENT, endAt: MOMENT, trialEnd: MOMENT },
        orders: [{ periodStart: MOMENT, periodEnd: MOMENT, attempts: [{ at: MOMENT }] }],
      },
    });
  });

  it('of a day alone is that day’s beginning at the provider', async () => {
    const answer = await read({ ...subscription, createdDate: '2026-01-01' });
    expect(answer).toMatchObject({ ok: true, value: { createdAt: MOMENT - 3 * 3_600_000 } });
  });

  it('0 is none, where there may be none', async () => {
    const answer = await read({ ...subscription, endDate: 0, trialEndDate: 0, startDate: 0 });
    expect(answer).toMatchObject({
      ok: true,
      value: { endAt: undefined, trialEnd: undefined, startAt: subscription.createdDate },
    });
  });
});

describe('a failed attempt, of which no recording exists,', () => {
  const attempts = async (...paymentAttempts: readonly object[]) => {
    const { answer, oddities } = await observed({
      ...subscription,
      orders: [{ ...order, orderStatus: 'FAILED', paymentAttempts }],
    });
    const read = answer.ok ? answer.value.orders[0] : undefined;
    return { attempts: read?.attempts ?? answer, undated: read?.undated, oddities };
  };
  const failed = { succeeded: false, errorCode: '10051', errorMessage: 'no money' };
  const documented = { errorCode: '10051', errorMessage: 'no money' };

  it('without a time, or with one that cannot be read, is one of the beginning of its period', async () => {
    for (const createdDate of [undefined, 'soon'])
      expect(await attempts({ ...documented, paymentStatus: 'FAILED', createdDate })).toMatchObject({
        ...{ attempts: [{ ...failed, at: order.startPeriod }], oddities: [] },
      });
  });

  it('is one of the beginning of its period where nothing of it can be read', async () => {
    const failure = { at: order.startPeriod, succeeded: false, errorCode: undefined };
    expect((await attempts({})).attempts).toMatchObject([failure]);
    expect((await attempts()).attempts).toMatchObject([failure]);
  });

  it('is counted where nobody knows when it was made, but the first one, which its period tells of', async () => {
    const paymentStatus = 'FAILED';
    const [dated, undated] = [{ ...documented, createdDate: 5 }, { paymentStatus }];
    const running = { paymentStatus: 'PROCESSING' };
    expect((await attempts()).undated).toBe(0);
    expect((await attempts({})).undated).toBe(0);
    expect((await attempts(undated, {}, running)).undated).toBe(1);
    expect((await attempts(dated, undated, { createdDate: 6 })).undated).toBe(2);
  });

  it('without a status has failed where it names an error, else it is left out and counted', async () => {
    expect(await attempts({ ...documented, createdDate: 5 })).toMatchObject({
      ...{ attempts: [{ ...failed, at: 5 }], oddities: [] },
    });
    expect(await attempts({ createdDate: 5 }, { ...documented, createdDate: 6 })).toMatchObject({
      ...{ attempts: [{ ...failed, at: 6 }], oddities: ['attemptLeftOut'] },
    });
  });
});

it('an order without a currency is read all the same', async () => {
  const { currencyCode: _, ...unnamed } = order;
  const answer = await read({ ...subscription, orders: [unnamed] });
  expect(answer).toMatchObject({ ok: true, value: { orders: [{ currency: undefined }] } });
});

describe('a number', () => {
  it.each([[1e21], [8.64e15], [0.5], ['1e400'], ['soon'], [-1]])(
    'that is no instant, as %j, makes an invalid response',
    async (createdDate) => {
      expect(await read({ ...subscription, createdDate })).toMatchObject({ is: 'invalidResponse' });
    },
  );

  it('that stands for an open end, at the end of the year 9999, is read', async () => {
    const endDate = Date.parse('9999-12-31T23:59:59.999Z');
    expect(await read({ ...subscription, endDate })).toMatchObject({ ok: true, value: { endAt: endDate } });
  });
});

it.each([['x'.repeat(256)], ['a\nb'], ['a\u0000'], ['..']])(
  'a reference that no key, queue or path takes, as %j, makes an invalid response',
  async (odd) => {
    expect(await read({ ...subscription, customerReferenceCode: odd })).toMatchObject({
      is: 'invalidResponse',
    });
    expect(await observed({ ...subscription, orders: [{ ...order, referenceCode: odd }] })).toMatchObject({
      answer: { ok: true, value: { orders: [] } },
      oddities: ['orderLeftOut'],
    });
  },
);

it('a text is read without lone surrogates, which no address and no key can hold', async () => {
  const answer = await read({ ...subscription, customerReferenceCode: 'c\ud800' });
  expect(answer).toMatchObject({ ok: true, value: { customerReference: 'c\ufffd' } });
});

describe('an amount', () => {
  it.each([
    [199, '199.00'],
    [49.9, '49.90'],
    ['49.9', '49.90'],
    ['30.00000000', '30.00'],
    ['199', '199.00'],
    ['0.10', '0.10'],
    [0, '0.00'],
    ['12345678901234567.89', '12345678901234567.89'],
  ])('%j is %s', async (price, wanted) => {
    expect(await amountOf(price)).toBe(wanted);
  });

  it.each([['1,5'], [1.005], [-1], [1e21], ['abc'], [null], [{}]])(
    '%j is none: its order is left out and counted, and the others are read',
    async (price) => {
      const other = { ...order, referenceCode: 'o2' };
      const { answer, oddities } = await observed({ ...subscription, orders: [other, { ...order, price }] });
      expect(answer).toMatchObject({ ok: true, value: { orders: [{ reference: 'o2' }] } });
      expect(oddities).toEqual(['orderLeftOut']);
    },
  );
});

describe('reading orders', () => {
  const statuses = async (...orders: readonly object[]) => {
    const answer = await read({ ...subscription, orders });
    return answer.ok ? answer.value.orders.map(({ status }) => status) : answer.is;
  };
  const [attempt] = order.paymentAttempts;
  const failed = {
    ...order,
    orderStatus: 'FAILED',
    paymentAttempts: [{ ...attempt, paymentStatus: 'FAILED', errorCode: '10051' }],
  };

  it('takes one as paid once a payment of it succeeded, whatever its status says later', async () => {
    for (const orderStatus of ['FAILED', 'WAITING', 'SUBSCRIPTION_CANCELED', 'INVENTED'])
      expect(await statuses({ ...order, orderStatus })).toEqual(['PAID']);
  });

  it('takes one that is listed twice once, and as paid where either is', async () => {
    expect(await statuses(order, order)).toEqual(['PAID']);
    expect(await statuses(order, failed)).toEqual(['PAID']);
    expect(await statuses(failed, order)).toEqual(['PAID']);
    expect(await statuses(failed, { ...order, referenceCode: 'o2' }, failed)).toEqual(['FAILED', 'PAID']);
    const waiting = { ...order, orderStatus: 'WAITING', paymentAttempts: [] };
    expect(await statuses(failed, waiting)).toEqual(['FAILED']);
    expect(await statuses(waiting, failed)).toEqual(['FAILED']);
  });
});

it('another subscription than the one asked for is an invalid response, unless the code asked for has another form', async () => {
  expect(await read({ ...subscription, referenceCode: 'the full reference' })).toMatchObject({ ok: true });
  const another = { ...subscription, referenceCode: 's2' };
  expect(await read(another)).toMatchObject({ ok: false, is: 'invalidResponse' });
  expect(await read({ items: [another, subscription] })).toMatchObject({ ok: false, is: 'invalidResponse' });
});

it.each([
  ['a content longer than an item of the table', { checkoutFormContent: 'x'.repeat(100_001) }],
  ['a token that no address holds', { token: 't'.repeat(256) }],
])('a form with %s is an invalid response', async (_what, odd) => {
  const form = { status: 'success', token: 't', checkoutFormContent: 'x'.repeat(100_000) };
  const opened = async (fields: object) => {
    const url = await serve((_request, answer) => answer(200, JSON.stringify({ ...form, ...fields })));
    return payOf(url, someone).openCardForm({ customerReference: 'c', reference: 's', callbackUrl: url });
  };
  expect(await opened({})).toMatchObject({ ok: true });
  expect(await opened(odd)).toMatchObject({ is: 'invalidResponse' });
});
