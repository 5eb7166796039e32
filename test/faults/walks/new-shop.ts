import type { Plan } from '../../../lib/billing/plan.ts';
import type { Shop, WalkTenant } from './records.ts';
import { Trouble } from './trouble.ts';

/** A tenant at the beginning of a walk. */
export function newShop(number: number, tenant: WalkTenant, plans: readonly Plan[]): Shop {
  const { headers, webhookSecret: secret } = tenant;
  return {
    ...{ number, tenant, plans, headers },
    trouble: new Trouble(),
    ...{
      posts: [],
      forms: [],
      directs: [],
      members: [],
      forced: [],
      panelCancels: [],
      panelCharges: [],
      oldKeys: [],
      replayed: [],
      withoutWebhook: [],
      erased: [],
      secretChanges: [],
      previews: [],
    },
    secrets: [{ secret, since: -Infinity, from: -Infinity, until: Infinity }],
    feed: { next: undefined, eventIds: [] },
    ...{ tries: new Map(), phones: new Map(), corrections: [] },
    ...{
      unnotified: false,
      acctAccount: undefined,
      wrongPassword: false,
      searchLagMs: 0,
      bulkReplays: 0,
      lagged: false,
      keptSilent: false,
      lags: false,
      retriesItself: false,
      wholeSeconds: false,
      hidesAttempts: false,
      hidesCodes: false,
      receiver: 'up',
    },
  };
}
