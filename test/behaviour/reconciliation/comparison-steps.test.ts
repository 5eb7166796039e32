import { describe, expect, it } from 'vitest';
import {
  compareOurPage,
  compareProviderPage,
  type ComparisonStep,
  type StepResult,
} from '../../../lib/reconciliation/comparison-steps.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import { idAt } from '../../../lib/billing/identifiers.ts';
import type { Pay, PayAnswer } from '../../../lib/pay/pay.ts';
import type { PaySubscriptionDetails, PaySubscriptionList } from '../../../lib/pay/provider-records.ts';
import type { ComparisonPosition } from '../../../lib/table/differences/comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import { MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';
import { storedAt } from './comparison.ts';

const world = await openWorld();
const NOT_FOUND = { ok: false, is: 'notFound', providerCode: '1', message: 'none' } as const;

/** A shop with one subscriber, which the provider knows. */
async function shopWithMember(): Promise<{ shop: TestTenant; member: Member }> {
  const shop = await makeTenant(world);
  const member = await subscribe(world, shop);
  await world.advance(MINUTE);
  return { shop, member };
}

/** What a step works with, by a provider that answers like this. */
function stepOf(
  { tenant, credentials }: TestTenant,
  answers: Partial<Pay>,
  more: Partial<ComparisonStep> = {},
): ComparisonStep {
  return {
    app: world.app,
    tenant: tenant.id,
    pay: { ...world.app.pay({ ...credentials, baseUrl: world.pay.url }), ...answers },
    isElsewhere: () => false,
    startedAt: world.clock.now(),
    listed: async () => ({ has: () => false }),
    refunded: async () => ({ ok: true, value: new Set() }),
    ...more,
  };
}

const START = {
  phase: 'theirs',
  page: 1,
  after: null,
  compared: 0,
  total: null,
  found: 0,
  passedOver: 0,
} as const;
const from = ({ tenant }: TestTenant, at: ComparisonPosition) => ({
  ...at,
  tenant: tenant.id,
  startedAt: world.clock.now(),
  revision: 0,
});

/** When a subscriber was made (epoch ms), which its id tells. */
const madeAt = ({ id }: Member) => parseInt(id.replace('-', '').slice(0, 12), 16);

const positionOf = (end: StepResult) => (end.is === 'done' ? undefined : end.at);

describe('a step through the provider’s list', () => {
  const listing = (value: Partial<PaySubscriptionList>): Partial<Pay> => ({
    listSubscriptions: async () => ({
      ok: true,
      value: { items: [], unreadable: 0, next: null, total: null, ...value },
    }),
  });

  it('counts what cannot be read, there and here, as gone through and passed over', async () => {
    const { shop, member } = await shopWithMember();
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    const read = (await pay.readSubscription(member.reference)) as { value: PaySubscriptionDetails };
    await world.table.apply({ update: storedAt(shop, member), set: { plan: 'no plan' } });
    const before = world.log.length;
    const step = stepOf(shop, listing({ items: [read.value], unreadable: 2, next: 11, total: 40 }));
    const end = await compareProviderPage(step, from(shop, START));
    expect(end).toMatchObject({ is: 'on', calls: 1 });
    expect(positionOf(end)).toMatchObject({
      ...{ phase: 'theirs', page: 11, compared: 3, total: 40, passedOver: 3 },
    });
    const counted = world.log.slice(before).filter((line) => line.includes('"Unreadable":'));
    expect(
      counted.map((line) => {
        const { kind, Unreadable } = JSON.parse(line) as Record<string, unknown>;
        return [kind, Unreadable];
      }),
    ).toEqual([
      ['provider subscription', 2],
      ['subscriber', 1],
    ]);
  });

  it('counts what may have come of a subscriber who cannot be read as passed over', async () => {
    const { shop, member } = await shopWithMember();
    const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
    const read = (await pay.readSubscription(member.reference)) as { value: PaySubscriptionDetails };
    await world.table.apply({ update: storedAt(shop, member), set: { plan: 'no plan' } });
    const made = { ...read.value, reference: 'made', createdAt: 0 };
    const ancestors: Pay['ancestors'] = async () => ({ ok: true, value: [read.value] });
    const end = await compareProviderPage(
      stepOf(shop, { ...listing({ items: [made], next: 2 }), ancestors }),
      from(shop, START),
    );
    expect(positionOf(end)).toMatchObject({ compared: 1, passedOver: 1, found: 0 });
  });

  it('goes over to our own after the last page, counting anew', async () => {
    const { shop } = await shopWithMember();
    const at = from(shop, { ...START, page: 11, compared: 10, found: 3, passedOver: 1 });
    const written = world.written.length;
    expect(positionOf(await compareProviderPage(stepOf(shop, listing({})), at))).toMatchObject({
      ...{ phase: 'ours', page: 1, after: null, compared: 0, found: 3, passedOver: 1 },
    });
    expect(world.written.slice(written)).toEqual([]); // there is nothing to remember of an empty page
  });
});

