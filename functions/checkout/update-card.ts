import { updateCard } from '../../lib/verbs/update-card.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { updateCardAnswer, updateCardInput } from '../../lib/wire/update-card.ts';
import { checkoutUpdateCard } from '../../lib/rows.ts';

/** POST /checkout/update-card: opens a hosted form in which a subscriber enters a new card. */
export const create = endpoint(checkoutUpdateCard, {
  input: ({ body, mayLeadTo }) => updateCardInput(body, mayLeadTo),
  run: async ({ input, ...call }) => updateCardAnswer(await byKey(updateCard, call, input)),
});

export const handler = create(live);
