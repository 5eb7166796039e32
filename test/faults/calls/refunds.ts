import { startComparisons } from '../../../lib/comparison/start-comparisons.ts';
import { key } from '../../../lib/table/schema.ts';
import type { Behave } from '../../../sandbox/acct/behaviour.ts';
import type { Behaviour } from '../../../sandbox/pay/behaviour.ts';
import { cardRefusedLater } from '../../../sandbox/pay/cards.ts';
import { REFUND_TRUTHS } from '../../../sandbox/pay/refund-truths.ts';
import { RETRY_TRUTHS } from '../../../sandbox/pay/retry-truths.ts';
import { TRUTHS } from '../../../sandbox/pay/truths.ts';
import { behave, CARDS, control, DAY, HOUR, ledger, MINUTE, paidIn } from '../../support/world/shop.ts';
import type { Member } from '../walks/records.ts';
import { fillForm, returnFrom } from '../walks/steps/buy.ts';
import { openCardForm, perform } from '../walks/steps/manage.ts';
import { meetCharge, subscribed, type Cast, type Flow } from './flows.ts';

/** What was paid: a purchase by some card, or a renewal that was refused with a code before, and how it was paid in the end. */
type Charge =
  | { readonly is: 'purchase'; readonly card?: string }
  | { readonly is: 'recovered renewal'; readonly code: string; readonly by: 'a retry' | 'a new card' };

/** A charge that is given back, and what stands in the way. */
interface Scenario {
  readonly name: string;
  readonly invoicing: boolean;
  readonly charge: Charge;
  readonly waitMs: number;
  /** What is true of the payment provider while money is given back, and of the invoicing provider throughout. */
  readonly truths: Partial<Behaviour>;
  readonly documents: Behave;
  /** When somebody cancels the document in the invoicing provider's application: so long after the last request. */
  readonly cancelledByPersonMs?: number;
  /** In hundredths, one after the other: each is an amount of its own. */
  readonly requests: readonly number[];
  /** What somebody gives back in the provider's panel just before a request, if anything. */
  readonly panelBefore?: { readonly request: number; readonly cents: number | 'everything' };
}

const [ONE, OTHER, IN_PANEL] = [701, 1103, 501];
/** Between a request and what comes next. */
const THEN_MS = 30_000;

/** Two requests for a part of a purchase, by somebody who repeats each until there is an answer. */
const CALM: Scenario = {
  name: 'nothing in the way',
  invoicing: true,
  charge: { is: 'purchase' },
  waitMs: 10 * MINUTE,
  truths: {},
  documents: {},
  requests: [ONE, OTHER],
};

const OFFER = [
  { name: 'basic', price: '100.00' },
  { name: 'plus', price: '200.00' },
];

/** A scenario as it is played: afterwards the provider is as it should be, but for the lines that a payment has, and some nights pass. */
function flowOf(scenario: Scenario): Flow {
  const { name, invoicing, waitMs, truths, requests } = scenario;
  return {
    name,
    offer: { plans: OFFER, invoicing },
    settlesMs: 2 * HOUR,
    wrong: unlooked,
    prepare: async (cast) => {
      const { stage, shop, world, again } = cast;
      const { tenantId } = shop.tenant;
      const kept = { body: { retryDays: [], then: 'keep' } };
      await stage.ask(shop, 'account/set-recovery', kept, { expected: 200 });
      await world.table.apply({ put: { ...key.tenantListed(tenantId), id: tenantId } });
      if (Object.keys(scenario.documents).length > 0) world.acct.behave(scenario.documents);
      const invoice = await charged(cast, scenario);
      await stage.place.advance(waitMs);
      await behave(stage.place, shop.tenant, truths);
      shop.trouble.isOut = 'reporting' in truths || 'path' in truths; // it refuses, or fails, as it was told to
      again.push(() => heal(cast));
      return async () => {
        for (const [nth, cents] of requests.entries()) {
          if (nth > 0) await stage.place.advance(THEN_MS);
          await giveBack(cast, scenario, { invoice, nth, cents });
        }
        const { cancelledByPersonMs } = scenario;
        if (cancelledByPersonMs !== undefined) await cancelDocuments(cast, cancelledByPersonMs);
      };
    },
  };
}

/** Has a customer charged; answers the invoice of it. */
async function charged(cast: Cast, { charge, truths }: Scenario): Promise<string> {
  const { stage, shop } = cast;
  const isPurchase = charge.is === 'purchase';
  const member = await subscribed(
    cast,
    isPurchase ? (charge.card ?? CARDS.good) : cardRefusedLater(charge.code),
  );
  const who = { 'svc-id': member.svcId };
  if (!isPurchase) {
    await meetCharge(cast, member);
    await stage.place.advance(DAY + HOUR);
    await behave(stage.place, shop.tenant, truths);
    if (charge.by === 'a new card') await enterCard(cast, member);
    else {
      await control(stage.place, `/subscriptions/${member.references[0]}/card`, { cardNumber: CARDS.good });
      await perform(stage, shop, member, { route: 'subscribers/retry-payment', ask: { body: who } });
    }
    await stage.place.advance(2 * DAY);
  }
  const { body } = await stage.ask(shop, 'subscribers/invoices', { query: who });
  const [latest] = body.data as { id: string; status: string }[];
  if (latest?.status !== 'PAID') throw new Error(`not paid, but ${latest?.status}`);
  return latest.id;
}

