import { expect, it } from 'vitest';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { advanceToRenewal, CARDS, check, comeBack, HOUR, subscribe } from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

/** What the page for a new card says of the payment. */
async function pageFor(svcId: string): Promise<string> {
  const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  return (await world.call('checkout/page', { query: { token, lang: 'en' } })).text;
}

const TRIED_AGAIN = 'is tried again with your new card';

it('the page for a new card names no payment where none has failed', async () => {
  const { svcId } = await subscribe(world, shop);
  expect(await pageFor(svcId)).not.toContain(TRIED_AGAIN);
});

it('the page for a new card says that a failed payment is tried again with it', async () => {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  expect(await pageFor(member.svcId)).toContain(TRIED_AGAIN);
});

it('the page for a new card says so too where the bank refused the first payment', async () => {
  const { token, email } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
  await payForm(world, token, { cardNumber: CARDS.refusedLater });
  await comeBack(world, token);
  const found = await check(shop, email);
  expect(await pageFor(String(found.data!.subscription!.svcId))).toContain(
    'its first payment of ₺100.00 is made',
  );
});
