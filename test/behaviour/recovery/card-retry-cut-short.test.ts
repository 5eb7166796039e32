import { expect, it } from 'vitest';
import { throughPorts } from '../../faults/ports.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  eventNamesOf,
  HOUR,
  ledger,
  MINUTE,
  subscribe,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

/** An instance whose table refuses its call number `nth` after the provider was asked to charge again; whether it did. */
function refusing(nth: number) {
  let calls: number | undefined;
  const app = throughPorts(world.app, async ({ port, method }, effect) => {
    if (method === 'retryOrder') calls = 0;
    else if (port === 'table' && calls !== undefined && ++calls === nth) throw new Error('no capacity');
    return effect();
  });
  return { instance: instanceOf(app), hasRefused: () => calls !== undefined && calls >= nth };
}

it.each([
  ['after a return from the form', 0],
  ['when the form has expired', 31 * MINUTE],
])(
  'the result of a payment retried %s is announced, whichever call to the table fails after the retry',
  async (_, waits) => {
    await behave(world, shop, { dropNotifications: true });
    for (let [nth, struck] = [1, true]; struck; nth++) {
      const failing = await subscribe(world, shop, { card: CARDS.refusedLater });
      await advanceToRenewal(world, failing.reference);
      await world.advance(3 * HOUR);
      const asked = { 'svc-id': failing.svcId, callbackUrl: 'https://shop.example/card' };
      const { token } = (await shop.call('checkout/update-card', { body: asked })).body;
      await payForm(world, String(token));
      if (waits === 0) await comeBack(world, String(token));
      else await world.clock.advanceTo(world.clock.now() + waits);
      const { instance, hasRefused } = refusing(nth);
      if (waits > 0) await instance.sweep();
      await world.queues.drain(instance.consumers);
      struck = hasRefused();
      await world.advance(10 * MINUTE);
      const names = eventNamesOf(world, shop, failing).slice(1);
      expect([nth, names]).toEqual([nth, ['DID_FAIL_TO_RENEW', 'DID_RENEW/BILLING_RECOVERY']]);
      const charges = (await ledger(world, shop)).filter(
        ({ customerEmail }) => customerEmail === failing.email,
      );
      expect([nth, charges.map(({ status }) => status)]).toEqual([nth, ['SUCCESS', 'FAILED', 'SUCCESS']]);
      if (!struck) expect(nth).toBeGreaterThan(5);
    }
  },
);
