import { createHmac } from 'node:crypto';

/** A webhook as a receiver had it. */
export interface Webhook {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

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
export const bodyOf = ({ body }: Pick<Webhook, 'body'>) => JSON.parse(body) as Body;

/** What an event is called: its type, and its subtype where it has one. */
export const eventName = ({ notificationType, subtype }: Pick<Body, 'notificationType' | 'subtype'>) =>
  subtype === undefined ? notificationType : `${notificationType}/${subtype}`;

/** A header of a delivery, by its name in lower case. */
export const headerOf = ({ headers }: Webhook, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];

/**
 * What is wrong with deliveries by themselves: each is signed and has the headers of its body and a transaction id of its
 * own, and an event's attempts rise. Shares no code with the product.
 */
export function deliveryViolations(posts: readonly Webhook[], secret: string): string[] {
  const found = posts.flatMap((post) => headerViolations(post, secret));
  if (new Set(posts.map((post) => bodyOf(post).transactionId)).size < posts.length)
    found.push('two POSTs with one transaction id');
  for (const [eventId, own] of Map.groupBy(posts, (post) => bodyOf(post).eventId)) {
    const attempts = own.map((post) => bodyOf(post).attempt);
    if (attempts.some((attempt, nth) => attempt <= (attempts[nth - 1] ?? 0)))
      found.push(`${eventId}: attempts ${attempts.join()}`);
  }
  return found;
}

function headerViolations(post: Webhook, secret: string): string[] {
  const { eventId, transactionId, notificationType } = bodyOf(post);
  const wanted = {
    'x-svc-signature': `sha256=${createHmac('sha256', secret).update(post.body).digest('hex')}`,
    'x-svc-event': notificationType,
    'x-svc-event-id': eventId,
    'x-svc-transaction-id': transactionId,
  };
  const wrong = Object.entries(wanted).filter(([name, value]) => headerOf(post, name) !== value);
  return wrong.map(([name]) => `${eventId}: ${name} is not that of its body`);
}
