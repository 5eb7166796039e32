import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { REFUND_TRUTHS } from '../../../sandbox/pay/refund-truths.ts';
import { RETRY_TRUTHS } from '../../../sandbox/pay/retry-truths.ts';
import { TRUTHS } from '../../../sandbox/pay/truths.ts';
import { DAY, HOUR, MINUTE } from '../../support/world/shop.ts';
import { faultsOf, type Fault, type Plan } from '../money/service.ts';
import { placesIn } from '../money/singles.ts';
import type { Outcome, Scenario } from './scenario.ts';

const [ONE, OTHER, IN_PANEL] = [701, 1103, 501];

/** Two requests for a part of a purchase, by somebody who repeats each until there is an answer. */
export const CALM: Scenario = {
  name: 'nothing in the way',
  invoicing: true,
  charge: { is: 'purchase' },
  waitMs: 10 * MINUTE,
  truths: {},
  documents: {},
  faults: () => undefined,
  requests: [
    { cents: ONE, manner: 'eager', isNamed: true, thenMs: 30_000 },
    { cents: OTHER, manner: 'eager', isNamed: true, thenMs: 20 * MINUTE },
  ],
};

/** A fault at the n-th outside call. */
interface Strike {
  readonly at: number;
  readonly fault: Fault;
}

const planOf =
  (strikes: readonly Strike[]): Plan =>
  (n) =>
    strikes.find(({ at }) => at === n)?.fault;

/** A scenario in which these calls are struck, named after them. */
function struck(scenario: Scenario, calls: Outcome['calls'], strikes: readonly Strike[]): Scenario {
  const names = strikes.map(
    ({ at, fault }) => `${fault} at ${at}, ${calls[at]?.port ?? 'nothing'}.${calls[at]?.method ?? ''}`,
  );
  return { ...scenario, name: names.join(', then '), faults: planOf(strikes) };
}

/** Every fault at every call of a scenario that is asked for while somebody waits, or later looks what became of it. */
export function singles(
  scenario: Scenario,
  { calls }: Outcome,
  isIn: (at: number) => boolean = () => true,
): Scenario[] {
  return placesIn({ calls })
    .filter(isIn)
    .flatMap((at) => faultsOf(calls[at]!).map((fault) => struck(scenario, calls, [{ at, fault }])));
}

/** Every second fault at a call that follows a first one, also where the first one made it necessary. */
export function pairs(
  scenario: Scenario,
  [first, { calls }]: readonly [Scenario, Outcome],
  isIn: (at: number) => boolean = () => true,
): Scenario[] {
  const begun = placesIn({ calls }).findIndex((at) => first.faults(at) !== undefined);
  const [at] = placesIn({ calls }).slice(begun);
  if (begun === -1 || at === undefined) return [];
  const strike: Strike = { at, fault: first.faults(at)! };
  return placesIn({ calls })
    .slice(begun + 1)
    .filter(isIn)
    .flatMap((next) =>
      faultsOf(calls[next]!).map((fault) => struck(scenario, calls, [strike, { at: next, fault }])),
    );
}

/** A shop without documents asks once: all that a pair of faults can meet. */
export const SHORT: Scenario = { ...CALM, invoicing: false, requests: CALM.requests.slice(0, 1) };

type Truths = Partial<Behaviour>;

const each = (questions: Readonly<Record<string, readonly (string | number)[]>>): Truths[] =>
  Object.entries(questions).flatMap(([question, answers]) =>
    answers.map((answer): Truths => ({ [question]: answer })),
  );

/** Every answer to what may be true of refunds. */
const REFUND_ANSWERS: readonly Truths[] = [
  ...each(REFUND_TRUTHS),
  ...each({ reportingDelayMs: [MINUTE, 20 * MINUTE, HOUR] }),
  ...(['alreadyRefundedCode', 'aboveRestCode', 'tooOldCode', 'balanceTooSmallCode'] as const).flatMap(
    (question) => each({ [question]: ['5087', '10246', '1'] }),
  ),
  ...each({ balanceTooSmallCode: ['5087', '10246', '10220', '1'] }).map((code) => ({
    ...{ merchantBalance: 'tooSmall' as const },
    ...code,
  })),
  ...(['dropNotifications', 'duplicateNotifications', 'reducedNotifications'] as const).map((how) => ({
    ...{ deferredRefunds: 'announced' as const },
    ...{ [how]: true },
  })),
  ...each({
    deferredPayout: REFUND_TRUTHS.deferredPayout,
    deferredShown: REFUND_TRUTHS.deferredShown,
  }).flatMap((late) =>
    REFUND_TRUTHS.subscriptionPayments.map((subscriptionPayments): Truths => {
      const deferredRefunds = 'silently' as const;
      return { deferredRefunds, subscriptionPayments, ...late };
    }),
  ),
  ...each({ refundIds: REFUND_TRUTHS.refundIds }).map((ids): Truths => ({
    ...{ refundConversation: 'dropped' as const },
    ...ids,
  })),
  { failNext: 1, path: '/refund' },
  { errorNext: 1, path: '/refund' },
  { errorAfterNext: 1, path: '/refund' },
  ...TRUTHS.errorCode.map((errorCode): Truths => ({ errorCode, errorAfterNext: 1, path: '/refund' })),
  { limitNext: 1, path: '/reporting' },
  { failNext: 3, path: '/reporting' },
];

