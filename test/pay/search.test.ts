import { describe, expect, it } from 'vitest';
import type { Caller } from '../../lib/pay/iyzico/call.ts';
import { search } from '../../lib/pay/iyzico/search.ts';
import { got, MINUTE, openProvider, payOf, START, startWith, type Json } from './provider.ts';
import { serve } from './receiver.ts';

describe('a search', () => {
  it('returns every page, newest first, with orders', async () => {
    const provider = await openProvider();
    const planReference = await provider.plan();
    const started: string[] = [];
    for (let day = 0; day < 23; day++) {
      await provider.clock.advanceTo(START + day * 1_000);
      started.push(got(await startWith(provider, planReference)).reference);
    }
    const found = got(await provider.pay.search({ planReference }));
    expect(found.map((each) => each.reference)).toEqual(started.reverse());
    expect(found.every((each) => each.orders.length === 2)).toBe(true);
  });

  it('filters by customer, plan and time', async () => {
    const provider = await openProvider();
    const [one, other] = [await provider.plan(), await provider.plan()];
    const first = got(await startWith(provider, one));
    await provider.clock.advanceTo(START + 5 * MINUTE);
    const second = got(await startWith(provider, other));
    const find = async (filter: Parameters<typeof provider.pay.search>[0]) =>
      got(await provider.pay.search(filter)).map((each) => each.reference);
    const { customerReference } = first;
    expect(await find({ customerReference })).toEqual([second.reference, first.reference]);
    expect(await find({ customerReference, planReference: one })).toEqual([first.reference]);
    expect(await find({ createdTo: START })).toEqual([first.reference]);
    expect(await find({ createdFrom: START + 1 })).toEqual([second.reference]);
    expect(await find({ createdFrom: START + 1, createdTo: START + 2 })).toEqual([]);
    expect(await find({ customerReference: 'nobody' })).toEqual([]);
  });
});

describe('a search of a plan', () => {
  const started = { referenceCode: 's', pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' };
  const item = { ...started, subscriptionStatus: 'ACTIVE', createdDate: 1 };

  /** What a search asks for, of a provider that puts no more than `most` on a page. */
  async function asked(filter: Parameters<typeof search>[1], most: number, counted = 1) {
    const sizes: number[] = [];
    const getAll: Caller['getAll'] = async (_path, _query, size, read) => {
      sizes.push(size);
      return size > most
        ? { ok: false, is: 'invalidResponse', httpStatus: 200 }
        : { ok: true, value: { items: [read(item)], total: counted } };
    };
    const found = await search({ getAll }, filter);
    return { sizes, found: found.ok ? found.value.length : found.is };
  }

  it('requests a hundred per call, and ten where that is too many for one', async () => {
    expect(await asked({ planReference: 'p' }, 100)).toEqual({ sizes: [100], found: 1 });
    expect(await asked({ planReference: 'p' }, 99)).toEqual({ sizes: [100, 10], found: 1 });
    expect(await asked({ planReference: 'p' }, 9)).toEqual({ sizes: [100, 10], found: 'invalidResponse' });
    expect(await asked({ customerReference: 'c' }, 99)).toEqual({ sizes: [10], found: 1 });
    expect(await asked({ planReference: 'p' }, 100, 2)).toEqual({ sizes: [100], found: 'invalidResponse' });
  });
});

describe('a merchant with 2,000 subscriptions', () => {
  const SUBSCRIPTIONS = '/v2/subscription/subscriptions';

  it('is listed page by page, by plan and by time, in a time that does not grow with the page number', async () => {
    const provider = await openProvider();
    const plans = [await provider.plan(), await provider.plan()];
    const made: string[][] = [];
    for (let round = 0; round < 20; round++) {
      await provider.clock.advanceTo(START + round * MINUTE);
      const body = { count: 100, pricingPlanReferenceCode: plans[round % 2] };
      const path = `/merchants/${provider.merchant.merchantId}/subscriptions`;
      made.push((await provider.control<{ references: string[] }>('POST', path, body)).references);
    }
    const walk = async (filter: string) => {
      const found: string[] = [];
      for (let page = 1, pages = 1; page <= pages; page++) {
        const { body } = await provider.api('GET', `${SUBSCRIPTIONS}?page=${page}&count=100${filter}`);
        const { items, pageCount } = body.data as unknown as { items: Json[]; pageCount: number };
        found.push(...items.map(({ referenceCode }) => String(referenceCode)));
        pages = pageCount;
      }
      return found;
    };
    // Of processor time, which other programs of the machine take nothing of.
    const began = process.cpuUsage();
    expect(await walk('')).toEqual(made.flat().reverse());
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1_000).toBeLessThan(5_000);
    expect(await walk(`&pricingPlanReferenceCode=${plans[1]}`)).toEqual(
      made
        .filter((_, round) => round % 2 === 1)
        .flat()
        .reverse(),
    );
    const window = `&startDate=${wireTime(START + 10 * MINUTE)}&endDate=${wireTime(START + 12 * MINUTE)}`;
    expect(await walk(window)).toEqual(made.slice(10, 12).flat().reverse());
  });
});

/** In the provider's local time, to the second, as its search takes it. */
function wireTime(ms: number): string {
  const local = new Date(ms + 3 * 60 * MINUTE).toISOString();
  return encodeURIComponent(local.slice(0, 19).replace('T', ' '));
}

describe('a search at a provider that answers without end', () => {
  const whose = { referenceCode: 's', pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' };
  const one = { ...whose, subscriptionStatus: 'ACTIVE', createdDate: 1 };
  const order = { price: 1, currencyCode: 'TRY', startPeriod: 1, endPeriod: 2, orderStatus: 'WAITING' };

  /** The outcome, and the calls that it took. */
  async function searched(items: readonly object[]) {
    let calls = 0;
    const content = JSON.stringify({ status: 'success', data: { items, pageCount: 1e9 } });
    const url = await serve((_request, answer) => {
      calls++;
      answer(200, content);
    });
    const found = await payOf(url, { apiKey: 'k', secretKey: 's', merchantId: '1' }).search({
      customerReference: 'f',
    });
    return { found: found.ok ? found.value.length : found.is, calls };
  }

  it('ends with a page of more items than any page has', async () => {
    const items = Array.from({ length: 101 }, () => one);
    expect(await searched(items)).toEqual({ found: 'invalidResponse', calls: 1 });
  });

  it('ends where there is more than is meant for memory', async () => {
    const orders = Array.from({ length: 5_000 }, (_, nth) => ({ ...order, referenceCode: String(nth) }));
    expect(await searched([{ ...one, orders }])).toEqual({ found: 'invalidResponse', calls: 4 });
  });
});
