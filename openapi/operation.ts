import type * as z from 'zod';
import type { RefusalCode } from '../lib/refusal.ts';
import type { RouteName } from '../lib/routes.ts';
import type { Example } from './examples/example.ts';

/** What the description says of one endpoint beyond its row in `lib/rows.ts`. */
export interface Operation {
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  /** The schemas that parse: the very objects that the endpoint reads with. */
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodObject;
  /** Members of the body of which one is needed, or one pair whole. */
  readonly oneOf?: readonly (readonly string[])[];
  /** All of the body may be left out, and so the body. */
  readonly bodyMayBeAbsent?: true;
  /** The schema that answers, or what a browser gets instead of JSON: a page, an image, a redirect, at once or after a page that comes back, or (`visit`) a page or a redirect to another. */
  readonly answer:
    z.core.$ZodType | 'page' | 'image' | 'redirect' | 'visit' | 'text' | 'sitemap' | 'document' | 'elsewhere';
  /** The failures' HTTP statuses with which a browser gets a page. */
  readonly pages?: readonly number[];
  /** Codes of `lib/refusal.ts` beyond those that every endpoint of its kind may answer. */
  readonly refusals?: readonly RefusalCode[];
  /** It may change our records alone, and its answer then says so in a header. */
  readonly mayBeRecordsOnly?: true;
  /** A request and its answer, which tests send and compare; every operation that answers JSON has one, but the description itself. */
  readonly example?: Example;
}

/** Operations by the name of their route. */
export type Operations = Readonly<Partial<Record<RouteName, Operation>>>;

/** The headings of the description, and what stands below each. */
export const TAGS = {
  Plans: 'What can be subscribed to.',
  Checkout: 'How customers become subscribers, and how they replace their card.',
  Subscribers: 'Subscribers, their plan, their cancellation and their invoices.',
  Invoices: 'Single invoices, and what was given back of them.',
  Deliveries: 'What happened, in order, and how its delivery is going.',
  Webhooks: 'What is sent to you when it happens.',
  Account: 'Webhook, chat and keys of the tenant itself.',
  Pages: 'The pages that your customers see: your brand, and the customer portal.',
  Reports: 'What needs a person.',
  Service: 'The service itself; no credentials.',
} as const;

/** The name of a heading. */
export type Tag = keyof typeof TAGS;
