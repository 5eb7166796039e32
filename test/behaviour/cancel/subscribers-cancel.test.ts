import { describe, expect, it } from 'vitest';
import { TIME, UUID, anyText } from '../../support/world/expecting.ts';
import {
  charge,
  control,
  DAY,
  HOUR,
  ledger,
  MINUTE,
  paidIn,
  statusOf,
  subscribe,
  receivedEvents,
  eventNamesOf,
  type Member,
} from '../../support/world/shop.ts';
import { openShop } from '../../support/world/opened.ts';

const { world, shop } = await openShop();

const cancel = (body: Record<string, unknown>) => shop.call('subscribers/cancel', { body });
const byPay = ({ reference }: Member) => cancel({ 'pay-subscriber-reference-code': reference });
const bySvc = ({ svcId }: Member) => cancel({ 'svc-id': svcId });
const atProvider = async ({ reference }: Member) =>
  (await control(world, `/subscriptions/${reference}`)).subscriptionStatus;
const BUY = 'SUBSCRIBED/INITIAL_BUY';
const DISABLED = 'DID_CHANGE_RENEWAL_STATUS/AUTO_RENEW_DISABLED';

describe('spec: DELETE /subscribers', () => {
  it('cancels at period end and answers the state of the cancellation', async () => {
    const member = await subscribe(world, shop);
    const now = world.clock.now();
    const { status, body } = await byPay(member);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: anyText,
      data: {
        id: member.id,
        svcId: member.svcId,
        payReference: member.reference,
        status: 'ACTIVE',
        cancelAtPeriodEnd: true,
        cancelledAt: new Date(now).toISOString(),
        accessUntil: TIME,
        syncedWithPay: true,
      },
    });
    expect(body.data).toMatchObject({ id: UUID });
  });

  it('emits DID_CHANGE_RENEWAL_STATUS / AUTO_RENEW_DISABLED', async () => {
    const member = await subscribe(world, shop);
    await byPay(member);
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, DISABLED]);
  });

  it('our choice: the cancel is held back at the provider until the buffer window opens', async () => {
    const member = await subscribe(world, shop);
    const { data } = (await byPay(member)).body as { data: { accessUntil: string } };
    const opens = Date.parse(data.accessUntil) - DAY;
    await world.advance(opens - world.clock.now() - MINUTE);
    expect(await atProvider(member)).toBe('ACTIVE');
    await world.advance(2 * MINUTE);
    expect(await atProvider(member)).toBe('CANCELED');
    expect(await statusOf(shop, member)).toBe('ACTIVE');
  });

  it('our choice: at accessUntil it becomes CANCELLED and EXPIRED is emitted once, with the status CANCELLED', async () => {
    const member = await subscribe(world, shop);
    await byPay(member);
    await world.advance(40 * DAY);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, DISABLED, 'EXPIRED']);
    const expired = receivedEvents(world, shop).find(
      ({ type, data }) => type === 'EXPIRED' && data.subscriptionId === member.id,
    );
    expect(expired?.data.status).toBe('CANCELLED');
    const charges = (await ledger(world, shop)).filter((one) => one.customerEmail === member.email);
    expect(paidIn(charges)).toHaveLength(1);
  });

  it('with svc-id only schedules it in the service’s own records, now and at the end', async () => {
    const member = await subscribe(world, shop);
    expect((await bySvc(member)).body).toMatchObject({
      data: { cancelAtPeriodEnd: true, syncedWithPay: false, status: 'ACTIVE' },
    });
    await world.advance(40 * DAY);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
    expect(await atProvider(member)).toBe('ACTIVE');
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, DISABLED, 'EXPIRED']);
  });

  it('our choice: X-Svc-Records-Only says that a change is in our records alone, also when it is answered again', async () => {
    const member = await subscribe(world, shop);
    const said = async (body: object, key: string) =>
      (await shop.call('subscribers/cancel', { body, headers: { 'idempotency-key': key } })).headers[
        'x-svc-records-only'
      ];
    const local = { 'svc-id': member.svcId };
    expect([await said(local, 'one'), await said(local, 'one')]).toEqual(['true', 'true']);
    const refused = await shop.call('subscribers/cancel', { body: { 'svc-id': 'sub_none' } });
    expect(refused).toMatchObject({ status: 404 });
    expect(refused.headers).not.toHaveProperty('x-svc-records-only');
    const told = { 'pay-subscriber-reference-code': member.reference };
    expect(await said(told, 'two')).toBeUndefined();
  });

  it('our choice: repeating a cancel answers the first one’s data and emits nothing', async () => {
    const member = await subscribe(world, shop);
    const first = await byPay(member);
    await world.advance(HOUR);
    expect((await byPay(member)).body).toEqual(first.body);
    expect((await bySvc(member)).body).toMatchObject({
      data: { cancelledAt: (first.body.data as { cancelledAt: string }).cancelledAt },
    });
    await world.settle();
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, DISABLED]);
  });

  it('our choice: a local cancel repeated with the provider’s reference is also sent to the provider', async () => {
    const member = await subscribe(world, shop);
    await bySvc(member);
    expect((await byPay(member)).body).toMatchObject({ data: { syncedWithPay: true } });
    await world.advance(40 * DAY);
    expect(await atProvider(member)).toBe('CANCELED');
    expect(eventNamesOf(world, shop, member)).toEqual([BUY, DISABLED, 'EXPIRED']);
  });

  it('our choice: on a PAYMENT_FAILED subscription the cancel is sent to the provider at once', async () => {
    const member = await subscribe(world, shop);
    await charge(world, member.reference, 'failure');
    await world.advance(31 * DAY);
    expect(await statusOf(shop, member)).toBe('PAYMENT_FAILED');
    const { body } = await byPay(member);
    expect(body).toMatchObject({
      message: 'The subscription has ended.',
      data: { cancelAtPeriodEnd: true, accessUntil: new Date(world.clock.now()).toISOString() },
    });
    expect(await atProvider(member)).toBe('CANCELED');
    await world.settle();
    expect(eventNamesOf(world, shop, member).slice(-2).sort()).toEqual([DISABLED, 'EXPIRED']);
    expect(await statusOf(shop, member)).toBe('CANCELLED');
  });

  it('our choice: a subscription that has ended is refused with 409 already_ended', async () => {
    const member = await subscribe(world, shop);
    await byPay(member);
    await world.advance(40 * DAY);
    expect(await byPay(member)).toMatchObject({ status: 409, body: { error: 'already_ended' } });
    expect(await bySvc(member)).toMatchObject({ status: 409, body: { error: 'already_ended' } });
  });

  it('keeps why somebody cancels, where they say so, for timeline and lists, and never sends it', async () => {
    const member = await subscribe(world, shop);
    const why = { reason: 'too_expensive', comment: 'Öğrenciyim,\nbütçem yetmiyor' };
    const by = { 'pay-subscriber-reference-code': member.reference };
    await shop.call('subscribers/cancel', { body: { ...by, ...why } });
    const { body } = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    const comment = 'Öğrenciyim, bütçem yetmiyor';
    expect(body.data).toMatchObject({ cancelReason: 'too_expensive', cancelComment: comment });
    const { body: timeline } = await shop.call('subscribers/timeline', { query: { 'svc-id': member.svcId } });
    const all = timeline.data as { what: string; eventId: string }[];
    const entry = all.find(({ what }) => what === 'cancelled')!;
    expect(entry).toMatchObject({ reason: 'too_expensive', comment });
    await world.settle();
    const { body: event } = await shop.call('events/get', { query: { 'event-id': entry.eventId } });
    expect(JSON.stringify((event.data as { payload: unknown }).payload)).not.toContain('too_expensive');
    await shop.call('subscribers/undo-cancel', { body: by });
    const undone = await shop.call('subscribers/get', { query: { 'svc-id': member.svcId } });
    expect(undone.body.data).toMatchObject({ cancelReason: null, cancelComment: null });
  });
});
