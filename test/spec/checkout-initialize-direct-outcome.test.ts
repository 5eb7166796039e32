import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  behave,
  directBody,
  ledger,
  MINUTE,
  paidIn,
  someone,
  statusOf,
  receivedEvents,
} from '../world/shop.ts';
import { changeTenant, makeTenant, type TestTenant } from '../world/tenant.ts';
import { startWorld, type World } from '../world/world.ts';

let world: World;
let shop: TestTenant;
let email: string;
let body: Record<string, unknown>;

afterEach(() => world.stop());
beforeEach(async () => {
  world = await startWorld();
  shop = await makeTenant(world);
  email = someone();
  body = directBody(shop.plans.basic!, { email, clientReferenceId: 'order 1' });
});

const start = () => shop.call('checkout/initialize-direct', { body });
const PAYS = '/subscription/initialize';

describe('POST /checkout/initialize-direct, when the answer of the provider is lost', () => {
  it('our choice: 504 payment_outcome_unknown, found out within two minutes, one charge, one SUBSCRIBED', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    const lost = await start();
    expect(lost).toMatchObject({
      status: 504,
      body: { error: 'payment_outcome_unknown', clientReferenceId: 'order 1' },
    });
    expect(await start()).toMatchObject({ status: 409, body: { error: 'operation_in_progress' } });
    await world.advance(2 * MINUTE);
    const found = await start();
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

  it('our choice: one that never reached the provider is believed so only after 15 minutes, then may be tried again', async () => {
    await behave(world, shop, { hangNext: 1, path: PAYS });
    expect((await start()).body.error).toBe('payment_outcome_unknown');
    await world.advance(14 * MINUTE);
    expect((await start()).body.error).toBe('operation_in_progress');
    await world.advance(2 * MINUTE);
    expect((await start()).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
    expect(receivedEvents(world, shop)).toHaveLength(0);
    await world.settle();
    expect(receivedEvents(world, shop)).toHaveLength(1);
  });

  it('our choice: one that is still unknown after 15 minutes, because look-ups fail, is counted for operators', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    await start();
    const counted = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute++) {
        await behave(world, shop, { failNext: 5, path: '/subscription/subscriptions' });
        await world.advance(MINUTE);
        await shop.call('plans/sync', { body: {} }); // an answer, so that the account counts as working
      }
      return world.log.filter((line) => line.includes('"OutcomesUnknown":1')).length;
    };
    expect(await counted(14)).toBe(0);
    expect(await counted(20)).toBeGreaterThan(0);
  });

  it('our choice: an answer that makes no sense is an unknown outcome too', async () => {
    await behave(world, shop, { failNext: 1, path: PAYS });
    expect(await start()).toMatchObject({ status: 504, body: { error: 'payment_outcome_unknown' } });
  });

  it('our choice: a search that lags is waited for', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS, searchLagMs: 9 * MINUTE });
    await start();
    await world.advance(8 * MINUTE);
    expect((await start()).status).toBe(409);
    await world.advance(3 * MINUTE);
    expect((await start()).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('our choice: more than one charge that fits is left to people', async () => {
    await behave(world, shop, { loseAnswerNext: 2, path: PAYS });
    await start();
    body = { ...body, clientReferenceId: 'order 2' };
    await start();
    await world.advance(20 * MINUTE);
    expect((await start()).body.error).toBe('operation_in_progress');
    expect(world.log.join('\n')).toContain('more than one charge fits');
    expect(receivedEvents(world, shop)).toEqual([]);
  });

  it('our choice: without a clientReferenceId the answer names one to ask again with', async () => {
    body = { ...body, clientReferenceId: undefined };
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    const { clientReferenceId } = (await start()).body;
    await world.advance(2 * MINUTE);
    body = { ...body, clientReferenceId };
    expect((await start()).status).toBe(200);
    expect(paidIn(await ledger(world, shop))).toHaveLength(1);
  });

  it('our choice: a charge cancelled at the provider before it was found is still announced', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: PAYS });
    await start();
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

describe('POST /checkout/initialize-direct, when the provider cannot work', () => {
  it('our choice: 503 where it cannot be reached, and nothing is held', async () => {
    await changeTenant(world, shop, { pay: { ...shop.tenant.pay!, baseUrl: 'http://127.0.0.1:9' } });
    expect(await start()).toMatchObject({ status: 503, body: { error: 'provider_unreachable' } });
    expect(await start()).toMatchObject({ status: 503, body: { error: 'provider_unreachable' } });
  });

  it('our choice: 503 with Retry-After where it asks for fewer requests', async () => {
    await behave(world, shop, { limitNext: 1, path: PAYS });
    const limited = await start();
    expect(limited).toMatchObject({ status: 503, body: { error: 'provider_limited' } });
    expect(limited.headers['retry-after']).toBe('60');
    expect((await start()).status).toBe(200);
  });

  it('our choice: 502 where it refuses the account’s credentials', async () => {
    const sealed = await world.app.secrets.encrypt(
      shop.tenant.id,
      'pay',
      JSON.stringify({ ...shop.credentials, secretKey: 'wrong' }),
    );
    await changeTenant(world, shop, { pay: { ...shop.tenant.pay!, sealed } });
    expect(await start()).toMatchObject({ status: 502, body: { error: 'provider_credentials_refused' } });
  });

  it('our choice: 409 where the account has no payment provider', async () => {
    const bare = await makeTenant(world, { pay: null });
    const ask = { body: directBody(bare.plans.basic!) };
    expect(await bare.call('checkout/initialize-direct', ask)).toMatchObject({
      status: 409,
      body: { error: 'provider_not_configured' },
    });
  });
});
