import { stateOf } from '../../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { lookUpHistory } from './event-queries.ts';
import { timeOfId } from '../ids.ts';
import { makeEventDue } from './outbox.ts';

/** Makes the sweep deliver a subscriber's first event if it is still pending; one round trip if it is not. */
export async function ensureFirstEventDelivered(
  app: CoreApp & OfTenant,
  subscriberId: string,
): Promise<void> {
  const history = await lookUpHistory(app, subscriberId, timeOfId(subscriberId));
  const waiting = history.filter(
    (one) => one.subscriberId === subscriberId && one.sequence === 1 && stateOf(one) === 'PENDING',
  );
  await Promise.all(waiting.map(({ id, committedAt }) => makeEventDue(app, id, committedAt)));
}
