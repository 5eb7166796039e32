import { chargeDirect } from '../../lib/checkout/charge-direct.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { directAnswer, directInput } from '../../lib/wire/direct.ts';

/** POST /checkout/initialize-direct: charges a card and starts a subscription, without a redirect. */
export const create = endpoint('checkout/initialize-direct', {
  input: ({ body, isPast, headers }) => directInput(body, isPast, headers['idempotency-key']),
  run: async ({ app, tenant, input, now, reference }) =>
    directAnswer(
      await chargeDirect(app, tenant, { ...input, reference: input.clientReferenceId ?? reference }, now),
    ),
});

export const handler = create(live);
