import {
  behave,
  charge,
  comeBack,
  control,
  directBody,
  HOUR,
  MINUTE,
  nextOrder,
  subscribe,
  CARDS,
  type Member,
} from '../../support/world/shop.ts';
import { GOOD_CARD, payForm, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import type { Client } from './client.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

/** Where a flow plays. */
export interface Stage {
  readonly world: World;
  readonly shop: TestTenant;
  readonly client: Client;
}

/** One way in which money moves. `prepare` meets no faults; what it answers is played under faults. */
export interface Flow {
  readonly name: string;
  readonly prepare: (stage: Stage) => Promise<() => Promise<void>>;
  /** How long after the client has finished everything must be told and on record. */
  readonly settlesMs: number;
}

const EMAIL = 'ada@example.com';

/** Plans of a day: a period ends after 24 hours, its cancellation can be undone until 2.4 hours before. */
export const PLANS = [
  { name: 'basic', price: '100.00', interval: 'DAILY' },
  { name: 'plus', price: '200.00', interval: 'DAILY' },
] as const;
const UNDO_CLOSES_MS = 21.6 * HOUR;

const subscribed = ({ world, shop }: Stage): Promise<Member> => subscribe(world, shop, { email: EMAIL });

function direct(name: string, card: string, searchLagMs: number, asked: 'reference' | 'key'): Flow {
  return {
    name,
    // Not found is believed after 15 minutes; the first look and the sweep's beat come on top.
    settlesMs: 20 * MINUTE,
    prepare: async ({ world, shop, client }) => {
      await behave(world, shop, { searchLagMs });
      const body = directBody(shop.plans.basic!, {
        email: EMAIL,
        paymentCard: { ...GOOD_CARD, cardNumber: card },
        ...(asked === 'reference' && { clientReferenceId: 'order-1' }),
      });
      const headers: Record<string, string> = asked === 'key' ? { 'idempotency-key': 'order-1' } : {};
      const ask = () => shop.call('checkout/initialize-direct', { body, headers });
      return () => client.insist('direct', ask);
    },
  };
}

function callback(name: string, more: Record<string, unknown>): Flow {
  return {
    name,
    settlesMs: 33 * MINUTE, // the third look at an unfinished checkout is half an hour on
    prepare: async ({ world, shop, client }) => {
      const { token } = await startCheckout(shop, { email: EMAIL, ...more });
      await payForm(world, token);
      return () => client.insist('callback', () => comeBack(world, token));
    },
  };
}

function planChange(name: string, how: { dropNotifications: boolean }): Flow {
  return {
    name,
    settlesMs: 30 * HOUR, // with no notifications a lost change is found when the period is looked at
    prepare: async (stage) => {
      const { world, shop, client } = stage;
      const { reference } = await subscribed(stage);
      await behave(world, shop, how);
      const body = {
        'pay-subscriber-reference-code': reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
      };
      return () => client.insist('change', () => shop.call('subscribers/change-plan', { body }));
    },
  };
}

function cancel(name: string, afterMs: number): Flow {
  return {
    name,
    settlesMs: 30 * HOUR,
    prepare: async (stage) => {
      const { world, shop, client } = stage;
      const { reference } = await subscribed(stage);
      await world.advance(afterMs);
      const body = { 'pay-subscriber-reference-code': reference };
      return () => client.insist('cancel', () => shop.call('subscribers/cancel', { body }));
    },
  };
}

function undo(name: string, afterMs: number, by: 'pay' | 'svc'): Flow {
  return {
    name,
    settlesMs: 30 * HOUR,
    prepare: async (stage) => {
      const { world, shop, client } = stage;
      const { reference, svcId } = await subscribed(stage);
      const begun = world.clock.now();
      await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
      await world.advance(Math.min(afterMs, UNDO_CLOSES_MS - 1000));
      const body = by === 'pay' ? { 'pay-subscriber-reference-code': reference } : { 'svc-id': svcId };
      return async () => {
        await world.advance(begun + afterMs - world.clock.now());
        await client.insist('undo', () => shop.call('subscribers/undo-cancel', { body }));
      };
    },
  };
}

function renewal(name: string, how: { duplicateNotifications: boolean; dropNotifications: boolean }): Flow {
  return {
    name,
    settlesMs: 3 * HOUR, // an order nobody told of is looked for two hours after its time
    prepare: async (stage) => {
      const { world, shop } = stage;
      const { reference } = await subscribed(stage);
      await behave(world, shop, how);
      const { startPeriod } = await nextOrder(world, reference);
      await world.advance(startPeriod - 1000 - world.clock.now());
      return () => world.advance(HOUR);
    },
  };
}

/** A renewal fails; then the customer enters a new card, or the bank changes its mind. */
function recovery(name: string, by: 'card' | 'bank'): Flow {
  return {
    name,
    settlesMs: 26 * HOUR,
    prepare: async (stage) => {
      const { world, shop, client } = stage;
      const { reference, svcId } = await subscribed(stage);
      await control(world, `/subscriptions/${reference}/card`, { cardNumber: CARDS.noMoney });
      const { startPeriod } = await nextOrder(world, reference);
      await world.advance(startPeriod - 1000 - world.clock.now());
      if (by === 'card') await world.advance(10 * MINUTE);
      return async () => {
        if (by === 'bank') {
          await world.advance(10 * MINUTE);
          await control(world, `/subscriptions/${reference}/card`, { cardNumber: CARDS.good });
          await charge(world, reference, 'success');
          return;
        }
        const body = { callbackUrl: 'https://shop.example/card', 'svc-id': svcId };
        let token = '';
        await client.insist('update-card', async () => {
          const answer = await shop.call('checkout/update-card', { body });
          if (typeof answer.body.token === 'string') token = answer.body.token;
          return answer;
        });
        if (token === '') return;
        await payForm(world, token);
        await client.insist('callback', () => comeBack(world, token));
      };
    },
  };
}

export const FLOWS: readonly Flow[] = [
  direct('direct', CARDS.good, 0, 'reference'),
  direct('direct, search 90 s late', CARDS.good, 90_000, 'reference'),
  direct('direct, search 600 s late', CARDS.good, 600_000, 'reference'),
  direct('direct by idempotency key', CARDS.good, 90_000, 'key'),
  direct('direct, declined', CARDS.noMoney, 0, 'reference'),
  callback('callback', {}),
  callback('callback, to be activated', { subscriptionInitialStatus: 'PENDING' }),
  planChange('plan change', { dropNotifications: false }),
  planChange('plan change, no notifications', { dropNotifications: true }),
  cancel('cancel', HOUR),
  cancel('cancel, too late to undo', 23 * HOUR),
  undo('undo', HOUR, 'pay'),
  undo('undo, just in time', UNDO_CLOSES_MS - 30_000, 'pay'),
  undo('undo, just too late', UNDO_CLOSES_MS + 90_000, 'svc'),
  renewal('renewal', { duplicateNotifications: true, dropNotifications: false }),
  renewal('renewal, no notifications', { duplicateNotifications: false, dropNotifications: true }),
  recovery('failed renewal, paid by the bank', 'bank'),
  recovery('failed renewal, new card', 'card'),
];

/** So many of the flows, the first ones, are purchases and changes of plan; they make about half of the work. */
export const PURCHASES = 9;
