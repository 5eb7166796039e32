import { differencePut } from '../../../lib/table/differences/differences.ts';
import type { Item } from '../../../lib/table/table.ts';
import { copyOf } from '../../support/world/copy.ts';
import {
  advanceToRenewal,
  behave,
  DAY,
  directBody,
  MINUTE,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { openMemory } from '../../support/world/table.ts';
import { makeTenant } from '../../support/world/tenant.ts';
import { startWorld } from '../../support/world/world.ts';

/** What one release leaves behind: its items, and the messages it sent. */
export interface Written {
  readonly items: readonly Item[];
  readonly messages: readonly { readonly queue: string; readonly body: unknown }[];
}

/** A month of a tenant's life, in which something of each kind is written. */
export async function written(): Promise<Written> {
  const world = await startWorld(undefined, undefined, openMemory);
  try {
    const shop = await makeTenant(world);
    const member = await subscribe(world, shop);
    await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.plus!, { email: someone() }),
      headers: { 'idempotency-key': 'once' },
    });
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    await shop.call('checkout/initialize-direct', { body: directBody(shop.plans.basic!) });
    await shop.call('subscribers/change-plan', {
      body: {
        'pay-subscriber-reference-code': member.reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
        upgradePeriod: 'NEXT_PERIOD',
      },
    });
    const leaving = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': leaving.reference } });
    await shop.call('checkout/update-card', {
      body: { callbackUrl: `${world.receiver.url}/back`, 'svc-id': member.svcId, clientReferenceId: 'card' },
    });
    const staying = await subscribe(world, shop);
    await advanceToRenewal(world, staying.reference);
    await world.advance(5 * MINUTE);
    const at = world.clock.now();
    const [from, to] = [at - DAY, at].map((time) => new Date(time).toISOString());
    await shop.call('events/replay', { body: { from, to, states: ['DELIVERED'] } });
    await world.settle();
    const gone = {
      kind: 'unknown_here',
      about: 'a',
      subscriberId: null,
      reference: 'r',
      ours: '',
      theirs: 'x',
      since: at,
    };
    await world.table.write(differencePut(shop.tenant.id, { ...gone, kind: 'unknown_here' }, at));
    const items = await copyOf(world);
    const messages = world.queues.sent.map(({ queue, message }) => ({ queue, body: message.body }));
    return { items, messages };
  } finally {
    await world.stop();
  }
}
