import { describe, expect } from 'vitest';
import { openDesk } from '../console/desk.ts';
import { USUAL_RECOVERY } from '../../../lib/billing/recovery-settings.ts';
import { NO_MESSAGES, type MessageKind } from '../../../lib/messages/kinds.ts';
import { it } from '../../support/world/fixtures.ts';
import { CARDS, control, DAY, HOUR, MINUTE, subscribe, type Member } from '../../support/world/shop.ts';
import { makeTenant, type TestTenant } from '../../support/world/tenant.ts';
import type { World } from '../../support/world/world.ts';
import { CARD, failing, shopWithMessages, toldOf } from './told.ts';

const PLANS = [
  { name: 'basic' },
  { name: 'yearly', interval: 'YEARLY' as const },
  { name: 'trial', trialDays: 14, product: 'other' },
];

/** A tenant with these kinds switched on, a yearly plan, one with a trial, and an invoicing provider. */
const shopWith = (world: World, ...on: MessageKind[]): Promise<TestTenant> =>
  makeTenant(world, {
    plans: PLANS,
    messages: { ...NO_MESSAGES, on },
    recovery: USUAL_RECOVERY,
    invoicing: on.includes('invoice_ready'),
  });

const pairOf = ({ reference }: Member) => ({ 'pay-subscriber-reference-code': reference });

/** The days after `since` on which messages left, by their subjects' kinds. */
const daysSince = (world: World, since: number) =>
  world.mails.sent.map(({ at }) => Math.floor((at - since) / DAY));

describe('A message is owed', () => {
  it('our choice: for a cancellation, and for its undoing', async ({ world }) => {
    const shop = await shopWith(world, 'cancelled', 'undone');
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: pairOf(member) });
    await world.advance(2 * MINUTE);
    await shop.call('subscribers/undo-cancel', { body: pairOf(member) });
    await world.advance(2 * MINUTE);
    expect(await toldOf(world, shop)).toEqual(['cancelled DELIVERED', 'undone DELIVERED']);
  });

  it('our choice: for none of both that is no longer so when it would be sent', async ({ world }) => {
    const shop = await shopWith(world, 'cancelled', 'undone');
    const member = await subscribe(world, shop);
    await shop.call('subscribers/cancel', { body: pairOf(member) });
    await shop.call('subscribers/undo-cancel', { body: pairOf(member) });
    await world.clock.advanceTo(world.clock.now() + 1);
    await shop.call('subscribers/cancel', { body: pairOf(member) });
    await world.advance(2 * MINUTE);
    expect((await toldOf(world, shop)).toSorted()).toEqual([
      'cancelled DELIVERED',
      'cancelled DROPPED no_longer_true',
      'undone DROPPED cancelled',
    ]);
  });

  it('our choice: for each that is announced, also for two in one moment; a customer reads one of them', async ({
    world,
  }) => {
    const shop = await shopWith(world, 'cancelled', 'undone');
    const member = await subscribe(world, shop);
    const body = pairOf(member);
    const routes = ['subscribers/cancel', 'subscribers/undo-cancel'] as const;
    for (const route of [...routes, ...routes]) expect((await shop.call(route, { body })).status).toBe(200);
    await world.advance(2 * MINUTE);
    expect((await toldOf(world, shop)).toSorted()).toEqual([
      'cancelled DROPPED undone',
      'cancelled DROPPED undone',
      'undone DELIVERED',
      'undone DROPPED one_a_day',
    ]);
    const { body: listed } = await shop.call('messages/list', {});
    const events = (listed.data as { event: { eventId: string } }[]).map(({ event }) => event.eventId);
    expect(new Set(events).size).toBe(4);
  });

  it('our choice: three days before the first charge after a trial', async ({ world }) => {
    const shop = await shopWith(world, 'trial_ending', 'renewal_ahead');
    const since = world.clock.now();
    await subscribe(world, shop, { plan: shop.plans.trial! });
    await world.advance(14 * DAY);
    expect(daysSince(world, since)).toEqual([11]);
    expect(await toldOf(world, shop)).toEqual(['trial_ending DELIVERED']);
  });

  it('our choice: a week before a renewal of six months or more, unless it was cancelled, and of no shorter one', async ({
    world,
  }) => {
    const shop = await shopWith(world, 'renewal_ahead');
    const since = world.clock.now();
    await subscribe(world, shop, { plan: shop.plans.basic! });
    await subscribe(world, shop, { plan: shop.plans.yearly! });
    const leaving = await subscribe(world, shop, { plan: shop.plans.yearly! });
    await shop.call('subscribers/cancel', { body: pairOf(leaving) });
    await world.advance(359 * DAY);
    expect(daysSince(world, since)).toEqual([358]);
    expect((await toldOf(world, shop)).toSorted()).toEqual([
      'renewal_ahead DELIVERED',
      'renewal_ahead DROPPED cancelled',
    ]);
  });

  it('our choice: the day before the last try, where that is still to come', async ({ world }) => {
    const shop = await shopWithMessages(world, ['last_attempt']);
    await failing(world, shop);
    const since = world.clock.now();
    const desk = await openDesk(world, shop, 'support');
    expect((await desk.get('sent-messages')).text).toContain('Sent on that day, if it still applies then.');
    await world.advance(30 * DAY);
    expect(daysSince(world, since)).toEqual([22]);
    expect((await desk.get('sent-messages')).text).not.toContain('if it still applies');
  });

  it('our choice: the day before the last try by the settings of that day', async ({ world }) => {
    const shop = await shopWithMessages(world, ['last_attempt']);
    await failing(world, shop);
    const since = world.clock.now();
    await world.advance(2 * DAY);
    await shop.call('account/set-recovery', { body: { retryDays: [1, 3, 30], then: 'keep' } });
    await world.advance(34 * DAY);
    expect(daysSince(world, since)).toEqual([28]);
    expect(await toldOf(world, shop)).toEqual([
      'last_attempt DROPPED no_longer_true',
      'last_attempt DELIVERED',
    ]);
  });

  it('our choice: for a document that is there, and for money given back', async ({ world }) => {
    const shop = await shopWith(world, 'invoice_ready', 'refunded');
    const member = await subscribe(world, shop);
    await world.advance(HOUR);
    const { body } = await shop.call('subscribers/invoices', { query: { 'svc-id': member.svcId } });
    const [invoice] = body.data as { id: string }[];
    const desk = await openDesk(world, shop, 'finance');
    expect((await desk.get('invoices')).text).toMatch(/<a href="[^"]+"[^>]*>PDF<\/a>/);
    await shop.call('invoices/refund', { body: { 'invoice-id': invoice!.id } });
    await world.advance(HOUR);
    expect((await toldOf(world, shop)).toSorted()).toEqual(['invoice_ready DELIVERED', 'refunded DELIVERED']);
  });

  it('our choice: to a customer once a day of a kind, whatever the schedule does', async ({ world }) => {
    const shop = await shopWithMessages(world, ['payment_failed']);
    const member = await failing(world, shop);
    const [first] = world.mails.sent;
    const other = await subscribe(world, shop, { email: member.email });
    await control(world, `/subscriptions/${other.reference}/card`, { cardNumber: CARDS.noMoney });
    await control(world, `/subscriptions/${other.reference}/charge`, {
      outcome: 'failure',
      errorCode: '10051',
    });
    await world.advance(3 * MINUTE);
    expect(world.mails.sent).toEqual([first]);
    expect((await toldOf(world, shop)).at(-1)).toBe('payment_failed DROPPED one_a_day');
    expect(CARD.refused).toBe(CARDS.noMoney);
  });
});
