import type { Channel } from '../../billing/delivery.ts';
import type { CoreApp } from '../../runtime/app.ts';
import type { EndpointHealth } from '../../billing/endpoint-health.ts';
import { fieldsOf } from '../fields.ts';
import { key } from '../schema.ts';
import type { Clause, Item, Put, Update } from '../table.ts';

/** Parses an endpoint's health; one without an item is healthy. */
export function endpointHealthFrom(item: Item | undefined): EndpointHealth {
  const of = fieldsOf(item ?? {});
  const failure = of.part('lastFailure');
  return {
    address: of.textOrNull('address'),
    since: of.numberOrNull('since'),
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
export type EndpointChange = Partial<Omit<EndpointHealth, 'timeouts' | 'address' | 'since'>> & {
  /** Adds to the count, or sets it. */
  readonly timeouts?: { readonly add: number } | { readonly is: number };
};

/** Updates an endpoint's health and returns the result. Throws Conflict if it is no longer that of `address`, where given. */
export async function updateEndpoint(
  app: CoreApp,
  { tenant, channel }: { readonly tenant: string; readonly channel: Channel },
  change: EndpointChange,
  address?: string | null,
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
    ...(address !== undefined && { if: [isOf(address)] }),
  };
  return endpointHealthFrom(await app.table.apply(update));
}

const isOf = (address: string | null): Clause =>
  address === null ? { attribute: 'address', missing: true } : { attribute: 'address', is: address };

/** Resets the health for a new address, or for none: attempts still in progress at the former one do not count. */
export function endpointPut(app: CoreApp, tenant: string, channel: Channel): Put {
  return { put: { ...key.endpoint(tenant, channel), address: app.newNonce(), since: app.clock() } };
}

/** The health of one of a tenant's endpoints. One consistent read. */
export async function readEndpoint(app: CoreApp, tenant: string, channel: Channel): Promise<EndpointHealth> {
  return endpointHealthFrom(await app.table.get(key.endpoint(tenant, channel), { consistent: true }));
}
