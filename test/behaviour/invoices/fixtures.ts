import { test } from 'vitest';
import { issuingOf } from './issuing.ts';
import { openInvoicing, subscribed } from './world.ts';

/** A test with a tenant whose calls of the invoicing provider are counted, and with a subscriber of that tenant and its documents. */
export const it = test
  .extend('begins', undefined as number | undefined)
  .extend('invoicing', async ({ begins }, { onCleanup }) => {
    const invoicing = await openInvoicing();
    onCleanup(() => invoicing.stop());
    if (begins !== undefined) await invoicing.world.clock.advanceTo(begins);
    return invoicing;
  })
  .extend('subscription', ({ invoicing }) => subscribed(invoicing.world, invoicing.shop))
  .extend('issuing', ({ invoicing, subscription }) => issuingOf(invoicing, subscription));
