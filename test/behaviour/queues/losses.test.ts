import { describe, expect } from 'vitest';
import { recordDeliveryOutcome } from '../../../lib/webhooks/endpoint-health.ts';
import { DEFERRED } from '../../../lib/limits.ts';
import type { MetricName } from '../../../lib/runtime/metrics.ts';
import { readEndpoint } from '../../../lib/table/events/endpoint-health.ts';
import { key } from '../../../lib/table/schema.ts';
import { embeddedMetrics } from '../../stack/metrics.ts';
import { notification, send, signed } from '../provider-variants/sent-notifications.ts';
import { it } from '../../support/world/fixtures.ts';
import { behave, control, DAY, directBody, HOUR, MINUTE, subscribe } from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

/** What brings each loss about that an alarm is raised for. */
const LOSSES: readonly [MetricName, (world: World, shop: TestTenant) => Promise<void>][] = [
  [
    'EventsExhausted',
    async (world, shop) => {
      world.receiver.answer(shop.hook, ...Array.from({ length: 11 }, () => 500));
      await subscribe(world, shop);
      await world.advance(15 * MINUTE);
    },
  ],
  [
    'NotificationsDropped',
    async (world, shop) => {
      const body = notification(world, 'nobody’s subscription');
      await send(world, shop, body, signed(shop, body));
      await world.advance(DAY + 8 * HOUR);
    },
  ],
  [
    'NotificationsDropped',
    async (world, shop) => {
      const update = key.deferredCount(shop.tenant.id);
      await world.table.apply({ update, set: { waiting: DEFERRED.waitingMax } });
      const body = notification(world, 'one too many');
      await send(world, shop, body, signed(shop, body));
      await world.settle();
    },
  ],
  [
    'PayAccountRefused',
    async (world, shop) => {
      await control(world, `/merchants/${shop.credentials.merchantId}`, { secretKey: 'another' });
      await shop.call('plans/sync', { body: {} });
    },
  ],
  [
    'AmbiguousCharge',
    async (world, shop) => {
      const body = directBody(shop.plans.basic!);
      await behave(world, shop, { loseAnswerNext: 2, path: '/subscription/initialize' });
      for (const clientReferenceId of ['order 1', 'order 2'])
        await shop.call('checkout/initialize-direct', { body: { ...body, clientReferenceId } });
      await world.advance(65 * MINUTE);
    },
  ],
  [
    'EndpointsSlow',
    async (_world, shop) => {
      const own = shop.app;
      const silence = { is: 'failed', why: 'timeout', tookMs: 10_000 } as const;
      for (let nth = 0; nth < 3; nth++) {
        const known = await readEndpoint(own, 'webhook');
        await recordDeliveryOutcome(own, 'webhook', known, { outcome: silence, state: 'WAITING' });
      }
    },
  ],
];

describe('a loss that raises an alarm', () => {
  it.for(LOSSES)(
    'is measured as it happens, and no other: %s',
    async ([metric, happens], { world, shop }) => {
      const before = world.log.length;
      await happens(world, shop);
      const measured = world.log.slice(before).filter((line) => line.includes(`"${metric}":`));
      expect(measured).not.toEqual([]);
      const told = world.log.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>);
      expect(told).toContainEqual(
        expect.objectContaining({
          level: expect.not.stringMatching('metric') as string,
          tenant: shop.tenant.id,
        }),
      );
      for (const one of measured.flatMap(embeddedMetrics)) expect(one).toMatchObject({ MetricName: metric });
      expect(measured.flatMap(embeddedMetrics)).toContainEqual(expect.objectContaining({ Dimensions: [] }));
      const others = LOSSES.map(([name]) => name).filter((name) => name !== metric);
      for (const other of others) expect(world.log.join()).not.toContain(`"${other}":`);
    },
  );
});
