import type { Asked } from '../records.ts';

/** Requests that need nothing of the provider: they always succeed. */
const OWN_RECORDS = ['plans/list', 'subscribers/check', 'subscribers/get', 'subscribers/invoices'];
/** What a well-formed request about a known subscriber is never answered. */
const NEVER = [
  'invalid_request',
  'missing_identifier',
  'subscriber_not_found',
  'checkout_not_found',
  'unauthorized',
];

/** What callers should never have been answered. */
export function answerViolations(journal: readonly Asked[]): string[] {
  return [...journal.filter((one) => !isBesideUnknown(one, journal)).flatMap(singly), ...twins(journal)];
}

/** A plan change whose outcome nobody knows stands in the way of another one for so long. */
const UNKNOWN_FOR_MS = 61_000;

/** Whether a plan change, or its preview, was refused because an earlier one of its shop, which had no answer, may be under way. */
const isBesideUnknown = ({ shop, route, code, at }: Asked, journal: readonly Asked[]): boolean =>
  (route === 'subscribers/change-plan' || route === 'subscribers/preview-change') &&
  code === 'concurrent_change' &&
  journal.some(
    (one) =>
      one.shop === shop &&
      one.route === 'subscribers/change-plan' &&
      one.code === 'payment_outcome_unknown' &&
      one.at <= at &&
      at - one.at < UNKNOWN_FOR_MS,
  );

/** The same request twice at one moment gets one answer, unless the provider answered them differently. */
function twins(journal: readonly Asked[]): string[] {
  const pairs = Map.groupBy(
    journal.filter(({ twin }) => twin !== undefined),
    ({ twin }) => twin,
  );
  return [...pairs.values()].flatMap((pair) => {
    const [one, other] = pair;
    if (!one || !other || one.provoked || other.provoked) return [];
    const same = one.status === other.status && one.code === other.code;
    return same
      ? []
      : [
          `step ${one.step}: ${one.route} twice at once: ${one.status} ${one.code} and ${other.status} ${other.code}`,
        ];
  });
}

function singly(asked: Asked): string[] {
  const what = wrongWith(asked);
  const { step, route, status, code, at } = asked;
  return what === undefined
    ? []
    : [`step ${step}, ${new Date(at).toISOString()}: ${route} ${status} ${code}: ${what}`];
}

function wrongWith({
  step,
  route,
  status,
  code,
  provoked,
  contested,
  body,
  sent,
  expected,
  isStruck,
}: Asked): string | undefined {
  if (isStruck) return status === 500 && code !== 'internal_error' ? 'a failure of another shape' : undefined;
  if (expected !== undefined)
    return status === expected || provoked ? undefined : `${expected} was to be expected`;
  if (step === Infinity && code === 'subscriber_not_found') return undefined; // whether it is to be known is asked elsewhere
  // Where our own look-up came between, a purchase waits for what it finds.
  const isLookedUp =
    contested && route === 'checkout/initialize-direct' && code === 'payment_outcome_unknown';
  if (status >= 500 && !provoked && !isLookedUp) return 'unprovoked';
  if (status === 500) return 'a fault of ours';
  if (code === 'concurrent_change' && !contested) return 'nobody else asked';
  const isErased = route === 'subscribers/correct-customer' && code === 'subscriber_not_found';
  if (NEVER.includes(code) && !isErased) return 'the request was in order';
  if (OWN_RECORDS.includes(route) && status !== 200) return 'our own records were asked for';
  if (route === 'checkout/callback' && status === 303) {
    const { entered, kind } = sent as { entered: boolean; kind: string };
    if (kind === 'purchase' && !entered && body.status === 'success') return 'nobody had paid';
  }
  if (route === 'checkout/callback' && status === 303 && !provoked) {
    const { paid, kind } = sent as { paid: boolean; kind: string };
    const isLate = kind === 'card' && code === 'form_expired';
    if (paid && !isLate && body.status !== 'success') return 'the customer had paid';
  }
  return undefined;
}
