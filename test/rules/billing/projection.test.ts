import { describe, expect, it } from 'vitest';
import { choiceOf, plansAt, type PlanChoice } from '../../../lib/billing/plan-in-force.ts';
import { stateAt, type Known, type KnownOrder, type State } from '../../../lib/billing/projection.ts';
import { told, withTail } from '../../../lib/billing/observed.ts';
import type { ProviderOrder, ProviderSnapshot } from '../../../lib/billing/provider-snapshot.ts';
import { SUBSCRIPTION } from '../../../lib/billing/subscription.ts';
import { unread } from '../../../lib/billing/tail.ts';
import {
  atProvider,
  cancelled,
  DAY,
  END,
  failing,
  FEBRUARY,
  NOW,
  order,
  PLAN,
  START,
  subscription,
} from './given.ts';

const first = order({ reference: 'order-1', start: START, end: END, paidAt: START });
const renewal = order();
const failed = failing([END + 5, END + DAY]);
const OTHER = 'other plan';
const graceDaysOf = ({ planReference }: KnownOrder) => (planReference === OTHER ? 3 : 7);
const its = (orders: readonly ProviderOrder[], more = {}) => ({ current: atProvider(orders, more) });
const unpaid = (orders: readonly ProviderOrder[]) => its(orders, { status: 'UNPAID' });
const replaced = (orders: readonly ProviderOrder[], more = {}) => ({
  earlier: [atProvider(orders, { isReplaced: true, ...more })],
});
/** Another plan, chosen within the first period. */
const then = (orders: readonly ProviderOrder[] = [], more = {}) =>
  its(orders, { reference: 'pay-2', createdAt: START + DAY, startAt: START + DAY, ...more });
const pay = { cancellation: cancelled('pay', { at: START + DAY }) };
const svc = { cancellation: cancelled('svc', { at: START + DAY }) };
const svcAtOnce = { cancellation: cancelled('svc', { at: END + 10, accessUntil: END + 10 }) };

const JANUARY: State = {
  ...{ status: 'ACTIVE', periodStart: START, periodEnd: END, accessUntil: null },
  ...{ failedOrder: null, failedAt: null, failedDueAt: null, graceEndsAt: null },
};
const owed = (failedAt: number, graceEndsAt: number, failedDueAt = END) =>
  ({ status: 'PAYMENT_FAILED', failedOrder: 'order-2', failedAt, failedDueAt, graceEndsAt }) as const;
const OWED = owed(END + DAY, END + 5 + 7 * DAY);

