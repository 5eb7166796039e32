import { describe, expect } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { it as test } from '../../support/world/fixtures.ts';
import {
  behave,
  CARDS,
  control,
  DAY,
  directBody,
  ledger,
  MINUTE,
  paidIn,
  someone,
  subscribe,
  HOUR,
  eventNamesOf,
} from '../../support/world/shop.ts';
import { checkoutBody, type TestTenant, makeTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { keyed, direct, card } from './keyed-requests.ts';

const it = test.extend('email', () => someone());
const charges = async (world: World, shop: TestTenant) => paidIn(await ledger(world, shop)).length;

describe('spec: Idempotency-Key', () => {
  it('our choice: the same key and body replay the stored answer, and say so', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email });
    const first = await direct(shop, body);
    const again = await direct(shop, Object.fromEntries(Object.entries(body).reverse()));
    expect(first.status).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'x-request-id': expect.any(String) as unknown,
    });
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: it is stored for 24 hours, then the key is free again', async ({ world, shop, email }) => {
    const body = checkoutBody(shop.plans.basic!, { email });
    const ask = () => shop.call('checkout/initialize', { body, headers: keyed('form') });
    const first = await ask();
    await world.clock.advanceTo(world.clock.now() + DAY - 1);
    expect((await ask()).body.token).toBe(first.body.token);
    await world.clock.advanceTo(world.clock.now() + 1);
    const later = await ask();
    expect(later.body.token).not.toBe(first.body.token);
    expect(later.headers).not.toHaveProperty('idempotent-replayed');
  });

  it('our choice: the same key with another body is refused with 422', async ({ shop, email }) => {
    await direct(shop, directBody(shop.plans.basic!, { email }));
    const other = await direct(shop, directBody(shop.plans.plus!, { email }));
    expect(other).toMatchObject({ status: 422, body: { error: 'idempotency_key_reused' } });
    const otherRoute = await shop.call('checkout/initialize', {
      body: checkoutBody(shop.plans.basic!, { email }),
      headers: keyed('one'),
    });
    expect(otherRoute.body.error).toBe('idempotency_key_reused');
  });

  it('our choice: while the first request is still running it waits, and is refused with 409 in the end', async ({
    world,
    shop,
    email,
  }) => {
    await behave(world, shop, { latencyMs: 1_500 });
    const body = directBody(shop.plans.basic!, { email });
    const [first, second] = await Promise.all([direct(shop, body), direct(shop, body)]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const refused = first.status === 409 ? first : second;
    expect(refused.body.error).toBe('operation_in_progress');
    expect(refused.headers['retry-after']).toBe('1');
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: a crashed request can be repeated after a minute, and never charges twice', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email });
    const began = world.clock.now();
    const first = await direct(shop, body, 'died');
    await world.table.apply({ update: key.idempotency(shop.tenant.id, 'died'), set: { state: 'RUNNING' } });
    await world.clock.advanceTo(began + MINUTE - 1);
    const waiting = await direct(shop, body, 'died');
    expect(waiting).toMatchObject({ status: 409, body: { error: 'operation_in_progress' } });
    await world.clock.advanceTo(began + MINUTE);
    expect(await direct(shop, body, 'died')).toMatchObject({ status: 200, body: first.body });
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: after a lost answer the same key finds the outcome, with one charge', async ({
    world,
    shop,
    email,
  }) => {
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    const body = directBody(shop.plans.basic!, { email });
    expect((await direct(shop, body)).body.error).toBe('payment_outcome_unknown');
    expect((await direct(shop, body)).body.error).toBe('operation_in_progress');
    await world.advance(2 * MINUTE);
    expect((await direct(shop, body)).status).toBe(200);
    expect((await direct(shop, body)).headers['idempotent-replayed']).toBe('true');
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: a charge of unknown outcome is not repeated under its key, also after more than 24 hours', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email });
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    expect((await direct(shop, body)).body.error).toBe('payment_outcome_unknown');
    await world.clock.advanceTo(world.clock.now() + DAY);
    expect((await direct(shop, body)).body.error).toBe('operation_in_progress');
    await world.advance(2 * MINUTE);
    expect((await direct(shop, body)).status).toBe(200);
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: after a declined card the same key accepts another card', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email });
    expect((await direct(shop, { ...body, paymentCard: card(CARDS.noMoney) })).status).toBe(402);
    expect((await direct(shop, body)).status).toBe(200);
    expect(await charges(world, shop)).toBe(1);
  });

  it.for<[string, Record<string, unknown>, number]>([
    ['the field is wrong', { email: 'nobody' }, 400],
    ['the provider does not take the field', { gsmNumber: '+905555555555' }, 400],
    ['the plan is unknown', { pricingPlanReferenceCode: 'x' }, 404],
  ])(
    'our choice: a request refused because of its input began nothing: %s',
    async ([_what, wrong, status], { world, shop, email }) => {
      const body = directBody(shop.plans.basic!, { email });
      const refused = await direct(shop, { ...body, ...wrong });
      expect(refused.status).toBe(status);
      const corrected = await direct(shop, body);
      expect(corrected.status).toBe(200);
      expect(corrected.headers).not.toHaveProperty('idempotent-replayed');
      expect(await charges(world, shop)).toBe(1);
    },
  );

  it('our choice: a request that the provider refused because of its input began nothing under its clientReferenceId either', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email, clientReferenceId: 'order-1' });
    const declined = { ...body, paymentCard: card(CARDS.noMoney) };
    expect((await direct(shop, declined)).status).toBe(402);
    expect((await direct(shop, { ...body, name: 'Can' }, 'two')).body.error).toBe('reference_reused');
    expect((await direct(shop, { ...body, paymentCard: card('999999999999') })).status).toBe(400);
    expect((await direct(shop, { ...body, gsmNumber: '+905555555555' })).status).toBe(400);
    expect((await direct(shop, body)).status).toBe(200);
    const { body: again } = await shop.call('checkout/initialize-direct', { body });
    expect(again.status).toBe('success');
    expect(await charges(world, shop)).toBe(1);
  });

  it('our choice: a refusal that can never become a success is final', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    await control(world, `/subscriptions/${member.reference}/expire`, {});
    await world.advance(33 * DAY);
    const cancel = { body: { 'svc-id': member.svcId }, headers: keyed('late') };
    const first = await shop.call('subscribers/cancel', cancel);
    const again = await shop.call('subscribers/cancel', cancel);
    expect(first).toMatchObject({ status: 409, body: { error: 'already_ended' } });
    expect(again).toMatchObject({ status: 409, text: first.text });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });
});

