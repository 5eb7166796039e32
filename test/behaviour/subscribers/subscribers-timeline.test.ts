import { beforeAll, describe, expect } from 'vitest';
import { storedId } from '../../../lib/billing/identifiers.ts';
import { resolveIntent } from '../../../lib/checkout/resolve-intent.ts';
import { actingAs, duringInvocation } from '../../../lib/runtime/invocation.ts';
import { cancel } from '../../../lib/subscriptions/cancel.ts';
import { undoCancel } from '../../../lib/subscriptions/undo-cancel.ts';
import { findTenant } from '../../../lib/table/tenants/tenants.ts';
import { forTenant } from '../../../lib/runtime/for-tenant.ts';
import { anyText, TIME, UUID } from '../../support/world/expecting.ts';
import {
  behave,
  CARDS,
  directBody,
  someone,
  subscribe,
  type Member,
  charge,
  DAY,
  HOUR,
  nextOrder,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';
import { it } from '../../support/world/fixtures.ts';

const { world, shop } = await openShop({ chatUrl: null });
let member: Member;
let other: Member;
let requestId: string;
/** Their first renewal fails. The more there are, the surer a wrong order shows. */
const failing: Member[] = [];
beforeAll(async () => {
  const email = someone();
  member = await subscribe(world, shop, { email });
  other = await subscribe(world, shop, { email, plan: shop.plans.plus! });
  for (let nth = 0; nth < 8; nth++) failing.push(await subscribe(world, shop, { card: CARDS.refusedLater }));
  const tick = () => world.clock.advanceTo(world.clock.now() + 1_000);
  await tick();
  const cancelled = await shop.call('subscribers/cancel', { body: { 'svc-id': member.id } });
  requestId = cancelled.headers['x-request-id']!;
  await tick();
  await shop.call('subscribers/undo-cancel', { body: { 'svc-id': member.id } });
  await world.advance(32 * 86_400_000);
});

interface Entry {
  readonly id: string;
  readonly what: string;
  readonly cause: { by: string; id: string | null };
  readonly eventId: string | null;
}

async function timeline(query: Record<string, string>) {
  const { status, body } = await shop.call('subscribers/timeline', { query });
  expect(status).toBe(200);
  return body as unknown as { data: Entry[]; has_more: boolean; subscriber: unknown };
}

describe('spec: GET /subscribers/timeline', () => {
  it('shows what happened, newest first, and its cause', async () => {
    const { data, subscriber } = await timeline({ 'svc-id': member.svcId });
    expect(data.map(({ what }) => what)).toEqual(['renewed', 'undone', 'cancelled', 'subscribed']);
    expect(data[2]).toEqual({
      id: UUID,
      at: TIME,
      what: 'cancelled',
      from: expect.anything(),
      to: expect.anything(),
      reason: null,
      comment: null,
      cause: { by: 'request', id: requestId },
      eventId: data[2]!.id,
    });
    expect(data[3]!.cause).toEqual({ by: 'request', id: anyText });
    expect(subscriber).toEqual({
      id: member.id,
      svcId: member.svcId,
      subscriberId: member.reference,
      externalId: null,
    });
  });

  it('shows an end after the cancellation that brought it about at once', async () => {
    for (const { svcId } of failing) {
      await shop.call('subscribers/cancel', { body: { 'svc-id': svcId } });
      const { data } = await timeline({ 'svc-id': svcId });
      const whats = data.map(({ what }) => what);
      expect(whats).toEqual(['ended', 'cancelled', 'payment_failed', 'subscribed']);
    }
  });

  it('names the operator as the cause of a resolved unknown payment', async () => {
    await behave(world, shop, { loseAnswerNext: 1, path: '/subscription/initialize' });
    const [clientReferenceId, email] = ['looked-up', someone()];
    const body = directBody(shop.plans.basic!, { email, clientReferenceId });
    expect((await shop.call('checkout/initialize-direct', { body })).status).toBe(504);
    await resolveIntent(
      forTenant({ ...world.app, actor: { by: 'operator' } }, shop.tenant.id),
      clientReferenceId,
    );
    const { body: found } = await shop.call('subscribers/check', { query: { email } });
    const { subscription } = found.data as { subscription: { svcId: string } };
    const { data } = await timeline({ 'svc-id': subscription.svcId });
    expect(data).toMatchObject([{ what: 'subscribed', cause: { by: 'operator', id: null } }]);
  });

  it('names the customer, or which of the tenant’s people, as the cause of what they did', async () => {
    const { id, svcId } = await subscribe(world, shop, {});
    const { app } = world;
    await world.clock.advanceTo(world.clock.now() + 1_000);
    const [tenant, since] = [await findTenant(forTenant(app, shop.tenant.id)), app.clock()];
    const asked = { by: 'svc', id: storedId(id) } as const;
    const through = { by: 'key', who: 'key-1', personId: null } as const;
    await cancel(forTenant(actingAs(app, { by: 'customer', through }), tenant), asked, since);
    await world.clock.advanceTo(world.clock.now() + 1_000);
    const person = { by: 'person', who: 'person-1', personId: 'one', stillAllowed: async () => [] } as const;
    const own = duringInvocation(actingAs(app, person), { requestId: 'request-1' });
    await undoCancel(forTenant(own, tenant), asked, app.clock());
    const { data } = await timeline({ 'svc-id': svcId });
    expect(data.map(({ what, cause }) => [what, cause])).toEqual([
      ['undone', { by: 'person', id: 'request-1', who: 'person-1' }],
      ['cancelled', { by: 'customer', through: 'key', who: 'key-1', id: null }],
      ['subscribed', { by: 'request', id: anyText }],
    ]);
  });

  it('is found by the reference of the provider too, and holds nothing of the same customer’s other subscription', async () => {
    const { data } = await timeline({ 'subscriber-id': other.reference });
    expect(data.map(({ what }) => what)).toEqual(['renewed', 'subscribed']);
  });

  it('pages both ways', async () => {
    const first = await timeline({ 'svc-id': member.id, limit: '3' });
    expect([first.data.length, first.has_more]).toEqual([3, true]);
    const last = await timeline({ 'svc-id': member.id, limit: '3', starting_after: first.data[2]!.id });
    expect([last.data.map(({ what }) => what), last.has_more]).toEqual([['subscribed'], false]);
    const back = await timeline({ 'svc-id': member.id, limit: '2', ending_before: last.data[0]!.id });
    expect([back.data.map(({ what }) => what), back.has_more]).toEqual([['undone', 'cancelled'], true]);
  });

  it('refuses a cursor of another subscription, and a subscriber that is not there', async () => {
    const [entry] = (await timeline({ 'svc-id': other.id })).data;
    const wrong = await shop.call('subscribers/timeline', {
      query: { 'svc-id': member.id, starting_after: entry!.id },
    });
    expect(wrong.body.error).toBe('invalid_cursor');
    const nobody = await shop.call('subscribers/timeline', {
      query: { 'svc-id': '01900000-0000-7000-8000-000000000009' },
    });
    expect([nobody.status, nobody.body.error]).toEqual([404, 'subscriber_not_found']);
    expect((await shop.call('subscribers/timeline')).body.error).toBe('missing_identifier');
  });
});

it('spec: GET /subscribers/timeline shows a status that no event tells, after the event that told another', async ({
  world,
  shop,
  member: { svcId, reference },
}) => {
  await shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
  const { startPeriod } = await nextOrder(world, reference);
  await world.clock.advanceTo(startPeriod + HOUR); // no sweep has sent the cancellation, and the provider charged again
  await charge(world, reference, 'failure'); // and in vain for the period after that
  await world.settle();
  await world.advance(DAY);
  const { body } = await shop.call('subscribers/timeline', { query: { 'svc-id': svcId } });
  expect(body.data).toMatchObject([
    { what: 'status_taken_over', from: 'PAYMENT_FAILED', to: 'ACTIVE' },
    { what: 'payment_failed' },
    { what: 'renewed' },
    { what: 'cancelled' },
    { what: 'subscribed' },
  ]);
  const { body: read } = await shop.call('subscribers/get', { query: { 'svc-id': svcId } });
  expect(read.data).toMatchObject({ subscriptionStatus: 'ACTIVE', cancelAtPeriodEnd: true });
});
