import { beforeAll, describe, expect, it } from 'vitest';
import { anyText, like, SVC_ID, TIME, UUID } from '../../support/world/expecting.ts';
import { directBody, subscribe, type Member } from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
let member: Member;
beforeAll(async () => {
  member = await subscribe(world, shop);
});

const get = (query: Record<string, string>, who = shop) => who.call('subscribers/get', { query });

describe('spec: GET /subscribers', () => {
  it('answers the subscriber, its customer and its latest invoice with the fields of the specification and those that we add', async () => {
    expect((await get({ 'svc-id': member.svcId })).body).toEqual({
      status: 'success',
      data: {
        id: member.id,
        svcId: member.svcId,
        payReference: member.reference,
        customerReference: member.customerReference,
        planReference: shop.plans.basic!.reference,
        nextPlanReference: null,
        clientReferenceId: UUID,
        subscriptionStatus: 'ACTIVE',
        createdAt: TIME,
        cancelAtPeriodEnd: false,
        cancelledAt: null,
        cancelReason: null,
        cancelComment: null,
        accessUntil: TIME,
        currentPeriodStart: TIME,
        currentPeriodEnd: TIME,
        nextPaymentAt: TIME,
        graceEndsAt: null,
        inGracePeriod: false,
        providerTold: true,
        recovery: null,
      },
      customer: {
        id: UUID,
        name: 'Ayşe',
        surname: 'Yılmaz',
        email: member.email,
        gsmNumber: '+905350000000',
        externalId: null,
      },
      latestInvoice: {
        id: UUID,
        svcId: SVC_ID.invoice,
        invoiceNumber: like(/^INV-2026-\d{7}$/),
        status: 'PAID',
        amount: '100.00',
        currency: 'TRY',
        refundedAmount: '0.00',
        date: TIME,
        pdfUrl: null,
      },
    });
    expect(member).toMatchObject({ id: UUID, customerReference: anyText });
  });

  it('our choice: shows that a change is in our records alone', async () => {
    const { svcId } = await subscribe(world, shop);
    const change = { 'svc-subscriber-id': svcId, 'svc-plan-id': shop.plans.plus!.id };
    const changed = await shop.call('subscribers/change-plan', { body: change });
    const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
    for (const { body } of [changed, cancelled])
      expect(body.message).toContain('The payment provider was not told and goes on charging as before.');
    expect((await get({ 'svc-id': svcId })).body.data).toMatchObject({
      planReference: shop.plans.plus!.reference,
      cancelAtPeriodEnd: true,
      providerTold: false,
    });
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
});