async function enterCard({ stage, shop, dice }: Cast, member: Member): Promise<void> {
  const form = (await openCardForm(stage, shop, dice, member))!;
  await fillForm(stage, form, CARDS.good);
  await returnFrom(stage, shop, form);
}

/** One request, insisted on, and perhaps somebody in the panel before it. */
async function giveBack(
  { stage, shop, insist }: Cast,
  { panelBefore }: Scenario,
  { invoice, nth, cents }: { readonly invoice: string; readonly nth: number; readonly cents: number },
): Promise<void> {
  if (panelBefore?.request === nth) {
    const paid = paidIn(await ledger(stage.place, shop.tenant)).at(-1)!;
    const much = panelBefore.cents === 'everything' ? {} : { cents: panelBefore.cents };
    await control(stage.place, `/payments/${paid.paymentId}/refund`, much);
  }
  const amount = (cents / 100).toFixed(2);
  const body = { 'invoice-id': invoice, amount, clientReferenceId: `refund ${nth}` };
  await insist(() => stage.ask(shop, 'invoices/refund', { body }, { contested: true }));
}

/** Refunds of which nobody knows the outcome, and that no person has been told to look for. */
async function unlooked({ stage, shop: { headers } }: Cast): Promise<string[]> {
  const read = async (route: 'invoices/refunds' | 'reports/differences') =>
    (await stage.place.call(route, { headers, query: { limit: '100' } })).body.data as Record<
      string,
      unknown
    >[];
  const pending = (await read('invoices/refunds')).filter(({ state }) => state === 'PENDING').length;
  const left = (await read('reports/differences')).filter(({ kind }) => kind === 'refund_unconfirmed').length;
  return pending > left ? [`${pending} refunds pending, ${left} left to people`] : [];
}

async function cancelDocuments({ world }: Cast, afterMs: number): Promise<void> {
  await world.advance(afterMs);
  for (const { invoiceId } of world.acct.invoices()) {
    const sent = { method: 'POST', body: JSON.stringify({ invoiceId }) };
    await world.fetch(`${world.acct.url}/sandbox/invoices/cancel`, sent);
  }
}

/** The provider does what it should, and nights pass: two, as what one records the next one must not, and more while an outcome is open. */
async function heal(cast: Cast): Promise<void> {
  const { stage, shop, world } = cast;
  shop.trouble.isOut = false;
  const ofMerchant = `/behaviour?merchantId=${shop.tenant.credentials.merchantId}`;
  const { paymentLines } = (await control(world, ofMerchant)) as { paymentLines: 'one' | 'several' };
  await world.fetch(`${world.pay.url}/sandbox${ofMerchant}`, { method: 'DELETE' });
  await behave(world, shop.tenant, { paymentLines });
  for (let night = 0; night < 2 || (night < 4 && (await unlooked(cast)).length > 0); night++) {
    await startComparisons(stage.place.app);
    await stage.place.advance(DAY);
  }
}

/** A shop without documents asks once: all that a pair of faults can meet. */
const SHORT: Scenario = { ...CALM, invoicing: false, requests: [ONE] };

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
  requests: [10_000],
};
const RENEWAL: Scenario = {
  ...CALM,
  name: 'a renewal that was tried again',
  invoicing: false,
  charge: { is: 'recovered renewal', code: '10051', by: 'a retry' },
};

/** Every switch of the providers, and every scenario that somebody else has a hand in. */
const SWITCHES: readonly Scenario[] = [
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
    ([IN_PANEL, 'everything'] as const).map((cents): Scenario => {
      const panelBefore = { request: nth, cents };
      return { ...CALM, name: `${cents} given back in the panel before request ${nth + 1}`, panelBefore };
    }),
  ),
  {
    ...{ ...CALM, charge: { is: 'purchase', card: '5406670000000009' } },
    name: 'a card of which no bank takes a refund',
  },
  { ...CALM, name: 'within nine days', waitMs: 9 * DAY },
  { ...CALM, name: 'after 361 days', waitMs: 361 * DAY, invoicing: false },
];

/** Where no fault is part of what is true, and nobody waits for a year. */
const isPlain = ({ truths, waitMs }: Scenario): boolean => truths.path === undefined && waitMs < 300 * DAY;

const withLostAnswer = (scenario: Scenario): Scenario => ({
  ...scenario,
  name: `${scenario.name}, the answer to the refund lost`,
  truths: { ...scenario.truths, loseAnswerNext: 1, path: '/payment/refund' },
});

/** Every switch, alone and with the answer to the refund lost. */
export const ALL_SWITCHES: readonly Flow[] = [
  ...SWITCHES,
  ...SWITCHES.filter(isPlain).map(withLostAnswer),
].map(flowOf);
export const TWO_REFUNDS = flowOf(CALM);
export const ONE_REFUND = flowOf(SHORT);
