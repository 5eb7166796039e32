import type { Context } from 'aws-lambda';
import type { AppOf } from '../../lib/runtime/app.ts';
import type { BackgroundRow } from '../../lib/background-functions.ts';
import { live } from '../../lib/runtime/live.ts';
import { startComparisons } from '../../lib/comparison/start-comparisons.ts';

/** Every night: starts the comparison of each tenant's subscriptions with the payment provider. */
export const create =
  (app: AppOf<BackgroundRow<'comparison/start'>>) =>
  (_: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    app.begin?.(context);
    return startComparisons(app);
  };

export const handler = create(live);
