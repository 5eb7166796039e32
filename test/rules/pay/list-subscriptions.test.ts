import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../lib/pay/iyzico/call.ts';
import { listSubscriptions } from '../../../lib/pay/iyzico/list-subscriptions.ts';
import type { PayAnswer } from '../../../lib/pay/pay.ts';

const item = (at: number) => ({
  ...{ referenceCode: `s${at}`, pricingPlanReferenceCode: 'p', customerReferenceCode: 'c' },
  ...{ subscriptionStatus: 'ACTIVE', createdDate: 1 },
});

/** An account of so many subscriptions whose provider puts no more than `largest` on a page. */
function account(total: number, largest: number, answer?: (size: number) => PayAnswer<never> | undefined) {
  const asked: { page: number; size: number }[] = [];
  const getPage: Caller['getPage'] = (_path, _query, { page, size }, read) => {
    asked.push({ page, size });
    const instead = answer?.(size);
    if (instead) return Promise.resolve(instead);
    const held = Math.min(size, largest);
    const items = Array.from({ length: total }, (_, at) => read(item(at))).slice(
      (page - 1) * held,
      page * held,
    );
    return Promise.resolve({ ok: true, value: { items, pages: Math.ceil(total / held), total } });
  };
  return { asked, list: listSubscriptions({ getPage, observe: () => undefined }) };
}

/** All references of the account, as often as they were listed. */
async function all({ list }: ReturnType<typeof account>): Promise<string[]> {
  const found: string[] = [];
  let from: number | null = 1;
  while (from !== null) {
    const answer: Awaited<ReturnType<typeof list>> = await list(from);
    if (!answer.ok) throw new Error(answer.is);
    found.push(...answer.value.items.map(({ reference }) => reference));
    from = answer.value.next;
  }
  return found;
}

const failing = (is: 'rateLimited' | 'invalidInput'): PayAnswer<never> =>
  is === 'invalidInput'
    ? { ok: false, is, field: undefined, providerCode: '1', message: '' }
    : { ok: false, is, providerCode: '50000', message: '' };

describe('all subscriptions of an account', () => {
  it('are listed with a hundred per call', async () => {
    const of = account(250, 100);
    expect(await all(of)).toHaveLength(250);
    expect(of.asked).toEqual([1, 2, 3].map((page) => ({ page, size: 100 })));
  });

  it('are listed without a gap, whatever page size the provider allows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(420), fc.integer({ min: 10, max: 120 }), async (total, largest) => {
        const found = await all(account(total, largest));
        expect(new Set(found).size).toBe(total);
      }),
      { numRuns: 200 },
    );
  });

  it('are listed with ten per call where a hundred are too many for one', async () => {
    const of = account(35, 100, (size) => (size === 100 ? failing('invalidInput') : undefined));
    expect(await all(of)).toHaveLength(35);
    expect(of.asked.map(({ size }) => size)).toEqual([100, 10, 10, 10, 10]);
  });

  it('are not requested again where the provider refuses calls', async () => {
    const of = account(35, 100, () => failing('rateLimited'));
    expect(await of.list(1)).toMatchObject({ is: 'rateLimited' });
    expect(of.asked).toHaveLength(1);
  });

  it('are listed without unreadable ones, which are counted', async () => {
    const getPage: Caller['getPage'] = (_path, _query, _which, read) =>
      Promise.resolve({
        ok: true,
        value: { items: [item(1), { referenceCode: 'half' }, item(2)].map(read), pages: 1, total: 3 },
      });
    expect(await listSubscriptions({ getPage, observe: () => undefined })(1)).toMatchObject({
      value: { items: [{ reference: 's1' }, { reference: 's2' }], unreadable: 1, next: null, total: 3 },
    });
  });
});
