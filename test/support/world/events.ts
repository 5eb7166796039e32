import type { TestTenant } from './tenant.ts';

/** An event as the lists and the feed show it. */
export interface ListedEvent {
  readonly eventId: string;
  readonly notificationType: string;
  readonly subtype: string | null;
  readonly state: string;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt: string | null;
  readonly subscriber: { readonly id: string; readonly svcId: string };
}

export async function listEvents(
  shop: TestTenant,
  query: Record<string, string> = {},
): Promise<{ data: ListedEvent[]; has_more: boolean }> {
  const { status, body, text } = await shop.call('events/list', { query });
  if (status !== 200) throw new Error(text);
  return body as unknown as { data: ListedEvent[]; has_more: boolean };
}

export interface FeedAnswer {
  readonly events: ListedEvent[];
  readonly next: string | null;
  readonly atEnd: boolean;
}

export async function readFeed(shop: TestTenant, query: Record<string, string> = {}): Promise<FeedAnswer> {
  const { status, body, text } = await shop.call('events/feed', { query });
  if (status !== 200) throw new Error(text);
  return body as unknown as FeedAnswer;
}

export const idsOf = (events: readonly ListedEvent[]) => events.map(({ eventId }) => eventId);
