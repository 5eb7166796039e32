import { describe, expect, it } from 'vitest';
import { REFUSED_AT_RENEWAL } from '../../../sandbox/pay/cards.ts';
import { periodStart } from '../../../sandbox/pay/period.ts';
import type { LedgerEntry } from '../../../sandbox/pay/records.ts';
import { DAY, got, openProvider, START, startWith, type Provider } from './provider.ts';

const detailsOf = async (provider: Provider, reference: string) =>
  got(await provider.pay.readSubscription(reference));

const ledgerOf = (provider: Provider) => provider.control<LedgerEntry[]>('GET', '/ledger');

describe('the grid of periods', () => {
  const at = (text: string) => Date.parse(`${text}T10:00:00.680Z`);

  it.each([
    ['2026-01-31', 'MONTHLY', 1, ['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
    ['2027-12-31', 'MONTHLY', 1, ['2027-12-31', '2028-01-31', '2028-02-29', '2028-03-31']],
    ['2026-08-15', 'MONTHLY', 3, ['2026-08-15', '2026-11-15', '2027-02-15']],
    ['2028-02-29', 'YEARLY', 1, ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
    ['2026-12-25', 'WEEKLY', 2, ['2026-12-25', '2027-01-08', '2027-01-22']],
    ['2026-02-27', 'DAILY', 1, ['2026-02-27', '2026-02-28', '2026-03-01']],
  ] as const)('from %s, %s every %i, keeps its day and time of day', (start, interval, count, wanted) => {
    const starts = wanted.map((_, index) => periodStart(at(start), interval, count, index));
    expect(starts).toEqual(wanted.map(at));
  });
});

describe('the zone in which months are counted', () => {
  it.each([
    ['utc', '2026-02-28T21:33:00.000Z', '2026-03-29T21:33:00.000Z'],
    ['istanbul', '2026-02-27T21:33:00.000Z', '2026-03-29T21:33:00.000Z'],
  ] as const)(
    'moves a month that is bought after nine in the evening, at %s',
    async (periodZone, ...ends) => {
      const provider = await openProvider({ start: Date.UTC(2026, 0, 29, 21, 33) });
      await provider.control('POST', '/behaviour', { periodZone });
      const { reference } = got(await startWith(provider, await provider.plan()));
      const { orders } = await detailsOf(provider, reference);
      expect(orders.map(({ periodEnd }) => new Date(periodEnd).toISOString())).toEqual(ends);
      expect(await provider.control('POST', '/behaviour', { periodZone: 'turkey' })).toMatchObject({
        error: expect.any(String),
      });
    },
  );
});

describe('a renewal', () => {
  it('is charged when its period begins, and the next order exists in advance', async () => {
    const provider = await openProvider({ start: Date.UTC(2026, 0, 31, 10) });
    const { reference } = got(await startWith(provider, await provider.plan()));
    await provider.clock.advanceTo(Date.UTC(2026, 1, 28, 10) - 1);
    expect((await detailsOf(provider, reference)).orders).toHaveLength(2);
    await provider.clock.advanceTo(Date.UTC(2026, 1, 28, 10));
    const { orders } = await detailsOf(provider, reference);
    expect(orders.map((order) => [order.status, order.periodEnd])).toEqual([
      ['PAID', Date.UTC(2026, 1, 28, 10)],
      ['PAID', Date.UTC(2026, 2, 31, 10)],
      ['WAITING', Date.UTC(2026, 3, 30, 10)],
    ]);
  });

  it('happens for every period when the clock skips several', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan({ paymentInterval: 'DAILY' })));
    await provider.clock.advanceTo(START + 10 * DAY);
    const ledger = await ledgerOf(provider);
    expect(ledger.map((entry) => entry.time)).toEqual(
      Array.from({ length: 11 }, (_, day) => START + day * DAY),
    );
    expect(ledger.every((entry) => entry.subscriptionReferenceCode === reference)).toBe(true);
    expect(new Set(ledger.map((entry) => entry.paymentId)).size).toBe(11);
  });

  it('that is refused makes the subscription unpaid, and is not retried', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY' });
    const { reference } = got(await startWith(provider, planReference, REFUSED_AT_RENEWAL));
    await provider.clock.advanceTo(START + 5 * DAY);
    const details = await detailsOf(provider, reference);
    expect(details.status).toBe('UNPAID');
    expect(details.orders.map((order) => order.status)).toEqual(['PAID', 'FAILED']);
    expect(details.orders[1]?.attempts).toMatchObject([{ succeeded: false, errorCode: '10051' }]);
    expect((await ledgerOf(provider)).map((entry) => entry.status)).toEqual(['SUCCESS', 'FAILED']);
  });

  it('uses the card that was replaced without a notification', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan({ paymentInterval: 'DAILY' })));
    await provider.control('POST', `/subscriptions/${reference}/card`, { cardNumber: '4125111111111115' });
    await provider.clock.advanceTo(START + DAY);
    const [, failed] = (await detailsOf(provider, reference)).orders;
    expect(failed?.attempts[0]?.errorCode).toBe('10054');
  });

  it('can be charged early by hand, and is then not charged again', async () => {
    const provider = await openProvider();
    const { reference } = got(await startWith(provider, await provider.plan({ paymentInterval: 'DAILY' })));
    await provider.control('POST', `/subscriptions/${reference}/charge`, { outcome: 'success' });
    await provider.clock.advanceTo(START + DAY);
    expect(await ledgerOf(provider)).toHaveLength(2);
    expect((await detailsOf(provider, reference)).orders.map((order) => order.status)).toEqual([
      'PAID',
      'PAID',
      'WAITING',
    ]);
  });

  it('never happens after the provider ended the subscription by itself', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY' });
    const [one, other] = [await startWith(provider, planReference), await startWith(provider, planReference)];
    await provider.control('POST', `/subscriptions/${got(one).reference}/cancel`);
    await provider.control('POST', `/subscriptions/${got(other).reference}/expire`);
    await provider.clock.advanceTo(START + 3 * DAY);
    expect(await ledgerOf(provider)).toHaveLength(2);
    expect((await detailsOf(provider, got(one).reference)).status).toBe('CANCELLED');
    expect((await detailsOf(provider, got(other).reference)).status).toBe('EXPIRED');
  });
});

describe('a plan of a limited number of charges', () => {
  it('expires when its last period is over', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan({ paymentInterval: 'DAILY', recurrenceCount: 3 });
    const { reference, endAt } = got(await startWith(provider, planReference));
    expect(endAt).toBe(START + 3 * DAY);
    await provider.clock.advanceTo(START + 3 * DAY - 1);
    expect((await detailsOf(provider, reference)).status).toBe('ACTIVE');
    await provider.clock.advanceTo(START + 9 * DAY);
    expect((await detailsOf(provider, reference)).status).toBe('EXPIRED');
    expect(await ledgerOf(provider)).toHaveLength(3);
  });
});
