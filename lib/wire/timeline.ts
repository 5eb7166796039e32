import { uuidIn, type ParsedId } from '../billing/identifiers.ts';
import * as z from 'zod/mini';
import type { SearchedPage } from '../billing/page.ts';
import { entryOfCursor, searchedUpTo, type HistoryEntry } from '../billing/timeline.ts';
import type { Subscription } from '../billing/subscription.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { optional, read, reference, sought } from './read.ts';
import { subscriberIdentifiers, subscriberOfList } from './subscribers.ts';
import { iso } from './time.ts';

/** Query of GET /subscribers/timeline. */
export const timelineQuery = z.object({
  'subscriber-id': optional(reference()),
  'svc-id': optional(sought()),
  ...listMembers,
});

/** Reads the query of GET /subscribers/timeline. Throws the refusals of identifiers and cursors. */
export function timelineInput(given: unknown) {
  const asked = read(timelineQuery, given);
  const subscriber = subscriberIdentifiers(asked['subscriber-id'], asked['svc-id'], 'subscriber-id');
  return { subscriber, page: pageIn(asked, timelineCursor) };
}

function timelineCursor(given: string): ParsedId | undefined {
  const { id, isSearched } = entryOfCursor(given.toLowerCase());
  const entry = uuidIn(id);
  return isSearched && entry !== undefined ? searchedUpTo(entry) : entry;
}

/** Answer of GET /subscribers/timeline. */
export function timelineAnswer(
  {
    subscription,
    items,
    hasMore,
    next,
  }: SearchedPage<HistoryEntry> & { readonly subscription: Subscription },
  page: AskedPage,
) {
  return listAnswer('/subscribers/timeline', page, {
    data: items.map(entryView),
    hasMore,
    next,
    more: {
      subscriber: {
        ...subscriberOfList(subscription),
        externalId: subscription.customer.externalId ?? null,
      },
    },
  });
}

function entryView({ id, at, what, from, to, causedBy, why, isEvent }: HistoryEntry) {
  const said = { reason: why?.reason ?? null, comment: why?.comment ?? null };
  return { id, at: iso(at), what, from, to, ...said, cause: { ...causedBy }, eventId: isEvent ? id : null };
}
