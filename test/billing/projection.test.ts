import { describe, expect, it } from 'vitest';
import { stateByLineage, type Lineage, type StateByLineage } from '../faults/walks/by-lineage.ts';
import { atProvider, DAY, END, NOW, order, PLAN, START } from './given.ts';

const first = order({ reference: 'order-1', start: START, end: END, paidAt: START });
const renewal = order();
const failed = order({
  planReference: PLAN.reference,
  status: 'FAILED',
  failures: [END + 5, END + DAY],
  paidAt: null,
});
const waiting = order({ status: 'WAITING', paidAt: null });
const OTHER = { ...PLAN, id: 'plan-2', reference: 'other plan', graceDays: 3 };
const FEBRUARY = { periodStart: END, periodEnd: renewal.end };
const replaced = (more = {}) => atProvider([first], { isReplaced: true, ...more });
/** What took its place: another plan, chosen within the first period. */
const successor = (orders: Parameters<typeof atProvider>[0], more = {}) =>
  atProvider(orders, {
    reference: 'pay-2',
    planReference: OTHER.reference,
    createdAt: START + DAY,
    startAt: START + DAY,
    ...more,
  });
const cancelled = (by: 'pay' | 'svc', accessUntil: number | null = END) => ({
  cancellation: { at: START + DAY, by, accessUntil },
});
const its = (orders: Parameters<typeof atProvider>[0], more = {}) => ({ current: atProvider(orders, more) });
const planOf = (reference: string) => [PLAN, OTHER].find((one) => one.reference === reference);

const ACTIVE: StateByLineage = {
  status: 'ACTIVE',
  periodStart: START,
  periodEnd: END,
  graceEndsAt: null,
  accessUntil: null,
  planReference: PLAN.reference,
  nextOrderAt: null,
};

