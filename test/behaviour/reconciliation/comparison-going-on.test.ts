import { describe, expect, it } from 'vitest';
import type { App } from '../../../lib/runtime/app.ts';
import { continueComparison } from '../../../lib/reconciliation/continue-comparison.ts';
import { COMPARISON } from '../../../lib/limits.ts';
import type { Pay } from '../../../lib/pay/pay.ts';
import { comparisonPut } from '../../../lib/table/differences/comparisons.ts';
import { tenantItem } from '../../../lib/table/tenants/tenants.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import { openWorld } from '../../support/world/opened.ts';
import { comparisonOf } from './comparison.ts';

const world = await openWorld();

/** A shop whose comparison has just begun. */
async function compared(): Promise<TestTenant> {
  const shop = await makeTenant(world);
  const now = world.clock.now();
  await world.table.apply(comparisonPut(shop.tenant.id, now, now));
  return shop;
}

/** The service at a provider with pages without end, each of which takes some time (ms); and how many were read. */
function endless(tookMs = 0, more: Partial<App> = {}): { app: App; calls: () => number } {
  let calls = 0;
  const listSubscriptions: Pay['listSubscriptions'] = async (page) => {
    calls++;
    await world.clock.advanceTo(world.clock.now() + tookMs);
    return { ok: true, value: { items: [], unreadable: 0, next: page + 1, total: null } };
  };
  const pay: App['pay'] = (...asked) => ({ ...world.app.pay(...asked), listSubscriptions });
  return { app: { ...world.app, memory: {}, pay, ...more }, calls: () => calls };
}

/** The pauses (s) after which a shop's next steps were asked for. */
const pausesOf = ({ tenant }: TestTenant) =>
  world.queues.sent.flatMap(({ message: { body, delaySeconds } }) => {
    const { kind, tenantId } = body as { kind?: string; tenantId?: string };
    return kind === 'comparison' && tenantId === tenant.id ? [delaySeconds ?? 0] : [];
  });

describe('a step of a comparison', () => {
  it.each([
    ['at once', 0, 24],
    ['half a second after each question', 500, 14],
    ['slower than the calls are spread', 1_150, 5],
  ])('leaves the provider half of its limit, where that answers %s', async (_, tookMs, pause) => {
    const shop = await compared();
    const { app, calls } = endless(tookMs);
    await continueComparison(app, { tenantId: shop.tenant.id, revision: 0 });
    expect(calls()).toBe(COMPARISON.callsPerStep);
    expect(pausesOf(shop)).toEqual([pause]);
    expect(await comparisonOf(world, shop)).toMatchObject({ page: COMPARISON.callsPerStep + 1 });
  });

  it('asks for nothing with too little of its invocation left, and is made again', async () => {
    const shop = await compared();
    const { app, calls } = endless(0, { timeLeft: () => COMPARISON.reserveMs });
    await continueComparison(app, { tenantId: shop.tenant.id, revision: 0 });
    expect(calls()).toBe(0);
    expect(pausesOf(shop)).toEqual([COMPARISON.pauseMs / 1000]);
  });

  it('asks for no next step where the provider is silent: the sweep does, ten minutes later', async () => {
    const shop = await compared();
    const listSubscriptions: Pay['listSubscriptions'] = async () => ({ ok: false, is: 'unreachable' });
    const pay: App['pay'] = (...asked) => ({ ...world.app.pay(...asked), listSubscriptions });
    await continueComparison({ ...world.app, memory: {}, pay }, { tenantId: shop.tenant.id });
    expect(pausesOf(shop)).toEqual([]);
    expect(await comparisonOf(world, shop)).toMatchObject({
      ...{ page: 1, dueAt: world.clock.now() + COMPARISON.retryMs },
    });
  });

  it('is made once, whoever repeats its message', async () => {
    const shop = await compared();
    const { app, calls } = endless();
    const message = { tenantId: shop.tenant.id, revision: 0 };
    await continueComparison(app, message);
    await continueComparison(app, message);
    expect(calls()).toBe(COMPARISON.callsPerStep);
  });

  it('fails nothing where the queue takes no message: the sweep goes on', async () => {
    const shop = await compared();
    const send = async () => {
      throw new Error('the queue is out');
    };
    const { app } = endless(0, { queues: { ...world.app.queues, reconciliation: { send } } });
    await continueComparison(app, { tenantId: shop.tenant.id });
    expect(await comparisonOf(world, shop)).toMatchObject({
      dueAt: world.clock.now() + COMPARISON.leaseMs,
    });
    expect(JSON.parse(world.log.at(-1)!)).toMatchObject({ level: 'warn', tenant: shop.tenant.id });
  });

  it('is the last where the tenant has no payment provider any more', async () => {
    const shop = await compared();
    await world.table.apply({ put: tenantItem({ ...shop.tenant, pay: null }) });
    await continueComparison({ ...world.app, memory: {} }, { tenantId: shop.tenant.id });
    expect(await comparisonOf(world, shop)).toBeUndefined();
  });
});
