import { describe, expect, it } from 'vitest';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  check,
  comeBack,
  DAY,
  HOUR,
  ledger,
  locationOf,
  MINUTE,
  nextOrder,
  statusOf,
  subscribe,
  type Member,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';

const { world, shop } = await openShop();

const openForm = async ({ svcId }: Pick<Member, 'svcId'>): Promise<string> => {
  const body = { 'svc-id': svcId, callbackUrl: 'https://shop.example/card' };
  return String((await shop.call('checkout/update-card', { body })).body.token);
};

const pageOf = async (token: string) =>
  (await world.call('checkout/page', { query: { token, lang: 'en' } })).text;

/** A subscriber whose last renewal failed. */
async function failing(): Promise<Member> {
  const member = await subscribe(world, shop, { card: CARDS.refusedLater });
  await advanceToRenewal(world, member.reference);
  await world.advance(MINUTE);
  return member;
}

const attemptsOf = async ({ email }: Member) =>
  (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === email).length;

async function timelineOf({ svcId }: Member): Promise<string[]> {
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId, limit: '100' } });
  return (body.data as { what: string }[]).map(({ what }) => what);
}

describe('our choice: the returns from a card form', () => {
  it('without a new card try a failed payment at most three times a day, whatever form they come from', async () => {
    const member = await failing();
    const before = await attemptsOf(member);
    const [first, second] = [await openForm(member), await openForm(member)];
    for (const token of [first, second, first, second, first, second]) {
      expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
      await world.advance(2 * MINUTE);
    }
    expect((await attemptsOf(member)) - before).toBe(3);
    const told = await timelineOf(member);
    expect(told.filter((what) => what === 'card_form_returned')).toHaveLength(6);
    expect(told).not.toContain('card_replaced');
    expect(await pageOf(first)).toContain('iyzipay-checkout-form');
  });

  it('that come too often are tried once more when a day is over', async () => {
    const member = await failing();
    const token = await openForm(member);
    for (let nth = 0; nth < 4; nth++) {
      await comeBack(world, token);
      await world.advance(2 * MINUTE);
    }
    const during = await attemptsOf(member);
    await behave(world, shop, { dropNotifications: true });
    await world.advance(DAY - HOUR);
    expect(await attemptsOf(member)).toBe(during);
    await world.advance(2 * HOUR);
    expect((await attemptsOf(member)) - during).toBe(1);
    await behave(world, shop, { dropNotifications: false });
  });

  it('within a minute are one return, and one try', async () => {
    const member = await failing();
    const before = await attemptsOf(member);
    const token = await openForm(member);
    for (let nth = 0; nth < 3; nth++) await comeBack(world, token);
    await world.advance(5 * MINUTE);
    expect((await attemptsOf(member)) - before).toBe(1);
    expect((await timelineOf(member)).filter((what) => what === 'card_form_returned')).toHaveLength(1);
  });

  it('are a new try after going back, with the card that was then entered', async () => {
    const member = await failing();
    const token = await openForm(member);
    await comeBack(world, token);
    await world.advance(2 * MINUTE);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    expect(await pageOf(token)).toMatch(/You have already been through this form.*iyzipay-checkout-form/s);
    await payForm(world, token);
    await comeBack(world, token);
    await world.advance(2 * MINUTE);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('end with form_expired once the form has expired', async () => {
    const token = await openForm(await subscribe(world, shop));
    await comeBack(world, token);
    await world.clock.advanceTo(world.clock.now() + 30 * MINUTE);
    expect(Object.fromEntries(locationOf(await comeBack(world, token)).searchParams)).toMatchObject({
      status: 'error',
      errorCode: 'form_expired',
      errorMessage: 'The form has expired.',
    });
    expect(locationOf(await comeBack(world, token, 'tr')).searchParams.get('errorMessage')).toBe(
      'Formun süresi doldu.',
    );
  });
});

describe('our choice: the page of a card form', () => {
  const NOTHING = 'Nothing is charged for your subscription now.';
  const FAILED = 'The payment of ₺100.00 that failed is tried again with your new card.';

  it('says what a new card is charged at the moment it is shown, not when the form was opened', async () => {
    const member = await subscribe(world, shop, { card: CARDS.refusedLater });
    const { startPeriod } = await nextOrder(world, member.reference);
    await world.advance(startPeriod - 5 * MINUTE - world.clock.now());
    const token = await openForm(member);
    expect(await pageOf(token)).toContain(NOTHING);
    await world.advance(6 * MINUTE);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    expect(await pageOf(token)).toContain(FAILED);
    await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    expect(await pageOf(token)).toContain(NOTHING);
  });

  it('says so too where the bank refused the first payment', async () => {
    const { token, email } = await startCheckout(shop, { subscriptionInitialStatus: 'PENDING' });
    await payForm(world, token, { cardNumber: CARDS.refusedLater });
    await comeBack(world, token);
    const svcId = String((await check(shop, email)).data!.subscription!.svcId);
    expect(await pageOf(await openForm({ svcId }))).toContain('its first payment of ₺100.00 is made');
  });
});
