import { describe, expect, it } from 'vitest';
import { closeResolved, type ComparisonStep } from '../../../lib/comparison/comparison-steps.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import type { DifferenceKind } from '../../../lib/billing/difference.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { recordDifferences } from '../../../lib/comparison/record-differences.ts';
import type { Comparison } from '../../../lib/table/differences/comparisons.ts';
import { MINUTE } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';
import { differencesOf } from './comparison.ts';
import { readingAs } from '../../support/world/reading-as.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

/** A shop with so many open differences of a kind, each about another reference, found a minute ago. */
async function shopWith(kind: DifferenceKind, count: number): Promise<TestTenant> {
  const shop = await makeTenant(world);
  const found = Array.from({ length: count }, (_, nth) => ({
    ...{ kind, about: `about-${nth}`, subscriberId: null, reference: `reference-${nth}` },
    ...{ ours: 'this', theirs: 'that', since: world.clock.now() + nth },
  }));
  await recordDifferences(forTenant(world.app, shop.tenant.id), 0, found);
  await world.advance(MINUTE);
  return shop;
}

function stepOf(
  { tenant, credentials }: TestTenant,
  readSubscription: Pay['readSubscription'],
): ComparisonStep {
  const pay = world.app.pay({ ...credentials, baseUrl: world.pay.url });
  return {
    ...{ app: forTenant(world.app, tenant.id), startedAt: world.clock.now() },
    pay: readingAs(pay, readSubscription),
    isElsewhere: () => false,
    listed: async () => ({ has: () => false }),
    refunded: async () => ({ ok: true, value: new Set() }),
  };
}

const unknown: Pay['readSubscription'] = async () => ({
  ...{ ok: false, is: 'notFound', providerCode: '1', message: 'none' },
});
const silent: Pay['readSubscription'] = async () => ({ ok: false, is: 'unreachable' });
const garbled: Pay['readSubscription'] = async () => ({ ok: false, is: 'invalidResponse', httpStatus: 200 });

/** Where a comparison that has found and passed over so many begins to close differences. */
const position = (
  { tenant }: TestTenant,
  { found = 0, passedOver = 0 }: Partial<Comparison> = {},
): Comparison => ({
  ...{ tenant: tenant.id, startedAt: world.clock.now(), revision: 0, found, passedOver },
  ...{ phase: 'closing', page: 1, after: null, compared: 0, total: null },
});

const openIn = async (shop: TestTenant) => (await differencesOf(shop)).length;

describe('the end of a nightly comparison', () => {
  it('closes nothing that it may have found and had no room to write down', async () => {
    const shop = await shopWith('status_differs', 1);
    for (const [found, left] of [
      [COMPARISON.differencesMax + 1, 1],
      [COMPARISON.differencesMax, 0],
    ] as const) {
      expect(await closeResolved(stepOf(shop, unknown), position(shop, { found }))).toEqual({ is: 'done' });
      expect(await openIn(shop)).toBe(left);
    }
  });

  it('waits for a provider that does not tell whether it still charges somebody who cancelled', async () => {
    const shop = await shopWith('charged_after_cancellation', 1);
    const at = position(shop);
    expect(await closeResolved(stepOf(shop, garbled), at)).toEqual({ is: 'done' });
    expect(await closeResolved(stepOf(shop, silent), at)).toEqual({ is: 'silent', at });
    expect(await openIn(shop)).toBe(1);
    expect(await closeResolved(stepOf(shop, unknown), at)).toEqual({ is: 'done' });
    expect(await openIn(shop)).toBe(0);
  });
});
