import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { setBrand } from '../../lib/verbs/set-brand.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { brandAnswer, brandInput } from '../../lib/wire/brand.ts';
import { accountSetBrand } from '../../lib/rows.ts';

/** PUT /account/brand: changes how the tenant's pages look to its customers. */
export const create = endpoint(accountSetBrand, {
  input: ({ body, mayLeadTo }) => brandInput(body, mayLeadTo),
  run: async ({ input, ...call }) =>
    brandAnswer(await byKey(setBrand, call, input), call.app.settings.publicUrl),
});

export const handler = create(live);
