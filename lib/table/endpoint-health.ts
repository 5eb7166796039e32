import type { CoreApp } from '../app.ts';
import type { Channel } from './events.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import type { Delete, Item, Update } from './table.ts';

/** What came of the last delivery that failed: the receiver's status, or why there was none. `at` in epoch ms. */
export interface EndpointFailure {
  readonly at: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** How an address of a tenant has been answering. Times are epoch ms. */
export interface EndpointHealth {
  /** Time-outs in a row. */
  readonly timeouts: number;
  /** Its deliveries go through the slow lane. */
  readonly slowSince: number | null;
  /** An event was exhausted, and nothing has been delivered since. */
  readonly failingSince: number | null;
  readonly lastDeliveredAt: number | null;
  readonly lastFailure: EndpointFailure | null;
}

/** Of an address that nothing is known of. */
export const UNTRIED: EndpointHealth = {
  timeouts: 0,
  slowSince: null,
  failingSince: null,
  lastDeliveredAt: null,
  lastFailure: null,
};

/** The health of a receiver from its item; one that was never tried is healthy. */
export function endpointHealthFrom(item: Item | undefined): EndpointHealth {
  if (!item) return UNTRIED;
  const of = fieldsOf(item);
  const failure = of.part('lastFailure');
  return {
    timeouts: of.numberOrNull('timeouts') ?? 0,
    slowSince: of.numberOrNull('slowSince'),
    failingSince: of.numberOrNull('failingSince'),
    lastDeliveredAt: of.numberOrNull('lastDeliveredAt'),
    lastFailure: failure && {
      at: failure.number('at'),
      httpStatus: failure.numberOrNull('httpStatus'),
      error: failure.textOrNull('error'),
    },
  };
}

/** What changes of an endpoint's record. */
export type EndpointChange = Partial<Omit<EndpointHealth, 'timeouts'>> & {
  /** Added to the count, or the count set anew. */
  readonly timeouts?: { readonly add: number } | { readonly is: number };
};

/** Changes an endpoint's record and answers it as it is afterwards. */
export async function updateEndpoint(
  app: CoreApp,
  tenant: string,
  channel: Channel,
  change: EndpointChange,
): Promise<EndpointHealth> {
  const { timeouts, lastFailure, ...rest } = change;
  const set = {
    ...rest,
    ...(lastFailure && { lastFailure: { ...lastFailure } }),
    ...(timeouts && 'is' in timeouts && { timeouts: timeouts.is }),
  };
  const update: Update = {
    update: key.endpoint(tenant, channel),
    set,
    ...(timeouts && 'add' in timeouts && { add: { timeouts: timeouts.add } }),
  };
  return endpointHealthFrom(await app.table.apply(update));
}

/** Forgets how an address answered that is no longer in use. */
export function endpointForgotten(tenant: string, channel: Channel): Delete {
  return { delete: key.endpoint(tenant, channel) };
}

/** The health of one of a tenant's receivers. One consistent read. */
export async function readEndpoint(app: CoreApp, tenant: string, channel: Channel): Promise<EndpointHealth> {
  return endpointHealthFrom(await app.table.get(key.endpoint(tenant, channel), { consistent: true }));
}
