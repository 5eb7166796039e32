import type { Channel } from '../../billing/delivery.ts';
import type { CoreApp, OfTenant } from '../../runtime/app.ts';
import { NO_DELIVERIES, type EndpointHealth } from '../../billing/endpoint-health.ts';
import { STANDING } from '../../limits.ts';
import { fieldsOf } from '../fields.ts';
import { readHint } from '../readable.ts';
import { key } from '../schema.ts';
import { tryWrite, type Clause, type Item, type Put, type Update } from '../table.ts';

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
    quickAt: of.numberOrNull('quickAt'),
    usualMs: of.numberOrNull('usualMs'),
    placesSince: of.numberOrNull('placesSince'),
    places: of.numberOrNull('places') ?? 0,
  };
}

/**
 * Takes one of an endpoint's places at `now` (epoch ms), by its health as it was read. `overtaken`: another run has changed
 * that since.
 */
export async function takePlace(
  app: CoreApp & OfTenant,
  channel: Channel,
  { placesSince: since, places }: EndpointHealth,
  now: number,
): Promise<'taken' | 'none left' | 'overtaken'> {
  const isOver = since === null || now - since >= STANDING.placeMs;
  if (!isOver && places >= STANDING.places) return 'none left';
  const asRead: Clause =
    since === null ? { attribute: 'placesSince', missing: true } : { attribute: 'placesSince', is: since };
  const update = key.endpoint(app.tenantId, channel);
  const taken = await tryWrite(() =>
    app.table.apply(
      isOver
        ? { update, set: { placesSince: now, places: 1 }, if: [asRead] }
        : {
            update,
            add: { places: 1 },
            if: [asRead, { attribute: 'places', atMost: STANDING.places - 1 }],
          },
    ),
  );
  return taken ? 'taken' : 'overtaken';
}

/** Ends the good standing that an endpoint has had since `quickAt` (epoch ms), unless it has been confirmed since. */
export async function endStanding(app: CoreApp & OfTenant, channel: Channel, quickAt: number): Promise<void> {
  const update = key.endpoint(app.tenantId, channel);
  const unconfirmed: Clause = { attribute: 'quickAt', is: quickAt };
  await tryWrite(() => app.table.apply({ update, set: { quickAt: null }, if: [unconfirmed] }));
}

/** A change to an endpoint's health. */
export type EndpointChange = Partial<
  Omit<EndpointHealth, 'timeouts' | 'address' | 'since' | 'placesSince' | 'places'>
> & {
  readonly givesPlaceBack?: boolean;
  /** Adds to the count, or sets it. */
  readonly timeouts?: { readonly add: number } | { readonly is: number };
};

/** Updates an endpoint's health and returns the result. Throws Conflict if it is no longer that of `address`, where given. */
export async function updateEndpoint(
  app: CoreApp & OfTenant,
  channel: Channel,
  change: EndpointChange,
  address?: string | null,
): Promise<EndpointHealth> {
  const { timeouts, lastFailure, givesPlaceBack, ...rest } = change;
  const set = {
    ...rest,
    ...(lastFailure && { lastFailure: { ...lastFailure } }),
    ...(timeouts && 'is' in timeouts && { timeouts: timeouts.is }),
  };
  const update: Update = {
    update: key.endpoint(app.tenantId, channel),
    set,
    add: {
      ...(timeouts && 'add' in timeouts && { timeouts: timeouts.add }),
      ...(givesPlaceBack && { places: -1 }),
    },
    ...(address !== undefined && { if: [isOf(address)] }),
  };
  return endpointHealthFrom(await app.table.apply(update));
}

const isOf = (address: string | null): Clause =>
  address === null ? { attribute: 'address', missing: true } : { attribute: 'address', is: address };

/** Resets the health for a new address, or for none: attempts still in progress at the former one do not count. */
export function endpointPut(app: CoreApp & OfTenant, channel: Channel): Put {
  return { put: { ...key.endpoint(app.tenantId, channel), address: app.newNonce(), since: app.clock() } };
}

/** The health of an endpoint whose item cannot be read, at `now` (epoch ms): it keeps no delivery waiting. */
export const unknownHealth = (now: number): EndpointHealth => ({ ...NO_DELIVERIES, quickAt: now });

/** The health of one of a tenant's endpoints, in good standing where it cannot be read. One consistent read. */
export const readEndpoint = (app: CoreApp & OfTenant, channel: Channel): Promise<EndpointHealth> =>
  readHint(app, key.endpoint(app.tenantId, channel), endpointHealthFrom, unknownHealth(app.clock()));

/** The same for whoever tells somebody of it. Throws Unreadable. */
export async function endpointOnRecord(app: CoreApp & OfTenant, channel: Channel): Promise<EndpointHealth> {
  return endpointHealthFrom(await app.table.get(key.endpoint(app.tenantId, channel), { consistent: true }));
}
