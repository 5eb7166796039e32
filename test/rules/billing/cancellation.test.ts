import { describe, expect, it } from 'vitest';
import {
  cancelAtPeriodEnd,
  cancelConfirmed,
  cancelIsDue,
  cancelSent,
  cancelUnconfirmed,
  end,
  endIfOver,
  isJustCancelled,
  undoClosesAt,
} from '../../../lib/billing/cancellation.ts';
import { eventOf } from '../../../lib/billing/decision.ts';
import { isRepeated } from '../../../lib/billing/last-request.ts';
import { mayHaveMissedCharges } from '../../../lib/billing/schedule.ts';
import type { Cancellation, Subscription } from '../../../lib/billing/subscription.ts';
import { UNDO, undoCancel } from '../../../lib/billing/undo-cancel.ts';
import { refused } from './decided.ts';
import { cancelled, DAY, END, ID, PLAN, START, subscription } from './given.ts';

const NOW = START + DAY;
const pay = (more: Partial<Cancellation> = {}) => ({ cancellation: cancelled('pay', more) });
const svc = (more: Partial<Cancellation> = {}) => ({ cancellation: cancelled('svc', more) });
const UNKNOWN = { periodStart: null, periodEnd: null };
/** A period was paid early, then the payment of the one before failed. */
const PAID_EARLY = { status: 'PAYMENT_FAILED', periodStart: END, periodEnd: END + 28 * DAY } as const;
const AT_ONCE = { at: NOW, accessUntil: NOW };
const OVER = { status: 'CANCELLED', endedAt: END } as const;
/** The provider is still to collect what a change of plan charges at once. */
const OWING = { planChangedAt: NOW - 1000, nextOrderAt: NOW - 1000, ...pay({ at: NOW }) };

type Row<Result> = [what: string, record: Partial<Subscription>, result: Result];
type RowAt<Result> = [what: string, record: Partial<Subscription>, now: number, result: Result];

describe('Undoing a cancellation is possible', () => {
  it.each<Row<number | null>>([
    ['until a day before the period ends', {}, END - DAY],
    ['of a day until a tenth of it is left', { periodEnd: START + DAY }, START + 0.9 * DAY],
    ['of ten days until a day is left', { periodEnd: START + 10 * DAY }, START + 9 * DAY],
    ['of a year until a day is left', { periodEnd: START + 365 * DAY }, START + 364 * DAY],
    ['of a plan by days whose beginning is unknown until a tenth of one is left',
      { periodStart: null, plan: { ...PLAN, interval: 'DAILY' } }, END - 0.1 * DAY],
    ['until no known time where the period is not known', UNKNOWN, null],
    ['until a day before the provider charges, where that comes first', { nextOrderAt: END - 5 * DAY }, END - 6 * DAY],
    ['until a day before the end where the provider charges later', { nextOrderAt: END + DAY }, END - DAY],
    ['until a day before the end where the provider does not hear of it', { nextOrderAt: END - 5 * DAY, ...svc() }, END - DAY],
    ['until a day before the end while a plan change is to be charged', OWING, END - DAY],
    ['until a day before the charge that follows a plan change', { ...OWING, nextOrderAt: NOW + 10 * DAY }, NOW + 9 * DAY],
    ['no more at once where it ends a period that was paid early', { ...PAID_EARLY, ...pay(AT_ONCE) }, NOW],
  ])('%s', (_, record, closes) => {
    expect(undoClosesAt(subscription(record))).toBe(closes);
  }); // prettier-ignore

  it('while it is not sent, where the period is not known', () => {
    const one = subscription({ ...UNKNOWN, ...pay({ accessUntil: null }) });
    expect(undoCancel(one, NOW).subscription.cancellation).toBeNull();
    expect(() => undoCancel(cancelSent(one), NOW)).toThrow(refused('undo_window_closed'));
  });

  it('no more in the millisecond in which it closes', () => {
    const early = subscription({ nextOrderAt: END - 5 * DAY, ...pay() });
    expect(undoCancel(early, END - 6 * DAY - 1).subscription.cancellation).toBeNull();
    expect(() => undoCancel(early, END - 6 * DAY)).toThrow(refused('undo_window_closed'));
  });
});

