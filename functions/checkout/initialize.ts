import { openCheckout } from '../../lib/checkout/open-hosted.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { initializeAnswer, initializeInput } from '../../lib/wire/checkout.ts';
import { checkoutInitialize } from '../../lib/rows.ts';

/** POST /checkout/initialize: opens a hosted checkout for a new subscription. */
export const create = endpoint(checkoutInitialize, {
  input: ({ body, mayLeadTo }) => initializeInput(body, mayLeadTo),
  run: async ({ app, tenant, input, now, idempotencyKey }) => {
    const { form, checkout } = await openCheckout(app, tenant, { ...input, idempotencyKey }, now);
    return initializeAnswer(form, checkout.clientReferenceId, checkout.plan.id);
  },
});

export const handler = create(live);
