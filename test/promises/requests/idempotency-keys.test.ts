import { describe, expect } from 'vitest';
import { it as test } from '../../support/world/fixtures.ts';
import { CARDS, directBody, HOUR, someone, subscribe, eventNamesOf } from '../../support/world/shop.ts';
import { checkoutBody, makeTenant } from '../../support/world/tenant.ts';
import { ROUTES } from '../../../functions/routes.ts';
import { keyed, direct, card } from './keyed-requests.ts';

const it = test.extend('email', () => someone());

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
    for (const wrong of ['', 'with space', 'x'.repeat(256), 'ü'])
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
