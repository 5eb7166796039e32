import type { CoreApp } from '../app.ts';
import type { Channel } from './events.ts';
import { fieldsOf } from './fields.ts';
import { key } from './schema.ts';
import type { Delete, Item, Update } from './table.ts';

/** The last failed delivery: the receiver's status, or why there was none. `at` in epoch ms. */
export interface EndpointFailure {
  readonly at: number;
  readonly httpStatus: number | null;
  readonly error: string | null;
}

/** The health of a tenant's endpoint. Times are epoch ms. */
export interface EndpointHealth {
  /** Consecutive attempts that timed out or were answered late. */
  readonly timeouts: number;
  /** Since when its deliveries use the slow lane. */
  readonly slowSince: number | null;
  /** Since when an event was exhausted without a delivery after it. */
  readonly failingSince: number | null;
  readonly lastDeliveredAt: number | null;
  readonly lastFailure: EndpointFailure | null;
}

/** An endpoint without any delivery. */
export const NO_DELIVERIES: EndpointHealth = {
  timeouts: 0,
  slowSince: null,
  failingSince: null,
  lastDeliveredAt: null,
  lastFailure: null,
};

/** Parses an endpoint's health; one without an item is healthy. */
export function endpointHealthFrom(item: Item | undefined): EndpointHealth {
  if (!item) return NO_DELIVERIES;
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

/** A change to an endpoint's health. */
export type EndpointChange = Partial<Omit<EndpointHealth, 'timeouts'>> & {
  /** Adds to the count, or sets it. */
  readonly timeouts?: { readonly add: number } | { readonly is: number };
};

/** Updates an endpoint's health and returns the result. */
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

/** Deletes the health of an endpoint that is no longer in use. */
export function endpointDelete(tenant: string, channel: Channel): Delete {
  return { delete: key.endpoint(tenant, channel) };
}

/** The health of one of a tenant's endpoints. One consistent read. */
export async function readEndpoint(app: CoreApp, tenant: string, channel: Channel): Promise<EndpointHealth> {
  return endpointHealthFrom(await app.table.get(key.endpoint(tenant, channel), { consistent: true }));
}