describe('What a subscription is follows from what is wanted and what is observed', () => {
  const CASES: [what: string, known: Partial<ProviderSnapshot> & Partial<Pick<Known, 'cancellation' | 'hasEnded'>>, state: Partial<State>, now?: number][] = [
    ['its first period', its([first]), {}],
    ['a paid renewal', its([first, renewal]), FEBRUARY],
    ['a period paid before it begins', its([first, renewal]), FEBRUARY, START + DAY],
    ['a failed renewal, with the grace days from its first failure', unpaid([first, failed]), OWED],
    ['a failed renewal that was paid later', its([first, { ...failed, status: 'PAID' }]), FEBRUARY],
    ['an older failed renewal that was paid after the newer one had failed',
      its([first, order({ start: END - DAY, end: END, failures: [END - DAY], paidAt: END + 2 * DAY }), failed]), { periodStart: END - DAY }],
    ['the same while the provider says that the newer one is unpaid',
      unpaid([first, order({ reference: 'order-0', start: END - DAY, end: END, failures: [END - DAY], paidAt: END + 2 * DAY }), failed]), { ...OWED, periodStart: END - DAY }],
    ['one that has not begun', its([], { status: 'PENDING' }), { status: 'PENDING', periodStart: null, periodEnd: null }],
    ['one whose plan begins later, after another that is not known', its([], { startAt: END }), { periodStart: null }, START + DAY],
    ['the same of one that is over', { ...its([], { startAt: END }), hasEnded: true }, { periodStart: null, periodEnd: null }, START + DAY],
    ['a trial', its([], { trialEnd: START + DAY }), { periodEnd: START + DAY }],
    ['a trial that had begun before another plan was chosen, until that is paid', { ...replaced([], { trialEnd: END }), ...then() }, {}],
    ['another plan at once',
      { ...replaced([first]), ...then([order({ start: START + DAY, end: END + DAY })]) },
      { periodStart: START + DAY, periodEnd: END + DAY }],
    ['a failed order of a replaced reference, while an earlier payment lasts',
      { ...replaced([first, failed]), ...then() }, {}, START + 2 * DAY],
    ['a failed order of the new plan, with its grace days, after a later period of the old one was paid',
      { ...replaced([first, renewal]), ...then([{ ...failed, planReference: OTHER, start: END - DAY }], { status: 'UNPAID' }) },
      { ...FEBRUARY, ...owed(END + DAY, END + 5 + 3 * DAY, END - DAY) }],
    ['an order of the next plan that failed before its period',
      { ...replaced([first]), ...then([failing([END - DAY])], { startAt: END, status: 'UNPAID' }) }, owed(END - DAY, END + 6 * DAY),
      END - 1],
    ['a cancellation that the provider has not heard of', { ...its([first]), ...pay }, { accessUntil: END }],
    ['one in our records alone', { ...its([first]), ...svc }, { accessUntil: END }],
    ['a period paid after one at the provider: it lasts as long',
      { ...its([first, renewal]), ...pay }, { ...FEBRUARY, accessUntil: FEBRUARY.periodEnd }],
    ['a period paid after the end of one in our records alone: it does not count',
      { ...its([first, renewal]), ...svc }, { accessUntil: END }],
    ['a failed renewal after the end of one in our records alone: it is not owed',
      { ...its([first, failed]), ...svc }, { accessUntil: END }],
    ['a failed renewal that is paid after one in our records alone, which ended it at once',
      { ...its([first, order({ failures: [END + 5], paidAt: END + DAY })]), ...svcAtOnce },
      { ...FEBRUARY, accessUntil: FEBRUARY.periodEnd }],
    ['a failed order that the provider gave up with the cancellation: what was paid for is still given',
      { ...its([first, failed], { status: 'CANCELLED' }), ...pay }, { accessUntil: END }, END - 1],
  ]; // prettier-ignore

  it.each(CASES)('%s', (_, known, state, now = NOW) => {
    const all = { earlier: [], ...its([first]), cancellation: null, graceDaysOf };
    expect(stateAt({ ...all, ...known }, now)).toEqual({ ...JANUARY, ...state });
  });

  it.each(CASES)(
    '%s, and from what is stored of it alone',
    (_, { cancellation = null, hasEnded = false, ...there }, state, now = NOW) => {
      const read = { earlier: [], ...its([first]), ...there };
      const over = hasEnded ? ({ status: 'EXPIRED', endedAt: now } as const) : {};
      const { accessUntil: __, ...expected } = { ...JANUARY, ...state, ...over };
      const refs = [...read.earlier, read.current].map((of) => unread(of, 'ACTIVE'));
      const asked = cancellation && { ...cancelled(cancellation.by), ...cancellation };
      const one = { ...subscription({ cancellation: asked, refs }), ...expected };
      const stored = SUBSCRIPTION.write(withTail(one, read, true, now));
      expect(told(SUBSCRIPTION.read(stored, one))).toMatchObject(expected);
    },
  );
});

describe('The plan in force follows from all choices', () => {
  const named = (name: string) => ({ ...PLAN, id: name, reference: name });
  const bought = { plan: PLAN, at: START };
  const there = (name: string, createdAt: number, startAt = createdAt) =>
    choiceOf(named(name), { createdAt, startAt }, { periodEnd: END });
  const here = (name: string, at: number) => ({ plan: named(name), at });
  const soon = START + DAY;

  it.each<[what: string, choices: PlanChoice[], inForce: string, follows: string | null, now: number, end?: number]>([
    ['the one that was bought', [], PLAN.id, null, NOW],
    ['another one at once', [there('plus', soon)], 'plus', null, soon],
    ['another one with the next period', [there('plus', soon, END)], PLAN.id, 'plus', END - 1],
    ['another one once that period has begun', [there('plus', soon, END)], 'plus', null, END],
    ['a coming one that another was chosen instead of, before it began',
      [there('plus', soon, END), there('gold', soon + 1, END + DAY)], PLAN.id, 'gold', END],
    ['a coming one that had begun when another was chosen', [there('plus', soon, END), there('gold', END, END + DAY)], 'plus', 'gold', END],
    ['a coming one that a cancellation prevents', [there('plus', soon, END)], PLAN.id, 'plus', END, END],
    ['one in our records alone, after a change at the provider', [there('plus', soon, END), here('gold', soon + 1)], 'gold', null, END],
    ['one at the provider, after a change in our records alone', [here('gold', soon), there('plus', soon + 1)], 'plus', null, END],
  ])('%s', (_, choices, inForce, follows, now, end = Infinity) => {
    const { plan, nextPlan } = plansAt([bought, ...choices], end, now);
    expect([plan.id, nextPlan?.plan.id ?? null]).toEqual([inForce, follows]);
  }); // prettier-ignore
});
