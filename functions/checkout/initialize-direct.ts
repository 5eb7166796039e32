import { chargeDirect } from '../../lib/checkout/charge-direct.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { directAnswer, directInput } from '../../lib/wire/direct.ts';
import { checkoutInitializeDirect } from '../../lib/rows.ts';

/** POST /checkout/initialize-direct: charges a card and starts a subscription, without a redirect. */
export const create = endpoint(checkoutInitializeDirect, {
  input: ({ body, isPast, headers }) => directInput(body, isPast, headers['idempotency-key']),
  run: async ({ app, tenant, input: { clientReferenceId, ...charge }, now, reference: fresh }) => {
    const reference = clientReferenceId ?? fresh;
    return directAnswer(await chargeDirect(app, tenant, { ...charge, reference }, now));
  },
});

export const handler = create(live);
