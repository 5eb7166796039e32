import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyText, like, SVC_ID, TIME, UUID } from '../world/expecting.ts';
import { directBody, subscribe, type Member } from '../world/shop.ts';
import { makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;
let member: Member;

beforeAll(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
  member = await subscribe(world, shop);
});
afterAll(() => world.stop());

const get = (query: Record<string, string>, who = shop) => who.call('subscribers/get', { query });

describe('GET /subscribers', () => {
  it('answers the subscriber, its customer and its latest invoice with exactly the fields of the specification', async () => {
    expect((await get({ 'svc-id': member.svcId })).body).toEqual({
      status: 'success',
      data: {
        id: member.id,
        svcId: member.svcId,
        payReference: member.reference,
        customerReference: member.customerReference,
        planReference: shop.plans.basic!.reference,
        subscriptionStatus: 'ACTIVE',
        createdAt: TIME,
      },
      customer: {
        id: UUID,
        name: 'Ayşe',
        surname: 'Yılmaz',
        email: member.email,
        gsmNumber: '+905350000000',
      },
      latestInvoice: {
        id: UUID,
        svcId: SVC_ID.invoice,
        invoiceNumber: like(/^INV-2026-\d{7}$/),
        status: 'PAID',
        amount: '100.00',
        currency: 'TRY',
        date: TIME,
        pdfUrl: null,
      },
    });
    expect(member).toMatchObject({ id: UUID, customerReference: anyText });
  });

  it('is found by the provider’s subscription reference or by svc-id', async () => {
    const [byPay, bySvc] = [
      await get({ 'pay-subscriber-code': member.reference }),
      await get({ 'svc-id': member.svcId }),
    ];
    expect(byPay).toMatchObject({ status: 200, body: bySvc.body });
  });

  it('our choice: both are accepted if they name the same subscriber, else 400', async () => {
    const other = await subscribe(world, shop);
    const both = { 'pay-subscriber-code': member.reference, 'svc-id': member.svcId };
    expect((await get(both)).status).toBe(200);
    for (const code of [other.reference, 'nobody'])
      expect(await get({ ...both, 'pay-subscriber-code': code })).toMatchObject({
        status: 400,
        body: { error: 'identifiers_differ' },
      });
  });

  it('one of them is required', async () => {
    expect(await get({})).toMatchObject({ status: 400, body: { error: 'missing_identifier' } });
    expect(await get({ 'svc-id': '' })).toMatchObject({ status: 400, body: { error: 'missing_identifier' } });
  });

  it('latestInvoice is null where there is none', async () => {
    const body = directBody(shop.plans.basic!, { subscriptionInitialStatus: 'PENDING' });
    const { svcSubscriptionId } = (await shop.call('checkout/initialize-direct', { body })).body;
    await world.settle();
    expect((await get({ 'svc-id': String(svcSubscriptionId) })).body).toMatchObject({
      data: { subscriptionStatus: 'PENDING' },
      latestInvoice: null,
    });
  });

  it('our choice: a subscriber is there as soon as the browser is sent on', async () => {
    const fresh = await subscribe(world, shop);
    expect((await get({ 'pay-subscriber-code': fresh.reference })).status).toBe(200);
  });
});
