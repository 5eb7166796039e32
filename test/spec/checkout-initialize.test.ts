import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from '../world/expecting.ts';
import { checkoutBody, makeTenant, payForm, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;

beforeAll(async () => {
  world = await startWorld();
  shop = await makeTenant(world, { plans: [{ name: 'basic' }, { name: 'old', active: false }] });
});
afterAll(() => world.stop());

const plan = () => shop.plans.basic!;

describe('POST /checkout/initialize', () => {
  it('starts a hosted checkout and answers what the caller needs to render or redirect', async () => {
    const { status, body } = await shop.call('checkout/initialize', { body: checkoutBody(plan()) });
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
  });

  it('finishes with the callback: subscription, redirect and webhook', async () => {
    const started = await shop.call('checkout/initialize', { body: checkoutBody(plan()) });
    const token = String(started.body.token);
    expect((await payForm(world, token)).status).toBe(200);
    const back = await world.call('checkout/callback', {
      method: 'POST',
      raw: new URLSearchParams({ token }).toString(),
    });
    expect(back.status).toBe(303);
    const to = new URL(back.headers.location!);
    expect(to.origin + to.pathname).toBe('https://shop.example/done');
    expect(to.searchParams.get('status')).toBe('success');
    await world.settle();
    const [hook] = world.receiver.arrivals.filter(({ path }) => path === shop.hook);
    expect(JSON.parse(hook!.body)).toMatchObject({
      notificationType: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      attempt: 1,
    });
    const got = await shop.call('subscribers/get', {
      query: { 'svc-id': to.searchParams.get('svcSubscriptionId')! },
    });
    expect(got.body).toMatchObject({
      data: { subscriptionStatus: 'ACTIVE' },
      latestInvoice: { status: 'PAID', amount: '100.00' },
    });
  });
});
