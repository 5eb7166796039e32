import { describe, expect, it } from 'vitest';
import { TIME, anyText } from '../../support/world/expecting.ts';
import {
  charge,
  control,
  DAY,
  HOUR,
  MINUTE,
  statusOf,
  subscribe,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop({
  plans: [{ name: 'basic' }, { name: 'daily', interval: 'DAILY' }, { name: 'trial', trialDays: 10 }],
});

const cancel = ({ reference }: Member) =>
  shop.call('subscribers/cancel', { body: { 'pay-subscriber-reference-code': reference } });
const undoBody = (body: Record<string, unknown>) => shop.call('subscribers/undo-cancel', { body });
const undo = ({ reference }: Member) => undoBody({ 'pay-subscriber-reference-code': reference });
const ENABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_ENABLED';

async function cancelled(plan = 'basic'): Promise<{ member: Member; until: number }> {
  const member = await subscribe(world, shop, { plan: shop.plans[plan]! });
  const { data } = (await cancel(member)).body as { data: { accessUntil: string } };
  return { member, until: Date.parse(data.accessUntil) };
}

const goTo = (time: number) => world.advance(time - world.clock.now());

describe('spec: POST /subscribers/undo-cancel', () => {
  it('undoes a pending cancellation: ACTIVE, cancelAtPeriodEnd false, cancelledAt null', async () => {
    const { member, until } = await cancelled();
    const { status, body } = await undo(member);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: anyText,
      data: {
        id: member.id,
        svcId: member.svcId,
        payReference: member.reference,
        status: 'ACTIVE',
        cancelAtPeriodEnd: false,
        cancelledAt: null,
        accessUntil: new Date(until).toISOString(),
        syncedWithPay: true,
      },
    });
    expect(body.data).toMatchObject({ accessUntil: TIME });
  });

  it('our choice: it emits DID_CHANGE_RENEWAL_STATUS / AUTO_RENEW_ENABLED, and the subscription renews', async () => {
    const { member } = await cancelled();
    await undo(member);
    await world.advance(32 * DAY);
    expect(eventNamesOf(world, shop, member)).toEqual([
      'SUBSCRIBED/INITIAL_BUY',
      'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED',
      ENABLED,
      'DID_RENEW/BILLING_RECOVERY',
    ]);
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('with svc-id only updates the service’s own records', async () => {
    const { member } = await cancelled();
    expect((await undoBody({ 'svc-id': member.svcId })).body).toMatchObject({
      data: { cancelAtPeriodEnd: false, syncedWithPay: false },
    });
  });

  it('our choice: from accessUntil less 24 hours on it is refused with 409 undo_window_closed', async () => {
    const { member, until } = await cancelled();
    await world.clock.advanceTo(until - DAY);
    expect(await undo(member)).toMatchObject({ status: 409, body: { error: 'undo_window_closed' } });
    await world.clock.advanceTo(until - DAY + 1);
    expect(await undoBody({ 'svc-id': member.svcId })).toMatchObject({
      status: 409,
      body: { error: 'undo_window_closed' },
    });
  });

  it('our choice: of a period of a day the window is a tenth, 144 minutes', async () => {
    const open = await cancelled('daily');
    await world.clock.advanceTo(open.until - 144 * MINUTE - 1);
    expect((await undo(open.member)).status).toBe(200);
    const closed = await cancelled('daily');
    await world.clock.advanceTo(closed.until - 144 * MINUTE);
    expect(await undo(closed.member)).toMatchObject({ body: { error: 'undo_window_closed' } });
  });

  it('our choice: a trial counts as the period, and no charge follows a cancelled one', async () => {
    const { member, until } = await cancelled('trial');
    expect(until).toBe(world.clock.now() + 10 * DAY);
    await goTo(until + 2 * DAY);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    const { orders } = await control(world, `/subscriptions/${member.reference}`);
    expect(orders).toMatchObject([{ orderStatus: 'SUBSCRIPTION_CANCELED' }]);
  });

  it('our choice: where nothing is cancelled it is refused with 409 not_cancelled', async () => {
    const member = await subscribe(world, shop);
    expect(await undo(member)).toMatchObject({ status: 409, body: { error: 'not_cancelled' } });
  });

  it('our choice: after the end it is refused with 409 already_ended', async () => {
    const { member } = await cancelled();
    await world.advance(32 * DAY);
    expect(await undo(member)).toMatchObject({ status: 409, body: { error: 'already_ended' } });
  });

  it('our choice: no other operation ever clears a scheduled cancellation', async () => {
    const member = await subscribe(world, shop, { plan: shop.plans.daily! });
    await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    await charge(world, member.reference, 'success');
    await world.advance(HOUR);
    const again = await shop.call('subscribers/cancel', { body: { 'svc-id': member.svcId } });
    expect(again.body).toMatchObject({ data: { cancelAtPeriodEnd: true } });
    expect(eventNamesOf(world, shop, member)).not.toContain(ENABLED);
  });
});
