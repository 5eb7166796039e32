import { endpoint } from '../../lib/http/endpoint.ts';
import { live } from '../../lib/runtime/live.ts';
import { listDifferences } from '../../lib/reconciliation/list-differences.ts';
import { differencesAnswer, differencesInput } from '../../lib/wire/differences.ts';
import { reportsDifferences } from '../../lib/rows.ts';

/** GET /reports/differences: disagreements with the payment provider, newest first. */
export const create = endpoint(reportsDifferences, {
  input: ({ query }) => differencesInput(query),
  run: async ({ app, tenant, input }) =>
    differencesAnswer(await listDifferences(app, tenant.id, input), input.page),
});

export const handler = create(live);
