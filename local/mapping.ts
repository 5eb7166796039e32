import type { Pool } from './pool.ts';

/** What the template says of one event source mapping. A batching window is not waited for: it would only add time. */
export interface Mapping {
  readonly queue: string;
  readonly queueArn: string;
  readonly batchSize: number;
  readonly partial: boolean;
  readonly concurrency: number;
  /** How long a received message stays hidden, in ms. */
  readonly visibilityMs: number;
  readonly pool: Pick<Pool, 'invoke' | 'shape'>;
}
