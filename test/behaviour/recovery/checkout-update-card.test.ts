import { beforeAll, describe, expect, it } from 'vitest';
import { key } from '../../../lib/table/schema.ts';
import { anyText, like, SVC_ID, UUID } from '../../support/world/expecting.ts';
import {
  advanceToRenewal,
  behave,
  CARDS,
  comeBack,
  control,
  DAY,
  HOUR,
  ledger,
  locationOf,
  MINUTE,
  moveToPlan,
  statusOf,
  subscribe,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { makeTenant, payForm } from '../../support/world/tenant.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();
let member: Member;
beforeAll(async () => {
  member = await subscribe(world, shop);
});

const callbackUrl = 'https://shop.example/card?from=mail';
const open = (body: Record<string, unknown>) =>
  shop.call('checkout/update-card', { body: { callbackUrl, ...body } });
const pair = (one: Member) => ({
  subscriptionReferenceCode: one.reference,
  customerReferenceCode: one.customerReference,
});

describe('spec: POST /checkout/update-card', () => {
  it('starts a hosted session by svc-id or by the provider pair, and answers exactly the fields of the specification', async () => {
    for (const named of [{ 'svc-id': member.svcId }, pair(member)])
      expect(await open(named)).toMatchObject({
        status: 200,
        body: {
          status: 'success',
          token: anyText,
          checkoutFormContent: like(/<script/),
          tokenExpireTime: 1800,
          paymentPageUrl: like(/\/checkout\/page\?token=/),
          svcId: member.svcId,
        },
      });
  });

  it('accepts an older reference, and refuses a pair of two subscribers and an unknown one', async () => {
    const [moved, other] = [await subscribe(world, shop), await subscribe(world, shop)];
    await moveToPlan(shop, moved, 'plus');
    expect(await open(pair(moved))).toMatchObject({ status: 200, body: { svcId: moved.svcId } });
    const unknown = { status: 404, body: { error: 'subscriber_not_found' } };
    for (const body of [
      { ...pair(member), customerReferenceCode: other.customerReference },
      { ...pair(member), subscriptionReferenceCode: 'x' },
      { 'svc-id': 'sub_x' },
    ])
      expect(await open(body)).toMatchObject(unknown);
  });

  it('our choice: one that has ended is 409 already_ended; one that the provider leaves as it is, not_active in its words', async () => {
    const [ended, waiting] = [await subscribe(world, shop), await subscribe(world, shop)];
    await control(world, `/subscriptions/${ended.reference}/expire`, {});
    await shop.call('subscribers/cancel', { body: { 'svc-id': ended.svcId } });
    await world.advance(40 * DAY);
    expect(await open({ 'svc-id': ended.svcId })).toMatchObject({
      status: 409,
      body: { error: 'already_ended' },
    });
    await control(world, `/subscriptions/${waiting.reference}/cancel`, {});
    expect(await open({ 'svc-id': waiting.svcId })).toMatchObject({
      status: 409,
      body: { error: 'not_active', providerErrorCode: anyText },
    });
  });

  it('after the customer finishes, the flow returns to the callback URL; our choice: a failed order is then retried once', async () => {
    const failing = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, failing.reference);
    await world.advance(MINUTE);
    const { token } = (await open({ 'svc-id': failing.svcId })).body;
    await payForm(world, String(token));
    const [back, again] = [await comeBack(world, String(token)), await comeBack(world, String(token))];
    expect(back.status).toBe(303);
    expect(back.headers.location).toContain('https://shop.example/card?from=mail&status=success&');
    expect(Object.fromEntries(locationOf(back).searchParams)).toMatchObject({
      subscriptionReference: failing.reference,
      customerReference: failing.customerReference,
      planReference: shop.plans.basic!.reference,
      svcSubscriptionId: failing.svcId,
      svcCustomerId: SVC_ID.customer,
      clientReferenceId: UUID,
    });
    expect(again.headers.location).toBe(back.headers.location);
    await world.advance(MINUTE);
    expect(await statusOf(shop, failing)).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, failing)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_FAIL_TO_RENEW',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    const mine = (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === failing.email);
    expect(mine.map(({ status }) => status)).toEqual(['SUCCESS', 'FAILED', 'SUCCESS']);
  });

  it('our choice: what becomes of the failed order is learned within minutes, though nobody tells of it and the provider takes no more requests just then', async () => {
    const quiet = await makeTenant(world);
    await behave(world, quiet, { dropNotifications: true });
    const failing = await subscribe(world, quiet, { card: CARDS.refusedLater });
    await advanceToRenewal(world, failing.reference);
    await world.advance(3 * HOUR);
    const { body } = await quiet.call('checkout/update-card', { body: { callbackUrl, ...pair(failing) } });
    await payForm(world, String(body.token));
    await behave(world, quiet, { limitNext: 1, path: '/retry' });
    await comeBack(world, String(body.token));
    // A silence and the look after a retry take a minute each, and each waits for the next beat of the sweep.
    await world.advance(5 * MINUTE);
    expect(eventNamesOf(world, quiet, failing).slice(1)).toEqual([
      'DID_FAIL_TO_RENEW',
      'DID_RENEW/BILLING_RECOVERY',
    ]);
  });

  it('our choice: after a retry of unknown outcome, entering a card again retries again', async () => {
    const failing = await subscribe(world, shop, { card: CARDS.refusedLater });
    await advanceToRenewal(world, failing.reference);
    await world.advance(MINUTE);
    const enter = async () => {
      const { token } = (await open(pair(failing))).body;
      await payForm(world, String(token));
      await comeBack(world, String(token));
      await world.advance(5 * MINUTE);
      return statusOf(shop, failing);
    };
    await behave(world, shop, { failNext: 1, path: '/retry' });
    expect([await enter(), await enter()]).toEqual(['PAYMENT_FAILED', 'ACTIVE']);
    expect(
      (await ledger(world, shop)).filter(({ customerEmail }) => customerEmail === failing.email),
    ).toHaveLength(3);
  });

  it('our choice: the same clientReferenceId gets the same form; with another body it is refused with 422', async () => {
    const ask = { 'svc-id': member.svcId, clientReferenceId: 'card 1' };
    const first = await open(ask);
    expect((await open(ask)).body).toEqual(first.body);
    expect(await open({ ...ask, callbackUrl: 'https://shop.example/other' })).toMatchObject({
      status: 422,
      body: { error: 'reference_reused' },
    });
  });

  it.each([
    ['expired', () => world.clock.advanceTo(world.clock.now() + 1_800_000)],
    ['was erased', (token: string) => world.table.apply({ delete: key.form(token) })],
  ])('our choice: opens another form for it once the first %s', async (clientReferenceId, ends) => {
    const fresh = await subscribe(world, shop);
    const ask = { 'svc-id': fresh.svcId, clientReferenceId };
    const first = await open(ask);
    await ends(String(first.body.token));
    const second = await open(ask);
    expect([second.status, second.body.token === first.body.token]).toEqual([200, false]);
    expect((await open(ask)).body).toEqual(second.body);
  });

  it('our choice: gives one form to several requests at once', async () => {
    const ask = { 'svc-id': (await subscribe(world, shop)).svcId, clientReferenceId: 'together' };
    const answers = await Promise.all([open(ask), open(ask), open(ask)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
  });
});
