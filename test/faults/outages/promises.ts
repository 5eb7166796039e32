import type { Run } from './run.ts';
import { accessUntil, cancellations, EVENT_WITHIN_MS, type Exchange } from './facts.ts';
import { chargesOf, familiesOf } from './journal.ts';

const MINUTE = 60_000;
/** So long before the paid period of a day ends, the provider is to be told of a cancellation. */
const SENT_BEFORE_MS = 144 * MINUTE;
/** The provider charges a failed order so long after it was asked to. */
const RETRIED_AFTER_MS = 2_000;

/** Nobody pays for more than was asked for, and no answer says otherwise than the provider's records. */
export function money({ journal, exchanges }: Run): string[] {
  const families = familiesOf(journal);
  const perCustomer = Map.groupBy(families, ({ who }) => who);
  const twice = [...perCustomer]
    .filter(([, own]) => own.length > 1)
    .map(([who]) => `${who}: subscribed twice`);
  const charges = families.flatMap(chargesOf).filter(({ succeeded }) => succeeded);
  const perOrder = Map.groupBy(charges, ({ order }) => order.referenceCode);
  const doubled = [...perOrder]
    .filter(([, own]) => own.length > 1)
    .map(([order]) => `${order}: charged twice`);
  const paid = journal.ledger.filter(({ kind, status }) => kind === 'order' && status === 'SUCCESS');
  const promised = exchanges
    .filter(({ route, status }) => route === 'checkout/initialize-direct' && status === 200)
    .filter(({ who }) => !perCustomer.has(who))
    .map(({ who }) => `${who}: told to have bought, but has not`);
  const ledger =
    paid.length === charges.length ? [] : [`${paid.length} payments for ${charges.length} orders`];
  return [...twice, ...doubled, ...promised, ...ledger];
}

/** In an outage a request is refused in words of ours, and with a status that says to come again. */
export function answers({ exchanges, begins, ends, inside }: Run): string[] {
  return exchanges.flatMap((one) => {
    const { at, status, text, route, body } = one;
    const what = `${route} answered ${status} ${JSON.stringify(body.error)}`;
    if (text.includes(inside)) return [`${what} with words of the inside`];
    if (status < 500) return [];
    if (status === 500) return [what];
    if (at < begins || at > ends) return [`${what} in good weather`];
    return isFailureShape(one) || isPageOfReturn(one) ? [] : [`${what} not as a failure`];
  });
}

/** A browser that comes back from a form gets a page, which says that what was sent is being checked. */
const isPageOfReturn = ({ route, text }: Exchange): boolean =>
  route === 'checkout/callback' && text.startsWith('<!doctype html>');

function isFailureShape({ body }: Exchange): boolean {
  const { status, error, message, errorCode, errorMessage } = body;
  return (
    status === 'failure' &&
    Boolean(error) &&
    error === errorCode &&
    Boolean(message) &&
    message === errorMessage
  );
}

/** A cancellation whose time to be sent came in the outage has reached the provider soon after. */
export function sentCancellations({ journal, exchanges, ends, statusesAfter }: Run): string[] {
  return familiesOf(journal).flatMap(({ who, members }) => {
    const undone = exchanges.some(
      (one) => one.who === who && one.route === 'subscribers/undo-cancel' && one.status === 200,
    );
    const cancelled = cancellations(who, exchanges).find(({ asked }) => !('svc-id' in asked));
    if (!cancelled || undone || cancelled.at > ends) return [];
    if (accessUntil(cancelled) - SENT_BEFORE_MS > ends) return [];
    const status = statusesAfter.get(members.at(-1)!.referenceCode);
    return status === 'CANCELED' ? [] : [`${who}: cancelled, but ${status ?? 'unknown'} at the provider`];
  });
}

/**
 * For who came back with a new card, the provider is soon asked to charge again what failed. Where it may not have
 * answered just that request, it is not asked again: no failed attempt is to be answered by two retries.
 */
export function newCards({ journal, exchanges, begins, ends, unanswered }: Run): string[] {
  if (unanswered) return [];
  return familiesOf(journal).flatMap((family) => {
    const mine = exchanges.filter(({ who }) => who === family.who);
    if (!mine.some(({ route, status }) => route === 'checkout/update-card' && status === 200)) return [];
    const returned = mine.findLast(({ route, status }) => route === 'checkout/callback' && status === 303);
    if (!returned || returned.at < begins) return [];
    const by = Math.max(returned.at, ends) + EVENT_WITHIN_MS + RETRIED_AFTER_MS;
    const charged = chargesOf(family).some(({ nth, succeeded, at }) => nth > 0 && succeeded && at <= by);
    return charged ? [] : [`${family.who}: entered a new card, which was not charged`];
  });
}
