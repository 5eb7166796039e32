import { storedId } from '../billing/identifiers.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { Silences } from '../table/work/silences.ts';
import {
  findSubscriber,
  subscriberPostponed,
  type StoredSubscriber,
} from '../table/subscribers/subscribers.ts';
import { conflictOf } from '../table/table.ts';

/** A subscriber as it was read, and when to reconcile it next. */
interface Postponement {
  readonly stored: StoredSubscriber;
  /** Epoch ms. */
  readonly at: number;
  /** If the provider did not answer: its silences so far. */
  readonly silences?: Silences;
}

/**
 * Schedules a subscriber's next reconciliation. A concurrent writer does not know why it is needed, so the time is
 * written to the newer record too, unless that is due earlier. Throws `subscriber_not_found`, and Conflict after the last
 * lost race: then nobody would look again.
 */
export async function postpone(
  app: CoreApp & OfTenant,
  { stored, at, silences }: Postponement,
): Promise<void> {
  let { subscription } = stored;
  for (let attempt = 1; ; attempt++) {
    const moved = subscriberPostponed(app.tenantId, subscription, at, silences);
    const conflict = await conflictOf(() => app.table.apply(moved));
    if (!conflict) return;
    if (attempt === DECISIONS_MAX) throw conflict;
    const newer = await findSubscriber(app, { by: 'svc', id: storedId(subscription.id) });
    if (newer.dueAt !== undefined && newer.dueAt <= at) return;
    subscription = newer.subscription;
  }
}
