import { describe, expect, it } from 'vitest';
import { search, type SearchCaller } from '../../../lib/pay/iyzico/search.ts';
import { got, MINUTE, openProvider, payOf, someone, START, startWith, type Json } from './provider.ts';
import { serve } from './receiver.ts';

describe('a search', () => {
  const item = (nth: number, fields: object = {}) => ({
    ...{ referenceCode: `s${nth}`, pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' },
    ...{ subscriptionStatus: 'ACTIVE', createdDate: 1_000 + nth, ...fields },
  });

  /** What a search asks for, and finds, of a provider that has these, and puts no more than `largest` on a page. */
  async function asked(
    filter: Parameters<typeof search>[1],
    items: readonly object[],
    { largest = 100, counted = items.length, tooLarge = Infinity } = {},
  ) {
    const calls: string[] = [];
    const oddities: string[] = [];
    const getPage: SearchCaller['getPage'] = async (_path, query, { page, size }, read) => {
      calls.push(`${size}/${page}`);
      if (size > tooLarge) return { ok: false, is: 'invalidResponse', httpStatus: 200 };
      expect(Object.keys(query).filter((name) => /date/i.test(name))).toEqual([]);
      const held = Math.min(size, largest);
      const shown = items.slice((page - 1) * held, page * held);
      try {
        const value = shown.map((each) => read(each as Json));
        return { ok: true, value: { items: value, pages: Math.ceil(items.length / held), total: counted } };
      } catch {
        return { ok: false, is: 'invalidResponse', httpStatus: 200 };
      }
    };
    const found = await search({ getPage, observe: (oddity) => oddities.push(oddity) }, filter);
    return { calls, oddities, found: found.ok ? found.value.map(({ reference }) => reference) : found.is };
  }
  const many = (count: number) => Array.from({ length: count }, (_, nth) => item(nth));

  it('requests a hundred per call, and ten where that is too many for one', async () => {
    const one = [item(1)];
    expect((await asked({ planReference: 'p' }, one)).calls).toEqual(['100/1']);
    expect((await asked({ parentReference: 'f' }, one)).calls).toEqual(['100/1']);
    expect((await asked({ planReference: 'p' }, one, { tooLarge: 99 })).calls).toEqual(['100/1', '10/1']);
    expect((await asked({ planReference: 'p' }, one, { tooLarge: 9 })).found).toBe('invalidResponse');
  });

  it('ends with as many as the provider counts, however few it puts on a page', async () => {
    expect((await asked({ planReference: 'p' }, many(100))).calls).toEqual(['100/1']);
    const small = await asked({ planReference: 'p' }, many(7), { largest: 3 });
    expect(small.calls).toEqual(['100/1', '100/2', '100/3']);
    expect(small.found).toHaveLength(7);
  });

  it('follows the pages where the provider counts nothing', async () => {
    const { calls, found } = await asked({ planReference: 'p' }, many(120), { counted: undefined });
    expect(calls).toEqual(['100/1', '100/2']);
    expect(found).toHaveLength(120);
  });

  it('that saw fewer than the provider counts is an invalid response', async () => {
    expect((await asked({ planReference: 'p' }, many(3), { counted: 4 })).found).toBe('invalidResponse');
    expect((await asked({ planReference: 'p' }, [], { counted: 1 })).found).toBe('invalidResponse');
  });

  it('by reference that returns others’ is counted, and filtered here', async () => {
    const ours = item(1, { parentReferenceCode: 'f' });
    const others = [item(2, { parentReferenceCode: 'g' }), item(3)];
    const wide = await asked({ parentReference: 'f' }, [ours, ...others]);
    expect(wide).toMatchObject({ found: ['s1'], oddities: ['searchTooWide'] });
    expect(await asked({ parentReference: 'f' }, [ours])).toMatchObject({ found: ['s1'], oddities: [] });
    expect(await asked({ createdFrom: 1_002 }, many(3))).toMatchObject({ found: ['s2'], oddities: [] });
  });

  it('reads nothing of what does not fit, so that one odd subscription hides no others', async () => {
    const odd = item(1, { pricingPlanReferenceCode: 'q', subscriptionStatus: 'SOMETHING_NEW' });
    expect((await asked({ planReference: 'p' }, [odd, item(2)])).found).toEqual(['s2']);
    const mayFit = item(1, { subscriptionStatus: 'SOMETHING_NEW' });
    expect((await asked({ planReference: 'p' }, [mayFit, item(2)])).found).toBe('invalidResponse');
    const unnamed = item(1, { pricingPlanReferenceCode: undefined });
    expect((await asked({ planReference: 'p' }, [unnamed])).found).toBe('invalidResponse');
  });
});

describe('whatever the provider calls its filters and means by its dates', () => {
  it.each(['lifetime', 'creation', 'ignored', 'refused'])(
    'a search by time finds what was created then: %s',
    async (searchDates) => {
      const provider = await openProvider();
      const plan = await provider.plan();
      await provider.control('POST', '/behaviour', { searchDates });
      const made = got(await startWith(provider, plan));
      const found = got(
        await provider.pay.search({ planReference: plan, createdFrom: START, createdTo: START + MINUTE }),
      );
      expect(found.map(({ reference }) => reference)).toEqual([made.reference]);
    },
  );
});

describe('a search at a provider that answers without end', () => {
  const whose = { parentReferenceCode: 'f', pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' };
  const one = { ...whose, subscriptionStatus: 'ACTIVE', createdDate: 1 };
  const order = { price: 1, currencyCode: 'TRY', startPeriod: 1, endPeriod: 2, orderStatus: 'WAITING' };

  /** The outcome, and the pages of a hundred that it took, with these items on each, named by the page. */
  async function searched(items: (page: number) => readonly object[]) {
    let calls = 0;
    const url = await serve((request, answer) => {
      if (request.path.includes('count=100')) calls++;
      const data = { items: items(calls), pageCount: 1e9 };
      answer(200, JSON.stringify({ status: 'success', data }));
    });
    const found = await payOf(url, someone).search({
      customerReference: 'c',
    });
    return { found: found.ok ? found.value.length : found.is, calls };
  }

  it('ends with a page of more items than any page has', async () => {
    const items = Array.from({ length: 101 }, () => ({ ...one, referenceCode: 's' }));
    expect(await searched(() => items)).toEqual({ found: 'invalidResponse', calls: 1 });
  });

  it('ends with a page that has nothing new', async () => {
    const items = [{ ...one, referenceCode: 's' }];
    expect(await searched(() => items)).toEqual({ found: 'invalidResponse', calls: 2 });
  });

  it('ends where there is more than is meant for memory', async () => {
    const orders = Array.from({ length: 5_000 }, (_, nth) => ({ ...order, referenceCode: String(nth) }));
    const items = (page: number) => [{ ...one, referenceCode: `s${page}`, orders }];
    expect(await searched(items)).toEqual({ found: 'invalidResponse', calls: 4 });
  });
});
