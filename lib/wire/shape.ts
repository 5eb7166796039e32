import * as z from 'zod/mini';
import { REFUSAL_CODES } from '../refusal.ts';

/*
 * What the shapes of answers are made of. Shapes describe, and tests parse by them; nothing of them is shipped.
 */

/** What an answer of this shape is in the service, which changes nothing of it. */
export type Told<Shape extends z.core.$ZodType> = Kept<z.infer<Shape>>;

type Kept<Value> = Value extends object ? { readonly [Member in keyof Value]: Kept<Value[Member]> } : Value;

/** Every component schema of the description, by its name. */
export const components = z.registry<{ id: string }>();

/** Puts a schema among the components. Objects that answer have only the members that are named here. */
export function named<Shape extends z.core.$ZodType>(id: string, shape: Shape): Shape {
  components.add(shape, { id });
  return shape;
}

/** What a schema cannot tell of the text that it takes: that is read into something else, or may be written in more ways. */
interface Written {
  readonly pattern?: string;
  readonly type?: 'string';
  readonly format?: 'uri';
}

/** A schema with what it is in this place. */
export function said<Shape extends z.core.$ZodType>(
  shape: Shape,
  description: string,
  written: Written = {},
): Shape {
  return noted(shape, { ...written, description });
}

/** Words of an answer to which others may be added: a client that somebody generates must take what it does not know. */
export function open<Words extends z.core.$ZodEnum>(words: Words): Words {
  return noted(words, { open: true });
}

function noted<Shape extends z.core.$ZodType>(shape: Shape, note: Readonly<Record<string, unknown>>): Shape {
  const own = z.clone(shape);
  z.globalRegistry.add(own, { ...z.globalRegistry.get(shape), ...note });
  return own;
}

/** The `status` of every success. */
export const success = z.literal('success');

/** The UUID of something. */
export const uuidOf = (of: string) => said(z.string(), `UUID of ${of}.`);

const svcIdNamed = (name: string, of: string, prefix: string) =>
  named(
    name,
    said(
      z.string().check(z.regex(new RegExp(`^${prefix}_[0-9a-f]{32}$`))),
      `Internal identifier of ${of}: \`${prefix}_\` and the UUID without dashes.`,
    ),
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
export const wholeUrl = noted(z.string().check(z.refine((given) => URL.canParse(given))), { format: 'uri' });

/** The form of a moment in an answer. */
export const TIME_PATTERN = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A time in ISO 8601, UTC, with milliseconds. */
export const timeOf = (what: string) => said(z.string().check(z.regex(TIME_PATTERN)), what);

/** An amount of money, as text. */
export const moneyOf = (what: string) =>
  said(z.string().check(z.regex(/^\d+\.\d\d$/)), `${what} A decimal string with two digits.`);

/** The envelope of every list. */
export const listOf = <const Url extends string, Item extends z.core.$ZodType>(url: Url, item: Item) => ({
  status: success,
  object: z.literal('list'),
  url: z.literal(url),
  // What these are is said once, of all lists.
  has_more: z.boolean(),
  limit: z.int(),
  starting_after: z.nullable(z.string()),
  ending_before: z.nullable(z.string()),
  data: z.array(item),
});

/** Where to go on in a list whose search was cut short. */
export const searchOn = (what: string) =>
  said(
    z.optional(z.string()),
    `Only where the search ${what} ended before the page was full: the cursor to search on from, in the same direction.`,
  );

/** The one failure body of every endpoint. */
export const failureShape = named(
  'Failure',
  said(
    z.strictObject({
      status: z.literal('failure'),
      error: said(z.string(), 'Stable code, the same as `errorCode`.'),
      message: said(z.string(), 'For people, the same as `errorMessage`.'),
      // Open: codes are added, and a client must not fail at one that it does not know.
      errorCode: said(z.union([z.enum(REFUSAL_CODES), z.string()]), 'Stable code to act on; more may come.'),
      errorMessage: z.string(),
      details: said(
        z.optional(z.array(z.strictObject({ field: z.string(), message: z.string() }))),
        'What is wrong with which field, if known.',
      ),
      providerErrorCode: said(z.optional(z.string()), "The payment provider's own code, where it refused."),
      svcId: said(z.optional(z.string()), 'With `already_subscribed`: the live subscription.'),
      left: said(z.optional(z.string()), 'With `amount_too_large`: what is left of the invoice.'),
      refundId: said(z.optional(z.string()), 'With `refund_refused`: the refund on record.'),
      clientReferenceId: said(
        z.optional(z.string()),
        'With `payment_outcome_unknown` and `operation_in_progress`: the reference to ask again with.',
      ),
    }),
    'Every failure of every endpoint.',
  ),
);