describe('A cancellation is due at the provider', () => {
  it.each<RowAt<boolean>>([
    ['not while it can be undone', pay(), END - DAY - 1, false],
    ['once it can no longer be undone', pay(), END - DAY, true],
    ['a day before it would charge', { nextOrderAt: END - 5 * DAY, ...pay() }, END - 6 * DAY, true],
    ['not for what a plan change is to charge', OWING, NOW, false],
    ['not if it is ours alone', svc(), END, false],
    ['not if it was sent', pay({ progress: 'sent' }), END, false],
    ['not if there is none', {}, END, false],
    ['at once where the period is not known', { ...UNKNOWN, ...pay({ accessUntil: null }) }, NOW, true],
    ['at once where a payment failed', { status: 'PAYMENT_FAILED', ...pay(AT_ONCE) }, NOW, true],
  ])('%s', (_, record, now, isDue) => {
    expect(cancelIsDue(subscription(record), now)).toBe(isDue);
  }); // prettier-ignore

  it('again where it has forgotten it', () => {
    expect(cancelIsDue(cancelUnconfirmed(subscription(pay({ progress: 'sent' }))), END)).toBe(true);
  });

  it.each([
    ['is ours alone', svc({ progress: 'sent' })],
    ['has ended the subscription', { ...OVER, ...pay({ progress: 'sent' }) }],
    ['was not sent', pay()],
    ['was not made', {}],
  ])('and is never forgotten there if it %s', (_, record) => {
    const before = subscription(record);
    expect(cancelUnconfirmed(before)).toBe(before);
  });
});

describe('Cancelling', () => {
  const by = (id: 'pay' | 'svc', record: Partial<Subscription>) =>
    cancelAtPeriodEnd(subscription(record), id, NOW).subscription.cancellation;

  it.each<Row<number | null>>([
    ['an active one leaves its paid period', {}, END],
    ['one whose payment failed leaves nothing', { status: 'PAYMENT_FAILED' }, NOW],
    ['one that has not begun leaves nothing', { status: 'PENDING' }, NOW],
    ['one that owes the period before one paid early leaves nothing', PAID_EARLY, NOW],
    ['one whose period is not known leaves what is not known', UNKNOWN, null],
  ])('%s', (_, record, accessUntil) => {
    expect(by('pay', record)).toEqual({ at: NOW, accessUntil, by: 'pay', progress: 'scheduled' });
  });

  it.each<Row<number | null>>([
    ['ends with what was paid for since', { ...svc(), periodEnd: END + 9 * DAY }, END + 9 * DAY],
    ['does not end before', { ...svc(), periodEnd: END - DAY }, END],
    ['ends as it was to where no period is known', { ...svc(), periodEnd: null }, END],
    ['ends as it was to where a payment failed', { ...svc(), periodEnd: END + 9 * DAY, status: 'PAYMENT_FAILED' }, END],
    ['ends at no known time as before', svc({ accessUntil: null }), null],
    ['is sent there, also if that was once read as cancelled', svc({ progress: 'confirmed' }), END],
  ])('in our records, then at the provider, %s', (_, record, accessUntil) => {
    expect(by('pay', record)).toEqual({ at: START, accessUntil, by: 'pay', progress: 'scheduled' });
  }); // prettier-ignore

  it('twice by the same id changes nothing', () => {
    for (const how of [pay(), svc()]) {
      const before = subscription(how);
      const again = cancelAtPeriodEnd(before, how.cancellation.by, NOW + 1);
      expect(again).toEqual({ subscription: before, events: [] });
    }
  });

  it.each([
    ['undone', (one: Subscription) => undoCancel(one, NOW).subscription],
    ['made the provider’s too', (one: Subscription) => cancelAtPeriodEnd(one, 'pay', NOW).subscription],
  ])('in our records, when it is %s, has the provider read for what it charged later', (_, change) => {
    const before = subscription(svc());
    const isRead = [null, END + DAY, END].map((nextOrderAt) =>
      mayHaveMissedCharges({ ...before, nextOrderAt }, change({ ...before, nextOrderAt })),
    );
    expect(isRead).toEqual([true, true, false]);
    const openReferences = ['replaced', 'pay-1'].map((reference) => ({ reference, recordedBefore: END }));
    const replaced = { ...before, nextOrderAt: END, openReferences };
    expect(mayHaveMissedCharges(replaced, change(replaced))).toBe(true);
  });
});