describe('spec: Idempotency-Key', () => {
  it('our choice: it is taken on PUT and DELETE too, and makes one event', async ({ world, shop }) => {
    const member = await subscribe(world, shop);
    const cancel = { body: { 'svc-id': member.svcId }, headers: keyed('cancel') };
    const undo = { body: { 'svc-id': member.svcId }, headers: keyed('undo') };
    const change = {
      body: { 'svc-subscriber-id': member.svcId, 'svc-plan-id': shop.plans.plus!.id },
      headers: keyed('change'),
    };
    for (let time = 0; time < 2; time++) {
      const answers = [
        await shop.call('subscribers/cancel', cancel),
        await shop.call('subscribers/undo-cancel', undo),
        await shop.call('subscribers/change-plan', change),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toHaveLength(4);
  });

  it('our choice: a replay of events until now is started once, whenever it is repeated', async ({
    world,
    shop,
  }) => {
    const replay = { body: { from: '2026-01-01' }, headers: keyed('replay') };
    const { body } = await shop.call('events/replay', replay);
    await world.advance(HOUR);
    expect(await shop.call('events/replay', replay)).toMatchObject({
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
      body,
    });
  });

  it('our choice: neither card nor national id is stored, not even hashed', async ({
    world,
    shop,
    email,
  }) => {
    const body = directBody(shop.plans.basic!, { email });
    await direct(shop, { ...body, identityNumber: '98765432109', paymentCard: card(CARDS.good) });
    const other = await direct(shop, {
      ...body,
      identityNumber: '12345678901',
      paymentCard: card('4543590000000006'),
    });
    expect(other.headers['idempotent-replayed']).toBe('true');
    const kept = world.written.filter((written) => written.includes('#Y#')).join();
    expect(kept).toContain('fingerprint');
    for (const secret of ['98765432109', CARDS.good]) expect(kept).not.toContain(secret);
  });

  it('our choice: keys belong to a tenant, and are 1 to 255 visible characters', async ({
    world,
    shop,
    email,
  }) => {
    const other = await makeTenant(world);
    await direct(shop, directBody(shop.plans.basic!, { email }));
    const body = directBody(other.plans.basic!, { email });
    const theirs = await other.call('checkout/initialize-direct', { body, headers: keyed('one') });
    expect(theirs.status).toBe(200);
    for (const right of ['!', '~', '{"a":1}', 'x'.repeat(255)])
      expect((await direct(shop, { ...body, email: someone() }, right)).body.error).toBe('plan_not_found');
    for (const wrong of ['', ' x', 'x ', 'with space', 'ü', 'xü', 'üx', '\u007f', 'x\n', 'x'.repeat(256)])
      expect(await direct(shop, directBody(shop.plans.basic!), wrong)).toMatchObject({
        status: 400,
        body: { error: 'invalid_request', details: [{ field: 'Idempotency-Key' }] },
      });
  });

  it('our choice: without the header nothing is read or written for it', async ({ world, shop, email }) => {
    const before = world.written.length;
    await shop.call('checkout/initialize', { body: checkoutBody(shop.plans.basic!, { email }) });
    const written = world.written.slice(before);
    const owner = /"pk":"([A-Z])#/;
    // The use of the key, a token of the limit taken twice (the first try finds no window), then the checkout's own three
    // and its place among the customer's purchases.
    expect(written.map((change) => owner.exec(change)?.[1])).toEqual(['L', 'L', 'L', 'C', 'C', 'T', 'T']);
    expect(written.join()).not.toContain('#Y#');
  });

  it('our choice: every function that accepts it may store an answer', () => {
    const taking = ROUTES.filter(({ methods }) => methods.some((method) => method !== 'GET'));
    const keyed = taking.filter(({ caller }) => caller === 'tenant');
    expect(keyed.filter(({ table }) => table !== 'write').map(({ name }) => name)).toEqual([]);
    expect(keyed.length).toBeGreaterThan(10);
  });
});
