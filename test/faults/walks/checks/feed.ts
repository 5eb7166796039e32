import type { ShopEvidence } from '../evidence.ts';
import { bodyOf, headerOf } from '../../posts.ts';
import { eventIdsOf, isKeptAt } from '../received.ts';

/** The feed shows an event once nobody can still be writing an earlier one. */
const SHOWN_AFTER_MS = 15_000;

/** The feed against the webhooks: every event once, each subscriber's in order, and nothing behind a cursor that was used. */
export function feedViolations({ posts, feed }: ShopEvidence): string[] {
  const found: string[] = [];
  const { inOneGo, readAt } = feed;
  const isKept = (eventId: string) => isKeptAt(eventId, readAt, posts);
  if (feed.onTheWay.filter(isKept).join() !== inOneGo.filter(isKept).join())
    found.push(
      `the feed read on the way has ${feed.onTheWay.length} events, in one go ${inOneGo.length}, or in another order`,
    );
  if (new Set(inOneGo).size < inOneGo.length) found.push('the feed shows an event twice');
  const sent = new Set(eventIdsOf(posts));
  for (const eventId of inOneGo)
    if (!sent.has(eventId)) found.push(`${eventId} is in the feed and never came`);
  for (const eventId of eventIdsOf(posts.filter(({ at }) => at < readAt - SHOWN_AFTER_MS)))
    if (isKept(eventId) && !inOneGo.includes(eventId)) found.push(`${eventId} came and is not in the feed`);
  const bySubscriber = Map.groupBy(posts, (post) => bodyOf(post).data.subscriptionId);
  for (const theirs of bySubscriber.values()) {
    const places = new Map(
      theirs.map((post) => [bodyOf(post).eventId, Number(headerOf(post, 'x-svc-sequence'))]),
    );
    const order = inOneGo.flatMap((eventId) => places.get(eventId) ?? []);
    if (order.some((sequence, nth) => sequence <= (order[nth - 1] ?? 0)))
      found.push(`the feed has a subscriber's events in the order ${order.join()}`);
  }
  return found;
}
