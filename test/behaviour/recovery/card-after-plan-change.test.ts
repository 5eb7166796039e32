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
import { openCardForms } from './card-forms.ts';

const { world, shop, open } = await openCardForms();

it('A charge that failed after a change of plan at the provider is tried again with the new card, though neither is on record yet', async () => {
  const member = await subscribe(world, shop);
  await behave(world, shop, { dropNotifications: true });
  await control(world, `/subscriptions/${member.reference}/card`, { cardNumber: CARDS.noMoney });
  await world.clock.advanceTo(world.clock.now() + SECOND_MS);
  const reference = await upgradeInPanel(world, shop, member);
  await world.clock.advanceTo(world.clock.now() + 2 * MINUTE);
  const { body } = await open({ 'svc-id': member.svcId });
  await payForm(world, String(body.token));
  await comeBack(world, String(body.token));
  await world.advance(5 * MINUTE);
  const charges = (await ledger(world, shop)).filter((one) => one.subscriptionReferenceCode === reference);
  expect(charges.map(({ status }) => status)).toEqual(['FAILED', 'SUCCESS']);
  expect(paidIn(charges).map(({ amount }) => amount)).toEqual(['200.00']);
});
