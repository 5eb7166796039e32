import { describe, expect, it } from 'vitest';
import { NEVER_BOUGHT_RETENTION_MS } from '../../../lib/limits.ts';
import { key } from '../../../lib/table/schema.ts';
import { lookUpCustomer } from '../../../lib/table/subscribers/customers.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  CARDS,
  check,
  comeBack,
  DAY,
  directBody,
  eventsAbout,
  HOUR,
  locationOf,
  read,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { GOOD_CARD, makeTenant, payForm } from '../../support/world/tenant.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';

const { world, shop } = await openShop();

const STRANGER = { name: 'Stranger', surname: 'Danger', gsmNumber: '+905351112233' };

const customerAt = async (email: string) => {
  const { customer } = await lookUpCustomer(forTenant(world.app, shop.tenant), email);
  return customer && key.customer(shop.tenant.id, customer);
};

async function customerItem(email: string): Promise<Record<string, unknown>> {
  const at = await customerAt(email);
  return (at && (await world.table.get(at, { consistent: true }))) ?? {};
}

/** A subscriber, and what everybody sees of them. */
async function paying(email = someone()) {
  const member = await subscribe(world, shop, { email });
  const seen = async () => ({
    check: await check(shop, email),
    shown: (await read(shop, member)).customer,
    listed: (await shop.call('subscribers/list', { query: { email } })).body.data,
    record: { ...(await customerItem(email)), revision: undefined },
  });
  return { ...member, seen };
}

describe('our choice: what is entered belongs to success, and to what it bought', () => {
  it('a hosted checkout that is never paid changes nothing of a subscriber', async () => {
    const { email, seen } = await paying();
    const before = await seen();
    await startCheckout(shop, { email, ...STRANGER });
    expect(await seen()).toEqual(before);
    await world.advance(2 * DAY);
    expect(await seen()).toEqual(before);
  });

  it('a card that is declined changes nothing of a subscriber', async () => {
    const { email, seen } = await paying();
    const before = await seen();
    const paymentCard = { ...GOOD_CARD, cardNumber: CARDS.noMoney };
    const body = directBody(shop.plans.basic!, { email, ...STRANGER, paymentCard });
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(402);
    expect(await seen()).toEqual(before);
  });

  it('a free trial bought under somebody’s e-mail displaces and renames nothing, in answers and events', async () => {
    const trials = await makeTenant(world, { plans: [{ name: 'basic' }, { name: 'trial', trialDays: 14 }] });
    const email = someone();
    const member = await subscribe(world, trials, { email, plan: trials.plans.basic! });
    await world.advance(HOUR);
    const body = directBody(trials.plans.trial!, { email, ...STRANGER });
    const { body: bought } = await trials.call('checkout/initialize-direct', { body });
    await world.settle();
    const found = await check(trials, email);
    expect(found).toMatchObject({
      hasActiveSubscription: true,
      activeSubscriptions: 2,
      data: { customer: { name: 'Ayşe', surname: 'Yılmaz' }, subscription: { svcId: member.svcId } },
    });
    expect((await read(trials, member)).customer).toMatchObject({ name: 'Ayşe', gsmNumber: '+905350000000' });
    const trial = await read(trials, { svcId: String(bought.svcSubscriptionId) });
    expect(trial.customer).toMatchObject(STRANGER);
    await trials.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': member.reference } });
    await world.settle();
    const names = eventsAbout(world, trials, email).map(({ type, data }) => [
      type,
      (data.customer as { name?: string }).name,
    ]);
    expect(names).toEqual([
      ['SUBSCRIBED', 'Ayşe'],
      ['SUBSCRIBED', 'Stranger'],
      ['DID_CHANGE_RENEWAL_STATUS', 'Ayşe'],
    ]);
  });

  it('who never buys is kept for 90 days, and who buys for good, by either checkout', async () => {
    const { token, email } = await startCheckout(shop, STRANGER);
    const { ttl, createdAt } = await customerItem(email);
    expect(ttl).toBe(Math.ceil((Number(createdAt) + NEVER_BOUGHT_RETENTION_MS) / 1000));
    await startCheckout(shop, { email });
    expect((await customerItem(email)).ttl).toBe(ttl);
    await payForm(world, token);
    await comeBack(world, token);
    expect(await customerItem(email)).not.toHaveProperty('ttl');
    const declined = someone();
    const paymentCard = { ...GOOD_CARD, cardNumber: CARDS.noMoney };
    const refused = directBody(shop.plans.basic!, { email: declined, paymentCard });
    await shop.call('checkout/initialize-direct', { body: refused });
    expect(await customerItem(declined)).toHaveProperty('ttl');
    const body = directBody(shop.plans.basic!, { email: declined });
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(200);
    expect(await customerItem(declined)).not.toHaveProperty('ttl');
  });

  it('who pays after the table has deleted them is recorded anew', async () => {
    const { token, email } = await startCheckout(shop);
    await world.table.apply({ delete: (await customerAt(email))! });
    await payForm(world, token);
    expect((await comeBack(world, token)).headers.location).toContain('status=success');
    expect(await check(shop, email)).toMatchObject({ exists: true, hasActiveSubscription: true });
    expect(await customerItem(email)).not.toHaveProperty('ttl');
  });
});

describe('our choice: the reference of a purchase', () => {
  const referenceOf = async (named: { svcId: string }) => (await read(shop, named)).data.clientReferenceId;

  it('is the caller’s of a direct checkout, and comes back from a card form', async () => {
    const body = directBody(shop.plans.basic!, { clientReferenceId: 'order 4711' });
    const { body: bought } = await shop.call('checkout/initialize-direct', { body });
    const svcId = String(bought.svcSubscriptionId);
    expect(await referenceOf({ svcId })).toBe('order 4711');
    const form = {
      'svc-id': svcId,
      callbackUrl: 'https://shop.example/card',
      clientReferenceId: 'card 4711',
    };
    const { body: opened } = await shop.call('checkout/update-card', { body: form });
    const back = locationOf(await comeBack(world, String(opened.token))).searchParams;
    expect(back.get('clientReferenceId')).toBe('card 4711');
    expect(await referenceOf({ svcId })).toBe('order 4711');
  });

  it('goes with a payment page that shows its payer, masked', async () => {
    const { token, email } = await startCheckout(shop);
    const { text } = await world.call('checkout/page', { query: { token, lang: 'en' } });
    expect(text).toContain(`For ${email[0]!}•••@example.com`);
    expect(text).not.toContain(email);
  });
});
