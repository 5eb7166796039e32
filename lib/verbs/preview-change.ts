import { CUSTOMER_SHARES } from '../limits.ts';
import type { SubscriptionApp } from '../runtime/app.ts';
import { previewChange as previewOf } from '../subscriptions/preview-change.ts';
import { verb } from './verb.ts';

type Preview = typeof previewOf;

/** Says what a plan change would do and cost. Throws what `previewChange` throws. */
export const previewChange = verb<SubscriptionApp, Parameters<Preview>[1], Awaited<ReturnType<Preview>>>({
  route: 'subscribers/preview-change',
  needs: 'subscribers',
  spends: 'reads',
  name: 'preview-change',
  customers: 'plan',
  share: { ...CUSTOMER_SHARES.looks, counts: 'customers' },
  sentAgain: 'again',
  onlyShows: true,
  run: ({ app }, asked) => previewOf(app, asked),
});
