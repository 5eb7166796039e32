import { PRICES } from '../scale/load.ts';
import { measureRenewal, type Units } from '../scale/measure.ts';
import { against, type Result } from '../result.ts';
import type { Cost } from './capacity.ts';

const MEMORY_GB = 1;
/** How long a request takes, in seconds: a read as measured under throttle, a write with its wait for a provider. */
const READ_SECONDS = 0.004;
const WRITE_SECONDS = 0.02;
/** What tenants ask, our assumption: mostly reads, some changes by our ids, few purchases (initialize and callback). */
const MIX = { reads: 0.95, changes: 0.04, purchases: 0.01 } as const;

/** A renewal of the tenant that is measured is told twice: to its webhook and to its team chat. */
const EVENTS_PER_RENEWAL = 2;

/** B9: list prices of what was measured, for a million. */
export async function prices(costs: ReadonlyMap<string, Cost>): Promise<Result[]> {
  const of = (name: string) => costs.get(`${name} 1`) ?? { depth: NaN, read: NaN, write: NaN };
  const read = perMillion(of('subscribers/get'), READ_SECONDS);
  const change = perMillion(of('subscribers/cancel'), WRITE_SECONDS);
  const purchase =
    perMillion(of('checkout/initialize'), WRITE_SECONDS) + perMillion(of('checkout/callback'), WRITE_SECONDS);
  const mix = MIX.reads * read + MIX.changes * change + MIX.purchases * purchase;
  const event = costsOfEvent((await measureRenewal()).delivery);
  const parts = Object.entries(event).map(([of, dollars]) => `${of} ${dollars.toFixed(2)}`);
  return [
    against('B9', 'US dollars for a million reads by id', read, { most: 1.7 }),
    against(
      'B9',
      `US dollars for a million of ${100 * MIX.reads} % reads, ${100 * MIX.changes} % changes, ${100 * MIX.purchases} % purchases`,
      mix,
      { most: 2.3 },
    ),
    against('B9', `US dollars for a million webhook events (${parts.join(', ')})`, sum(event), { most: 3.5 }),
  ];
}

/** What delivering a million events costs, by what it is paid for; each is delivered at once. */
function costsOfEvent({
  tableReads,
  tableWrites,
  queueRequests,
  invocations,
}: Units): Record<string, number> {
  const calls = sum(invocations);
  const one = {
    writes: tableWrites * PRICES.write,
    reads: tableReads * PRICES.read,
    queue: queueRequests * PRICES.queue,
    functions: calls * (PRICES.call + WRITE_SECONDS * MEMORY_GB * PRICES.second * 1_000_000),
  };
  return Object.fromEntries(Object.entries(one).map(([of, dollars]) => [of, dollars / EVENTS_PER_RENEWAL]));
}

const sum = (of: Readonly<Record<string, number>>) =>
  Object.values(of).reduce((total, each) => total + each, 0);

function perMillion({ read, write }: Cost, seconds: number): number {
  const time = seconds * MEMORY_GB * PRICES.second * 1_000_000;
  return PRICES.request + PRICES.call + time + read * PRICES.read + write * PRICES.write;
}
