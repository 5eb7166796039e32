import { changeBrand } from '../../lib/account/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { brandAnswer, brandInput } from '../../lib/wire/brand.ts';

/** PUT /account/brand: changes how the tenant's pages look to its customers. */
export const create = endpoint('account/set-brand', {
  input: ({ body, mayLeadTo }) => brandInput(body, mayLeadTo),
  run: async ({ app, tenant, input }) =>
    brandAnswer(await changeBrand(app, tenant.id, input), app.settings.publicUrl),
});

export const handler = create(live);
