import type { Clock } from '../clock.ts';
import type { Behaviours } from './behaviour.ts';
import type { Calls } from './calls.ts';
import type { Fields } from './fields.ts';
import type { Locale } from './messages.ts';
import type { Job, Merchant } from './records.ts';
import type { Store } from './store.ts';

/** A request with what of its answer is of use here: the network's `fetch`, or something less costly in its place. */
export type Fetch = (
  address: string | URL,
  init?: RequestInit,
) => Promise<Pick<Response, 'ok' | 'status' | 'text' | 'json'>>;

/** What every part of the sandbox works with. */
export interface World {
  readonly clock: Clock;
  readonly store: Store;
  readonly behaviour: Behaviours;
  readonly calls: Calls;
  /** Where browsers and merchants reach this sandbox, without a slash at the end. */
  url(): string;
  /** Schedules a job, also across a restart. */
  later(job: Omit<Job, 'id'>): void;
  /** What carries notifications to merchants. */
  readonly fetch: Fetch;
}

/** One authenticated request of a merchant. */
export interface MerchantRequest {
  readonly merchant: Merchant;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Fields;
  readonly body: Fields;
  readonly locale: Locale;
}
