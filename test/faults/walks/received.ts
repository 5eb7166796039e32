import type { Post } from './records.ts';

/** The body of a webhook. */
export interface Body {
  readonly notificationType: string;
  readonly subtype?: string;
  readonly eventId: string;
  readonly transactionId: string;
  readonly attempt: number;
  readonly purchaseDate: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** What a delivery told. */
export const bodyOf = ({ body }: Post) => JSON.parse(body) as Body;

/** A header of a delivery, by its name in lower case. */
export const headerOf = ({ headers }: Post, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/** All events that arrived, each once, in the order of their first arrival. */
export const eventIdsOf = (posts: readonly Post[]) => [...new Set(posts.map((post) => bodyOf(post).eventId))];
