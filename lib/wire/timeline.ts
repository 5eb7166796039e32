import { uuidIn, type ParsedId } from '../billing/identifiers.ts';
import * as z from 'zod/mini';
import type { SearchedPage } from '../billing/page.ts';
import { entryOfCursor, LINK_MAKERS, searchedUpTo, type HistoryEntry } from '../billing/timeline.ts';
import type { Subscription } from '../billing/subscription.ts';
import { listAnswer, listMembers, pageIn, type AskedPage } from './list.ts';
import { optional, read, reference, sought } from './read.ts';
import { subscriberIdentifiers, subscriberOfList, namedSubscriberShape } from './subscribers.ts';
import { iso } from './time.ts';
import { named, said, timeOf, open, listOf, searchOn, type Told } from './shape.ts';

const timelineEntryShape = named(
  'TimelineEntry',
  z.strictObject({
    id: said(z.string(), 'Also the cursor.'),
    at: timeOf('When it happened.'),
    what: said(
      z.string(),
      'Such as `subscribed`, `renewed`, `payment_failed`, `plan_changed`, `cancelled`, `undone`, `ended`, `refunded`.',
    ),
    from: said(z.nullable(z.string()), 'The state before the change, if it can be named in a word.'),
    to: said(z.nullable(z.string()), 'How it stood then.'),
    reason: z.nullable(z.string()),
    comment: z.nullable(z.string()),
    cause: z.strictObject({
      by: open(
        said(
          z.enum(['request', 'notification', 'schedule', 'operator', 'customer', 'person']),
          '`customer`: in the customer portal. `person`: one of your people, in the console.',
        ),
      ),
      id: said(z.nullable(z.string()), 'The request id where it was one.'),
      through: said(
        z.optional(open(z.enum(LINK_MAKERS))),
        'Of a customer: whether a key, one of your people or a message of ours made the link.',
      ),
      who: said(z.optional(z.string()), 'Which of your people or keys it was, or came through.'),
    }),
    eventId: said(z.nullable(z.string()), 'The event that announced it, or null.'),
  }),
);

/** The shape of a `timelineAnswer`. */
export const timelineAnswerShape = named(
  'TimelineAnswer',
  z.strictObject({
    ...listOf('/subscribers/timeline', timelineEntryShape),
    subscriber: z.extend(namedSubscriberShape, {
      externalId: said(z.nullable(z.string()), 'Your own id of the person, where you gave one.'),
    }),
    next: searchOn('beside changes of other subscriptions'),
  }),
);

/** Query of GET /subscribers/timeline. */
export const timelineQuery = z.object({
  'subscriber-id': said(optional(reference()), "The provider's reference of the subscription."),
  'svc-id': said(optional(sought()), 'Our id of the subscriber, as `sub_…` or as a UUID.'),
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
): Told<typeof timelineAnswerShape> {
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
