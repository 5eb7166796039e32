import type { Context } from 'aws-lambda';
import type { AppOf } from '../../lib/app.ts';
import { startSweep } from '../../lib/background/sweep-start.ts';
import { live } from '../../lib/live.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';

/** Every minute: has all that is due, kind by kind and shard by shard, handed out. */
export const create = (app: AppOf<BackgroundRow<'sweep/start'>>) => (_: unknown, context: Context) =>
  startSweep(app, context.awsRequestId);

export const handler = create(live);