describe('A cancelled subscription ends', () => {
  it.each<RowAt<number | null>>([
    ['not before the provider has heard of it', pay(), END, null],
    ['not before the provider has confirmed it', pay({ progress: 'sent' }), END, null],
    ['not before its access does', pay({ progress: 'confirmed' }), END - 1, null],
    ['with its access', pay({ progress: 'confirmed' }), END, END],
    ['with its access where the provider does not hear of it', svc(), END + 1, END],
    ['at once where its period is not known', { ...UNKNOWN, ...pay({ accessUntil: null, progress: 'confirmed' }) }, NOW, NOW],
    ['not twice', { ...OVER, ...pay({ progress: 'confirmed' }) }, END + 1, null],
    ['not without a cancellation', {}, END, null],
  ])('%s', (_, record, now, endedAt) => {
    const { subscription: after, events } = endIfOver(subscription(record), now);
    if (endedAt === null) expect([after, events]).toEqual([subscription(record), []]);
    else expect([after.status, after.endedAt, events.length]).toEqual(['CANCELLED', endedAt, 1]);
  }); // prettier-ignore

  it('with one cause, whatever ends it, and with its status', () => {
    const ended = (['CANCELLED', 'EXPIRED'] as const).map((how) => end(subscription(), how, NOW).events);
    expect(ended).toMatchObject([
      [{ cause: `ended:${ID}`, type: 'EXPIRED', subtype: null, snapshot: { status: 'CANCELLED' } }],
      [{ cause: `ended:${ID}`, snapshot: { status: 'EXPIRED' } }],
    ]);
  });
});

describe('Identical requests', () => {
  const MOMENT = 5_000;

  it.each<RowAt<boolean>>([
    ['that began within the moment find it cancelled', { ...OVER, ...pay(AT_ONCE) }, NOW + MOMENT, true],
    ['that began later are refused', { ...OVER, ...pay(AT_ONCE) }, NOW + MOMENT + 1, false],
    ['are none where the other id was used', { ...OVER, ...svc(AT_ONCE) }, NOW, false],
    ['are none where it goes on', pay(), NOW, false],
    ['are none where it ended by itself', { status: 'EXPIRED' }, NOW, false],
  ])('%s', (_, record, since, isDone) => {
    expect(isJustCancelled(subscription(record), 'pay', since)).toBe(isDone);
  }); // prettier-ignore

  it('to undo find it done within the moment', () => {
    const undone = undoCancel(subscription(pay()), NOW).subscription;
    const repeated = [NOW + MOMENT, NOW + MOMENT + 1].map((since) => isRepeated(undone, UNDO, since));
    expect(repeated).toEqual([true, false]);
    expect(isRepeated(undone, 'another request', NOW)).toBe(false);
    expect(isRepeated(subscription(pay()), UNDO, NOW)).toBe(false);
  });
});

describe('What tenants are told', () => {
  it('is the subscription as it stood, and of the customer nothing but name and address', () => {
    const event = eventOf(subscription(), { cause: 'cause', type: 'DID_RENEW', at: NOW }, undefined);
    expect(event).toEqual({
      ...{ cause: 'cause', type: 'DID_RENEW', subtype: null, at: NOW, from: null, to: 'ACTIVE' },
      snapshot: {
        ...{ subscriptionId: ID, payReference: 'pay-1', customerReference: 'pay-customer' },
        ...{ planReference: 'plan reference', planName: 'Basic', status: 'ACTIVE', graceDays: 7 },
        ...{ firstStart: START, periodStart: START, periodEnd: END },
        customer: { id: 'cus-1', email: 'a@example.com', name: 'A', surname: 'B' },
      },
    });
  });

  it('is each change of somebody who cancels, undoes and cancels again', () => {
    const first = cancelAtPeriodEnd(subscription(), 'pay', NOW);
    const undone = undoCancel(first.subscription, NOW + 1);
    const second = cancelAtPeriodEnd(undone.subscription, 'pay', NOW + 2);
    const events = [first, undone, second].flatMap((decided) => decided.events);
    expect(events.map(({ cause, subtype, at }) => [cause, subtype, at])).toEqual([
      [`cancel:${ID}:1`, 'AUTO_RENEW_DISABLED', NOW],
      [`undo:${ID}:1`, 'AUTO_RENEW_ENABLED', NOW + 1],
      [`cancel:${ID}:1`, 'AUTO_RENEW_DISABLED', NOW + 2],
    ]);
  });

  it('is nothing of what the provider was told or has confirmed', () => {
    const active = subscription();
    expect([cancelSent(active), cancelConfirmed(active)]).toEqual([active, active]);
  });
});
