import { expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { continueComparison } from '../../../lib/comparison/continue-comparison.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { comparisonPut } from '../../../lib/table/differences/comparisons.ts';
import { removePayMark } from '../../../lib/table/work/pay-health.ts';
import { openWorld } from '../../support/world/opened.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { comparisonOf } from './comparison.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const world = await openWorld();

it.each(['switchedOff', 'credentials'] as const)(
  'a comparison asks nothing of an account that is refused (%s), and goes on once it works again',
  async (is) => {
    const shop = await makeTenant(world);
    const now = world.clock.now();
    await world.table.apply(comparisonPut(shop.tenant.id, now, now));
    let calls = 0;
    const refusal = { ok: false, is, providerCode: '100001', message: 'not for this account' } as const;
    const listSubscriptions: Pay['listSubscriptions'] = async () => {
      calls++;
      return refusal;
    };
    const listProducts: Pay['listProducts'] = async () => refusal;
    const pay: App['pay'] = (...asked) => ({ ...world.app.pay(...asked), listSubscriptions, listProducts });
    const app: App = { ...world.app, memory: {}, pay };
    const step = () => continueComparison(forTenant(app, shop.tenant.id), {});
    await step();
    expect(calls).toBe(1);
    for (let times = 1; times <= 3; times++) {
      await world.clock.advanceTo(world.clock.now() + COMPARISON.retryMs);
      await step();
      expect(await comparisonOf(world, shop)).toMatchObject({
        phase: 'theirs',
        dueAt: world.clock.now() + COMPARISON.retryMs,
      });
    }
    expect(calls).toBe(1);
    await removePayMark(forTenant(world.app, shop.tenant.id));
    await step();
    expect(calls).toBe(2);
  },
);
