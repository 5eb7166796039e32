import { describe, expect } from 'vitest';
import { it } from '../../support/world/fixtures.ts';
import {
  behave,
  charge,
  control,
  DAY,
  directBody,
  eventNamesOf,
  HOUR,
  MINUTE,
  nextOrder,
  read,
  statusOf,
  type Member,
} from '../../support/world/shop.ts';
import type { TestTenant } from '../../support/world/tenant.ts';

const bySvc = (shop: TestTenant, { svcId }: Member) =>
  shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
const byPay = (shop: TestTenant, { reference }: Pick<Member, 'reference'>) =>
  shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });

describe('spec: DELETE /subscribers after a change at the provider without a notification', () => {
  it.for([
    ['our id', bySvc],
    ['the provider’s reference', byPay],
  ] as const)(
    'our choice: by %s, a failed payment that was made up for a moment ago gives access to the end of its period',
    async ([, cancel], { world, shop, member }) => {
      const { endPeriod } = await nextOrder(world, member.reference);
      await charge(world, member.reference, 'failure');
      await world.advance(HOUR);
      expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
      await behave(world, shop, { dropNotifications: true });
      await charge(world, member.reference, 'success');
      await world.clock.advanceTo(world.clock.now() + MINUTE);
      const { status, body } = await cancel(shop, member);
      expect([status, body.data]).toMatchObject([
        200,
        { status: 'ACTIVE', accessUntil: new Date(endPeriod).toISOString() },
      ]);
    },
  );

  it.for(['cancel', 'expire'] as const)(
    'our choice: a subscription that has ended there (%s) keeps its paid period, and cannot be had back',
    async (how, { world, shop, member }) => {
      await world.advance(HOUR);
      await behave(world, shop, { dropNotifications: true });
      await control(world, `/subscriptions/${member.reference}/${how}`, {});
      expect((await byPay(shop, member)).body.data).toMatchObject({ status: 'ACTIVE' });
      const undo = await shop.call('subscribers/undo-cancel', { body: { 'svc-id': member.svcId } });
      expect([undo.status, undo.body.errorCode]).toEqual([409, 'undo_window_closed']);
    },
  );
});

describe('spec: DELETE /subscribers after an activation without an answer', () => {
  it.for(['runs', 'has been cancelled'])(
    'our choice: a subscription that has begun and %s there is announced, and keeps the period it has paid for',
    async (then, { world, shop }) => {
      const bought = await shop.call('checkout/initialize-direct', {
        body: directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' }),
      });
      const svcId = String(bought.body.svcSubscriptionId);
      const { data } = await read(shop, { svcId });
      expect(data).toMatchObject({ subscriptionStatus: 'PENDING' });
      const member = { id: String(data.id), reference: String(data.payReference) };
      await behave(world, shop, { dropNotifications: true });
      await world.app.pay({ ...shop.credentials, baseUrl: world.pay.url }).activate(member.reference);
      if (then !== 'runs') await control(world, `/subscriptions/${member.reference}/cancel`, {});
      const { status, body } = await byPay(shop, member);
      const { accessUntil } = body.data as { accessUntil: string };
      expect(status).toBe(200);
      expect(Date.parse(accessUntil)).toBeGreaterThan(world.clock.now() + 20 * DAY);
      await world.settle();
      expect(eventNamesOf(world, shop, member)).toEqual([
        'SUBSCRIBED/INITIAL_BUY',
        'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
      ]);
      const undo = await shop.call('subscribers/undo-cancel', { body: { 'svc-id': svcId } });
      expect(undo.status).toBe(then === 'runs' ? 200 : 409);
    },
  );

  it.for([
    ['before', true],
    ['after (it does not)', false],
  ] as const)(
    'our choice: by our id while the provider is silent, a period counts that was paid %s',
    async ([, isPaidBefore], { world, shop }) => {
      const { body } = await shop.call('checkout/initialize-direct', {
        body: directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' }),
      });
      const svcId = String(body.svcSubscriptionId);
      const { data } = await read(shop, { svcId });
      const member = { id: String(data.id), svcId, reference: String(data.payReference) };
      const pay = world.app.pay({ ...shop.credentials, baseUrl: world.pay.url });
      await behave(world, shop, { dropNotifications: true });
      if (isPaidBefore) await pay.activate(member.reference);
      await world.clock.advanceTo(world.clock.now() + MINUTE);
      await behave(world, shop, { failNext: 1_000 });
      const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
      expect([cancelled.status, cancelled.body.data]).toMatchObject([200, { cancelAtPeriodEnd: true }]);
      await behave(world, shop, { failNext: 0 });
      await world.clock.advanceTo(world.clock.now() + 1_000);
      if (!isPaidBefore) await pay.activate(member.reference);
      await world.advance(HOUR);
      const begun = ['SUBSCRIBED/INITIAL_BUY', 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED'];
      expect(eventNamesOf(world, shop, member)).toEqual(isPaidBefore ? begun : [...begun, 'EXPIRED']);
      await world.advance(32 * DAY);
      expect(eventNamesOf(world, shop, member)).toEqual([...begun, 'EXPIRED']);
    },
  );
});