/** Every answer to what may be true of a renewal that is tried again, which is then given back. */
const RETRY_ANSWERS: readonly Truths[] = [
  ...each({ ...RETRY_TRUTHS, whileUnpaid: TRUTHS.whileUnpaid }),
  ...[6, 30, 72].map((ownRetryHours): Truths => ({ whileUnpaid: 'retriedByItself', ownRetryHours })),
  ...(['loseAnswerNext', 'errorAfterNext'] as const).map((how): Truths => ({
    [how]: 1,
    path: '/operation/retry',
  })),
];

/** A code of each class: hard, for the customer to act on, soft, technical, ours, and one that nobody has heard of. */
const DECLINES = ['10041', '10093', '10051', '10214', '10058', '10999'] as const;

/** Every answer to what may be true of the document of what is given back. */
const DOCUMENT_ANSWERS: readonly Behave[] = [
  ...(['both', 'record', 'refused', 'untilDeadline'] as const).map((officialCancel) => ({ officialCancel })),
  ...(['sevenDays', 'none', 'past', 'withoutZone'] as const).map((cancellableUntil) => ({
    cancellableUntil,
  })),
  ...(['statusWord', 'kept', 'gone'] as const).map((cancelledDocument) => ({ cancelledDocument })),
  ...(['accepted', 'refused'] as const).map((returnInvoices) => ({ returnInvoices })),
];

const named = (scenario: Scenario, what: object): string =>
  `${scenario.name}, ${Object.entries(what)
    .map(([question, answer]) => `${question} ${answer}`)
    .join(', ')}`;

const EVERYTHING: Scenario = {
  ...CALM,
  name: 'everything given back',
  requests: [{ cents: 10_000, manner: 'eager', isNamed: true, thenMs: 20 * MINUTE }],
};
const RENEWAL: Scenario = {
  ...CALM,
  name: 'a renewal that was tried again',
  invoicing: false,
  charge: { is: 'recovered renewal', code: '10051', by: 'a retry' },
};

/** Every switch of the providers, and every scenario that somebody else has a hand in. */
export const SWITCHES: readonly Scenario[] = [
  ...REFUND_ANSWERS.map((truths) => ({ ...CALM, name: named(CALM, truths), invoicing: false, truths })),
  ...RETRY_ANSWERS.map((truths) => ({ ...RENEWAL, name: named(RENEWAL, truths), truths })),
  ...DECLINES.map((code): Scenario => {
    const charge = { is: 'recovered renewal', code, by: 'a new card' } as const;
    return { ...RENEWAL, name: `a renewal that was refused with ${code}, paid by a new card`, charge };
  }),
  ...DOCUMENT_ANSWERS.flatMap((documents) => [
    { ...CALM, name: named(CALM, documents), documents },
    { ...EVERYTHING, name: named(EVERYTHING, documents), documents },
    {
      ...{ ...EVERYTHING, documents, cancelledByPersonMs: DAY },
      name: `${named(EVERYTHING, documents)}, cancelled by a person`,
    },
  ]),
  ...[0, 1].flatMap((nth) =>
    ([IN_PANEL, 'everything'] as const).map((panelBefore): Scenario => {
      const requests = CALM.requests.map((one, at) => (at === nth ? { ...one, panelBefore } : one));
      return { ...CALM, name: `${panelBefore} given back in the panel before request ${nth + 1}`, requests };
    }),
  ),
  {
    ...{ ...CALM, charge: { is: 'purchase', card: '5406670000000009' } },
    name: 'a card of which no bank takes a refund',
  },
  { ...CALM, name: 'within nine days', waitMs: 9 * DAY },
  { ...CALM, name: 'after 361 days', waitMs: 361 * DAY, invoicing: false },
];
