import type { Pool } from '../functions/pool.ts';

/** One event source mapping of the template. Batching windows are ignored: they would only add time. */
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
