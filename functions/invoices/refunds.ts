import { endpoint } from '../../lib/http/endpoint.ts';
import { listRefunds } from '../../lib/refunds/list-refunds.ts';
import { live } from '../../lib/runtime/live.ts';
import { refundsAnswer, refundsInput, refundsQuery, refundsAnswerShape } from '../../lib/wire/refunds.ts';
import { read } from '../../lib/route.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** GET /invoices/refunds: what was given back, here or at the provider, newest first. */
export const declared = endpoint({
  name: 'invoices/refunds',
  at: 'GET /invoices/refunds',
  uses: read,
  tag: 'Invoices',
  summary: 'List refunds',
  description:
    "What was given back, newest first, also in the payment provider's panel (`by` `provider`), and what was refused.",
  asks: { query: refundsQuery },
  answers: refundsAnswerShape,
  refusals: ['mutually_exclusive_parameters', 'invalid_cursor', 'invoice_not_found', 'subscriber_not_found'],
  example: { query: { 'invoice-id': SAMPLE.invoiceSvcId, limit: '10' } },
  input: ({ query }) => refundsInput(query),
  run: async ({ app, input }) => refundsAnswer(await listRefunds(app, input), input.page),
});

export const { create } = declared;

export const handler = create(live);
