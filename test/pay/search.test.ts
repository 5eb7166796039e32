import { describe, expect, it } from 'vitest';
import { got, MINUTE, openProvider, START, startWith } from './provider.ts';

describe('a search', () => {
  it('brings every page, newest first, with orders', async () => {
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

  it('keeps to the customer, the plan, the parent and the time given', async () => {
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
    expect(await find({ parentReference: second.parentReference ?? '' })).toEqual([second.reference]);
    expect(await find({ createdTo: START })).toEqual([first.reference]);
    expect(await find({ createdFrom: START + 1 })).toEqual([second.reference]);
    expect(await find({ createdFrom: START + 1, createdTo: START + 2 })).toEqual([]);
    expect(await find({ customerReference: 'nobody' })).toEqual([]);
  });
});
