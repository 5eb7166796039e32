import { endpoint } from '../../lib/http/endpoint.ts';
import { refund } from '../../lib/verbs/refund.ts';
import { byKey } from '../../lib/verbs/verb.ts';
import { live } from '../../lib/runtime/live.ts';
import { refundAnswer, refundBody, refundInput, refundAnswerShape } from '../../lib/wire/refunds.ts';
import { write, part } from '../../lib/route.ts';
import { PROVIDER_REFUSALS } from '../../lib/http/may-refuse.ts';
import { SAMPLE } from '../../lib/wire/samples.ts';

/** POST /invoices/refund: gives money back, all that is left of an invoice or a part of it. */
export const declared = endpoint({
  name: 'invoices/refund',
  at: 'POST /invoices/refund',
  uses: part(write, { sends: ['reconciliation', 'invoicing'], refunds: true }),
  verb: refund,
  tag: 'Invoices',
  summary: 'Give money back',
  description:
    'All that is left of a paid invoice, or `amount` of it. The payment provider is read first, and what was given back in its panel counts. 200 with `state` SUCCEEDED, or PENDING while the outcome is looked up: nothing is ever sent twice. With a `clientReferenceId` a repetition gets the same refund. The subscription goes on as before.',
  asks: { body: refundBody },
  answers: refundAnswerShape,
  refusals: [
    'invoice_not_found',
    'amount_too_large',
    'refund_refused',
    'invoice_not_paid',
    'refund_in_progress',
    'already_refunded',
    'too_old',
    'reference_reused',
    'concurrent_change',
    ...PROVIDER_REFUSALS,
  ],
  example: {
    body: {
      'invoice-id': SAMPLE.invoiceSvcId,
      amount: '25.00',
      reason: 'BUYER_REQUEST',
      clientReferenceId: 'return 4711',
    },
  },
  input: ({ body }) => refundInput(body),
  run: async ({ input, ...call }) => refundAnswer(await byKey(refund, call, input)),
});

export const { create } = declared;

export const handler = create(live);