describe('a step through our subscribers', () => {
  const atOurs = (shop: TestTenant, more: Partial<ComparisonPosition> = {}) =>
    from(shop, { ...START, phase: 'ours', ...more });

  /** Answers for each reference, and which were asked for. */
  function asking(answer: PayAnswer<PaySubscriptionDetails>) {
    const asked: string[] = [];
    const readSubscription: Pay['readSubscription'] = async (reference) => {
      asked.push(reference);
      return answer;
    };
    return { asked, answers: { readSubscription } };
  }

  /** So many more subscribers like one, made right after it. */
  async function more(shop: TestTenant, like: Member, count: number): Promise<void> {
    const item = (await world.table.get(storedAt(shop, like), { consistent: true }))!;
    for (let nth = 1; nth <= count; nth++) {
      const at = key.subscriber(shop.tenant.id, { id: idAt(madeAt(like) + nth, like.id) });
      await world.table.apply({ put: { ...item, ...at, payReference: `reference-${nth}` } });
    }
  }

  it('asks for each that the list had not, once, and goes through each once', async () => {
    const { shop, member } = await shopWithMember();
    const extra = COMPARISON.callsPerStep + 2;
    await more(shop, member, extra);
    const { asked, answers } = asking(NOT_FOUND);
    const first = await compareOurPage(stepOf(shop, answers), atOurs(shop));
    expect(first).toMatchObject({ is: 'on', calls: COMPARISON.callsPerStep });
    const at = positionOf(first)!;
    expect(at).toMatchObject({ phase: 'ours', compared: COMPARISON.callsPerStep });
    const second = positionOf(await compareOurPage(stepOf(shop, answers), from(shop, at)))!;
    expect(second.phase).toBe('closing');
    expect(asked.length).toBe(extra + 1);
    expect(new Set(asked).size).toBe(extra + 1);
    expect(second.found).toBeGreaterThanOrEqual(extra + 1);
  });

  it('leaves those that are younger than the comparison to the next night', async () => {
    const { shop, member } = await shopWithMember();
    const { asked, answers } = asking(NOT_FOUND);
    await compareOurPage(stepOf(shop, answers, { startedAt: madeAt(member) - 1 }), atOurs(shop));
    expect(asked).toEqual([]);
    await compareOurPage(stepOf(shop, answers), atOurs(shop));
    expect(asked).toEqual([member.reference]);
  });

  it('takes one that the provider knows and tells nonsense of for known', async () => {
    const { shop } = await shopWithMember();
    const { asked, answers } = asking({ ok: false, is: 'invalidResponse', httpStatus: 200 });
    const end = await compareOurPage(stepOf(shop, answers), atOurs(shop));
    expect(asked).toHaveLength(1);
    expect(positionOf(end)).toMatchObject({ phase: 'closing', found: 0 });
  });

  it('stays where it is while the provider does not answer for one of them', async () => {
    const { shop, member } = await shopWithMember();
    await more(shop, member, 2);
    const silent = { ok: false, is: 'unreachable' } as const;
    const readSubscription: Pay['readSubscription'] = async (reference) =>
      reference === 'reference-1' ? silent : NOT_FOUND;
    const at = atOurs(shop);
    expect(await compareOurPage(stepOf(shop, { readSubscription }), at)).toEqual({ is: 'silent', at });
  });

  it('counts those that cannot be read, and those beside one that cannot, as passed over', async () => {
    const { shop, member } = await shopWithMember();
    await more(shop, member, 2);
    const { answers } = asking(NOT_FOUND);
    await world.table.apply({ update: storedAt(shop, member), set: { plan: 'no plan' } });
    const end = await compareOurPage(
      stepOf(shop, answers, { listed: async () => ({ has: () => true }) }),
      atOurs(shop),
    );
    expect(positionOf(end)).toMatchObject({ passedOver: 3 });
  });
});
