import { describe, expect, it } from 'vitest';
import { tenantItem } from '../../lib/table/tenants/tenants.ts';
import { makeTenant, payForm } from '../world/tenant.ts';
import { subscribed } from '../invoicing/world.ts';
import { subscribe } from '../world/shop.ts';
import { callbackUrl, openCardForms, pair } from './card-forms.ts';

const { world, shop, member, open, refused } = await openCardForms();

describe('POST /checkout/update-card', () => {
  it.each([
    ['our id', () => ({ 'svc-id': member.svcId })],
    ['the provider’s pair', () => pair(member)],
  ])('opens a form for a new card by %s', async (_, named) => {
    const { status, body } = await open(named());
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      token: expect.any(String) as string,
      checkoutFormContent: expect.stringContaining('<script') as string,
      tokenExpireTime: 1800,
      paymentPageUrl: `${world.url}/checkout/page?token=${String(body.token)}`,
      svcId: member.svcId,
    });
  });

  it('brings the customer back to the callback URL, with the new card at the provider', async () => {
    const { body } = await open({ 'svc-id': member.svcId, callbackUrl: `${callbackUrl}?shop=1` });
    const token = String(body.token);
    expect((await world.call('checkout/page', { query: { token } })).status).toBe(200);
    expect((await payForm(world, token)).status).toBe(200);
    const raw = new URLSearchParams({ token }).toString();
    const back = await world.call('checkout/callback', { method: 'POST', raw });
    expect(back.status).toBe(303);
    const to = new URL(back.headers.location!);
    expect(to.origin + to.pathname).toBe('https://shop.example/card');
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      shop: '1',
      status: 'success',
      subscriptionReference: member.reference,
      svcSubscriptionId: member.svcId,
    });
  });

  it('accepts an older reference of the same subscriber', async () => {
    const moved = await subscribe(world, shop, { email: 'moved@example.com' });
    const changed = await shop.call('subscribers/change-plan', {
      method: 'PUT',
      body: {
        'pay-subscriber-reference-code': moved.reference,
        'pay-plan-reference-code': shop.plans.plus!.reference,
      },
    });
    expect(changed.body).toMatchObject({ data: { syncedWithPay: true } });
    expect((await open(pair(moved))).body).toMatchObject({ status: 'success', svcId: moved.svcId });
  });
});

describe('POST /checkout/update-card refuses', () => {
  it('no identifier and half a pair', async () => {
    const { subscriptionReferenceCode, customerReferenceCode } = pair(member);
    for (const body of [{}, { subscriptionReferenceCode }, { customerReferenceCode }])
      expect(await refused(body)).toEqual([400, 'missing_identifier']);
  });

  it('our id together with the pair or with half of it', async () => {
    const id = { 'svc-id': member.svcId };
    const { subscriptionReferenceCode, customerReferenceCode } = pair(member);
    expect(await refused({ ...id, ...pair(member) })).toEqual([400, 'mutually_exclusive_parameters']);
    for (const half of [{ subscriptionReferenceCode }, { customerReferenceCode }])
      expect(await refused({ ...id, ...half })).toEqual([400, 'mixed_pair']);
  });

  it('a pair of two subscribers, and unknown or another tenant’s references', async () => {
    const other = await subscribe(world, shop, { email: 'other@example.com' });
    const stranger = await makeTenant(world);
    const nobody = [404, 'subscriber_not_found'];
    expect(await refused({ ...pair(member), customerReferenceCode: other.customerReference })).toEqual(
      nobody,
    );
    expect(await refused({ ...pair(member), subscriptionReferenceCode: 'x' })).toEqual(nobody);
    expect(await refused({ 'svc-id': 'sub_x' })).toEqual(nobody);
    expect(await refused({ 'svc-id': member.svcId }, stranger)).toEqual(nobody);
    expect(await refused(pair(member), stranger)).toEqual(nobody);
  });

  it.each(['http://shop.example/card', 'shop.example', 'https://a:b@shop.example', ''])(
    'the callback URL "%s"',
    async (url) => {
      const answer = await refused({ 'svc-id': member.svcId, callbackUrl: url });
      expect(answer).toEqual([400, 'invalid_request']);
    },
  );

  it('a subscription that has ended', async () => {
    const ended = await subscribe(world, shop, { email: 'ended@example.com' });
    await fetch(`${world.pay.url}/sandbox/subscriptions/${ended.reference}/expire`, { method: 'POST' });
    await shop.call('subscribers/cancel', {
      method: 'DELETE',
      body: { 'pay-subscriber-reference-code': ended.reference },
    });
    await world.advance(40 * 24 * 60 * 60_000);
    expect(await refused({ 'svc-id': ended.svcId })).toEqual([409, 'already_ended']);
  });

  it('a subscription that the provider does not let change cards, in the provider’s words', async () => {
    const waiting = await subscribe(world, shop, { email: 'waiting@example.com' });
    await fetch(`${world.pay.url}/sandbox/subscriptions/${waiting.reference}/cancel`, { method: 'POST' });
    const { status, body } = await open({ 'svc-id': waiting.svcId });
    expect([status, body.error]).toEqual([409, 'not_active']);
    expect(body.providerErrorCode).toEqual(expect.any(String));
  });

  it('an account without a payment provider', async () => {
    const bare = await makeTenant(world);
    const { id } = await subscribed(world, bare);
    await world.table.apply({ put: tenantItem({ ...bare.tenant, pay: null }) });
    expect(await refused({ 'svc-id': id }, bare)).toEqual([409, 'provider_not_configured']);
  });
});
