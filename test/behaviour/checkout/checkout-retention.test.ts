import { describe, expect, it } from 'vitest';
import { eraseCustomer } from '../../../lib/account/erase.ts';
import { CHECKOUT_RETENTION_MS } from '../../../lib/limits.ts';
import { key } from '../../../lib/table/schema.ts';
import {
  behave,
  CARDS,
  check,
  comeBack,
  DAY,
  directBody,
  HOUR,
  someone,
  receivedEvents,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();

const start = () => startCheckout(shop);

const storedOf = async (token: string) => (await world.table.get(key.checkout(token), { consistent: true }))!;
const PERSONAL = /@example\.com|Ayşe|Yılmaz|\+9053/;

describe('our choice: what is stored of a checkout', () => {
  it('no personal data once it has succeeded, and nothing after 30 days', async () => {
    const { token } = await start();
    expect(JSON.stringify(await storedOf(token))).toMatch(PERSONAL);
    await payForm(world, token);
    await comeBack(world, token);
    const kept = await storedOf(token);
    expect(kept.status).toBe('SUCCESS');
    expect(JSON.stringify(kept)).not.toMatch(PERSONAL);
    expect(kept.ttl).toBe(Math.ceil((Number(kept.startedAt) + CHECKOUT_RETENTION_MS) / 1000));
    await world.advance(HOUR);
    const again = await comeBack(world, token);
    expect(again.headers.location).toContain('status=success');
  });

  it('no personal data after the last poll; a payment found later still creates a subscriber', async () => {
    const { token, email } = await start();
    await behave(world, shop, { completionLagMs: 2 * DAY, dropNotifications: true });
    await payForm(world, token);
    await world.advance(DAY + HOUR);
    const kept = await storedOf(token);
    expect([kept.status, kept.dueAt]).toEqual(['EXPIRED', undefined]);
    expect(JSON.stringify(kept)).not.toMatch(PERSONAL);
    await world.advance(DAY);
    expect((await comeBack(world, token)).headers.location).toContain('status=success');
    await world.settle();
    expect(await check(shop, email)).toMatchObject({ exists: true, hasActiveSubscription: true });
    const { data } = receivedEvents(world, shop).at(-1)!;
    expect(data.customer).toMatchObject({ email, name: 'Ayşe' });
    await behave(world, shop, { completionLagMs: 0, dropNotifications: false });
  });

  it('no personal data of a direct checkout once its outcome is certain', async () => {
    const email = someone();
    for (const [reference, cardNumber] of [
      ['paid', CARDS.good],
      ['refused', CARDS.noMoney],
    ] as const) {
      const body = directBody(shop.plans.basic!, { email, clientReferenceId: `${email} ${reference}` });
      const paymentCard = { ...(body.paymentCard as object), cardNumber };
      await shop.call('checkout/initialize-direct', { body: { ...body, paymentCard } });
      const at = key.intent(shop.tenant.id, `${email} ${reference}`);
      const { customer, state } = (await world.table.get(at, { consistent: true }))!;
      expect(state).toBe(reference === 'paid' ? 'DONE' : 'FAILED');
      expect(JSON.stringify(customer)).not.toMatch(PERSONAL);
    }
  });

  it('no personal data of a customer erased while a form is open; a payment still creates a subscriber', async () => {
    const { token, email } = await start();
    await eraseCustomer(shop.app, { email });
    expect(JSON.stringify(await storedOf(token))).not.toMatch(PERSONAL);
    expect(await check(shop, email)).toMatchObject({ exists: false });
    await payForm(world, token);
    expect((await comeBack(world, token)).headers.location).toContain('status=success');
    await world.settle();
    expect(await check(shop, email)).toMatchObject({ exists: true, hasActiveSubscription: true });
  });

  it('the content of a payment form until an hour after it expires', async () => {
    const { token } = await start();
    const form = (await world.table.get(key.form(token), { consistent: true }))!;
    const { expiresAt } = await storedOf(token);
    expect(form.ttl).toBe(Math.ceil((Number(expiresAt) + HOUR) / 1000));
    const { pk, sk } = form;
    await world.table.apply({ delete: { pk, sk } });
    await world.advance(Number(expiresAt) - world.app.clock());
    expect((await world.call('checkout/page', { query: { token } })).status).toBe(410);
  });
});
