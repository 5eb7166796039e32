import { describe, expect, it } from 'vitest';
import { like, SVC_ID } from '../../support/world/expecting.ts';
import { someone } from '../../support/world/shop.ts';
import { checkoutBody } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({ plans: [{ name: 'basic' }, { name: 'old', active: false }] });

const plan = () => shop.plans.basic!;
const start = (more: Record<string, unknown> = {}, who = shop) =>
  who.call('checkout/initialize', { body: checkoutBody(who.plans.basic!, { email: someone(), ...more }) });
const refused = (status: number, error: string) => ({
  status,
  body: { status: 'failure', error, errorCode: error },
});

describe('spec: POST /checkout/initialize', () => {
  it('starts a hosted checkout and answers what the caller needs to render or redirect', async () => {
    const { status, body } = await start();
    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        tokenExpireTime: 1800,
        clientReferenceId: like(/^[0-9a-f-]{36}$/),
        svcPlanId: `pln_${plan().id.replaceAll('-', '')}`,
      },
    });
    expect(body.checkoutFormContent).toContain('<script');
    expect(body.paymentPageUrl).toBe(`${world.url}/checkout/page?token=${String(body.token)}`);
    expect(Object.keys(body).sort()).toEqual(
      [
        'status',
        'checkoutFormContent',
        'token',
        'tokenExpireTime',
        'paymentPageUrl',
        'clientReferenceId',
        'svcPlanId',
      ].sort(),
    );
  });

  it('creates a customer record', async () => {
    const email = someone();
    await start({ email: ` ${email.toUpperCase()} `, name: 'Ada', surname: 'Lovelace' });
    const { body } = await shop.call('subscribers/check', { query: { email } });
    expect(body).toMatchObject({
      exists: true,
      hasActiveSubscription: false,
      data: {
        customer: { svcId: SVC_ID.customer, email, name: 'Ada', surname: 'Lovelace' },
        subscription: null,
      },
    });
  });

  it('takes the internal plan id, prefixed or bare, in place of the reference', async () => {
    for (const id of [plan().id, `pln_${plan().id.replaceAll('-', '')}`, plan().id.toUpperCase()])
      expect((await start({ pricingPlanReferenceCode: undefined, 'svc-plan-id': id })).status).toBe(200);
  });

  it('a billing or shipping address, if given, needs contactName, country, city and address; zipCode is free', async () => {
    const address = { contactName: 'A', country: 'B', city: 'C', address: 'D', zipCode: '06000' };
    expect((await start({ billingAddress: address, shippingAddress: address })).status).toBe(200);
    for (const field of ['contactName', 'country', 'city', 'address'])
      for (const kind of ['billingAddress', 'shippingAddress'])
        expect(await start({ [kind]: { ...address, [field]: undefined } })).toMatchObject({
          status: 400,
          body: { details: [{ field: `${kind}.${field}` }] },
        });
    expect((await start({ shippingAddress: { ...address, zipCode: undefined } })).status).toBe(200);
  });

  it('subscriptionInitialStatus is ACTIVE or PENDING', async () => {
    for (const subscriptionInitialStatus of ['ACTIVE', 'PENDING', undefined, null])
      expect((await start({ subscriptionInitialStatus })).status).toBe(200);
    expect(await start({ subscriptionInitialStatus: 'CANCELLED' })).toMatchObject(
      refused(400, 'invalid_request'),
    );
  });

  it('our choice: callbackUrl must be https (or loopback http when run locally), of at most 2,048 characters', async () => {
    const wrong = [
      'shop.example/done',
      'http://shop.example/',
      'javascript:alert(1)',
      'https://user:secret@shop.example/',
      'ftp://shop.example/',
      `https://shop.example/${'x'.repeat(2_028)}`,
    ];
    for (const callbackUrl of wrong)
      expect(await start({ callbackUrl }), callbackUrl).toMatchObject({
        ...refused(400, 'invalid_request'),
        body: { details: [{ field: 'callbackUrl' }] },
      });
    for (const callbackUrl of [`https://shop.example/${'x'.repeat(2_027)}`, 'http://localhost:3000/back'])
      expect((await start({ callbackUrl })).status).toBe(200);
  });

  it('our choice: an unknown plan is 404; one that is not active is 409', async () => {
    const asked = [
      { pricingPlanReferenceCode: 'nobody' },
      { pricingPlanReferenceCode: undefined, 'svc-plan-id': 'not an id' },
    ];
    for (const more of asked) expect(await start(more)).toMatchObject(refused(404, 'plan_not_found'));
    expect(await start({ pricingPlanReferenceCode: shop.plans.old!.reference })).toMatchObject(
      refused(409, 'plan_inactive'),
    );
  });

  it('our choice: fields that are not known are ignored', async () => {
    expect((await start({ colour: 'blue', nested: { a: [1] } })).status).toBe(200);
  });
});
