import { subscribe } from '../../../support/world/shop.ts';
import { makeTenant } from '../../../support/world/tenant.ts';
import { type Cast, type Provocations } from './cast.ts';

/** How the codes about accounts, keys, webhooks and events come about. */
export function byAccounts(to: Cast) {
  const { world, shop, member } = to;
  return {
    forbidden_target: () => shop.call('account/set-webhook', { body: { url: 'https://10.0.0.1/' } }),
    event_not_found: () => shop.call('events/get', { query: { 'event-id': member.id } }),
    replay_not_found: () => shop.call('events/replay-progress', { query: { 'replay-id': member.id } }),
    event_not_ended: async () => {
      const other = await makeTenant(world);
      world.receiver.answer(other.hook, 500);
      await subscribe(world, other);
      const { body } = await other.call('events/list');
      const [{ eventId }] = body.data as [{ eventId: string }];
      return other.call('events/replay', { body: { eventId } });
    },
    webhook_not_set: async () => {
      const quiet = await makeTenant(world, { webhook: null });
      return quiet.call('account/test-webhook');
    },
    settings_refused: () =>
      shop.call('account/set-payment', { body: { ...shop.credentials, secretKey: 'wrong' } }),
    unauthorized: () => world.call('plans/list'),
    tenant_suspended: async () => {
      const closing = await makeTenant(world, { status: 'SUSPENDED' });
      return closing.call('plans/list');
    },
    key_not_allowed: async () => {
      const { body } = await shop.call('account/create-key', { body: { scope: 'read' } });
      const { apiKey, apiSecret } = body.data as { apiKey: string; apiSecret: string };
      const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret };
      return world.call('subscribers/cancel', { body: { 'svc-id': member.svcId }, headers });
    },
    key_not_found: () => shop.call('account/revoke-key', { body: { apiKey: 'svck_test_x' } }),
    too_many_keys: async () => {
      const other = await makeTenant(world);
      for (let i = 0; i < 5; i++) await other.call('account/create-key', { body: {} });
      return other.call('account/create-key', { body: {} });
    },
    too_many_replays: async () => {
      const other = await makeTenant(world);
      const body = { from: new Date(world.clock.now()).toISOString() };
      for (let i = 0; i < 20; i++) await other.call('events/replay', { body });
      return other.call('events/replay', { body });
    },
    last_key: async () => {
      const other = await makeTenant(world);
      const apiKey = other.headers['x-api-key'];
      return other.call('account/revoke-key', { body: { apiKey } });
    },
  } satisfies Partial<Provocations>;
}
