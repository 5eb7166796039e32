import { NO_BRAND } from '../../lib/billing/brand.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { readTenant } from '../../lib/table/tenants/tenants.ts';
import { brandAnswer, brandAnswerShape } from '../../lib/wire/brand.ts';
import { read, part } from '../../lib/route.ts';

/** GET /account/brand: how the tenant's pages look to its customers. */
export const declared = endpoint({
  name: 'account/get-brand',
  at: 'GET /account/brand',
  uses: part(read, { publicUrl: true }),
  tag: 'Pages',
  summary: 'Read the brand',
  description: 'What every page that your customers see bears.',
  answers: brandAnswerShape,
  example: {},
  input: () => undefined,
  run: async ({ app }) => {
    const { brand } = await readTenant(app);
    return brandAnswer(brand ?? NO_BRAND, app.settings.publicUrl);
  },
});

export const { create } = declared;

export const handler = create(live);
