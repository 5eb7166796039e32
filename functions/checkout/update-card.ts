import { openCardUpdate } from '../../lib/checkout/open-card-update.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { updateCardAnswer, updateCardInput } from '../../lib/wire/update-card.ts';

/** POST /checkout/update-card: opens a hosted form in which a subscriber enters a new card. */
export const create = endpoint('checkout/update-card', {
  input: ({ body, mayLeadTo }) => updateCardInput(body, mayLeadTo),
  run: async ({ app, tenant, input, now, idempotencyKey }) =>
    updateCardAnswer(await openCardUpdate(app, tenant, { ...input, isCounted: true, idempotencyKey }, now)),
});

export const handler = create(live);
