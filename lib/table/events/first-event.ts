import { stateOf } from '../../billing/delivery.ts';
import type { CoreApp } from '../../runtime/app.ts';
import { lookUpHistory } from './event-queries.ts';
import { timeOfId } from '../ids.ts';
import { makeEventDue } from './outbox.ts';

/**
 * Makes the sweep deliver a subscriber's first event if it is still pending: until now the due item of its purchase
 * covered it. It happened when the subscriber's id was made or before: whatever has happened since cannot hide it. One
 * round trip if it is delivered already.
 */
export async function ensureFirstEventDelivered(
  app: CoreApp,
  tenant: string,
  subscriberId: string,
): Promise<void> {
  const history = await lookUpHistory(app, tenant, subscriberId, timeOfId(subscriberId));
  const waiting = history.filter(
    (one) => one.subscriberId === subscriberId && one.sequence === 1 && stateOf(one) === 'PENDING',
  );
  await Promise.all(waiting.map(({ id, committedAt }) => makeEventDue(app, tenant, id, committedAt)));
}
