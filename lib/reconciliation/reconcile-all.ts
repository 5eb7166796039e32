import type { SubscriptionApp } from '../app.ts';
import { errorFields } from '../log.ts';
import { livePage } from '../table/live-subscribers.ts';
import { commanded } from '../table/timeline.ts';
import { reconcileSubscriber } from './reconcile.ts';

const PAGE = 100;
/** So many subscribers are compared at once: the rest of the provider's limit is left to the tenant's own calls. */
const AT_ONCE = 4;
/** After so many without an answer one after the other, nothing more is asked of the provider. */
const SILENT_MAX = 20;

/** What came of comparing some subscribers with the payment provider. */
export interface Reconciled {
  readonly reconciled: number;
  /** The provider gave no usable answer: they are compared again by themselves. */
  readonly silent: number;
  /** Our own failure, such as a record that cannot be read. */
  readonly failed: number;
  /** The subscriber after which to go on; null once all have been compared. */
  readonly next: string | null;
}

const NOTHING: Omit<Reconciled, 'next'> = { reconciled: 0, silent: 0, failed: 0 };

/**
 * Compares a tenant's subscribers that have not ended with the payment provider, newest first, from after the one with
 * the id `after`. `report` hears how far it is after each page. Ends before all are compared where the provider stays
 * silent.
 */
export async function reconcileAll(
  app: SubscriptionApp,
  tenantId: string,
  after: string | null,
  report: (done: Reconciled) => void,
): Promise<Reconciled> {
  let [done, silentInRow]: [Reconciled, number] = [{ ...NOTHING, next: after }, 0];
  do {
    const { ids, next } = await livePage(app, tenantId, done.next, PAGE);
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const some = ids.slice(from, from + AT_ONCE);
      const outcomes = await Promise.all(some.map((id) => outcomeOf(app, tenantId, id)));
      silentInRow = outcomes.every((one) => one === 'silent') ? silentInRow + outcomes.length : 0;
      done = { ...plus(done, outcomes), next: some.at(-1) ?? done.next };
      if (silentInRow >= SILENT_MAX) return done;
    }
    done = { ...done, next };
    report(done);
  } while (done.next !== null);
  return done;
}

type Compared = keyof Omit<Reconciled, 'next'>;

/** What goes wrong with one subscriber stops no other. */
async function outcomeOf(app: SubscriptionApp, tenantId: string, subscriberId: string): Promise<Compared> {
  try {
    const outcome = await reconcileSubscriber(app, { tenantId, subscriberId }, commanded);
    return outcome === 'reconciled' ? outcome : 'silent';
  } catch (error) {
    app.log.error('a subscriber was not compared', { tenant: tenantId, subscriberId, ...errorFields(error) });
    return 'failed';
  }
}

function plus(
  { reconciled, silent, failed }: Reconciled,
  outcomes: readonly Compared[],
): Omit<Reconciled, 'next'> {
  const count = (which: Compared) => outcomes.filter((one) => one === which).length;
  return {
    reconciled: reconciled + count('reconciled'),
    silent: silent + count('silent'),
    failed: failed + count('failed'),
  };
}
