import { checkoutBody, GOOD_CARD } from '../../../support/world/tenant.ts';
import type { Dice } from '../../dice.ts';
import type { Shop } from '../records.ts';
import type { Stage } from '../stage.ts';

/** What is wrong with a purchase, one at a time. */
const WRONG: readonly Record<string, unknown>[] = [
  { gsmNumber: '0212 12' },
  { gsmNumber: '+0905350000000' },
  { gsmNumber: '' },
  { identityNumber: '1234567890' },
  { email: 'ayse@' },
  { email: 'ay se@shop.example' },
  { name: 'A\u0000yşe' },
  { surname: 'Y\uffff' },
  { surname: '\ud800' },
  { 'svc-plan-id': 'pln_00000000000000000000000000000000' },
  { subscriptionInitialStatus: 'CANCELLED' },
  { billingAddress: { contactName: 'Ayşe', country: 'Türkiye', city: '', address: 'x' } },
];

/** A purchase with something in it that is refused, always in the same way, and that never reaches the provider. */
export async function sendNonsense(stage: Stage, shop: Shop, dice: Dice): Promise<void> {
  const wrong = dice.pick(WRONG);
  const plan = dice.pick(shop.plans);
  const expected = { expected: 400 };
  if (dice.chance(0.5)) {
    const body = checkoutBody(plan, wrong);
    await stage.ask(shop, 'checkout/initialize', { body }, expected);
    return;
  }
  const body = checkoutBody(plan, { callbackUrl: undefined, paymentCard: GOOD_CARD, ...wrong });
  await stage.ask(shop, 'checkout/initialize-direct', { body }, expected);
}
