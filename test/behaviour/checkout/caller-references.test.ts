import { expect, it } from 'vitest';
import {
  comeBack,
  control,
  CARDS,
  MINUTE,
  advanceToRenewal,
  directBody,
  paidIn,
  ledger,
  subscribe,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { callbackUrl, openCardForms } from '../recovery/card-forms.ts';

const { world, shop } = await openCardForms();

/** A subscriber whose renewal has just failed, with the reference of the failed order. */
async function owing() {
  const member = await subscribe(world, shop);
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARDS.noMoney });
  await advanceToRenewal(world, member.reference);
  await world.advance(2 * MINUTE);
  const { orders } = await control(world, `/subscriptions/${member.reference}`);
  const failed = (orders as { orderStatus: string; referenceCode: string }[]).find(
    ({ orderStatus }) => orderStatus === 'FAILED',
  );
  return { member, order: failed!.referenceCode };
}

/** The customer enters another card, and comes back. */
async function replaceCard(svcId: string): Promise<void> {
  const { body } = await shop.call('checkout/update-card', { body: { callbackUrl, 'svc-id': svcId } });
  const token = String(body.token);
  await payForm(world, token);
  await comeBack(world, token);
  await world.advance(2 * MINUTE);
}

const buy = async (clientReferenceId: string) =>
  (
    await shop.call('checkout/initialize-direct', {
      body: directBody(shop.plans.basic!, { clientReferenceId }),
    })
  ).status;

it('A caller may name its purchases as the provider names a failed order or a subscription', async () => {
  const { member, order } = await owing();
  const names = [order, `retry:${order}`, `activation:${member.reference}`];
  for (const name of names.slice(0, 2)) expect(await buy(name)).toBe(200);
  const before = paidIn(await ledger(world, shop)).length;
  await replaceCard(member.svcId);
  expect(paidIn(await ledger(world, shop)).length - before).toBe(1);
  expect(await buy(names[2]!)).toBe(200);
});
