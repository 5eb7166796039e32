import { storedId } from '../../../lib/billing/identifiers.ts';
import { describe, expect, it } from 'vitest';
import type { PayFailure } from '../../../lib/pay/pay.ts';
import { findSubscriber } from '../../../lib/table/subscribers/subscribers.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  eventNamesOf,
  HOUR,
  moveToPlan,
  subscribe,
} from '../../support/world/shop.ts';
import { planChangesOf } from '../plan-changes/plan-changes.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop();
const NOT_FOUND = { is: 'notFound', providerCode: '201400', message: 'no such subscription' } as const;
const UNREADABLE = { is: 'invalidResponse', httpStatus: 200 } as const;

/** From now on the provider answers this whenever one reference is read; undefined: as usual. */
function answerFor(reference: string, failure: PayFailure | undefined): void {
  const isFailing = (one: string) => one === reference && failure !== undefined;
  servePaying(world, (client) => ({
    readSubscription: async (one) =>
      isFailing(one) ? { ok: false, ...failure! } : client.readSubscription(one),
    lineage: async (one) => (isFailing(one) ? { ok: false, ...failure! } : client.lineage(one)),
  }));
}

const openReferencesOf = async (id: string) => {
  const { subscription } = await findSubscriber(shop.app, { by: 'svc', id: storedId(id) });
  return subscription.openReferences.map(({ reference }) => reference);
};

describe('spec: A subscriber of whose older reference the provider has nothing readable', () => {
  it.each([
    ['because it knows it no more', NOT_FOUND],
    ['because its answer is unreadable', UNREADABLE],
  ] as const)(
    'renews as usual, %s, and the older charge is recorded once it is readable',
    async (_, failure) => {
      const member = await subscribe(world, shop);
      await behave(world, shop, { dropNotifications: true });
      await world.advance(HOUR);
      answerFor(member.reference, failure);
      // While it is the current one, it is read before a plan change: without an answer nothing is asked for.
      expect((await planChangesOf(shop).byPay(member.reference, 'plus')).status).toBe(502);
      answerFor(member.reference, undefined);
      const newest = await moveToPlan(shop, member, 'plus');
      answerFor(member.reference, failure);
      await world.advance(HOUR);
      await advanceToRenewal(world, newest);
      await world.advance(3 * HOUR);
      const renewals = ['DID_RENEW/BILLING_RECOVERY', 'DID_RENEW/BILLING_RECOVERY'];
      expect(eventNamesOf(world, shop, member)).toEqual([
        'SUBSCRIBED/INITIAL_BUY',
        'DID_CHANGE_RENEWAL_PREF/UPGRADE',
        ...renewals,
      ]);
      expect(await openReferencesOf(member.id)).toEqual([member.reference, newest]);
      answerFor(member.reference, undefined);
      await advanceToRenewal(world, newest);
      await world.advance(3 * HOUR);
      expect(await openReferencesOf(member.id)).toEqual([newest]);
      const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
      expect(
        (body.data as { amount: string; status: string }[]).map(
          ({ amount, status }) => `${status} ${amount}`,
        ),
      ).toEqual(['PAID 200.00', 'PAID 200.00', 'PAID 200.00', 'PAID 100.00']);
    },
  );
});
