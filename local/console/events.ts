import type { DemoTenant } from '../demo-tenant.ts';
import type { ConsoleEvent, ConsoleEventDetails } from './shapes.ts';
import type { ConsoleSources } from './sources.ts';

const LIST_ROUTE = 'GET /events/list';
/** The endpoint's maximum. */
const EVENTS_MAX = 100;

/** A tenant's newest events, whoever receives them: in the service's own records, that is. */
export async function eventsOf(
  { urls, call, serves }: ConsoleSources,
  tenant: DemoTenant,
): Promise<readonly ConsoleEvent[]> {
  if (!serves(LIST_ROUTE)) return [];
  const { data } = await call<{ data: ConsoleEvent[] }>(
    'GET',
    `${urls.api}/events/list?limit=${EVENTS_MAX}`,
    undefined,
    keysOf(tenant),
  );
  return data;
}

/** What an event said when it was last sent, and each attempt to deliver it. */
export async function eventNamed(
  { urls, call }: ConsoleSources,
  tenant: DemoTenant,
  id: string,
): Promise<ConsoleEventDetails> {
  const address = `${urls.api}/events?event-id=${encodeURIComponent(id)}`;
  const { data } = await call<{ data: ConsoleEventDetails }>('GET', address, undefined, keysOf(tenant));
  return data;
}

const keysOf = ({ apiKey, apiSecret }: DemoTenant) => ({ 'x-api-key': apiKey, 'x-api-secret': apiSecret });
