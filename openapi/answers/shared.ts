import * as z from 'zod';
import { REFUSAL_CODES } from '../../lib/refusal.ts';
import { TIME_PATTERN } from '../json-schema.ts';

/** Every component schema of the description, by its name. */
export const components = z.registry<{ id: string }>();

/** Puts a schema among the components. Objects that answer have only the members that are named here. */
export function component<S extends z.core.$ZodType>(id: string, schema: S): S {
  components.add(schema, { id });
  return schema;
}

/** The `status` of every success. */
export const success = z.literal('success');
/** The UUID of something. */
export const uuid = (of: string) => z.string().describe(`UUID of ${of}.`);
const svcIdNamed = (name: string, of: string, prefix: string) =>
  component(
    name,
    z
      .string()
      .regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`))
      .describe(`Internal identifier of ${of}: \`${prefix}_\` and the UUID without dashes.`),
  );

/** Internal identifiers, by their prefixes. */
export const SVC_IDS = {
  sub: svcIdNamed('SubscriptionSvcId', 'a subscription', 'sub'),
  pln: svcIdNamed('PlanSvcId', 'a plan', 'pln'),
  cus: svcIdNamed('CustomerSvcId', 'a customer', 'cus'),
  inv: svcIdNamed('InvoiceSvcId', 'an invoice', 'inv'),
  rfd: svcIdNamed('RefundSvcId', 'a refund', 'rfd'),
} as const;
/** An address that is whole: one that is shown masked to some keys is no URI for them. */
export const url = z
  .string()
  .refine((given) => URL.canParse(given))
  .meta({ format: 'uri' });
/** A time in ISO 8601, UTC, with milliseconds. */
export const time = (what: string) => z.string().regex(TIME_PATTERN).describe(what);
/** An amount of money, as text. */
export const amount = (what: string) =>
  z
    .string()
    .regex(/^\d+\.\d\d$/)
    .describe(`${what} A decimal string with two digits.`);

/** The envelope of every list. */
export const list = <S extends z.core.$ZodType>(url: string, item: S) => ({
  status: success,
  object: z.literal('list'),
  url: z.literal(url),
  // What these are is said once, of all lists.
  has_more: z.boolean(),
  limit: z.number().int(),
  starting_after: z.string().nullable(),
  ending_before: z.string().nullable(),
  data: z.array(item),
});

/** Where to go on in a list whose search was cut short. */
export const searchOn = (what: string) =>
  z
    .string()
    .optional()
    .describe(
      `Only where the search ${what} ended before the page was full: the cursor to search on from, in the same direction.`,
    );

/** Words of an answer to which others may be added: a client that somebody generates must take what it does not know. */
export const open = <Words extends z.ZodEnum>(words: Words): Words => words.meta({ open: true });

/** The one failure body of every endpoint. */
export const failure = component(
  'Failure',
  z
    .strictObject({
      status: z.literal('failure'),
      error: z.string().describe('Stable code, the same as `errorCode`.'),
      message: z.string().describe('For people, the same as `errorMessage`.'),
      // Open: codes are added, and a client must not fail at one that it does not know.
      errorCode: z
        .union([z.enum(REFUSAL_CODES), z.string()])
        .describe('Stable code to act on; more may come.'),
      errorMessage: z.string(),
      details: z
        .array(z.strictObject({ field: z.string(), message: z.string() }))
        .optional()
        .describe('What is wrong with which field, if known.'),
      providerErrorCode: z.string().optional().describe("The payment provider's own code, where it refused."),
      svcId: z.string().optional().describe('With `already_subscribed`: the live subscription.'),
      left: z.string().optional().describe('With `amount_too_large`: what is left of the invoice.'),
      refundId: z.string().optional().describe('With `refund_refused`: the refund on record.'),
      clientReferenceId: z
        .string()
        .optional()
        .describe(
          'With `payment_outcome_unknown` and `operation_in_progress`: the reference to ask again with.',
        ),
    })
    .describe('Every failure of every endpoint.'),
);
