import type { Context } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import { startSweep } from '../../lib/sweep/start.ts';
import { live } from '../../lib/runtime/live.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';

/** Every minute: starts a sweep of each kind and shard in which something is due. */
export const create = (app: AppOf<BackgroundRow<'sweep/start'>>) => (_: unknown, context: Context) => {
  app.begin?.(context);
  return startSweep(app, context.awsRequestId);
};

export const handler = create(live);
