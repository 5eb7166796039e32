import type { ShopEvidence } from './evidence.ts';
import { DISABLED, ENABLED, type Letter } from './check-events.ts';
import { paidOf, type Family } from './families.ts';
import type { Asked } from './records.ts';

const DAY = 86_400_000;
/** The time to undo closes a day before the end of a period at most; an hour more for what was under way then. */
const TOLD_WITHIN_MS = DAY + 3_600_000;

/** Who may use what, against who paid: nobody who paid is without access, nobody who cancelled is charged afterwards. */
export function accessViolations(
  family: Family,
  all: readonly Letter[],
  asked: readonly Asked[],
  shop: ShopEvidence,
  now: number,
): string[] {
  if (family.id === undefined) return [];
  const letters = all.filter(({ data }) => data.subscriptionId === family.id);
  const found: string[] = [];
  const data = family.here.got.body.data as { subscriptionStatus: string; payReference: string };
  const status = data.subscriptionStatus;
  const { newest } = family;
  const ownEnd = cancelledHereAlone(family, letters, asked);
  const covered = coversNow(family, now);
  const lastFailed = family.charges.at(-1)?.status === 'FAILED';
  const wanted = wantedStatus(newest.subscriptionStatus, covered, lastFailed);
  if (!ownEnd && !wanted.includes(status))
    found.push(
      `status ${status}, ${newest.subscriptionStatus} at the provider${covered ? ' and paid for' : ''}`,
    );
  if (ownEnd && !['CANCELLED', ...wanted].includes(status))
    found.push(`status ${status} after a cancellation of ours`);
  if (data.payReference !== newest.referenceCode) found.push('the current reference is not the newest');
  return [...found, ...chargedAfterCancel(family, asked, shop)];
}

function coversNow({ members }: Family, now: number): boolean {
  return members.some(
    ({ orders, trialEndDate, startDate, subscriptionStatus }) =>
      (subscriptionStatus !== 'PENDING' &&
        trialEndDate !== undefined &&
        startDate <= now &&
        now < trialEndDate) ||
      orders.some(
        (order) => order.orderStatus === 'SUCCESS' && order.startPeriod <= now && now < order.endPeriod,
      ),
  );
}

/** A subscription that is cancelled while its payment has failed ends at once, whatever was paid before. */
function wantedStatus(there: string, covered: boolean, lastFailed: boolean): readonly string[] {
  switch (there) {
    case 'ACTIVE':
      return ['ACTIVE'];
    case 'UNPAID':
      return ['PAYMENT_FAILED'];
    case 'UPGRADED':
      return ['ACTIVE'];
    case 'PENDING':
      return ['PENDING'];
    case 'CANCELED':
      return covered ? (lastFailed ? ['ACTIVE', 'CANCELLED'] : ['ACTIVE']) : ['CANCELLED'];
    default:
      return ['EXPIRED', 'CANCELLED'];
  }
}

/** The cancellation that stands, if one does, was asked for by our id only, so that the provider goes on. */
function cancelledHereAlone({ svcId }: Family, letters: readonly Letter[], asked: readonly Asked[]): boolean {
  const open =
    letters.filter(({ name }) => name === DISABLED).length -
    letters.filter(({ name }) => name === ENABLED).length;
  const byUs = asked.some(
    ({ route, status, body, sent, step }) =>
      route === 'subscribers/cancel' &&
      status === 200 &&
      step !== Infinity &&
      'svc-id' in (sent as object) &&
      (body.data as { svcId: string }).svcId === svcId,
  );
  return byUs && (open > 0 || letters.length === 0);
}

/** A cancellation by the provider's reference reaches it before the next charge, unless it could not be reached then. */
function chargedAfterCancel(family: Family, asked: readonly Asked[], shop: ShopEvidence): string[] {
  const last = asked.findLast(
    ({ route, status, body, step }) =>
      ['subscribers/cancel', 'subscribers/undo-cancel'].includes(route) &&
      status === 200 &&
      step !== Infinity &&
      (body.data as { svcId: string }).svcId === family.svcId,
  );
  if (last?.route !== 'subscribers/cancel' || !('pay-subscriber-reference-code' in (last.sent as object)))
    return [];
  if (family.members.some(({ referenceCode }) => shop.forced.includes(referenceCode))) return [];
  const until = Date.parse((last.body.data as { accessUntil: string }).accessUntil);
  if (shop.troubled(until - TOLD_WITHIN_MS, until)) return [];
  const late = paidOf(family).filter(({ time }) => time >= Math.max(until, last.at));
  return late.map(
    ({ time }) =>
      `charged at ${new Date(time).toISOString()}, after a cancellation to ${new Date(until).toISOString()}`,
  );
}
