import type * as z from 'zod/mini';
import type { RefusalCode } from '../refusal.ts';
import type { Told } from './shape.ts';

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

/** What a browser gets instead of JSON: `visit` is a page or a redirect to another, `redirect` may come after a page that comes back. */
export type Shown = 'page' | 'image' | 'redirect' | 'visit' | 'text' | 'sitemap' | 'document' | 'elsewhere';

/** What an endpoint answers: by its schema, or what a browser gets. */
export type Answers = z.core.$ZodType | Shown;

/** What an answer tells: what its schema shows, or anything where nothing is said of it. */
export type ToldBy<Says> = Says extends z.core.$ZodType ? Told<Says> : unknown;

/** What an endpoint is asked: the very schemas that it reads with. */
export interface Asked {
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodObject;
  /** Members of the body of which one is needed, or one pair whole. */
  readonly oneOf?: readonly (readonly string[])[];
  /** All of the body may be left out, and so the body. */
  readonly bodyMayBeAbsent?: true;
}

/** A request as it may be sent, which tests send. */
export interface ExampleRequest {
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** What the description says of an endpoint: nothing of it is shipped with its function. */
export interface Words {
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly asks?: Asked;
  readonly answers: Answers;
  /** The failures' HTTP statuses with which a browser gets a page. */
  readonly pages?: readonly number[];
  /** Codes of `lib/refusal.ts` beyond those that every endpoint of its kind may answer. */
  readonly refusals?: readonly RefusalCode[];
  readonly example?: ExampleRequest;
}

/** What an endpoint says of itself, or nothing where it is no program's to call. */
export type Said = Words | { readonly [Member in keyof Words]?: undefined };
