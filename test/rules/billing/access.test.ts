import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { personAccess, subscriptionAccess, type PersonAccess } from '../../../lib/billing/access.ts';
import { givesAccess, viewAt } from '../../../lib/billing/current-state.ts';
import { SUBSCRIPTION_STATUSES, type Subscription } from '../../../lib/billing/subscription.ts';
import { DAY, END, PLAN, START, subscription } from './given.ts';

const WINDOW = { min: START - 5 * DAY, max: END + 40 * DAY };
const moment = fc.integer(WINDOW);
const moments = fc.array(moment, { minLength: 1, maxLength: 6 });
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null });

const schedule = fc.record({
  retryDays: fc.constantFrom([], [1], [1, 3, 6, 10, 16, 24]),
  then: fc.constantFrom('cancel' as const, 'keep' as const),
});
const recovery = fc.record({ dueAt: moment, failures: moments, schedule }).map((owed) => ({
  ...{ order: 'order', attempts: [], asked: [], undated: [], isRunning: false },
  ...{ decline: { code: null, means: 'soft' as const }, ...owed },
}));

/** Any record, also those that no story brings about. */
const anySubscription: fc.Arbitrary<Subscription> = fc
  .record({
    status: fc.constantFrom(...SUBSCRIPTION_STATUSES),
    periodEnd: maybe(moment),
    failure: maybe(fc.record({ graceEndsAt: maybe(moment) })),
    nextPlan: maybe(moment.map((from) => ({ plan: { ...PLAN, id: 'plan-2', reference: 'other' }, from }))),
    cancellation: maybe(
      fc.record({
        at: fc.constant(START),
        accessUntil: maybe(moment),
        by: fc.constantFrom('pay' as const, 'svc' as const),
        progress: fc.constantFrom('scheduled' as const, 'sent' as const, 'confirmed' as const),
      }),
    ),
    recovery: maybe(recovery),
    beganWithTrial: fc.boolean(),
  })
  .map(({ failure, status, ...fields }) =>
    subscription({
      ...fields,
      status,
      ...(failure && FAILED),
      ...failure,
      endedAt: status === 'CANCELLED' || status === 'EXPIRED' ? START : null,
    }),
  );

/** A payment that failed as the period began. */
const FAILED = { failedOrder: 'order', failedAt: START, failedDueAt: START } as const;

const planNow = ({ plan: { id } }: Subscription) => ({
  id,
  lookupKey: id,
  features: { seats: id.length, [id]: true as const },
});
const whatIsSaid = ({ access, until, because, plan, features }: PersonAccess) =>
  JSON.stringify({ access, until, because, plan, features });

describe('What is said of a person', () => {
  it('stays the same until `changesAt`, as long as there is no news', () => {
    fc.assert(
      fc.property(fc.array(anySubscription, { maxLength: 3 }), moment, moments, (all, now, later) => {
        const first = personAccess(all, planNow, now);
        const end = first.changesAt ?? Infinity;
        for (const at of [...later, end - 1].filter((one) => one >= now && one < end && Number.isFinite(one)))
          expect(whatIsSaid(personAccess(all, planNow, at))).toBe(whatIsSaid(first));
      }),
      { numRuns: 10_000 },
    );
  });

  it('is believed for a day at most, never beyond `changesAt`, and a minute without access', () => {
    fc.assert(
      fc.property(fc.array(anySubscription, { maxLength: 3 }), moment, (all, now) => {
        const { access, changesAt, validUntil } = personAccess(all, planNow, now);
        expect(validUntil).toBeGreaterThan(now);
        expect(validUntil).toBeLessThanOrEqual(
          Math.min(now + (access ? DAY : 60_000), changesAt ?? Infinity),
        );
      }),
      { numRuns: 10_000 },
    );
  });

  it('has of texts that of the plan paid longest, which one on trial is not', () => {
    const named = ({ plan: { id } }: Subscription) => ({ id, lookupKey: null, features: { support: id } });
    const on = (id: string, more: Partial<Subscription>) => subscription({ plan: { ...PLAN, id }, ...more });
    const [newer, older] = [on('newer', { firstStart: START + DAY }), on('older', {})];
    const begun = { firstStart: START - DAY, periodStart: START - DAY };
    const trial = on('trial', { ...begun, beganWithTrial: true, firstOrder: null });
    const supportOf = (...all: Subscription[]) => personAccess(all, named, START + 2 * DAY).features.support;
    expect([supportOf(newer, older), supportOf(trial, newer), supportOf(trial)]).toEqual([
      'older',
      'newer',
      'trial',
    ]);
  });

  it('of a failed payment is what every other answer says of its grace', () => {
    fc.assert(
      fc.property(anySubscription, moment, (one, now) => {
        const view = viewAt(one, now);
        fc.pre(view.status === 'PAYMENT_FAILED');
        expect(givesAccess(view)).toBe(subscriptionAccess(view).access);
      }),
      { numRuns: 10_000 },
    );
  });

  it('never is that access lasts beyond an end which a cancellation was answered with', () => {
    fc.assert(
      fc.property(anySubscription, moment, (one, now) => {
        const end = one.cancellation?.accessUntil ?? Infinity;
        const { access, until } = subscriptionAccess(viewAt(one, now));
        if (access)
          expect(now < end && (until ?? Infinity) <= Math.max(end, one.graceEndsAt ?? -Infinity)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['paid', {}, START, 'paid'],
    ['paid, and the renewal is not read yet', {}, END + 1, 'paid'],
    ['on trial', { beganWithTrial: true }, START, 'trial'],
    ['cancelled on trial', { beganWithTrial: true, cancellation: { at: START, accessUntil: END, by: 'pay', progress: 'scheduled' } }, START, 'cancelled_still_paid'],
    ['in grace', { status: 'PAYMENT_FAILED', ...FAILED, graceEndsAt: END }, START, 'grace'],
    ['failed without grace', { status: 'PAYMENT_FAILED' }, START, 'not_paid'],
    ['pending', { status: 'PENDING', periodStart: null, periodEnd: null }, START, 'waiting'],
    ['expired', { status: 'EXPIRED', endedAt: START }, END, 'ended'],
  ] as const)('has its reason: %s', (_, fields, now, because) => {
    expect(subscriptionAccess(viewAt(subscription(fields), now)).because).toBe(because);
  }); // prettier-ignore
});
