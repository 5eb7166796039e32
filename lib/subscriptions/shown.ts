import { viewAt, primarySubscription } from '../billing/current-state.ts';
import { factsOf } from '../billing/facts.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { CoreApp, OfTenant } from '../runtime/app.ts';
import { causeOf } from '../table/subscribers/timeline.ts';

/**
 * The line in the log of a reading request: who asked, by which identifier, and what the answer follows from: the most
 * significant of the subscriptions that were found, and how many there are.
 */
export function tellShown(app: CoreApp & OfTenant, identifier: string, found: readonly Subscription[]): void {
  const now = app.clock();
  const primary = primarySubscription(found.map((one) => viewAt(one, now)));
  const shown = found.find(({ id }) => id === primary?.id);
  const { by, through } = causeOf(app);
  const facts = shown && factsOf(shown, now);
  app.log.info('shown', { tenant: app.tenantId, by, through, identifier, ...facts, count: found.length });
}