const states: readonly [
  what: string,
  known: Partial<Lineage>,
  state: Partial<StateByLineage>,
  now?: number,
][] = [
  ['its first period', its([first]), {}],
  ['a paid renewal', its([first, renewal]), FEBRUARY],
  ['a period paid before it begins', its([first, renewal]), FEBRUARY, START + DAY],
  ['an order that waits', its([first, waiting]), { nextOrderAt: END }],
  [
    'a failed renewal, with the grace days from its first failure',
    its([first, failed], { status: 'UNPAID' }),
    { status: 'PAYMENT_FAILED', graceEndsAt: END + 5 + 7 * DAY },
  ],
  [
    'a failed order of a reference that was replaced since, while an earlier payment lasts',
    { earlier: [replaced({ orders: [first, failed] })], current: successor([]) },
    { planReference: OTHER.reference },
    START + 2 * DAY,
  ],
  ['a failed renewal that was paid later', its([first, { ...failed, status: 'PAID' }]), FEBRUARY],
  [
    'an older failed renewal that was paid after the newer one had failed',
    its([first, order({ start: END - DAY, end: END, failures: [END - DAY], paidAt: END + 2 * DAY }), failed]),
    { periodStart: END - DAY },
  ],
  [
    'another plan whose charge failed after a later period of the first one was paid',
    {
      earlier: [atProvider([first, renewal], { isReplaced: true })],
      current: successor([order({ ...failed, planReference: OTHER.reference, start: END - DAY })], {
        status: 'UNPAID',
      }),
    },
    {
      ...FEBRUARY,
      status: 'PAYMENT_FAILED',
      planReference: OTHER.reference,
      graceEndsAt: END + 5 + 3 * DAY,
    },
  ],
  [
    'an order of the next plan that failed before its period, with the grace days of that plan',
    {
      earlier: [replaced()],
      current: successor([order({ ...failed, planReference: OTHER.reference, failures: [END - DAY] })], {
        startAt: END,
        status: 'UNPAID',
      }),
    },
    { status: 'PAYMENT_FAILED', graceEndsAt: END - DAY + 3 * DAY },
    END - 1,
  ],
  [
    'a failed renewal after another plan was chosen in our records alone, with its grace days',
    { ...its([first, failed], { status: 'UNPAID' }), ownPlan: { planReference: OTHER.reference, at: END } },
    { status: 'PAYMENT_FAILED', planReference: OTHER.reference, graceEndsAt: END + 5 + 3 * DAY },
  ],
  [
    'one that has not begun',
    its([], { status: 'PENDING' }),
    { status: 'PENDING', periodStart: null, periodEnd: null },
  ],
  ['a trial', its([], { trialEnd: START + DAY }), { periodEnd: START + DAY }],
  [
    'a trial that had begun before another plan was chosen, until that is paid',
    { earlier: [atProvider([], { isReplaced: true, trialEnd: END })], current: successor([]) },
    { planReference: OTHER.reference },
  ],
  [
    'another plan at once',
    { earlier: [replaced()], current: successor([order({ start: START + DAY, end: END + DAY })]) },
    { planReference: OTHER.reference, periodStart: START + DAY, periodEnd: END + DAY },
  ],
  [
    'another plan with the next period',
    { earlier: [replaced()], current: successor([], { startAt: END }) },
    {},
    END - 1,
  ],
  [
    'another plan once that period has begun',
    { earlier: [replaced()], current: successor([], { startAt: END }) },
    { planReference: OTHER.reference },
    END,
  ],
  [
    'a coming plan that another one was chosen instead of, before it began',
    {
      earlier: [replaced(), successor([], { startAt: END, isReplaced: true })],
      current: atProvider([], { reference: 'pay-3', createdAt: START + 2 * DAY, startAt: END + DAY }),
    },
    {},
    END,
  ],
  [
    'a coming plan that a cancellation prevents',
    { earlier: [replaced()], current: successor([], { startAt: END }), ...cancelled('pay') },
    { accessUntil: END },
  ],
  [
    'another plan, chosen after the end of access',
    {
      earlier: [replaced()],
      current: successor([], { createdAt: END, startAt: END }),
      ...cancelled('svc'),
    },
    { status: 'CANCELLED', accessUntil: END },
    END + 1,
  ],
  [
    'a plan chosen in our records alone, after the change at the provider',
    {
      earlier: [replaced()],
      current: successor([], { startAt: END }),
      ownPlan: { planReference: PLAN.reference, at: START + 2 * DAY },
    },
    {},
  ],
  [
    'a plan chosen in our records alone, before the change at the provider',
    { earlier: [replaced()], current: successor([]), ownPlan: { planReference: PLAN.reference, at: START } },
    { planReference: OTHER.reference },
  ],
  ['a cancellation, before the end', { ...its([first]), ...cancelled('svc') }, { accessUntil: END }, END - 1],
  ['one that the provider has not heard of', { ...its([first]), ...cancelled('pay') }, { accessUntil: END }],
  [
    'one that the provider has carried out, at the end',
    { ...its([first], { status: 'CANCELLED' }), ...cancelled('pay') },
    { status: 'CANCELLED', accessUntil: END },
    END,
  ],
  [
    'one in our records alone, at the end',
    { ...its([first]), ...cancelled('svc') },
    { status: 'CANCELLED', accessUntil: END },
    END,
  ],
  [
    'a period paid after a cancellation at the provider: it lasts as long',
    { ...its([first, renewal]), ...cancelled('pay') },
    { ...FEBRUARY, accessUntil: renewal.end },
  ],
  [
    'a period paid after the end of one in our records alone: it does not count',
    { ...its([first, renewal]), ...cancelled('svc') },
    { status: 'CANCELLED', accessUntil: END },
  ],
  [
    'a failed renewal after the end of one in our records alone: it is not owed',
    { ...its([first, failed]), ...cancelled('svc') },
    { accessUntil: END },
    END - 1,
  ],
  [
    'a failed renewal that is paid after one in our records alone, which ended it at once',
    {
      ...its([first, { ...renewal, failures: [END + 5], paidAt: END + DAY }]),
      cancellation: { at: END + 10, by: 'svc', accessUntil: END + 10 },
    },
    { ...FEBRUARY, status: 'CANCELLED', accessUntil: renewal.end },
    END + DAY,
  ],
  [
    'a failed order that the provider gave up with the cancellation: what was paid for is still given',
    { ...its([first, failed], { status: 'CANCELLED' }), ...cancelled('pay') },
    { accessUntil: END },
    END - 1,
  ],
  ['an end by itself', its([first], { status: 'EXPIRED' }), { status: 'EXPIRED' }],
];

describe('What a subscription is follows from what is wanted and what is observed', () => {
  it.each(states)('%s', (_, known, state, now = NOW) => {
    const all = { earlier: [], current: atProvider([first]), cancellation: null, ownPlan: null, planOf };
    expect(stateByLineage({ ...all, ...known }, now)).toEqual({ ...ACTIVE, ...state });
  });
});
