import type { Context } from 'aws-lambda';
import { create as createChangePlan } from '../../functions/subscribers/change-plan.ts';
import { create as createGet } from '../../functions/subscribers/get.ts';
import type { App } from '../../lib/runtime/app.ts';
import { svcIdOf } from '../../lib/billing/identifiers.ts';
import type { HttpHandler } from '../../lib/http/call.ts';
import type { RouteName } from '../../functions/routes.ts';
import { subscribed } from '../../test/behaviour/invoices/world.ts';
import type { Ask } from '../../test/support/world/ask.ts';
import { eventFor } from '../../test/support/world/front.ts';
import { openMemory } from '../../test/support/world/table.ts';
import { makeTenant } from '../../test/support/world/tenant.ts';
import { startWorld } from '../../test/support/world/world.ts';
import { timed } from './sample.ts';

/**
 * Processor time, in ms, of GET and PUT /subscribers by our ids where table and queues are in memory and answer at once:
 * what is left of a request without the SDK, connections and engines.
 */
export async function ownTimes(calls: number): Promise<{ readonly get: number; readonly put: number }> {
  const world = await startWorld(Date.now(), undefined, openMemory);
  try {
    const plans = [
      { name: 'basic', price: '100.00' },
      { name: 'plus', price: '120.00' },
    ];
    const shop = await makeTenant(world, { plans });
    const { id } = await subscribed(world, shop);
    const svcId = svcIdOf('subscription', id);
    const [one = '', other = ''] = Object.values(shop.plans).map((plan) => svcIdOf('plan', plan.id));
    const app: App = { ...world.app, memory: {}, queues: world.queues.queues };
    const [get, put] = [createGet(app), createChangePlan(app)];
    const { headers } = shop;
    const asked =
      (name: RouteName, handler: HttpHandler, ask: (nth: number) => Ask) => async (nth: number) => {
        const { statusCode } = await handler(eventFor(name, { headers, ...ask(nth) }), {} as Context);
        if (statusCode !== 200) throw new Error(`${name}: ${statusCode}`);
      };
    return {
      get: await meanOf(
        calls,
        asked('subscribers/get', get, () => ({ query: { 'svc-id': svcId } })),
      ),
      put: await meanOf(
        calls,
        asked('subscribers/change-plan', put, (nth) => ({
          body: { 'svc-subscriber-id': svcId, 'svc-plan-id': nth % 2 === 0 ? other : one },
        })),
      ),
    };
  } finally {
    await world.stop();
  }
}

/** After as many calls to warm up. The clock of processor time is too coarse for a single one. */
async function meanOf(calls: number, call: (nth: number) => Promise<void>): Promise<number> {
  for (let nth = 0; nth < calls; nth++) await call(nth);
  const all = await timed(async () => {
    for (let nth = calls; nth < 2 * calls; nth++) await call(nth);
  });
  return all.processorMs / calls;
}
