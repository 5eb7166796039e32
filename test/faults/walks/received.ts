import { bodyOf } from '../posts.ts';
import type { Post } from './records.ts';

/** All events that arrived, each once, in the order of their first arrival. */
export const eventIdsOf = (posts: readonly Post[]) => [...new Set(posts.map((post) => bodyOf(post).eventId))];

/** Events are kept 90 days; in the last of them the feed may lack them or have them. */
const KEPT_MS = 89 * 86_400_000;

/** Whether an event is certainly kept at an instant (epoch ms), by the time in its id and when it came first. */
export function isKeptAt(eventId: string, at: number, posts: readonly Post[]): boolean {
  const inId = parseInt(eventId.replaceAll('-', '').slice(0, 12), 16);
  const cameAt = posts.find((post) => bodyOf(post).eventId === eventId)?.at ?? inId;
  return Math.min(inId, cameAt) > at - KEPT_MS;
}
