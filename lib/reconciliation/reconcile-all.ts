import { byOperator } from '../billing/timeline.ts';
import type { SubscriptionApp, OfTenant } from '../runtime/app.ts';
import { errorFields } from '../runtime/log.ts';
import { livePage } from '../table/subscribers/live-subscribers.ts';
import { reconcileSubscriber } from './reconcile.ts';

const PAGE = 100;
/** Concurrent reconciliations: the rest of the provider's limit is left to the tenant's own calls. */
const CONCURRENT = 4;
/** After this many consecutive subscribers without an answer, the run ends. */
const SILENT_MAX = 20;

/** The result of reconciling several subscribers. */
export interface Reconciled {
  readonly reconciled: number;
  /** The provider gave no usable answer: they are retried by schedule. */
  readonly silent: number;
  /** Failed here, for example because a record is unreadable. */
  readonly failed: number;
  /** The subscriber to continue after; null once all are done. */
  readonly next: string | null;
}

const NOTHING: Omit<Reconciled, 'next'> = { reconciled: 0, silent: 0, failed: 0 };

/**
 * Reconciles a tenant's live subscribers, newest first, starting after the id `after`. `report` gets the progress after
 * each page. Ends early if the provider stays silent.
 */
export async function reconcileAll(
  app: SubscriptionApp & OfTenant,
  after: string | null,
  report: (done: Reconciled) => void,
): Promise<Reconciled> {
  let done: Reconciled = { ...NOTHING, next: after };
  let silentInRow = 0;
  do {
    const { ids, next } = await livePage(app, done.next, PAGE);
    for (let from = 0; from < ids.length; from += CONCURRENT) {
      const some = ids.slice(from, from + CONCURRENT);
      const outcomes = await Promise.all(some.map((id) => outcomeOf(app, id)));
      silentInRow = outcomes.every((one) => one === 'silent') ? silentInRow + outcomes.length : 0;
      done = { ...addOutcomes(done, outcomes), next: some.at(-1) ?? done.next };
      if (silentInRow >= SILENT_MAX) return done;
    }
    done = { ...done, next };
    report(done);
  } while (done.next !== null);
  return done;
}

type SubscriberResult = keyof Omit<Reconciled, 'next'>;

/** A failure with one subscriber does not stop the others. */
async function outcomeOf(app: SubscriptionApp & OfTenant, subscriberId: string): Promise<SubscriberResult> {
  try {
    const outcome = await reconcileSubscriber(app, subscriberId, byOperator);
    return outcome === 'reconciled' ? outcome : 'silent';
  } catch (error) {
    app.log.error('subscriber not reconciled', { tenant: app.tenantId, subscriberId, ...errorFields(error) });
    return 'failed';
  }
}

function addOutcomes(
  { reconciled, silent, failed }: Reconciled,
  outcomes: readonly SubscriberResult[],
): Omit<Reconciled, 'next'> {
  const count = (which: SubscriberResult) => outcomes.filter((one) => one === which).length;
  return {
    reconciled: reconciled + count('reconciled'),
    silent: silent + count('silent'),
    failed: failed + count('failed'),
  };
}
