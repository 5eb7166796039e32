import { endpoint } from '../../lib/http/endpoint.ts';
import { refund } from '../../lib/verbs/refund.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { live } from '../../lib/runtime/live.ts';
import { refundAnswer, refundInput } from '../../lib/wire/refunds.ts';
import { invoicesRefund } from '../../lib/rows.ts';

/** POST /invoices/refund: gives money back, all that is left of an invoice or a part of it. */
export const create = endpoint(invoicesRefund, {
  input: ({ body }) => refundInput(body),
  run: async ({ input, ...call }) => refundAnswer(await byKey(refund, call, input)),
});

export const handler = create(live);
