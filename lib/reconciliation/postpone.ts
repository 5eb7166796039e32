import type { CoreApp } from '../app.ts';
import { DECISIONS_MAX } from '../limits.ts';
import type { Silences } from '../table/silences.ts';
import { findSubscriber, subscriberPostponed, type StoredSubscriber } from '../table/subscribers.ts';
import { tryWrite } from '../table/table.ts';

/** A subscriber as it was read, and when it is to be compared with the provider next. */
interface Postponement {
  readonly stored: StoredSubscriber;
  /** Epoch ms. */
  readonly at: number;
  /** Where the provider was asked and said nothing: how often it has by now. */
  readonly silences?: Silences;
}

/**
 * Has a subscriber compared with the provider at a time. Whoever changes the record meanwhile knows nothing of what is to
 * be learned then, so the time is written to the newer record too, unless that one is due earlier. Throws
 * `subscriber_not_found`.
 */
export async function postpone(
  app: CoreApp,
  tenant: string,
  { stored, at, silences }: Postponement,
): Promise<void> {
  let { subscription } = stored;
  for (let tried = 1; tried <= DECISIONS_MAX; tried++) {
    if (await tryWrite(() => app.table.apply(subscriberPostponed(tenant, subscription, at, silences))))
      return;
    const newer = await findSubscriber(app, tenant, { by: 'svc', id: subscription.id });
    if (newer.dueAt !== undefined && newer.dueAt <= at) return;
    subscription = newer.subscription;
  }
}
