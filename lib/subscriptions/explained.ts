import type { SubscriberRef } from '../billing/identifiers.ts';
import type { Subscription } from '../billing/subscription.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { refusalFor } from '../table/tenants/refusal-for.ts';
import type { Tenant } from '../table/tenants/tenants.ts';
import { causeOf } from '../table/subscribers/timeline.ts';

/** What a verb does, as its line in the log says it. */
export interface Explained {
  /** It found itself done, recorded something, had the provider asked, or only answered. */
  did: 'repeated' | 'recorded' | 'asked' | 'answered';
  /** The record that it was answered by. */
  one: Subscription | undefined;
}

/** What a verb did, and the record after it. */
export interface Done {
  readonly subscription: Subscription;
  readonly did: Explained['did'];
}

/** A verb with its one line in the log: who asked, by which identifier, by which record it was answered, and why it was refused. */
export async function explained<T>(
  app: SubscriptionApp,
  { tenant, verb, ref }: { readonly tenant: Tenant; readonly verb: string; readonly ref: SubscriberRef },
  run: (line: Explained) => Promise<T>,
): Promise<T> {
  const { by, through } = causeOf(app);
  const line: Explained = { did: 'recorded', one: undefined };
  const tell = (outcome: string) =>
    app.log.info('verb', {
      tenant: tenant.id,
      verb,
      by,
      through,
      identifier: ref.by,
      subscriberId: line.one?.id,
      revision: line.one?.revision,
      reference: line.one?.payReference,
      outcome,
    });
  try {
    const answer = await run(line);
    tell(line.did);
    return answer;
  } catch (error) {
    tell(refusalFor(error).code);
    throw error;
  }
}
