import type { Charge, ShopEvidence } from '../evidence.ts';
import type { Span } from '../records.ts';
import type { Family } from './families.ts';

/** Our own schedule, and whoever asks for a try, waits so long after any attempt. */
const RETRY_AFTER_MS = 86_400_000;
/** A second arrival within this time is the same return, and no order is tried again sooner. */
const PAUSE_MS = 60_000;
/** So long after it was asked to the provider charges an order again. */
const ASKED_BEFORE_MS = 2_000;

/** A form for another card, and the browsers that came back from it. */
interface CardForm {
  readonly expiresFrom: number;
  readonly expiresAt: number;
  readonly returns: readonly Span[];
}

/**
 * From when on a form has an order charged again, once for each of these: from each return within its life, or from its
 * end where nobody came back. Where two returns may be a minute apart or less, they count as two.
 */
function triesOf({ expiresFrom, expiresAt, returns }: CardForm): number[] {
  const tries: Span[] = [];
  for (const one of returns.toSorted((a, b) => a.from - b.from)) {
    const last = tries.at(-1);
    if (one.from < expiresAt && (!last || one.to >= last.from + PAUSE_MS)) tries.push(one);
  }
  return tries.length > 0 ? tries.map(({ from }) => from) : [expiresFrom];
}

/**
 * Attempts to charge against what they may be for. A day after any other one a retry may be made. The provider makes one
 * of its own for each order; the panel's are known one by one; each further one is a return from a card form, or the end
 * of one that nobody came back from.
 */
export function chargeViolations(family: Family, shop: ShopEvidence): string[] {
  const forms = shop.cardForms.filter(({ svcId }) => svcId === family.svcId);
  const tries = forms.flatMap(triesOf).sort((a, b) => a - b);
  const isForced = ({ paymentId }: Charge) => shop.forced.some((one) => one.paymentId === paymentId);
  const found: string[] = [];
  const again: Charge[] = [];
  const hopeless: Charge[] = [];
  for (const attempts of Map.groupBy(
    family.charges,
    ({ orderReferenceCode }) => orderReferenceCode,
  ).values()) {
    const own = attempts.filter((one) => !isForced(one));
    if (!shop.retriesItself && !shop.hidesCodes)
      hopeless.push(...afterHardDecline(attempts).filter((one) => !isForced(one)));
    again.push(...tooEarlyToRetry(attempts, isForced).filter((one) => !isForced(one)));
    for (const [nth, { time }] of own.entries()) {
      const pause = nth > 0 ? time - own[nth - 1]!.time : Infinity;
      const isOvertaken = shop.retriesItself && pause < CARRIED_OUT_AFTER_MS;
      if (pause < PAUSE_MS && !isOvertaken) found.push(`charged again within a minute, at ${at(time)}`);
    }
  }
  const ownTries = shop.retriesItself ? again.map(({ time }) => time - ASKED_BEFORE_MS) : tries;
  found.push(
    ...withoutCause(again, ownTries, ASKED_BEFORE_MS).map(
      (time) => `charged again for no return, at ${at(time)}`,
    ),
  );
  found.push(
    ...withoutCause(hopeless, tries, 0).map((time) => `tried a card that will never work, at ${at(time)}`),
  );
  return [...found, ...activationViolations(family, tries, shop)];
}

/** Codes after which the same card is never tried again. */
const HARD = [
  '10041',
  '10043',
  '10215',
  '10057',
  '10054',
  '10229',
  '10209',
  '10217',
  '10233',
  '10201',
  '10034',
];

/** The attempts that follow one whose code says that the card will never work. */
function afterHardDecline(attempts: readonly Charge[]): Charge[] {
  const inOrder = attempts.toSorted((a, b) => a.time - b.time);
  return inOrder.slice(1).filter((_, nth) => HARD.includes(inOrder[nth]!.errorCode ?? ''));
}

/** How long after it was asked for the provider carries out a retry: the panel or the provider may make one in between. */
const CARRIED_OUT_AFTER_MS = 2_000;

/** The attempts after the first that no retry can have made: less than a day after the one before it was asked for. */
function tooEarlyToRetry(attempts: readonly Charge[], isForced: (one: Charge) => boolean): Charge[] {
  const all = attempts.toSorted((a, b) => a.time - b.time);
  const isBetween = (one: Charge, nth: number) =>
    isForced(one) && (all[nth + 1]?.time ?? Infinity) - one.time < CARRIED_OUT_AFTER_MS;
  const inOrder = all.filter((one, nth) => !isBetween(one, nth));
  return inOrder.slice(1).filter(({ time }, nth) => time - inOrder[nth]!.time < RETRY_AFTER_MS);
}

/** A subscription bought as PENDING is activated once by the checkout, by each browser that is back at the same time, and once more for each return from a card form. */
function activationViolations(
  { activations, members, here }: Family,
  tries: readonly number[],
  { pendingForms, lostActivations }: ShopEvidence,
): string[] {
  const references = members.map(({ referenceCode }) => referenceCode);
  const lost = lostActivations.filter((one) => references.some((reference) => reference === one)).length;
  const bought = (here.got.body.data as { clientReferenceId?: string } | undefined)?.clientReferenceId;
  const form = pendingForms.find(({ clientReferenceId }) => clientReferenceId === bought);
  const own = form ? Math.max(form.returns, 1) : 0;
  const most = own + tries.length + lost;
  return activations.length > most
    ? [`${activations.length} attempts to activate, of which ${most} were asked for`]
    : [];
}

/** The times of those attempts that no cause before them is left for. */
function withoutCause(attempts: readonly Charge[], causes: readonly number[], laterMs: number): number[] {
  const left = [...causes];
  return attempts
    .toSorted((a, b) => a.time - b.time)
    .flatMap(({ time }) => {
      const first = left[0];
      if (first === undefined || first > time - laterMs) return [time];
      left.shift();
      return [];
    });
}

const at = (time: number) => new Date(time).toISOString();
