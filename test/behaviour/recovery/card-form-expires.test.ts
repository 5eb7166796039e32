import { expect, it } from 'vitest';
import { lookUpCheckout } from '../../../lib/table/purchases/checkouts.ts';
import { key } from '../../../lib/table/schema.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  directBody,
  HOUR,
  ledger,
  MINUTE,
  statusOf,
  subscribe,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();
await behave(world, shop, { dropNotifications: true });

/** A subscriber with a failed payment who has just opened a card form. */
async function openCardForm() {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  const charges = async () =>
    (await ledger(world, shop)).flatMap(({ customerEmail, status }) =>
      customerEmail === member.email ? [status] : [],
    );
  return {
    token,
    reference: member.reference,
    charges,
    expiresAt: (await lookUpCheckout(world.app, token))!.expiresAt,
  };
}

const isDue = async (token: string) =>
  (await world.table.get(key.checkout(token), { consistent: true }))?.dueAt !== undefined;

it('a card form retries nothing after a cancellation, also while the provider cannot be told', async () => {
  const { token, reference, charges, expiresAt } = await openCardForm();
  await payForm(world, token);
  await behave(world, shop, { failNext: 1_000, path: '/cancel' });
  const body = { 'pay-subscriber-reference-code': reference };
  expect((await shop.call('subscribers/cancel', { body })).status).toBe(200);
  await comeBack(world, token);
  await world.clock.advanceTo(expiresAt);
  await world.advance(10 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED']);
  await behave(world, shop, { failNext: 0, path: '' });
});

it('card forms opened one after another and left unused make one attempt, and a later one another', async () => {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(3 * HOUR);
  const attempts = async () =>
    (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === member.email).length;
  const before = await attempts();
  const body = { 'svc-id': member.svcId, callbackUrl: 'https://shop.example/card' };
  for (let nth = 0; nth < 4; nth++) {
    expect((await shop.call('checkout/update-card', { body })).status).toBe(200);
    await world.advance(2 * MINUTE);
  }
  await world.advance(3 * HOUR);
  expect(await attempts()).toBe(before + 1);
  expect((await shop.call('checkout/update-card', { body })).status).toBe(200);
  await world.advance(3 * HOUR);
  expect(await attempts()).toBe(before + 2);
});

it('a card form left unused does not begin what was requested as PENDING; a return does', async () => {
  const pending = directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' });
  const made = await shop.call('checkout/initialize-direct', { body: pending });
  const svcId = String(made.body.svcSubscriptionId);
  const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' };
  const charges = async () =>
    (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === pending.email).length;

  const unused = String((await shop.call('checkout/update-card', { body })).body.token);
  await world.advance(3 * HOUR);
  expect([await statusOf(shop, { svcId }), await charges(), await isDue(unused)]).toEqual([
    'PENDING',
    0,
    false,
  ]);

  const token = String((await shop.call('checkout/update-card', { body })).body.token);
  await payForm(world, token);
  await comeBack(world, token);
  await world.advance(5 * MINUTE);
  expect([await statusOf(shop, { svcId }), await charges()]).toEqual(['ACTIVE', 1]);
});

it('a payment is not tried again while the customer has the form open and has not come back', async () => {
  const { charges } = await openCardForm();
  await world.advance(20 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED']);
  await world.advance(20 * MINUTE);
  expect(await charges()).toEqual(['SUCCESS', 'FAILED', 'FAILED']);
});
