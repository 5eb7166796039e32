import { describe, expect, it } from 'vitest';
import { anyText, like, SVC_ID } from '../../support/world/expecting.ts';
import {
  behave,
  CARDS,
  check,
  directBody,
  MINUTE,
  ledger,
  paidIn,
  someone,
  statusOf,
  eventsAbout,
} from '../../support/world/shop.ts';
import { GOOD_CARD } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({
  plans: [{ name: 'basic' }, { name: 'plus' }, { name: 'old', active: false }],
});

const plan = () => shop.plans.basic!;
const start = (body: Record<string, unknown>) => shop.call('checkout/initialize-direct', { body });
const mine = (email: string) =>
  ledger(world, shop).then((all) => all.filter((one) => one.customerEmail === email));
const eventsFor = (email: string) => eventsAbout(world, shop, email);

describe('spec: POST /checkout/initialize-direct', () => {
  it('creates a subscription immediately from card data', async () => {
    const email = someone();
    const { status, body } = await start(directBody(plan(), { email }));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      svcSubscriptionId: SVC_ID.subscription,
      svcCustomerId: SVC_ID.customer,
      svcPlanId: `pln_${plan().id.replaceAll('-', '')}`,
      data: {
        referenceCode: anyText,
        parentReferenceCode: anyText,
        pricingPlanReferenceCode: plan().reference,
        customerReferenceCode: anyText,
        subscriptionStatus: 'ACTIVE',
        createdDate: world.clock.now(),
        startDate: world.clock.now(),
        endDate: null,
      },
    });
    expect(paidIn(await mine(email))).toMatchObject([{ amount: '100.00', currency: 'TRY' }]);
    expect(await statusOf(shop, { svcId: String(body.svcSubscriptionId) })).toBe('ACTIVE');
  });

  it('takes the internal plan id in place of the reference', async () => {
    const ask = { pricingPlanReferenceCode: undefined, 'svc-plan-id': plan().id };
    expect((await start(directBody(plan(), ask))).body).toMatchObject({
      status: 'success',
      data: { pricingPlanReferenceCode: plan().reference },
    });
  });

  it('our choice: a resulting ACTIVE subscription is announced as SUBSCRIBED', async () => {
    const email = someone();
    await start(directBody(plan(), { email }));
    await world.settle();
    expect(eventsFor(email)).toMatchObject([{ type: 'SUBSCRIBED', subtype: 'INITIAL_BUY' }]);
  });

  it('starts with the requested subscriptionInitialStatus: PENDING is announced once it begins', async () => {
    const email = someone();
    const { body } = await start(directBody(plan(), { email, subscriptionInitialStatus: 'PENDING' }));
    const { referenceCode } = body.data as { referenceCode: string };
    expect(body).toMatchObject({ data: { subscriptionStatus: 'PENDING' } });
    await world.settle();
    expect(await statusOf(shop, { svcId: String(body.svcSubscriptionId) })).toBe('PENDING');
    expect(await mine(email)).toEqual([]);
    expect(eventsFor(email)).toEqual([]);
    const pay = world.app.pay({ baseUrl: world.pay.url, ...shop.credentials });
    expect(await pay.activate(referenceCode)).toMatchObject({ ok: true });
    await world.advance(60_000);
    expect(await statusOf(shop, { svcId: String(body.svcSubscriptionId) })).toBe('ACTIVE');
    expect(eventsFor(email).map(({ type }) => type)).toEqual(['SUBSCRIBED']);
  });

  it('answers 402 with the status failure and a message where the card is declined', async () => {
    const email = someone();
    const card = { ...GOOD_CARD, cardNumber: CARDS.noMoney };
    const { status, body } = await start(directBody(plan(), { email, paymentCard: card }));
    expect(status).toBe(402);
    expect(body).toMatchObject({
      status: 'failure',
      error: 'payment_refused',
      message: like(/\S/),
      providerErrorCode: '10051',
    });
    await world.settle();
    expect(eventsFor(email)).toEqual([]);
    expect(paidIn(await mine(email))).toEqual([]);
  });

  it('our choice: after a declined card the same clientReferenceId may be tried again', async () => {
    const email = someone();
    const ask = { email, clientReferenceId: `order ${email}` };
    const declined = { ...GOOD_CARD, cardNumber: CARDS.noMoney };
    expect((await start(directBody(plan(), { ...ask, paymentCard: declined }))).status).toBe(402);
    expect((await start(directBody(plan(), ask))).status).toBe(200);
    expect(paidIn(await mine(email))).toHaveLength(1);
  });

  it('our choice: the same clientReferenceId and body get the first answer and charge once', async () => {
    const email = someone();
    const body = directBody(plan(), { email, clientReferenceId: `twice ${email}` });
    const first = await start(body);
    const again = await start(body);
    expect(first.status).toBe(200);
    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(paidIn(await mine(email))).toHaveLength(1);
  });

  it('our choice: the same clientReferenceId with another body is refused with 422', async () => {
    const reference = `other ${someone()}`;
    await start(directBody(plan(), { clientReferenceId: reference }));
    const other = await start(directBody(plan(), { clientReferenceId: reference }));
    expect(other).toMatchObject({ status: 422, body: { error: 'reference_reused' } });
  });

  it.each([
    ['both are answered', {}],
    ['both outcomes have to be looked up', { loseAnswerNext: 2 }],
  ])('our choice: two purchases at once of somebody new are of one customer, where %s', async (_, how) => {
    const email = someone();
    const asked = [plan(), shop.plans.plus!].map((one) =>
      directBody(one, { email, clientReferenceId: `${one.name} ${email}` }),
    );
    await behave(world, shop, how);
    await Promise.all(asked.map(start));
    await behave(world, shop, { loseAnswerNext: 0 });
    await world.advance(20 * MINUTE);
    const both = await Promise.all(asked.map(start));
    const { svcId, id } = (await check(shop, email)).data!.customer;
    expect(both.map(({ body }) => body.svcCustomerId)).toEqual([svcId, svcId]);
    const told = eventsFor(email).map(({ data }) => data.customer);
    expect(told).toMatchObject([{ id }, { id }]);
  });
});
