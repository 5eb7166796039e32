import { describe, expect, it } from 'vitest';
import { disagreements, invoicedOrders } from '../../lib/billing/comparison.ts';
import { DAY, END, order, PLAN, atProvider, START, subscription } from './given.ts';

const NOW = START + 10 * DAY;
const PLUS = { ...PLAN, id: 'plan-2', reference: 'plus' };
const ended = { status: 'CANCELLED', endedAt: NOW } as const;
const cancellation = { at: START, accessUntil: END, by: 'pay', progress: 'sent' } as const;

/** What we and the provider do not agree on, in short. */
function between(
  record: Parameters<typeof subscription>[0],
  theirs: Parameters<typeof atProvider>[1],
  now = NOW,
): string[] {
  return disagreements(subscription(record), atProvider([], theirs), now).map(
    (one) => `${one.kind}: ${one.ours}, ${one.theirs}`,
  );
}

describe('Given a plan on record and one at the provider', () => {
  it('when they are the same, then nothing is to be said', () => {
    expect(between({}, {})).toEqual([]);
  });

  it('when they differ, then that is a difference, unless the other one is yet to come or either side has ended', () => {
    const theirs = { planReference: 'plus' };
    expect(between({}, theirs)).toEqual([`plan_differs: ${PLAN.reference}, plus`]);
    expect(between({ nextPlan: { plan: PLUS, from: END } }, theirs)).toEqual([]);
    expect(between({ ...ended, cancellation }, { ...theirs, status: 'CANCELLED' })).toEqual([]);
  });

  it('when the provider has put another reference in its place, then that is a difference of a live one, by the plan of now', () => {
    const theirs = { isReplaced: true } as const;
    expect(between({}, theirs)).toEqual([`plan_differs: ${PLAN.reference}, changed at the provider`]);
    expect(between({ nextPlan: { plan: PLUS, from: NOW } }, theirs)).toEqual([
      'plan_differs: plus, changed at the provider',
    ]);
    expect(between(ended, theirs)).toEqual([]);
  });
});

describe('Given a status on record and one at the provider', () => {
  it('when one side alone has ended, then that is a difference', () => {
    expect(between({}, { status: 'CANCELLED' })).toEqual(['status_differs: ACTIVE, CANCELLED']);
    expect(between(ended, {})).toEqual(['status_differs: CANCELLED, ACTIVE']);
    expect(between({ ...ended, cancellation }, {})).toEqual(['status_differs: CANCELLED, ACTIVE']);
  });

  it('when our records alone have ended and the plan was changed there, then that is still a difference', () => {
    const here = { ...cancellation, by: 'svc' } as const;
    const theirs = { isReplaced: true } as const;
    expect(between({ ...ended, cancellation: here }, theirs)).toEqual([
      'status_differs: CANCELLED, changed to another plan',
    ]);
    expect(between({ ...ended, cancellation }, theirs)).toEqual([]);
  });

  it('when the provider has ended what a cancellation leaves until the end of its period, then it is none', () => {
    expect(between({ cancellation }, { status: 'CANCELLED' })).toEqual([]);
  });

  it.each([
    ['ACTIVE', 'UNPAID', 1],
    ['PAYMENT_FAILED', 'UNPAID', 0],
    ['PAYMENT_FAILED', 'ACTIVE', 1],
    ['PENDING', 'PENDING', 0],
    ['PENDING', 'ACTIVE', 1],
  ] as const)('when they are %s and %s, then there are %i differences', (ours, theirs, count) => {
    expect(between({ status: ours }, { status: theirs })).toHaveLength(count);
  });

  it('when the period on record is over, then news is on its way, and it is none', () => {
    expect(between({}, { status: 'UNPAID' }, END - 1)).toHaveLength(1);
    expect(between({}, { status: 'UNPAID' }, END)).toEqual([]);
  });
});

describe('Given charges at the provider, those that are to have an invoice', () => {
  const now = START + 60 * DAY;
  const references = (record: Parameters<typeof subscription>[0], ...charged: ReturnType<typeof order>[]) =>
    invoicedOrders(subscription(record), atProvider(charged), now).map(({ reference }) => reference);
  const paid = (reference: string, paidAt: number, start = paidAt) =>
    order({ reference, paidAt, start, end: start + DAY });

  it('were made a day ago or earlier, and not more than 35 days ago', () => {
    expect(
      references(
        {},
        paid('too old', now - 35 * DAY - 1),
        paid('oldest', now - 35 * DAY),
        paid('newest', now - DAY),
        paid('too new', now - DAY + 1),
      ),
    ).toEqual(['oldest', 'newest']);
  });

  it('were paid', () => {
    const failed = order({ reference: 'failed', status: 'FAILED', start: now - 2 * DAY });
    expect(references({}, failed, { ...paid('unknown', now - 2 * DAY), paidAt: null })).toEqual([]);
  });

  it('were made since the subscription is known here, or are ours by what is recorded of the reference', () => {
    const createdAt = now - 5 * DAY;
    const before = paid('before', createdAt - 1);
    const since = paid('since', createdAt);
    const theirs = { createdAt, openReferences: [{ reference: 'pay-1', recordedBefore: before.start + 1 }] };
    expect(references(theirs, before, since)).toEqual(['since']);
    const ours = { createdAt, openReferences: [{ reference: 'pay-1', recordedBefore: before.start }] };
    expect(references(ours, before, since)).toEqual(['before', 'since']);
    expect(references({ createdAt, openReferences: [] }, before, since)).toEqual(['since']);
  });
});
