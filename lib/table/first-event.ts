import type { CoreApp } from '../app.ts';
import { stateOf } from './events.ts';
import { lookUpHistory } from './event-queries.ts';
import { eventMadeDue } from './outbox.ts';

/**
 * Has the sweep take up what tells of a subscriber's beginning, where it is not delivered: until then what it was bought
 * by stays due in its place. One round trip where all is delivered.
 */
export async function seeToFirstEvent(app: CoreApp, tenant: string, subscriberId: string): Promise<void> {
  const history = await lookUpHistory(app, tenant, subscriberId);
  const waiting = history.filter(
    (one) => one.subscriberId === subscriberId && one.sequence === 1 && stateOf(one) === 'PENDING',
  );
  await Promise.all(waiting.map(({ id, committedAt }) => eventMadeDue(app, tenant, id, committedAt)));
}
