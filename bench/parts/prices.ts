import { PRICES } from '../scale/load.ts';
import { measureRenewal } from '../scale/measure.ts';
import { against, type Result } from '../result.ts';
import type { Cost } from './capacity.ts';

const MEMORY_GB = 1;
/** How long a request is under way, in seconds: that of a read is measured under throttle, a write also waits for a provider. */
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
  const { delivery } = await measureRenewal();
  const calls = Object.values(delivery.invocations).reduce((sum, times) => sum + times, 0);
  const renewal =
    delivery.tableReads * PRICES.read +
    delivery.tableWrites * PRICES.write +
    delivery.queueRequests * PRICES.queue +
    calls * (PRICES.call + WRITE_SECONDS * MEMORY_GB * PRICES.second * 1_000_000);
  return [
    against('B9', 'US dollars for a million reads by id', read, { most: 1.7 }),
    against(
      'B9',
      `US dollars for a million of ${100 * MIX.reads} % reads, ${100 * MIX.changes} % changes, ${100 * MIX.purchases} % purchases`,
      mix,
      { most: 2.3 },
    ),
    against('B9', 'US dollars for a million webhook events', renewal / EVENTS_PER_RENEWAL, { most: 1.3 }),
  ];
}

function perMillion({ read, write }: Cost, seconds: number): number {
  const time = seconds * MEMORY_GB * PRICES.second * 1_000_000;
  return PRICES.request + PRICES.call + time + read * PRICES.read + write * PRICES.write;
}
