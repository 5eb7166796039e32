import { expect, it } from 'vitest';
import { SECOND_MS } from '../../../lib/limits.ts';
import {
  behave,
  CARDS,
  comeBack,
  control,
  ledger,
  MINUTE,
  paidIn,
  subscribe,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { upgradeInPanel } from '../../support/world/panel.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();

it('A charge that failed after a change of plan at the provider is tried again with the new card, though neither is on record yet', async () => {
  const member = await subscribe(world, shop);
  await behave(world, shop, { dropNotifications: true });
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARDS.noMoney });
  await world.clock.advanceTo(world.clock.now() + SECOND_MS);
  const reference = await upgradeInPanel(world, shop, member);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
  const form = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  const { body } = await shop.call('checkout/update-card', { body: form });
  await payForm(world, String(body.token));
  await comeBack(world, String(body.token));
  await world.advance(5 * MINUTE);
  const charges = (await ledger(world, shop)).filter((one) => one.subscriptionReferenceCode === reference);
  expect(charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
  expect(paidIn(charges).map(({ amount }) => amount)).toEqual(['200.00']);
});
