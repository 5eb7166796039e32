import { endpoint } from '../../lib/http/endpoint.ts';
import { listRefunds } from '../../lib/refunds/list-refunds.ts';
import { live } from '../../lib/runtime/live.ts';
import { refundsAnswer, refundsInput } from '../../lib/wire/refunds.ts';
import { invoicesRefunds } from '../../lib/rows.ts';

/** GET /invoices/refunds: what was given back, by whomever, newest first. */
export const create = endpoint(invoicesRefunds, {
  input: ({ query }) => refundsInput(query),
  run: async ({ app, tenant, input }) => refundsAnswer(await listRefunds(app, tenant.id, input), input.page),
});

export const handler = create(live);
