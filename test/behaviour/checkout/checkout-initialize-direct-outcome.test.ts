import { describe, expect } from 'vitest';
import { it as test } from '../../support/world/fixtures.ts';
import {
  behave,
  directBody,
  ledger,
  MINUTE,
  paidIn,
  someone,
  statusOf,
  receivedEvents,
} from '../../support/world/shop.ts';
import { changeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';

const it = test
  .extend('email', () => someone())
  .extend('body', ({ shop, email }) =>
    directBody(shop.plans.basic!, { email, clientReferenceId: 'order 1' }),
  );

const start = (shop: TestTenant, body: Record<string, unknown>) =>
  shop.call('checkout/initialize-direct', { body });
const PAYS = '/subscription/initialize';

describe('spec: POST /checkout/initialize-direct, when the answer of the provider is lost', () => {
  it('our choice: 504 payment_outcome_unknown, found out within two minutes, one charge, one SUBSCRIBED', async ({
    world,
    shop,
    body,
  }) => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    const lost = await start(shop, body);
    expect(lost).toMatchObject({
      status: 504,
      body: { error: 'payment_outcome_unknown', clientReferenceId: 'order 1' },
    });
    expect(await start(shop, body)).toMatchObject({ status: 409, body: { error: 'operation_in_progress' } });
    await world.advance(2 * MINUTE);
    const found = await start(shop, body);
    expect(found.status).toBe(200);
    expect(await statusOf(shop, { svcId: String(found.body.svcSubscriptionId) })).toBe('ACTIVE');
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    expect(receivedEvents(world, shop)).toMatchObject([
      {
        type: 'SUBSCRIBED',
        data: { subscriptionReference: (found.body.data as { referenceCode: string }).referenceCode },
      },
    ]);
  });

  it('our choice: "not found" is believed only after 15 minutes; the reference can then be used again', async ({
    world,
    shop,
    body,
  }) => {
    await behave(world, shop, { hangNext: 1, path: PAYS });
    expect((await start(shop, body)).body.error).toBe('payment_outcome_unknown');
    await world.advance(14 * MINUTE);
    expect((await start(shop, body)).body.error).toBe('operation_in_progress');
    await world.advance(2 * MINUTE);
    expect((await start(shop, body)).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    expect(receivedEvents(world, shop)).toHaveLength(0);
    await world.settle();
    expect(receivedEvents(world, shop)).toHaveLength(1);
  });

  it('our choice: one that is still unknown after 15 minutes, because look-ups fail, is counted for operators', async ({
    world,
    shop,
    body,
  }) => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    await start(shop, body);
    const counted = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await behave(world, shop, { failNext: 5, path: '/subscription/subscriptions' });
        await world.advance(MINUTE);
        await shop.call('plans/sync', { body: {} }); // an answer, so that the account counts as working
      }
      return world.log.filter((line) => line.includes('"OutcomesUnknown":1'));
    };
    expect(await counted(14)).toEqual([]);
    const [line = '{}'] = await counted(20);
    const { clientReferenceId } = body as { clientReferenceId: string };
    expect(JSON.parse(line)).toMatchObject({ tenant: shop.tenant.id, reference: clientReferenceId });
  });

  it('our choice: the answer names a clientReferenceId to repeat with', async ({ world, shop, body }) => {
    body = { ...body, clientReferenceId: undefined };
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    const { clientReferenceId } = (await start(shop, body)).body;
    await world.advance(2 * MINUTE);
    body = { ...body, clientReferenceId };
    expect((await start(shop, body)).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('our choice: a charge cancelled at the provider before it was found is still announced', async ({
    world,
    shop,
    body,
  }) => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    await start(shop, body);
    const pay = world.app.pay({ baseUrl: world.pay.url, ...shop.credentials });
    const made = await pay.search({ planReference: shop.plans.basic!.reference });
    expect(made.ok && (await pay.cancel(made.value[0]!.reference)).ok).toBe(true);
    await world.advance(2 * MINUTE);
    expect(receivedEvents(world, shop).map(({ type }) => type)).toEqual([
      'SUBSCRIBED',
      'DID_CHANGE_RENEWAL_STATUS',
    ]);
    await world.advance(31 * 24 * 60 * MINUTE);
    expect(receivedEvents(world, shop).at(-1)).toMatchObject({
      type: 'EXPIRED',
      data: { status: 'CANCELLED' },
    });
  });
});

/** What is wrong with the account, by the refusal that follows. */
const BROKEN: Record<string, (world: World, shop: TestTenant) => Promise<unknown>> = {
  '503 provider_unreachable': (world, shop) =>
    changeTenant(world, shop, { pay: { ...shop.tenant.pay!, baseUrl: 'http://127.0.0.1:9' } }),
  '503 provider_limited': (world, shop) => behave(world, shop, { limitNext: 2, path: PAYS }),
  '502 provider_credentials_refused': async (world, shop) => {
    const wrong = JSON.stringify({ ...shop.credentials, secretKey: 'wrong' });
    const sealed = await world.app.secrets.encrypt(shop.tenant.id, 'pay', wrong);
    return changeTenant(world, shop, { pay: { ...shop.tenant.pay!, sealed } });
  },
  '409 provider_not_configured': (world, shop) => changeTenant(world, shop, { pay: null }),
};

describe('spec: POST /checkout/initialize-direct, when the provider cannot work', () => {
  it.for(Object.entries(BROKEN))(
    'our choice: %s, twice, as its reference stays free',
    async ([refusal, breaks], { world, shop, body }) => {
      await breaks(world, shop);
      for (let twice = 0; twice < 2; twice++) {
        const { status, body: said, headers } = await start(shop, body);
        expect(`${status} ${String(said.error)}`).toBe(refusal);
        if (said.error === 'provider_limited') expect(headers['retry-after']).toBe('60');
      }
      if (!refusal.includes('limited')) return;
      expect((await start(shop, body)).status).toBe(200);
    },
  );
});
