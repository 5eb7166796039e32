import { describe, expect, it } from 'vitest';
import { RISING_PLANS, upgradeInPanel } from '../../support/world/panel.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  behave,
  DAY,
  eventNamesOf,
  HOUR,
  nextOrder,
  subscribe,
  type Member,
  byPay,
} from '../../support/world/shop.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world, shop } = await openShop({ plans: RISING_PLANS });
await behave(world, shop, { dropNotifications: true });

/** How many readings the provider answers from now on; later ones time out. */
let answered = Infinity;
/** The readings since then. */
let readings = 0;
const isLate = () => ++readings > answered;
servePaying(world, (client) => ({
  readSubscription: async (one) => (isLate() ? { ok: false, is: 'timeout' } : client.readSubscription(one)),
  lineage: async (one) => (isLate() ? { ok: false, is: 'timeout' } : client.lineage(one)),
}));

/** A member ten days after the purchase, of whose plan change in the panel we have not heard; and the end it paid for. */
async function changedInPanel(before?: (member: Member) => Promise<unknown>) {
  const member = await subscribe(world, shop);
  await world.advance(10 * DAY);
  await before?.(member);
  const reference = await upgradeInPanel(world, shop, member, 'plus');
  await world.clock.advanceTo(world.clock.now() + HOUR);
  return { member, paidUntil: (await nextOrder(world, reference)).startPeriod };
}

const cancel = (member: Member) => shop.call('subscribers/cancel', { body: byPay(member) });

/** What is asked for when the panel has changed the plan, and the event of its success. */
const VERBS = [
  { verb: 'cancel', before: undefined, body: {}, event: 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED' },
  { verb: 'undo-cancel', before: cancel, body: {}, event: 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED' },
] as const;

describe.each(VERBS)(
  'our choice: $verb after a plan change in the panel',
  ({ verb, before, body, event }) => {
    const ask = async (member: Member) => {
      readings = 0;
      return shop.call(`subscribers/${verb}`, { body: { ...byPay(member), ...body } });
    };

    it('says the end that was paid for, or is refused and can be repeated, whichever reading the provider leaves out', async () => {
      for (let left = 0, isDone = false; !isDone; left++) {
        const { member, paidUntil } = await changedInPanel(before);
        answered = left;
        const first = await ask(member);
        isDone = readings <= left;
        answered = Infinity;
        if (!isDone) {
          expect([left, first.status, first.body.error]).toEqual([left, 504, 'provider_timeout']);
          expect(eventNamesOf(world, shop, member)).not.toContain(event);
        }
        const last = isDone ? first : await ask(member);
        expect(last).toMatchObject({ status: 200 });
        expect(last.body.data).toMatchObject({ accessUntil: new Date(paidUntil).toISOString() });
        if (isDone) expect(left).toBeGreaterThan(1); // a reading after news is among those that were left out
      }
    });
  },
);

describe('our choice: beyond the end of a period whose renewal nobody has read yet', () => {
  const renewed = async () => {
    const member = await subscribe(world, shop);
    await world.clock.advanceTo(world.clock.now() + 31 * DAY + HOUR);
    return member;
  };
  const plan = { 'pay-plan-reference-code': shop.plans.plus!.reference };

  it.each([
    ['cancel', byPay],
    ['cancel', ({ svcId }: Member) => ({ 'svc-id': svcId })],
    ['change-plan', (member: Member) => ({ ...byPay(member), ...plan })],
    ['preview-change', (member: Member) => ({ ...byPay(member), ...plan })],
    ['retry-payment', byPay],
  ] as const)('%s is refused while the provider cannot be read, and changes nothing', async (verb, body) => {
    const member = await renewed();
    answered = 0;
    const refused = await shop.call(`subscribers/${verb}`, { body: body(member) });
    answered = Infinity;
    expect([refused.status, refused.body.error]).toEqual([504, 'provider_timeout']);
    const { data } = (await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } })).body;
    expect(data).toMatchObject({ cancelAtPeriodEnd: false, planReference: shop.plans.basic!.reference });
  });
});
