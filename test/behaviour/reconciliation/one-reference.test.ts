import { describe, expect, it } from 'vitest';
import type { Pay } from '../../../lib/pay/pay.ts';
import { OneReference } from '../../rules/pay/one-reference.ts';
import { instanceOf } from '../../support/world/instance.ts';
import { openShop } from '../../support/world/opened.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import {
  DAY,
  eventNamesOf,
  ledger,
  MINUTE,
  paidIn,
  read,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';

const { world, shop } = await openShop();
const names = new OneReference();
/** What becomes of the provider's answer to a plan change. */
let onItsWay: Pay['upgrade'] | undefined;
world.serve(
  instanceOf({
    ...world.app,
    pay: (account) => {
      const pay = names.over(world.app.pay(account));
      return { ...pay, upgrade: (ask) => (onItsWay ?? pay.upgrade)(ask) };
    },
    payNotifications: names.notifications(world.app.payNotifications),
  }),
);

const toPlus = ({ reference }: Pick<Member, 'reference'>) =>
  shop.call('subscribers/change-plan', {
    body: {
      'pay-subscriber-reference-code': reference,
      'pay-plan-reference-code': shop.plans.plus!.reference,
    },
  });
const amountsOf = async ({ email }: Member) =>
  paidIn(await ledger(world, shop)).flatMap((one) => (one.customerEmail === email ? one.amount : []));

describe('A provider whose plan changes keep the reference of a subscription', () => {
  it('our choice: gets a reference for each plan from its adapter, and every rule holds', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    const { status, body } = await toPlus(member);
    expect([status, (body.data as { payReference: string }).payReference]).toEqual([
      200,
      `${member.reference}~2`,
    ]);
    await world.advance(33 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_PREF/UPGRADE',
      'DID_RENEW/BILLING_RECOVERY',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(await amountsOf(member)).toEqual(['100.00', '200.00', '200.00']);
    const listed = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const invoices = listed.body.data as { amount: string }[];
    expect(invoices.map(({ amount }) => amount)).toEqual(['200.00', '200.00', '100.00']);
  });

  it('our choice: one that is made in its panel is found by a notification, which names the old reference', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    await upgradeInPanel(world, shop, member);
    await world.advance(MINUTE);
    expect(eventNamesOf(world, shop, member)).toContain('DID_CHANGE_RENEWAL_PREF/UPGRADE');
    expect((await read(shop, member)).data.planReference).toBe(shop.plans.plus!.reference);
  });

  it('our choice: one whose answer is lost is found, and asked for once', async () => {
    const member = await subscribe(world, shop);
    await world.advance(MINUTE);
    onItsWay = async (ask) => {
      await names.over(world.app.pay({ baseUrl: world.pay.url, ...shop.credentials })).upgrade(ask);
      return { ok: false, is: 'timeout' };
    };
    expect((await toPlus(member)).status).toBe(200);
    onItsWay = undefined;
    await world.advance(MINUTE);
    expect(await amountsOf(member)).toEqual(['100.00', '200.00']);
  });
});
