import { describe, expect, it } from 'vitest';
import { SVC_ID, TIME, UUID } from '../../support/world/expecting.ts';
import { check, someone, subscribe } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();

describe('spec: GET /subscribers/check', () => {
  it('data is null when exists is false', async () => {
    const { status, body } = await shop.call('subscribers/check', { query: { email: someone() } });
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      exists: false,
      hasActiveSubscription: false,
      activeSubscriptions: 0,
      data: null,
    });
  });

  it('our choice: an unencoded plus sign is accepted', async () => {
    const email = someone().replace('@', '+shop@');
    await subscribe(world, shop, { email });
    for (const sent of [email.replace('+', ' '), ` ${email.replace('+', ' ')} `])
      expect((await shop.call('subscribers/check', { query: { email: sent } })).body.exists).toBe(true);
  });

  it.each([undefined, '', ' ', 'nobody', 'a@b', 'a@b.com,c@b.com', 'a@b.c\u0000', 'a@b.c\uffff'])(
    'our choice: what is no e-mail is a 400 that names it: %j',
    async (email) => {
      const ask = email === undefined ? {} : { query: { email } };
      expect(await shop.call('subscribers/check', ask)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', details: [{ field: 'email' }] },
      });
    },
  );

  it.each(['ada@example..com', 'ada@.example.com'])(
    'our choice: may name %s, which no checkout takes and an import may have recorded',
    async (email) => {
      expect((await shop.call('subscribers/check', { query: { email } })).body.exists).toBe(false);
      expect((await shop.call('subscribers/list', { query: { email } })).body.data).toEqual([]);
    },
  );

  it('answers customer and subscription with the fields of the specification, and our choice: how many are live', async () => {
    const member = await subscribe(world, shop);
    expect(await check(shop, member.email)).toEqual({
      status: 'success',
      exists: true,
      hasActiveSubscription: true,
      activeSubscriptions: 1,
      data: {
        customer: {
          id: UUID,
          svcId: SVC_ID.customer,
          email: member.email,
          name: 'Ayşe',
          surname: 'Yılmaz',
        },
        subscription: {
          id: member.id,
          svcId: member.svcId,
          payReference: member.reference,
          planReference: shop.plans.basic!.reference,
          status: 'ACTIVE',
          createdAt: TIME,
          graceEndsAt: null,
          inGracePeriod: false,
        },
      },
    });
  });

  it('data.subscription is null for a customer who has none', async () => {
    const email = someone();
    await shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { email }) });
    expect(await check(shop, email)).toMatchObject({
      exists: true,
      hasActiveSubscription: false,
      data: { customer: { email }, subscription: null },
    });
  });
});
