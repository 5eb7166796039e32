import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../support/world/shop.ts';
import { got, openProvider, START, startWith, type Provider } from './provider.ts';

/** A subscription whose plan was changed `changes` times, each `apartMs` after the one before: its references, oldest first. */
async function changedOften(provider: Provider, changes: number, apartMs: number): Promise<string[]> {
  const product = await provider.product();
  const { reference } = got(await startWith(provider, await provider.plan({}, product)));
  const references = [reference];
  for (let change = 0; change < changes; change++) {
    await provider.clock.advanceTo(provider.clock.now() + apartMs);
    const newPlanReference = await provider.plan({}, product);
    const usual = { period: 'NOW', useTrial: false, resetRecurrenceCount: false } as const;
    const made = await provider.pay.upgrade({ reference: references.at(-1)!, newPlanReference, ...usual });
    references.push(got(made).reference);
  }
  return references;
}

const names = (some: readonly { readonly reference: string }[]) => some.map(({ reference }) => reference);

describe('the lineage of a subscription', () => {
  it('is itself while no plan change has replaced it', async () => {
    const provider = await openProvider();
    const [reference = ''] = await changedOften(provider, 0, 0);
    expect(got(await provider.pay.lineage(reference))).toMatchObject({ earlier: [], current: { reference } });
  });

  it('has every reference, oldest first, whichever of the replaced ones is asked for', async () => {
    const provider = await openProvider();
    const references = await changedOften(provider, 3, MINUTE);
    for (const asked of references.slice(0, -1)) {
      const { earlier, current } = got(await provider.pay.lineage(asked));
      expect([...names(earlier), current.reference]).toEqual(references);
    }
  });

  it('ends with the one that is not replaced, also of several made in the same millisecond', async () => {
    const provider = await openProvider();
    const references = await changedOften(provider, 3, 0);
    const { earlier, current } = got(await provider.pay.lineage(references[0]!));
    expect(current.reference).toBe(references.at(-1));
    expect(names(earlier).toSorted()).toEqual(references.slice(0, -1).toSorted());
  });

  it.each(['parent', 'parentReferenceCode', 'both'])(
    'has nothing of another purchase of the same customer, whatever the provider calls the filter: %s',
    async (parentFilter) => {
      const provider = await openProvider();
      await provider.control('POST', '/behaviour', { parentFilter });
      const other = await changedOften(provider, 1, MINUTE);
      const references = await changedOften(provider, 1, MINUTE);
      const { earlier, current } = got(await provider.pay.lineage(references[0]!));
      expect([...names(earlier), current.reference]).toEqual(references);
      expect(names(got(await provider.pay.ancestors(current)))).not.toContain(other[0]);
    },
  );

  it('is unreachable while the newest reference is not listed yet', async () => {
    const provider = await openProvider();
    const { merchantId } = provider.merchant;
    await provider.control('POST', '/behaviour', { merchantId, searchLagMs: MINUTE });
    const [first = '', last] = await changedOften(provider, 1, MINUTE);
    expect(await provider.pay.lineage(first)).toEqual({ ok: false, is: 'unreachable' });
    await provider.clock.advanceTo(provider.clock.now() + MINUTE + 1);
    expect(got(await provider.pay.lineage(first)).current.reference).toBe(last);
  });

  it('is no answer where the provider knows no such reference', async () => {
    const provider = await openProvider();
    expect(await provider.pay.lineage('unknown')).toMatchObject({ ok: false, is: 'notFound' });
  });
});

describe('the ancestors of a reference', () => {
  it('are those that it has replaced, newest first', async () => {
    const provider = await openProvider();
    const references = await changedOften(provider, 2, MINUTE);
    const { earlier, current } = got(await provider.pay.lineage(references[0]!));
    expect(names(got(await provider.pay.ancestors(current)))).toEqual([references[1], references[0]]);
    expect(names(got(await provider.pay.ancestors(earlier[1]!)))).toEqual([references[0]]);
    expect(got(await provider.pay.ancestors(earlier[0]!))).toEqual([]);
    expect(current.createdAt).toBe(START + 2 * MINUTE);
  });

  it('of several made in the same millisecond are those that are replaced', async () => {
    const provider = await openProvider();
    const references = await changedOften(provider, 1, 0);
    const { earlier, current } = got(await provider.pay.lineage(references[0]!));
    expect(names(got(await provider.pay.ancestors(current)))).toEqual([references[0]]);
    expect(got(await provider.pay.ancestors(earlier[0]!))).toEqual([]);
  });
});
