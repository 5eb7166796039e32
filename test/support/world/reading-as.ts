import type { Pay } from '../../../lib/pay/pay.ts';

/** A provider that reads subscriptions so, none of which a plan change has replaced. */
export function readingAs(pay: Pay, readSubscription: Pay['readSubscription']): Pay {
  return {
    ...pay,
    readSubscription,
    lineage: async (reference) => {
      const read = await readSubscription(reference);
      return read.ok ? { ok: true, value: { earlier: [], current: read.value } } : read;
    },
  };
}
