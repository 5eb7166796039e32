import { describe, expect, it } from 'vitest';
import { planChanges } from '../../../lib/table/subscribers/plans.ts';
import { openShop } from '../../support/world/opened.ts';
import {
  behave,
  CARDS,
  comeBack,
  control,
  DAY,
  directBody,
  HOUR,
  ledger,
  someone,
  subscribe,
} from '../../support/world/shop.ts';
import { checkoutBody, GOOD_CARD, makeTenant, payForm } from '../../support/world/tenant.ts';
import { servePaying } from '../../support/world/paying.ts';

const { world } = await openShop();
const shop = await makeTenant(world, {
  plans: [{ name: 'basic' }, { name: 'plus', price: '200.00' }, { name: 'other', product: 'another' }],
});

const hosted = (email: string, plan: string, more: Record<string, unknown> = {}, of = shop) =>
  of.call('checkout/initialize', { body: checkoutBody(of.plans[plan]!, { email, ...more }) });
const direct = (email: string, plan: string, more: Record<string, unknown> = {}, of = shop) =>
  of.call('checkout/initialize-direct', { body: directBody(of.plans[plan]!, { email, ...more }) });

const inProgress = { status: 409, body: { error: 'purchase_in_progress' } };

describe.each([
  ['POST /checkout/initialize', hosted],
  ['POST /checkout/initialize-direct', direct],
] as const)('spec: %s, our choice: ifActive', (_, buy) => {
  it('refuse answers 409 with the live subscription of the product, and begins nothing', async () => {
    const member = await subscribe(world, shop, { plan: shop.plans.basic! });
    const charges = (await ledger(world, shop)).length;
    for (const plan of ['basic', 'plus'])
      expect(await buy(member.email, plan, { ifActive: 'refuse' })).toMatchObject({
        status: 409,
        body: { error: 'already_subscribed', svcId: member.svcId },
      });
    expect(await ledger(world, shop)).toHaveLength(charges);
    expect((await buy(member.email, 'other', { ifActive: 'refuse' })).status).toBe(200);
    expect((await buy(someone(), 'basic', { ifActive: 'refuse' })).status).toBe(200);
  });

  it('refuse stands in the way of the same plan alone where the product of none is known', async () => {
    const own = await makeTenant(world, { plans: [{ name: 'basic' }, { name: 'plus', price: '200.00' }] });
    for (const plan of Object.values(own.plans))
      await world.table.write(planChanges(own.tenant.id, { ...plan, productReference: null }));
    const member = await subscribe(world, own, { plan: own.plans.basic! });
    const status = async (plan: string) =>
      (await buy(member.email, plan, { ifActive: 'refuse' }, own)).status;
    expect([await status('basic'), await status('plus')]).toEqual([409, 200]);
  });

  it('allow, the default, sells another; what has ended stands in nobody’s way; anything else is 400', async () => {
    const member = await subscribe(world, shop, { plan: shop.plans.basic! });
    expect((await buy(member.email, 'basic')).status).toBe(200);
    const former = await subscribe(world, shop, { plan: shop.plans.basic! });
    await control(world, `/subscriptions/${former.reference}/expire`, {});
    await world.advance(33 * DAY);
    expect((await buy(former.email, 'basic', { ifActive: 'refuse' })).status).toBe(200);
    expect(await buy(former.email, 'basic', { ifActive: 'maybe' })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'ifActive' }] },
    });
  });

  it('refuse answers 409 purchase_in_progress while nobody knows what became of a charge for the product', async () => {
    const email = someone();
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    expect((await direct(email, 'basic')).status).toBe(504);
    for (const plan of ['basic', 'plus'])
      expect(await buy(email, plan, { ifActive: 'refuse' })).toMatchObject(inProgress);
    expect((await buy(email, 'other', { ifActive: 'refuse' })).status).toBe(200);
    expect((await buy(someone(), 'basic', { ifActive: 'refuse' })).status).toBe(200);
    await world.advance(HOUR);
    expect(await buy(email, 'basic', { ifActive: 'refuse' })).toMatchObject({
      status: 409,
      body: { error: 'already_subscribed' },
    });
  });

  it('refuse is nobody’s hindrance once a charge or a form is certainly unpaid, nor while a form is merely open', async () => {
    const email = someone();
    const card = { ...GOOD_CARD, cardNumber: CARDS.noMoney };
    expect((await direct(email, 'basic', { paymentCard: card })).status).toBe(402);
    expect((await direct(email, 'basic', { gsmNumber: '+905555555555' })).status).toBe(400);
    expect((await hosted(email, 'basic')).status).toBe(200);
    expect((await buy(email, 'basic', { ifActive: 'refuse' })).status).toBe(200);
  });

  it('refuse answers 409 purchase_in_progress where somebody came back from a form of which the provider says nothing', async () => {
    const email = someone();
    const { token } = (await hosted(email, 'plus')).body;
    await payForm(world, String(token));
    servePaying(world, () => ({ readForm: async () => ({ ok: false, is: 'timeout' }) }));
    await comeBack(world, String(token));
    world.serve();
    expect(await buy(email, 'basic', { ifActive: 'refuse' })).toMatchObject(inProgress);
    await comeBack(world, String(token));
    expect(await buy(email, 'basic', { ifActive: 'refuse' })).toMatchObject({
      body: { error: 'already_subscribed' },
    });
  });
});

describe('spec: POST /checkout/initialize-direct, our choice: ifActive: refuse at the same moment', () => {
  it.each(['somebody new', 'a customer'])('charges %s once', async (who) => {
    const email = someone();
    if (who === 'a customer') await hosted(email, 'basic');
    await behave(world, shop, { latencyMs: 20 });
    const before = (await ledger(world, shop)).length;
    const answers = await Promise.all(
      ['basic', 'plus', 'basic', 'plus'].map((plan) => direct(email, plan, { ifActive: 'refuse' })),
    );
    await behave(world, shop, { latencyMs: 0 });
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const { status, body } of answers)
      if (status === 409) expect(body.error).toMatch(/^(purchase_in_progress|already_subscribed)$/);
    expect(await ledger(world, shop)).toHaveLength(before + 1);
  });
});

describe('spec: POST /checkout/initialize-direct, our choice: a reference', () => {
  it('belongs to all of its request that is not secret', async () => {
    const email = someone();
    const ask = { clientReferenceId: 'order 1' };
    const first = await direct(email, 'basic', ask);
    expect(first.status).toBe(200);
    for (const more of [
      { ifActive: 'refuse' },
      { name: 'Other' },
      { shippingAddress: ADDRESS },
      { company: COMPANY },
    ])
      expect(await direct(email, 'basic', { ...ask, ...more })).toMatchObject({
        status: 422,
        body: { error: 'reference_reused' },
      });
    const other = { identityNumber: '22222222222' };
    expect((await direct(email, 'basic', { ...ask, ...other })).body).toEqual(first.body);
  });
});

const ADDRESS = { contactName: 'A', country: 'Türkiye', city: 'İzmir', address: 'B 1' };
const COMPANY = { title: 'A Ltd.', taxNumber: '0123456789', taxOffice: 'Bornova' };
