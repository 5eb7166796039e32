import { describe, expect, it } from 'vitest';
import { SVC_ID, UUID } from '../../support/world/expecting.ts';
import {
  CARDS,
  comeBack,
  DAY,
  ledger,
  paidIn,
  read,
  statusOf,
  subscribe,
  eventsAbout,
  locationOf,
} from '../../support/world/shop.ts';
import { payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';
import { startCheckout } from '../../support/world/hosted-checkout.ts';

const { world, shop } = await openShop();

const start = (more: Record<string, unknown> = {}) => startCheckout(shop, more);

const eventsFor = (email: string) => eventsAbout(world, shop, email).map(({ type }) => type);
const chargesTo = async (email: string) =>
  paidIn(await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === email).length;

describe('spec: GET /checkout/callback', () => {
  it('on success redirects to callbackUrl with the success parameters, and our choice: clientReferenceId', async () => {
    const member = await subscribe(world, shop);
    expect(Object.fromEntries(member.location.searchParams)).toEqual({
      status: 'success',
      subscriptionReference: member.reference,
      customerReference: member.customerReference,
      planReference: shop.plans.basic!.reference,
      svcSubscriptionId: SVC_ID.subscription,
      svcCustomerId: SVC_ID.customer,
      clientReferenceId: UUID,
    });
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('our choice: it is served by GET and by POST, and answers 303', async () => {
    for (const how of ['GET', 'POST'] as const) {
      const { token } = await start();
      await payForm(world, token);
      const answer = await world.call(
        'checkout/callback',
        how === 'GET' ? { method: how, query: { token } } : { method: how, raw: `token=${token}&other=1` },
      );
      expect(answer.status).toBe(303);
      expect(locationOf(answer).searchParams.get('status')).toBe('success');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('on failure redirects with status error, errorCode and errorMessage, and our choice: a success later still wins', async () => {
    const { token, email } = await start();
    const failed = locationOf(await comeBack(world, token));
    expect(Object.fromEntries(failed.searchParams)).toEqual({
      status: 'error',
      errorCode: '201601',
      errorMessage: 'Ödeme formu tamamlanmamış.',
    });
    expect(world.written.join()).toContain('"status":"FAILED"');
    expect((await payForm(world, token, { cardNumber: CARDS.noMoney })).ok).toBe(false);
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('error');
    await payForm(world, token);
    expect(locationOf(await comeBack(world, token)).searchParams.get('status')).toBe('success');
    await world.settle();
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    expect(await chargesTo(email)).toBe(1);
  });

  it('our choice: repeated and parallel callbacks all get the first outcome, and one event', async () => {
    const { token, email } = await start();
    await payForm(world, token);
    const parallel = await Promise.all([
      comeBack(world, token),
      comeBack(world, token),
      comeBack(world, token),
    ]);
    const later = await comeBack(world, token);
    expect(new Set([...parallel, later].map(({ headers }) => headers.location)).size).toBe(1);
    await world.advance(DAY);
    expect(eventsFor(email)).toEqual(['SUBSCRIBED']);
    expect(await chargesTo(email)).toBe(1);
  });

  it('our choice: an unknown or forged token is a small HTML page with 404', async () => {
    const tokens = ['forged', '', 'x'.repeat(300), 'with\u0000null', 'broken\ud800'];
    for (const query of [...tokens.map((token) => ({ token })), {}]) {
      const answer = await world.call('checkout/callback', {
        method: 'GET',
        query: query,
      });
      expect(answer.status).toBe(404);
      expect(answer.headers['content-type']).toContain('text/html');
      expect(answer.text).toContain('Bu sayfa bulunamadı');
    }
  });

  it('our choice: two sessions paid for the same customer and plan are two subscriptions, none is dropped', async () => {
    const first = await subscribe(world, shop);
    const second = await subscribe(world, shop, { email: first.email });
    expect(second.id).not.toBe(first.id);
    expect((await read(shop, first)).customer.id).toBe((await read(shop, second)).customer.id);
    expect(await chargesTo(first.email)).toBe(2);
  });
});
